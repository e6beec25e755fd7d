"""The glossary explains every sign of the pictures (HEL-1 to HEL-9)."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from engine.drawing import Layout
from engine.game import panel_names
from engine.helios import GAME
from engine.helios.content import BUILDING, BUILDINGS, CHARACTER, CHARACTERS
from engine.helios.glossary import glossary
from engine.words import LANGUAGES
from tests.engine.cases import new_game, random_game
from tests.engine.pictures import drawn


def texts(language: str) -> dict[str, str]:
    """The text of every entry by its id."""
    return {entry.id: entry.text for group in glossary(language) for entry in group.entries}


def pictures(seats: int) -> Iterator[ElementTree.Element]:
    """Pictures of all panels over a random game."""
    _, state = new_game("helios", seats, {}, seed=8)
    layout = Layout(panels=tuple(panel_names(GAME, seats)))
    for step, (position, _, _) in enumerate(random_game(GAME, state, 8)):
        if step % 9 == 0:
            yield drawn(GAME, position, position.pending[-1].seat, layout=layout)
    yield drawn(GAME, state, 0, layout=layout)


@pytest.mark.parametrize("seats", GAME.seats)
def test_pictures_refer_only_to_entries_of_the_glossary(seats: int) -> None:
    entries = texts("en").keys()
    seen = {about for picture in pictures(seats) for element in picture.iter() if (about := element.get("data-about"))}
    assert seen <= entries
    assert len(seen) > 50


def test_entries_are_unique() -> None:
    entries = [entry.id for group in glossary("en") for entry in group.entries]
    assert len(entries) == len(set(entries))
    assert {*BUILDINGS, *CHARACTERS} <= set(entries)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_has_a_name_and_a_text(language: str) -> None:
    for group in glossary(language):
        assert group.name and group.entries
        for entry in group.entries:
            assert entry.name and entry.text.endswith(".")
            assert "{" not in entry.name + entry.text
            assert "_" not in entry.name + entry.text


def test_the_languages_differ() -> None:
    english = texts("en")
    for language in LANGUAGES[1:]:
        told = texts(language)
        assert told.keys() == english.keys()
        assert not [name for name, text in told.items() if text == english[name]]


def test_texts_quote_the_data() -> None:
    """HEL-7, HEL-8: points, prices and amounts come from the data files."""
    told = texts("en")
    for building, data in BUILDING.items():
        assert f"Worth {data.points} VP" in told[building]
        assert data.amount == 0 or str(data.amount) in told[building] or data.function in ("bonus_action", "second_cube")
    for character, card in CHARACTER.items():
        assert f"Price: {card.price} mana" in told[character] and f"{card.points} VP" in told[character]
    assert told["citadel"].startswith("Costs obsidian (black) or spring (blue).")
