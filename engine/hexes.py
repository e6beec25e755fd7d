"""Hex geometry: flat-topped hexes in axial coordinates, q to the right and r down; all turning is clockwise and begins at the top."""

from __future__ import annotations

Hex = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def add(a: Hex, b: Hex) -> Hex:
    """The hex reached from a by the step b."""
    return a[0] + b[0], a[1] + b[1]


def distance(a: Hex, b: Hex = (0, 0)) -> int:
    """How many steps lie between two hexes."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def neighbours(a: Hex) -> list[Hex]:
    """The six hexes around one, clockwise from the top."""
    return [add(a, step) for step in DIRECTIONS]


def ring(radius: int) -> list[Hex]:
    """All hexes at this distance from (0, 0), clockwise from the top."""
    if radius == 0:
        return [(0, 0)]
    place = (0, -radius)
    places = []
    for side in range(6):
        for _ in range(radius):
            places.append(place)
            place = add(place, DIRECTIONS[(side + 2) % 6])
    return places


def disk(radius: int) -> list[Hex]:
    """All hexes up to this distance from (0, 0), ring by ring outwards."""
    return [place for distance_ in range(radius + 1) for place in ring(distance_)]


def turn_over(a: Hex, b: Hex, centre: Hex) -> int:
    """1 where the step from a to its neighbour b passes clockwise over the ray that leads up from the centre, -1 the other way, else 0."""
    before, after = a[0] - centre[0], b[0] - centre[0]
    if before == -1 and after == 0 and b[1] < centre[1]:
        return 1
    return -1 if before == 0 and after == -1 and a[1] < centre[1] else 0
