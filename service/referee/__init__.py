"""The stateless referee: positions, moves, sealed tokens and the catalogue, without HTTP or Redis."""
