"""The envelopes of session requests."""

from __future__ import annotations

from marshmallow import fields, validate

from engine.ai import LEVELS
from engine.chance import SEED_LIMIT
from engine.games import GAMES
from service.referee.schemas import MAX_MOVES, MAX_SEATS, Envelope, Integer, Record

NAME_LENGTH = 40

NAME_PATTERN = "^[^\u0000-\u001f\u007f-\u009f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]*$(?!\n)"
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
    """Who shall play a seat; `level` is for AIs."""

    kind = fields.String(required=True, validate=validate.OneOf(("human", "ai")))
    level = level()
    name = name()


class NewSessionRequest(Envelope):
    """A game, who plays it, and what was agreed."""

    game = fields.String(required=True, validate=validate.OneOf(tuple(GAMES)))
    seats = fields.List(fields.Nested(SeatRequest), required=True, validate=validate.Length(1, MAX_SEATS))
    options = Record("Options")
    seed = Integer(validate=validate.Range(0, SEED_LIMIT))


class SessionMovesRequest(Envelope):
    """One move or several by the same seat: all or none."""

    one_of = (("move", "moves"),)
    move = Record("Move")
    moves = fields.List(Record("Move"), validate=validate.Length(1, MAX_MOVES))


class UndoRequest(Envelope):
    """Nothing needs to be said."""


class ClaimRequest(Envelope):
    """The invite code of the seat, and what the player is called."""

    invite_code = fields.String(required=True, validate=validate.Length(1, 64))
    name = name()


class ResignationRequest(Envelope):
    """How well the AI that takes over shall play."""

    level = level()


class ForkRequest(Envelope):
    """From which version, the latest where none is named; the players only of a game that is over."""

    version = Integer(validate=validate.Range(0, MAX_VERSION))
    seats = fields.List(fields.Nested(SeatRequest), validate=validate.Length(1, MAX_SEATS))
