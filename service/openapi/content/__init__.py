"""Types of what the games return as plain JSON: the content in the catalogue, and the previews of listed moves.

Each module describes one game with `Content` and `PREVIEWS`, which maps a type of move to the type of its preview. They serve only to write
openapi.yaml; tests/service/test_spec.py checks that the real content and real previews match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from service.openapi.content import blue_moon_city, helios, orbis

Record = type[msgspec.Struct]


@dataclass(frozen=True)
class Described:
    """The types of one game's content and previews."""

    content: Record
    previews: Mapping[Record, Record]


DESCRIBED: Mapping[str, Described] = {
    "blue_moon_city": Described(blue_moon_city.Content, blue_moon_city.PREVIEWS),
    "helios": Described(helios.Content, helios.PREVIEWS),
    "orbis": Described(orbis.Content, orbis.PREVIEWS),
}
"""By the id of the game."""
