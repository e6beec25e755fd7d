"""Pictures as tests read them: elements, their ids, the moves they stand for, and the words on them."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

Element = ElementTree.Element
SVG = "{http://www.w3.org/2000/svg}"


def drawn(game: Any, state: Any, seat: int | None = 0, language: str = "en") -> Element:
    """The board of a position as the seat sees it."""
    return ElementTree.fromstring(game.board(game.view(state, seat), seat, language))


def ids(picture: Element, prefix: str) -> list[str]:
    """The ids that begin like this, in order."""
    return [found for element in picture.iter() if (found := element.get("id", "")).startswith(prefix)]


def offered(picture: Element, move: str) -> list[Element]:
    """The pieces that stand for moves of a type."""
    return [element for element in picture.iter() if move in element.get("data-move", "").split()]


def words(picture: Element) -> list[str]:
    """Every text on the picture."""
    return ["".join(element.itertext()) for element in picture.iter(f"{SVG}text")]
