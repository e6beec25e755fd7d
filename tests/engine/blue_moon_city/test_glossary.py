"""The glossary explains every sign and piece of the pictures, in every language, from the data."""

from __future__ import annotations

from random import Random

import pytest

from engine.blue_moon_city import GAME
from engine.blue_moon_city.content import CARDS, COLORS, TILES
from engine.blue_moon_city.glossary import glossary
from engine.drawing import Layout
from engine.game import GlossaryEntry, panel_names, start
from engine.words import LANGUAGES
from tests.engine.pictures import drawn


def entries(language: str) -> dict[str, GlossaryEntry]:
    return {entry.id: entry for group in glossary(language) for entry in group.entries}


@pytest.mark.parametrize(("seats", "expansion"), [(2, True), (3, False), (4, True)])
def test_everything_that_pictures_refer_to_is_explained(seats: int, expansion: bool) -> None:
    known = entries("en").keys()
    layout = Layout(panels=tuple(panel_names(GAME, seats)))
    state = start(GAME, {"round_limit": 12, "expansion": expansion}, seats, 6)
    rng = Random(6)
    said: set[str] = set()
    while moves := GAME.legal_moves(state):
        if state.version % 5 == 0:
            picture = drawn(GAME, state, state.version % seats, layout=layout)
            said |= {about for element in picture.iter() if (about := element.get("data-about"))}
        GAME.play(state, moves[int(rng.random() * len(moves))], [])
    assert len(said) > 40
    assert not said - known


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_has_a_name_and_a_text(language: str) -> None:
    found = [entry for group in glossary(language) for entry in group.entries]
    assert len(found) == len({entry.id for entry in found})
    assert {entry.id for entry in found} >= {*CARDS, *COLORS, *TILES}
    for entry in found:
        assert entry.name and entry.name != entry.id
        assert entry.text.endswith(".")
        assert not {"{", "_"} & set(entry.name + entry.text)
        assert 20 < len(entry.text) < 400
    assert all(group.name and "_" not in group.name for group in glossary(language))


def test_the_languages_differ() -> None:
    english, french, german = (entries(language) for language in LANGUAGES)
    assert list(english) == list(french) == list(german)
    for name in english:
        assert len({english[name].text, french[name].text, german[name].text}) == 3


def test_texts_tell_the_numbers_of_the_data() -> None:
    """BMC-1.4, BMC-3.1, BMC-4.1."""
    known = entries("en")
    assert known["mill"].text.startswith(
        "Spaces: red 3, 2, 2. When all are paid, the majority gains 2 cards and every contributor 1 crystal."
    )
    assert known["hoax_1"].text.startswith("Counts 1 in white.") and "4 cards" in known["hoax_1"].text
    assert "the green dragon" in known["terrah_2"].text and "3 steps" in known["terrah_2"].text
    assert "6 / 5 / 4 with 2 / 3 / 4 players" in known["obelisk"].text
    assert known["hospital"].text.endswith("you may draw 2 cards.")
