"""What the engine refuses, and why: one small tree with stable codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec


class Defect(msgspec.Struct, frozen=True):
    """One thing wrong with a position or with options: where (a JSON pointer), which kind, and a sentence."""

    pointer: str
    code: str
    message: str


def escape_pointer(name: str) -> str:
    """Returns the name as one segment of a JSON pointer (RFC 6901): `~` becomes `~0` and `/` becomes `~1`."""
    return name.replace("~", "~0").replace("/", "~1")


class Refusal(Exception):
    """A request the referee turns down; `code` is stable, the message is for people."""

    code: ClassVar[str] = "refused"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class GameOver(Refusal):
    """The game has ended; no move is legal any more."""

    code = "game_over"


class WrongDecision(Refusal):
    """The pending decision cannot be answered by a move of this type."""

    code = "wrong_decision"


class MoveNotAvailable(Refusal):
    """The type of move fits the decision, but this very move is not among the legal ones."""

    code = "move_not_available"


class Defective(Refusal):
    """Input that was read but is wrong; carries every defect found."""

    code = "defective"

    def __init__(self, message: str, defects: Sequence[Defect]) -> None:
        super().__init__(message)
        self.defects = list(defects)


class StateInvalid(Defective):
    """A position that could never be reached by play."""

    code = "state_invalid"


class OptionsInvalid(Defective):
    """Options, or a number of seats, that the game does not have."""

    code = "options_invalid"


class MoveInvalid(Defective):
    """Something that is not a move of this game at all."""

    code = "move_invalid"
