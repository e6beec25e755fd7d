"""The envelopes of session requests."""

from __future__ import annotations

from marshmallow import fields, validate

from engine.ai import LEVELS
from engine.chance import SEED_LIMIT
from engine.games import GAMES
from service.referee.schemas import MAX_MOVES, MAX_SEATS, Envelope, Integer, Record

NAME_LENGTH = 40

NAME_PATTERN = r"^[^\u0000-\u001f\u007f-\u009f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]*$(?!\n)"
"""Names have no control characters, none that are invisible and none that turn the direction of what follows.
The end is guarded twice because in Python `$` also stands before a last line break."""

MAX_VERSION = 10**9
"""A bound for versions in requests only."""


def name() -> fields.String:
    """What a player is called."""
    visible = validate.Regexp(NAME_PATTERN, error="Has characters that cannot be seen.")
    return fields.String(validate=[validate.Length(1, NAME_LENGTH), visible])


def level() -> fields.String:
    """How well an AI plays."""
    return fields.String(validate=validate.OneOf(tuple(LEVELS)))


class SeatRequest(Envelope):
    """Who plays a seat; `level` is for AI players."""

    kind = fields.String(required=True, validate=validate.OneOf(("human", "ai")))
    level = level()
    name = name()


class NewSessionRequest(Envelope):
    """The game, its players and its options."""

    game = fields.String(required=True, validate=validate.OneOf(tuple(GAMES)))
    seats = fields.List(fields.Nested(SeatRequest), required=True, validate=validate.Length(1, MAX_SEATS))
    options = Record("Options")
    seed = Integer(validate=validate.Range(0, SEED_LIMIT))


class SessionMovesRequest(Envelope):
    """One move, or several by the same seat, which are all or nothing."""

    one_of = (("move", "moves"),)
    move = Record("Move")
    moves = fields.List(Record("Move"), validate=validate.Length(1, MAX_MOVES))


class UndoRequest(Envelope):
    """An empty object; the body can be left out."""


class ClaimRequest(Envelope):
    """The invite code of the seat, and the name of the player."""

    invite_code = fields.String(required=True, validate=validate.Length(1, 64))
    name = name()


class ResignationRequest(Envelope):
    """The level of the AI that takes over the seat."""

    level = level()


class ForkRequest(Envelope):
    """The version to fork, by default the latest. `seats` names new players and is allowed only once the game is over."""

    version = Integer(validate=validate.Range(0, MAX_VERSION))
    seats = fields.List(fields.Nested(SeatRequest), validate=validate.Length(1, MAX_SEATS))
