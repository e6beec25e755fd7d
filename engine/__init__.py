"""Rules and players: a pure core that knows nothing of HTTP, Redis or clocks."""
