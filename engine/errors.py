"""The exceptions of the engine, each with a stable code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec


class Defect(msgspec.Struct, frozen=True):
    """One error in a state, a move or options: a JSON pointer to its place, a stable code, and a sentence for people."""

    pointer: str
    code: str
    message: str


MOST_DEFECTS = 100
"""The largest number of reported errors; it bounds the work that a hostile value can cause."""

NAME_SHOWN = 100
"""Characters of a name in a JSON pointer at most; no name that means anything is longer."""


def escape_pointer(name: str) -> str:
    """Returns the name as one segment of a JSON pointer (RFC 6901): `~` becomes `~0` and `/` becomes `~1`.

    A longer name is cut, so that a refusal is not as long as what it refuses.
    """
    shown = name if len(name) <= NAME_SHOWN else f"{name[:NAME_SHOWN]}…"
    return shown.replace("~", "~0").replace("/", "~1")


class Refusal(Exception):
    """The base of all refusals; `code` is stable, the message is for people."""

    code: ClassVar[str] = "refused"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class GameOver(Refusal):
    """The game is over, so no move is legal."""

    code = "game_over"


class WrongDecision(Refusal):
    """A move of this type cannot answer the pending decision."""

    code = "wrong_decision"


class Defective(Refusal):
    """The input was parsed but is invalid; `defects` lists everything that is wrong."""

    code = "defective"

    def __init__(self, message: str, defects: Sequence[Defect]) -> None:
        super().__init__(message)
        self.defects = list(defects)


class MoveNotAvailable(Defective):
    """The type of the move fits the decision, but the move is not legal: which parameters are wrong, and the nearest legal moves."""

    code = "move_not_available"

    def __init__(self, message: str, defects: Sequence[Defect] = (), near_moves: Sequence[msgspec.Struct] = ()) -> None:
        super().__init__(message, defects)
        self.near_moves = list(near_moves)


class StateInvalid(Defective):
    """The state does not match the schema, or no sequence of legal moves leads to it."""

    code = "state_invalid"


class OptionsInvalid(Defective):
    """The game does not support these options, this number of seats or this seed."""

    code = "options_invalid"


class MoveInvalid(Defective):
    """The data does not match the schema of any move of this game."""

    code = "move_invalid"
