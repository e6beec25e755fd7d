"""What the referee refuses beyond what the engine does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.errors import Defect, Defective, Refusal


class GameUnknown(Refusal):
    """There is no game with this id."""

    code = "game_unknown"


class NotYourTurn(Refusal):
    """The seat that wants to move is not the one to act."""

    code = "not_your_turn"


class SeatUnknown(Defective):
    """The position has no such seat."""

    code: ClassVar[str] = "seat_unknown"

    def __init__(self, seats: int) -> None:
        sentence = f"This position has the seats 0 to {seats - 1}."
        super().__init__(sentence, [Defect("/seat", "out_of_range", sentence)])


class IllegalMove(Exception):
    """A move that the rules refuse, the JSON pointer of the move in the request, and the nearest legal moves as clients get them."""

    def __init__(self, refusal: Refusal, pointer: str, near_moves: Sequence[Mapping[str, Any]] = ()) -> None:
        super().__init__(refusal.message)
        self.refusal, self.pointer, self.near_moves = refusal, pointer, list(near_moves)

    @property
    def defects(self) -> list[Defect]:
        """What is wrong with the move, with JSON pointers into the request body; without details, the refusal as a whole."""
        found = self.refusal.defects if isinstance(self.refusal, Defective) else []
        whole = Defect("", self.refusal.code, self.refusal.message)
        return [Defect(self.pointer + defect.pointer, defect.code, defect.message) for defect in found or [whole]]


class RecordInvalid(Defective):
    """A record cannot be replayed, or its moves or its outcome are not what the rules give; `near_moves` are as clients get them."""

    code: ClassVar[str] = "record_invalid"

    def __init__(self, message: str, defects: Sequence[Defect], near_moves: Sequence[Mapping[str, Any]] = ()) -> None:
        super().__init__(message, defects)
        self.near_moves = list(near_moves)


class TokenForged(Defective):
    """The token was not sealed by this service for this game, or was changed."""

    code = "token_forged"

    def __init__(self) -> None:
        sentence = "This token was not sealed here for this game, or it was changed; send a token exactly as you received it."
        super().__init__(sentence, [Defect("/token", self.code, sentence)])


class TokenOutdated(Defective):
    """The token holds a state of a schema version that is no longer supported."""

    code = "token_outdated"

    def __init__(self) -> None:
        sentence = "This token holds an older form of the game that can no longer be read; start a new game."
        super().__init__(sentence, [Defect("/token", self.code, sentence)])


class SeatKeyWrong(Defective):
    """A seat key belongs to no seat of the token."""

    code = "seat_key_wrong"

    def __init__(self, pointers: Sequence[str]) -> None:
        sentence = "This seat key belongs to no seat of this token."
        super().__init__(sentence, [Defect(pointer, self.code, sentence) for pointer in pointers])


class SeatKeyMissing(Refusal):
    """The call needs the key of a seat and the request has none."""

    code = "seat_key_missing"
