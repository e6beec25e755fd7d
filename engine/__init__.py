"""Game rules and computer players: a pure core without HTTP, Redis or clocks."""
