"""Game rules and AI players: a pure core without HTTP, Redis or clocks."""
