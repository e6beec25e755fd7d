"""The rules of each game, as people read them."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from flask import Blueprint, Response

from service.wire import cached, find_game, require_acceptable

routes = Blueprint("rules", __name__, url_prefix="/v1/games")

MARKDOWN = "text/markdown"


@routes.get("/<game>/rules")
def get_rules(game: str) -> Response:
    """The rules the referee keeps to, each with the id that its code and tests cite."""
    require_acceptable(MARKDOWN)
    return cached(*_written(find_game(game).id), f"{MARKDOWN}; charset=utf-8")


@cache
def _written(game_id: str) -> tuple[bytes, str]:
    body = (files("engine") / game_id / "RULES.md").read_bytes()
    return body, hashlib.sha256(body).hexdigest()[:32]
