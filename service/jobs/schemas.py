"""marshmallow schemas of requests for AI moves."""

from __future__ import annotations

from marshmallow import fields, validate

from engine.ai import LEVELS
from service.referee.schemas import Boolean, Integer, PositionRequest, RequestSchema, described, seed

MAX_DEADLINE_MS = 30_000
"""The longest time a request may occupy a worker."""

MAX_ITERATIONS = 1_000_000

TURN_DECISIONS = 8
"""The time of a request for a whole turn, in decisions."""

_deadlines = ", ".join(f"{level.deadline_ms} for {name}" for name, level in LEVELS.items())
_iterations = ", ".join(f"{level.iterations} for {name}" for name, level in LEVELS.items() if level.iterations)
DEFAULT_DEADLINE = f"Default: {_deadlines}; {MAX_DEADLINE_MS} if `iterations` is given."
DEFAULT_ITERATIONS = f"Default: {_iterations}, or as many as the deadline allows; other levels do not search."
TURN = (
    "Whether to find all moves up to the end of the turn, or up to one that reveals something hidden. Each decision has its own deadline, "
    f"all together {TURN_DECISIONS} times that and at most {MAX_DEADLINE_MS} ms; what is not found by then is left out. Default: false."
)


class HintRequest(RequestSchema):
    """How an AI player searches for a move in a session."""

    level = fields.String(required=True, validate=validate.OneOf(list(LEVELS)))
    deadline_ms = Integer(validate=validate.Range(1, MAX_DEADLINE_MS), metadata=described(DEFAULT_DEADLINE))
    iterations = Integer(validate=validate.Range(1, MAX_ITERATIONS), metadata=described(DEFAULT_ITERATIONS))
    seed = seed()
    analysis = Boolean(metadata=described("Whether the result tells about every move that was considered. Default: false."))
    turn = Boolean(metadata=described(TURN))


class AiMoveRequest(PositionRequest, HintRequest):
    """A position, and how an AI player searches for a move in it."""
