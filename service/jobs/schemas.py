"""marshmallow schemas of requests for AI moves."""

from __future__ import annotations

from marshmallow import fields, validate

from engine.ai import LEVELS
from service.referee.schemas import Boolean, Integer, PositionRequest, RequestSchema, described, seed

MAX_DEADLINE_MS = 30_000
"""The longest time a request may occupy a worker."""

MAX_ITERATIONS = 1_000_000

_deadlines = ", ".join(f"{level.deadline_ms} for {name}" for name, level in LEVELS.items())
_iterations = ", ".join(f"{level.iterations} for {name}" for name, level in LEVELS.items() if level.iterations)
DEFAULT_DEADLINE = f"Default: {_deadlines}; {MAX_DEADLINE_MS} if `iterations` is given."
DEFAULT_ITERATIONS = f"Default: {_iterations}, or as many as the deadline allows; other levels do not search."


class HintRequest(RequestSchema):
    """How an AI player searches for a move in a session."""

    level = fields.String(required=True, validate=validate.OneOf(list(LEVELS)))
    deadline_ms = Integer(validate=validate.Range(1, MAX_DEADLINE_MS), metadata=described(DEFAULT_DEADLINE))
    iterations = Integer(validate=validate.Range(1, MAX_ITERATIONS), metadata=described(DEFAULT_ITERATIONS))
    seed = seed()
    analysis = Boolean(metadata=described("Default: false."))


class AiMoveRequest(PositionRequest, HintRequest):
    """A position, and how an AI player searches for a move in it."""
