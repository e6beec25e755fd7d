"""What tests of the stateless referee share."""

from __future__ import annotations

from collections.abc import Callable

from werkzeug.test import TestResponse

from engine.games import GAMES

Post = Callable[..., TestResponse]
"""Posts a JSON body below /v1/games."""

PLAYER_COUNTS = [(game.id, seats) for game in GAMES.values() for seats in game.seats]
