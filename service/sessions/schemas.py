"""marshmallow schemas of session requests."""

from __future__ import annotations

from typing import Any
from unicodedata import category

from marshmallow import ValidationError, fields, validate, validates_schema

from engine.ai import LEVELS
from engine.games import GAMES
from service.referee.documents import MAX_RECORD_MOVES
from service.referee.schemas import (
    MAX_MOVES,
    MAX_SEATS,
    Boolean,
    EngineObject,
    EngineObjects,
    Integer,
    List,
    RecordSchema,
    RequestSchema,
    described,
    seat,
    seed,
)
from service.sessions.changes import DEFAULT_LEVEL
from service.sessions.clock import MAX_SECONDS

NAME_LENGTH = 40

NAME_PATTERN = (
    r"^[^\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f"
    r"\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\uffff]*$(?!\n)"
)
"""Names have no control characters, no invisible characters such as fillers and none that change the writing direction.
The lookahead is there because Python's `$` also matches before a final line break."""

VISIBLE = frozenset("LNPS")
"""The first letters of the categories of letters, numbers, punctuation and symbols."""

BLANK = frozenset("\U0001d159\U00013441\U00013442")
"""Symbols and letters without a glyph beyond those that the pattern excludes: the null notehead and the blanks of hieroglyphs."""

NAME_RULE = "At least one letter, digit or symbol; no control characters, no invisible ones, none that change the writing direction."

METADATA_ENTRIES, METADATA_NAME_LENGTH, METADATA_VALUE_LENGTH = 16, 40, 500
"""How many texts a session carries for its creator, and how long their names and the texts are at most."""

MAX_STATUSES = 50
"""Sessions whose statuses one request asks for at most."""

ID_PATTERN, TOKEN_PATTERN = r"^[0-9a-f]{20}$(?!\n)", r"^[!-~]{1,100}$(?!\n)"
"""The forms of session ids and of tokens."""

MAX_VERSION = 10**9
"""The largest version that a request may name."""


def name() -> fields.String:
    """The name of a player."""
    visible = validate.Regexp(NAME_PATTERN, error="Has invisible characters.")
    return fields.String(validate=[validate.Length(1, NAME_LENGTH), visible, _require_visible], metadata=described(NAME_RULE))


def _require_visible(name: str) -> None:
    """Refuses a name of nothing but blanks, joiners and marks."""
    if not any(category(character)[0] in VISIBLE and character not in BLANK for character in name[:NAME_LENGTH]):
        raise ValidationError("Has no visible character.")


def level() -> fields.String:
    """The level of an AI player."""
    return fields.String(validate=validate.OneOf(tuple(LEVELS)), metadata=described(f'Default: "{DEFAULT_LEVEL}".'))


class SeatRequest(RequestSchema):
    """Who plays a seat: a person with a token from you, a person with an invite code, or an AI; `level` is for AI players."""

    kind = fields.String(required=True, validate=validate.OneOf(("human", "invited", "ai")))
    level = level()
    name = name()


class ClockRequest(RequestSchema):
    """Free time for every decision, then a bank for each seat; after that an AI of this level plays on."""

    move_seconds = Integer(required=True, validate=validate.Range(0, MAX_SECONDS))
    bank_seconds = Integer(required=True, validate=validate.Range(0, MAX_SECONDS))
    on_timeout = fields.String(required=True, validate=validate.OneOf(("ai_turn", "ai_seat")))
    level = level()

    @validates_schema
    def require_time(self, data: dict[str, Any], **_: Any) -> None:
        """Refuses a clock that gives no time at all."""
        if data.get("move_seconds") == 0 and data.get("bank_seconds") == 0:
            raise ValidationError("Give at least one second, in move_seconds or bank_seconds.")


class Texts(fields.Dict):
    """An object of at most `most` texts; their number is validated first, and an error of a name or of a text is reported at its place."""

    def __init__(self, most: int, **kwargs: Any) -> None:
        self.length = validate.Length(0, most)
        super().__init__(validate=self.length, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, dict):
            self.length(value)
        try:
            return super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]
        except ValidationError as error:
            if not isinstance(error.messages, dict):
                raise
            found = {name: [text for texts in parts.values() for text in texts] for name, parts in error.messages.items()}
            raise ValidationError(found) from None


