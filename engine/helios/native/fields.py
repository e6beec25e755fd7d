"""Sets of fields of a board: one integer with a bit for each field. `&` and `|` mean what they mean for sets."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from engine.helios import content

Fields = i64

ONLY: Final[list[int]] = [1 << field for field in range(content.FIELDS)]
"""The set of each field alone. A table: compiled code would shift the constant 1 within 32 bits."""

AROUND: Final[list[int]] = list(content.AROUND)
"""The fields around each field."""

LIGHT_AROUND: Final[list[list[int]]] = [[near for near in nearby if near < content.LIGHT] for nearby in content.NEIGHBOURS]
"""The light fields around each field, clockwise."""

NOWHERE: Final = 0
LIGHT_FIELDS: Final[int] = content.LIGHT_MASK
RIM: Final[int] = content.RIM_MASK
EVERYWHERE: Final[int] = content.LIGHT_MASK | content.RIM_MASK
CUBE_FIELDS: Final[int] = content.CUBE_FIELDS
MANA_FIELDS: Final[int] = content.MANA_FIELDS
GOLD: Final[int] = content.GOLD
OPPOSITE: Final[int] = content.OPPOSITE


def has(fields: Fields, field: i64) -> bool:
    """Returns whether the set has the field."""
    return fields >> field & 1 != 0


def only(field: i64) -> Fields:
    """Returns the set of one field."""
    return ONLY[field]


def plus(fields: Fields, field: i64) -> Fields:
    """Returns the set with the field."""
    return fields | ONLY[field]


def without(fields: Fields, others: Fields) -> Fields:
    """Returns the fields that are not among the others."""
    return fields & ~others


def size(fields: Fields) -> i64:
    """Returns the number of fields."""
    number: i64 = 0
    while fields:
        fields &= fields - 1
        number += 1
    return number


def count_around(field: i64, fields: Fields) -> i64:
    """Returns how many of the fields are next to a field."""
    return size(AROUND[field] & fields)


def touches(field: i64, fields: Fields) -> bool:
    """Returns whether one of the fields is next to a field."""
    return AROUND[field] & fields != 0


def fields_in(fields: int) -> list[int]:
    """Returns the fields of the set, in ascending order."""
    found = []
    while fields:
        lowest = fields & -fields
        found.append(lowest.bit_length() - 1)
        fields ^= lowest
    return found


def first_of(fields: int) -> int:
    """Returns the lowest field of the set; -1 if it is empty."""
    return (fields & -fields).bit_length() - 1


def fields_of(fields: list[int]) -> int:
    """Returns the set of these fields."""
    found = 0
    for field in fields:
        found |= 1 << field
    return found


def beside(fields: Fields) -> Fields:
    """Returns all fields that are next to one of these; they may be among these."""
    found: i64 = 0
    field: i64 = 0
    while fields:
        if fields & 1:
            found |= AROUND[field]
        fields >>= 1
        field += 1
    return found
