"""Advice in a session: the AI looks at what the asking seat sees and says what it would do; nothing is played."""

from __future__ import annotations

import secrets
import time
from typing import Any

import msgspec
from flask import Blueprint, Response

from engine.chance import SEED_LIMIT
from engine.errors import GameOver
from engine.game import to_act
from service.http.requests import language, read_body, require_acceptable
from service.http.routes.jobs import asked_once, deadline_of, jobs
from service.http.routes.sessions import idempotency_key, require_id, store, token
from service.jobs.schemas import HintRequest
from service.jobs.store import Analysis
from service.referee.moves import require_turn
from service.sessions import changes as sessions
from service.sessions.auth import require_seat
from service.sessions.model import Session, state_of

routes = Blueprint("hints", __name__, url_prefix="/v1/sessions")


HINT = HintRequest()


@routes.post("/<session_id>/ai-moves")
def post_hint(session_id: str) -> Response:
    """Asks what an AI would do in the place of the bearer, whose turn it must be."""
    require_acceptable()
    require_id()
    since, queue, key = time.monotonic(), jobs(), idempotency_key()
    session = sessions.read(store(), session_id)
    seat, body = require_seat(session, token()), read_body(HINT)
    return asked_once(queue, key, lambda: task_of(session, seat, body), deadline_of(body), since)


def task_of(session: Session, seat: int, body: dict[str, Any]) -> Analysis:
    """The work as it is stored: what the seat may see, and not a piece more."""
    game, state = session.game, state_of(session)
    if to_act(state) is None:
        raise GameOver("The game is over; no move is legal any more.")
    require_turn(state, seat)
    return Analysis(
        game=game.id,
        seat=seat,
        level=body["level"],
        seed=body.get("seed", secrets.randbelow(SEED_LIMIT + 1)),
        iterations=body.get("iterations"),
        analysis=body.get("analysis", False),
        language=language(),
        view=msgspec.Raw(msgspec.json.encode(game.view(state, seat))),
    )
