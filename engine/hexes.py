"""Hex geometry: flat-topped hexes in axial coordinates, q to the right and r down. All orders are clockwise from the top."""

from __future__ import annotations

Hex = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def add(a: Hex, b: Hex) -> Hex:
    """Returns the sum of two hexes, or of a hex and a step."""
    return a[0] + b[0], a[1] + b[1]


def distance(a: Hex, b: Hex = (0, 0)) -> int:
    """Returns the number of steps between two hexes."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def neighbours(a: Hex) -> list[Hex]:
    """Returns the six adjacent hexes, clockwise from the top."""
    return [add(a, step) for step in DIRECTIONS]


def ring(radius: int) -> list[Hex]:
    """Returns all hexes at this distance from (0, 0), clockwise from the top."""
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
    """Returns all hexes up to this distance from (0, 0), ring by ring outwards."""
    return [place for distance_ in range(radius + 1) for place in ring(distance_)]


def turn_over(a: Hex, b: Hex, centre: Hex) -> int:
    """Returns 1 if the step from a to its neighbour b crosses the ray up from the centre clockwise, -1 if anticlockwise, else 0."""
    before, after = a[0] - centre[0], b[0] - centre[0]
    if before == -1 and after == 0 and b[1] < centre[1]:
        return 1
    return -1 if before == 0 and after == -1 and a[1] < centre[1] else 0
