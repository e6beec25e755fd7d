"""marshmallow schemas of request bodies. They validate the members around states and moves, which the engine decodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, ClassVar

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from engine.ai import LEVELS
from engine.chance import SEED_LIMIT
from engine.errors import Defect, escape_pointer
from engine.games import GAMES
from service.referee.documents import MAX_RECORD_MOVES, MAX_UNDONE_REVEALS, NAME_LENGTH, SALT_LENGTH, SALT_PATTERN

MAX_MOVES = 500
"""Longest list of moves in one request."""

MIN_SEATS = min((game.seats[0] for game in GAMES.values()), default=1)
MAX_SEATS = max((game.seats[-1] for game in GAMES.values()), default=1)
"""Bounds over all games; each game checks its own."""

QR_TEXT_LENGTH = 500
"""Longest text of a QR code, in characters."""

MAX_UNKNOWN = 50
"""Unknown fields of one object that are reported one by one; an object with more is refused as a whole."""

MAX_ITEM_ERRORS = 50
"""Wrong items of one list that are reported at most."""

UNKNOWN = "There is no such field."
MISSING = "This field is required."
NULL = "This field may not be null."
NO_OBJECT = "Must be an object."


class Integer(fields.Integer):
    """An integer of JSON: 3 and 3.0, but not "3" or true."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
            raise ValidationError("Must be an integer.")
        return int(value)


