"""Helpers to read a picture: elements, their ids, the moves they are linked to, and the texts."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from engine.drawing import DEFAULT_LAYOUT, Layout

Element = ElementTree.Element
SVG = "{http://www.w3.org/2000/svg}"


def drawn(game: Any, state: Any, seat: int | None = 0, language: str = "en", layout: Layout = DEFAULT_LAYOUT) -> Element:
    """Returns the board of a position as the seat sees it."""
    return ElementTree.fromstring(game.board(game.view(state, seat), seat, language, layout))


def ids(picture: Element, prefix: str) -> list[str]:
    """Returns the ids with this prefix, in order."""
    return [found for element in picture.iter() if (found := element.get("id", "")).startswith(prefix)]


def offered(picture: Element, move: str) -> list[Element]:
    """Returns the pieces that are linked to moves of a type."""
    return [element for element in picture.iter() if move in element.get("data-move", "").split()]


def words(picture: Element) -> list[str]:
    """Returns every text in the picture."""
    return ["".join(element.itertext()) for element in picture.iter(f"{SVG}text")]
