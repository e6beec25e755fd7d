"""What is wrong with a move that is not legal, and the legal moves nearest to it. Uses the legal moves only, which its seat may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from engine.errors import Defect

M = TypeVar("M", bound=msgspec.Struct)

MAX_NEAR_MOVES = 5

MAX_VALUES = 12
"""Legal values of a parameter that a sentence lists at most."""


def near_moves(move: M, legal: Iterable[M]) -> list[M]:
    """Returns up to five legal moves of the same type: most equal parameters first, then nearest values, then the order of `legal`."""
    same_type = [other for other in legal if type(other) is type(move)]
    return sorted(same_type, key=lambda other: _distance(move, other))[:MAX_NEAR_MOVES]


def wrong_parameters(move: M, legal: Iterable[M]) -> list[Defect]:
    """Returns one defect for each parameter whose value no legal move of this type has, with the values that would be legal there.

    Where each value alone is legal, the defect is that of the first parameter which does not go together with those before it.
    """
    candidates = [other for other in legal if type(other) is type(move)]
    names = move.__struct_fields__
    impossible = [name for name in names if getattr(move, name) not in _values(candidates, name)]
    if impossible:
        return [_defect(move, name, _values(candidates, name)) for name in impossible]
    for index, name in enumerate(names):
        fitting = [other for other in candidates if getattr(other, name) == getattr(move, name)]
        if not fitting:
            return [_defect(move, name, _values(candidates, name), names[:index])]
        candidates = fitting
    return []


def _distance(move: msgspec.Struct, other: msgspec.Struct) -> tuple[int, int]:
    """The number of parameters that differ, and how far apart their values are."""
    pairs = [(getattr(move, name), getattr(other, name)) for name in move.__struct_fields__]
    return sum(own != theirs for own, theirs in pairs), sum(_gap(own, theirs) for own, theirs in pairs)


def _gap(own: object, theirs: object) -> int:
    """Numbers differ by their difference, lists by their items, lists of words by the words they do not share, other values by 1."""
    if isinstance(own, int) and isinstance(theirs, int):
        return abs(own - theirs)
    if isinstance(own, tuple) and isinstance(theirs, tuple):
        if any(isinstance(item, str) for item in own):
            return (Counter(own) - Counter(theirs)).total() + (Counter(theirs) - Counter(own)).total()
        return sum(map(_gap, own, theirs)) + abs(len(own) - len(theirs))
    return int(own != theirs)


def _values(moves: Iterable[msgspec.Struct], name: str) -> list[object]:
    """The values of a parameter in these moves, without duplicates, in their order."""
    return list(dict.fromkeys(getattr(move, name) for move in moves))


def _defect(move: msgspec.Struct, name: str, values: Sequence[object], before: Sequence[str] = ()) -> Defect:
    given = f"With {', '.join(f'{other} {_json(getattr(move, other))}' for other in before)}, " if before else ""
    listed = ", ".join(map(_json, values[:MAX_VALUES]))
    more = f" and {len(values) - MAX_VALUES} more" if len(values) > MAX_VALUES else ""
    sentence = f"{given}{name} cannot be {_json(getattr(move, name))} now; legal: {listed}{more}."
    return Defect(f"/{name}", "not_available", sentence)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