class NewSessionRequest(RequestSchema):
    """The game, its players and its options."""

    game = fields.String(required=True, validate=validate.OneOf(tuple(GAMES)))
    seats = List(fields.Nested(SeatRequest), 1, MAX_SEATS, required=True)
    options = EngineObject("Options")
    seed = seed()
    clock = fields.Nested(ClockRequest)
    visibility = fields.String(validate=validate.OneOf(("private", "open")), metadata=described('Default: "private".'))
    metadata = Texts(
        METADATA_ENTRIES,
        keys=fields.String(validate=validate.Length(1, METADATA_NAME_LENGTH)),
        values=fields.String(validate=validate.Length(0, METADATA_VALUE_LENGTH)),
        metadata=described("Texts of your own; everybody who may read the session sees them."),
    )
    record = fields.Nested(RecordSchema, metadata=described("The game begins with the moves of this record, its options and its seed."))
    version = Integer(
        validate=validate.Range(0, MAX_RECORD_MOVES), metadata=described("How many moves of the record to begin with. Default: all.")
    )

    @validates_schema(skip_on_field_errors=False)
    def require_one_source(self, data: dict[str, Any], **_: Any) -> None:
        """Refuses options and a seed beside a record, which has its own, and a version without one."""
        errors: dict[str, str]
        if "record" in data:
            errors = {name: "The record has its own; leave this out." for name in ("options", "seed") if name in data}
        else:
            errors = {"version": "This is for a record; send one, or leave this out."} if "version" in data else {}
        if errors:
            raise ValidationError({name: [sentence] for name, sentence in errors.items()})


class SessionMovesRequest(RequestSchema):
    """One move, or several by the same seat, which are all or nothing. A dry run changes nothing."""

    one_of = (("move", "moves"),)
    move = EngineObject("Move")
    moves = EngineObjects("Move", 1, MAX_MOVES)
    dry_run = Boolean(metadata=described("Default: false."))


class UndoRequest(RequestSchema):
    """How far to go back: to your last decision, or to where your present or last turn began. The body can be left out."""

    to = fields.String(validate=validate.OneOf(("decision", "turn")), metadata=described('Default: "decision".'))


class ClaimRequest(RequestSchema):
    """The invite code of the seat, and the name of the player."""

    invite_code = fields.String(required=True, validate=validate.Length(1, 64))
    name = name()


class FreeSeatRequest(RequestSchema):
    """The name of the player; the body can be left out."""

    name = name()


class TokenRequest(RequestSchema):
    """A session and one of its tokens, of a seat or of the host."""

    id = fields.String(required=True, validate=validate.Regexp(ID_PATTERN, error="Must be the id of a session: 20 hexadecimal digits."))
    token = fields.String(required=True, validate=validate.Regexp(TOKEN_PATTERN, error="Must be a token of the session."))


class StatusesRequest(RequestSchema):
    """The sessions whose statuses you want, each with one of its tokens."""

    sessions = List(fields.Nested(TokenRequest), 1, MAX_STATUSES, required=True)


class ResignationRequest(RequestSchema):
    """The level of the AI that takes over the seat."""

    level = level()


class ReplacementRequest(RequestSchema):
    """The level of the AI that plays for the absent player."""

    level = level()


class InviteRequest(RequestSchema):
    """An empty object; the body can be left out."""


class FeedTicketRequest(RequestSchema):
    """An empty object; the body can be left out."""


class HostRequest(RequestSchema):
    """The seat whose player becomes a host too."""

    seat = seat(required=True)


class RematchRequest(RequestSchema):
    """An empty object; the body can be left out."""


class ForkRequest(RequestSchema):
    """The version to fork, by default the latest, and the players, by default the same."""

    version = Integer(validate=validate.Range(0, MAX_VERSION), metadata=described("Default: the latest version."))
    seats = List(fields.Nested(SeatRequest), 1, MAX_SEATS)
