"""The rules of each game, as people read them."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from flask import Blueprint, Response

from engine.words import LANGUAGES
from service.wire import cached, find_game, language, require_acceptable

routes = Blueprint("rules", __name__, url_prefix="/v1/games")

MARKDOWN = "text/markdown"


@routes.get("/<game>/rules")
def get_rules(game: str) -> Response:
    """The rules the referee keeps to, each with the id that its code and tests cite."""
    require_acceptable(MARKDOWN)
    chosen, spoken = find_game(game), language()
    return cached(*_written(chosen.id, spoken), f"{MARKDOWN}; charset=utf-8", spoken)


@cache
def _written(game_id: str, spoken: str) -> tuple[bytes, str]:
    name = "RULES.md" if spoken == LANGUAGES[0] else f"RULES.{spoken}.md"
    body = (files("engine") / game_id / name).read_bytes()
    return body, hashlib.sha256(body).hexdigest()[:32]
