"""The games there are: a plain dict. One line here and the laws, the API, the spec, the fuzzer and the page cover a game."""

from __future__ import annotations

from typing import Any

import msgspec

from engine import blue_moon_city, helios, orbis
from engine.game import Game, holder_of

GAMES: dict[str, Game[Any, Any, Any]] = {
    "helios": helios.GAME,
    "orbis": orbis.GAME,
    "blue_moon_city": blue_moon_city.GAME,
}

for _game in GAMES.values():
    for _type in (_game.state, _game.options, _game.move_type, _game.event_type, holder_of(_game.move_type)):
        msgspec.json.Decoder(_type)  # msgspec studies a type at its first use, and dies when two threads come first at once.
