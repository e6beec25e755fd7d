"""marshmallow schemas of requests for AI moves."""

from __future__ import annotations

from marshmallow import fields, validate

from engine.ai import LEVELS
from engine.chance import SEED_LIMIT
from service.referee.schemas import Boolean, Integer, PositionRequest, RequestSchema

MAX_DEADLINE_MS = 30_000
"""The longest time a request may occupy a worker."""

MAX_ITERATIONS = 1_000_000


class HintRequest(RequestSchema):
    """How an AI player searches for a move in a session."""

    level = fields.String(required=True, validate=validate.OneOf(list(LEVELS)))
    deadline_ms = Integer(validate=validate.Range(1, MAX_DEADLINE_MS))
    iterations = Integer(validate=validate.Range(1, MAX_ITERATIONS))
    seed = Integer(validate=validate.Range(0, SEED_LIMIT))
    analysis = Boolean()


class AiMoveRequest(PositionRequest, HintRequest):
    """A position, and how an AI player searches for a move in it."""