class Boolean(fields.Boolean):
    """true or false, but not 1 or "true"."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, bool):
            raise ValidationError("Must be true or false.")
        return value


class List(fields.List[Any]):
    """A list that validates its length before its items, and stops at MAX_ITEM_ERRORS; `most` is required, so that its work is bounded."""

    def __init__(self, inner: fields.Field[Any], least: int, most: int, **kwargs: Any) -> None:
        self.length = validate.Length(least, most)
        super().__init__(inner, validate=self.length, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        self.length(value)
        return self._load_items(value)

    def _load_items(self, value: list[Any]) -> list[Any]:
        items, errors = [], dict[int, Any]()
        for index, item in enumerate(value):
            try:
                items.append(self.inner.deserialize(item))
            except ValidationError as error:
                errors[index] = error.messages
                if len(errors) == MAX_ITEM_ERRORS:
                    break
        if errors:
            raise ValidationError(errors)
        return items


class EngineObject(fields.Field[dict[str, Any]]):
    """A JSON object that the engine decodes; `component` names its schema in openapi.yaml (None: any object)."""

    def __init__(self, component: str | None, **kwargs: Any) -> None:
        super().__init__(metadata={"component": component}, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValidationError(NO_OBJECT)
        return value


class EngineObjects(List):
    """A list of objects that the engine decodes; it may be long, so nothing is called for an item."""

    def __init__(self, component: str, least: int, most: int, **kwargs: Any) -> None:
        super().__init__(EngineObject(component), least, most, **kwargs)

    def _load_items(self, value: list[Any]) -> list[Any]:
        wrong = (index for index, item in enumerate(value) if type(item) is not dict)
        if errors := {index: [NO_OBJECT] for index in islice(wrong, MAX_ITEM_ERRORS)}:
            raise ValidationError(errors)
        return value


class RequestSchema(Schema):
    """Base of every request body: unknown fields are refused, and exactly one field of each `one_of` group is required.

    The work that a body can cause is bounded before any of it is validated: no object has many unknown fields, no list or object of texts
    has more items than its type allows.
    """

    error_messages: dict[str, str] = {"unknown": UNKNOWN, "type": NO_OBJECT}  # noqa: RUF012
    one_of: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Gives all fields the same error messages."""
        field_obj.error_messages = {**field_obj.error_messages, "required": MISSING, "null": NULL}

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Validates a body; raises ValidationError."""
        if isinstance(data, dict) and len(data) > len(self.fields) + MAX_UNKNOWN:
            raise ValidationError(f"Has {len(data)} fields; the fields are: {', '.join(self.fields) or 'none'}.")
        return super().load(data, **kwargs)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _exactly_one(self, data: Any, original: Any, **kwargs: Any) -> None:
        groups = self.one_of if isinstance(original, Mapping) else ()
        unclear = [group for group in groups if sum(name in original for name in group) != 1]
        if unclear:
            raise ValidationError([f"Exactly one of these fields is required: {', '.join(group)}." for group in unclear])


def described(text: str) -> dict[str, str]:
    """The metadata of a field that openapi.yaml describes, for example with its default."""
    return {"description": text}


def seat(**kwargs: Any) -> Integer:
    """A seat, counted from 0."""
    return Integer(validate=validate.Range(0, MAX_SEATS - 1), **kwargs)


def seed() -> Integer:
    """The seed of chance."""
    return Integer(validate=validate.Range(0, SEED_LIMIT), metadata=described("Default: a random number."))


class NewGameRequest(RequestSchema):
    """The number of seats, the seed and the options of a new game."""

    seats = Integer(required=True, validate=validate.Range(MIN_SEATS, MAX_SEATS))
    seed = seed()
    options = EngineObject("Options")
    sealed = Boolean(metadata=described("Default: false."))


MAX_TOKEN_LENGTH = 8192
MAX_SEAT_KEY_LENGTH = 64


def seat_key_field() -> fields.String:
    """The secret of one seat of a sealed game."""
    return fields.String(validate=validate.Length(1, MAX_SEAT_KEY_LENGTH))


class PositionRequest(RequestSchema):
    """A position: its state, or a sealed token with the keys of the seats that the client plays."""

    one_of: ClassVar[tuple[tuple[str, ...], ...]] = (("state", "token"),)
    state = EngineObject("State")
    token = fields.String(validate=validate.Length(1, MAX_TOKEN_LENGTH))
    seat_key = seat_key_field()
    seat_keys = List(seat_key_field(), 1, MAX_SEATS)


class MovesRequest(PositionRequest):
    """A position and the moves to make in it."""

    one_of = (("state", "token"), ("move", "moves"))
    move = EngineObject("Move")
    moves = EngineObjects("Move", 1, MAX_MOVES)
    seat = seat(metadata=described("Default: the seat to act."))
    dry_run = Boolean(metadata=described("Default: false."))


class LegalMovesRequest(PositionRequest):
    """A position whose legal moves are listed."""


class CheckRequest(RequestSchema):
    """A state to check; any object is accepted."""

    state = EngineObject(None, required=True)


class ViewRequest(PositionRequest):
    """A position and the seat that views it; null is a spectator."""

    seat = seat(required=True, allow_none=True)


class BoardRequest(PositionRequest):
    """A position to draw and the seat that views it; null or no seat is a spectator."""

    seat = seat(allow_none=True, metadata=described("Default: null, a spectator."))


class QrCodeRequest(RequestSchema):
    """A text to draw as a QR code."""

    text = fields.String(required=True, validate=validate.Length(1, QR_TEXT_LENGTH))


class RecordSeatSchema(RequestSchema):
    """A seat of a record."""

    kind = fields.String(required=True, validate=validate.OneOf(("human", "invited", "ai")))
    level = fields.String(validate=validate.OneOf(tuple(LEVELS)))
    name = fields.String(validate=validate.Length(1, NAME_LENGTH))


class RecordSchema(RequestSchema):
    """The members of a record; `service.referee.records` checks what they say. In openapi.yaml it is the document `Record`."""

    format = fields.String(required=True)
    game = fields.String(required=True)
    rules_version = fields.String(required=True)
    options = EngineObject("Options", required=True)
    seed = Integer(required=True, validate=validate.Range(0, SEED_LIMIT))
    salt = fields.String(validate=[validate.Length(1, SALT_LENGTH), validate.Regexp(SALT_PATTERN, error="Must be printable ASCII.")])
    seats = List(fields.Nested(RecordSeatSchema), 1, MAX_SEATS, required=True)
    moves = EngineObjects("Move", 0, MAX_RECORD_MOVES, required=True)
    outcome = EngineObject("Outcome", required=True, allow_none=True)
    undone_reveals = Integer(validate=validate.Range(0, MAX_UNDONE_REVEALS))
    base = EngineObject("State")


class RecordRequest(RequestSchema):
    """A record to replay and verify."""

    record = fields.Nested(RecordSchema, required=True)


def defects(messages: Any, pointer: str = "") -> Iterator[Defect]:
    """marshmallow's nested messages as a flat sequence of defects with JSON pointers."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            yield from defects(inner, pointer if name == "_schema" else f"{pointer}/{escape_pointer(str(name))}")
    else:
        for sentence in messages:
            yield Defect(pointer, _CODES.get(sentence, "wrong_value"), sentence)


_CODES = {UNKNOWN: "unknown_field", MISSING: "missing_field"}
