"""marshmallow schemas of session requests."""

from __future__ import annotations

from marshmallow import fields, validate

from engine.ai import LEVELS
from engine.games import GAMES
from service.referee.schemas import MAX_MOVES, MAX_SEATS, Boolean, EngineObject, Integer, RequestSchema, described, seed
from service.sessions.changes import DEFAULT_LEVEL

NAME_LENGTH = 40

NAME_PATTERN = r"^[^\u0000-\u001f\u007f-\u009f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]*$(?!\n)"
"""Names have no control characters, no invisible characters and none that change the writing direction.
The lookahead is there because Python's `$` also matches before a final line break."""

MAX_VERSION = 10**9
"""The largest version that a request may name."""


def name() -> fields.String:
    """The name of a player."""
    visible = validate.Regexp(NAME_PATTERN, error="Has invisible characters.")
    return fields.String(validate=[validate.Length(1, NAME_LENGTH), visible])


def level() -> fields.String:
    """The level of an AI player."""
    return fields.String(validate=validate.OneOf(tuple(LEVELS)), metadata=described(f'Default: "{DEFAULT_LEVEL}".'))


class SeatRequest(RequestSchema):
    """Who plays a seat; `level` is for AI players."""

    kind = fields.String(required=True, validate=validate.OneOf(("human", "ai")))
    level = level()
    name = name()


class NewSessionRequest(RequestSchema):
    """The game, its players and its options."""

    game = fields.String(required=True, validate=validate.OneOf(tuple(GAMES)))
    seats = fields.List(fields.Nested(SeatRequest), required=True, validate=validate.Length(1, MAX_SEATS))
    options = EngineObject("Options")
    seed = seed()


class SessionMovesRequest(RequestSchema):
    """One move, or several by the same seat, which are all or nothing. A dry run changes nothing."""

    one_of = (("move", "moves"),)
    move = EngineObject("Move")
    moves = fields.List(EngineObject("Move"), validate=validate.Length(1, MAX_MOVES))
    dry_run = Boolean(metadata=described("Default: false."))


class UndoRequest(RequestSchema):
    """An empty object; the body can be left out."""


class ClaimRequest(RequestSchema):
    """The invite code of the seat, and the name of the player."""

    invite_code = fields.String(required=True, validate=validate.Length(1, 64))
    name = name()


class ResignationRequest(RequestSchema):
    """The level of the AI that takes over the seat."""

    level = level()


class ForkRequest(RequestSchema):
    """The version to fork, by default the latest, and the players, by default the same."""

    version = Integer(validate=validate.Range(0, MAX_VERSION), metadata=described("Default: the latest version."))
    seats = fields.List(fields.Nested(SeatRequest), validate=validate.Length(1, MAX_SEATS))
