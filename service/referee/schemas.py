"""The envelopes of requests: marshmallow, strict, every schema object built once. States and moves inside are the engine's business."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from engine.chance import SEED_LIMIT
from engine.errors import Defect, escape_pointer
from engine.games import GAMES

MAX_MOVES = 500
"""Longest list of moves in one request."""

MIN_SEATS = min((game.seats[0] for game in GAMES.values()), default=1)
MAX_SEATS = max((game.seats[-1] for game in GAMES.values()), default=1)
"""Bounds for the envelope; the game itself knows better."""

UNKNOWN = "There is no such field."
MISSING = "This field is required."
NULL = "This field may not be null."


class Integer(fields.Integer):
    """A whole number as JSON means it: 3 and 3.0, never "3" and never true."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
            raise ValidationError("Must be a whole number.")
        return int(value)


class Boolean(fields.Boolean):
    """true or false and nothing that resembles them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, bool):
            raise ValidationError("Must be true or false.")
        return value


class Record(fields.Field[dict[str, Any]]):
    """A JSON object that the engine reads; `component` names its schema in openapi.yaml, None is any object at all."""

    def __init__(self, component: str | None, **kwargs: Any) -> None:
        super().__init__(metadata={"component": component}, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValidationError("Must be an object.")
        return value


class Envelope(Schema):
    """Base of every request body: unknown fields are refused; of the fields in a `one_of` group exactly one must be there."""

    error_messages: dict[str, str] = {"unknown": UNKNOWN, "type": "Must be an object."}  # noqa: RUF012
    one_of: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """All fields speak the same sentences."""
        field_obj.error_messages = {**field_obj.error_messages, "required": MISSING, "null": NULL}

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _exactly_one(self, data: Any, original: Any, **kwargs: Any) -> None:
        groups = self.one_of if isinstance(original, Mapping) else ()
        unclear = [group for group in groups if sum(name in original for name in group) != 1]
        if unclear:
            raise ValidationError([f"Exactly one of these fields is needed: {', '.join(group)}." for group in unclear])


def seat(**kwargs: Any) -> Integer:
    """A seat, counted from 0."""
    return Integer(validate=validate.Range(0, MAX_SEATS - 1), **kwargs)


class NewGameRequest(Envelope):
    """The number of seats, the seed and the options of a new game."""

    seats = Integer(required=True, validate=validate.Range(MIN_SEATS, MAX_SEATS))
    seed = Integer(validate=validate.Range(0, SEED_LIMIT))
    options = Record("Options")
    sealed = Boolean()


MAX_TOKEN_LENGTH = 8192
MAX_SEAT_KEY_LENGTH = 64


def key_of_seat() -> fields.String:
    """The secret of one seat of a sealed game."""
    return fields.String(validate=validate.Length(1, MAX_SEAT_KEY_LENGTH))


class HeldRequest(Envelope):
    """A position: its state, or a sealed token with the keys of the seats that the client plays."""

    one_of: ClassVar[tuple[tuple[str, ...], ...]] = (("state", "token"),)
    state = Record("State")
    token = fields.String(validate=validate.Length(1, MAX_TOKEN_LENGTH))
    seat_key = key_of_seat()
    seat_keys = fields.List(key_of_seat(), validate=validate.Length(1, MAX_SEATS))


class MovesRequest(HeldRequest):
    """A position and the moves to make in it."""

    one_of = (("state", "token"), ("move", "moves"))
    move = Record("Move")
    moves = fields.List(Record("Move"), validate=validate.Length(1, MAX_MOVES))
    seat = seat()
    dry_run = Boolean()


class LegalMovesRequest(HeldRequest):
    """A position whose legal moves are listed."""


class CheckRequest(Envelope):
    """A state to check; any object is accepted."""

    state = Record(None, required=True)


class ViewRequest(HeldRequest):
    """A position and the seat that views it; null is a spectator."""

    seat = seat(required=True, allow_none=True)


class BoardRequest(HeldRequest):
    """A position to draw and the seat that views it; null or no seat is a spectator."""

    seat = seat(allow_none=True)


def defects(messages: Any, pointer: str = "") -> Iterator[Defect]:
    """marshmallow's nested messages as a flat list, each with its JSON pointer."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            yield from defects(inner, pointer if name == "_schema" else f"{pointer}/{escape_pointer(str(name))}")
    else:
        for sentence in messages:
            yield Defect(pointer, _CODES.get(sentence, "wrong_value"), sentence)


_CODES = {UNKNOWN: "unknown_field", MISSING: "missing_field"}
