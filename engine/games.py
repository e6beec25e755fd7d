"""The registry of games. The laws, the API, the specification, the fuzzer and the web page cover every game listed here."""

from __future__ import annotations

from typing import Any

import msgspec

from engine import blue_moon_city, helios, orbis
from engine.decoding import holder_of
from engine.game import Game

GAMES: dict[str, Game[Any, Any, Any]] = {
    "helios": helios.GAME,
    "orbis": orbis.GAME,
    "blue_moon_city": blue_moon_city.GAME,
}

for _game in GAMES.values():
    for _type in (_game.state, _game.options, _game.move_type, _game.event_type, holder_of(_game.move_type)):
        # msgspec builds type information lazily and is not thread-safe while doing so: build it at import time.
        msgspec.json.Decoder(_type)
