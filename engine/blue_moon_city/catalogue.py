"""The content that clients get in the catalogue: the data files."""

from __future__ import annotations

from typing import Any

from engine.blue_moon_city.content import RAW
from engine.blue_moon_city.records import Components, Tile


class Content(Components, frozen=True):
    """Everything that is printed on the components."""

    tiles: tuple[Tile, ...]


CONTENT: dict[str, Any] = {"tiles": RAW["tiles.json"], **RAW["components.json"]}
"""The content as JSON; it matches `Content`."""
