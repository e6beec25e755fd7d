"""The content that clients get in the catalogue: the data files."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.blue_moon_city.content import read_data
from engine.blue_moon_city.records import Components, Tile


class Content(Components, frozen=True):
    """Everything that is printed on the components."""

    tiles: tuple[Tile, ...]


CONTENT: dict[str, Any] = {"tiles": msgspec.json.decode(read_data("tiles.json")), **msgspec.json.decode(read_data("components.json"))}
"""The content as JSON; it matches `Content`."""
