"""Sessions: games kept in Redis and played by several people."""
