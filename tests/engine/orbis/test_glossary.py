"""The glossary explains every sign and piece of the pictures, in words that come from the data."""

from __future__ import annotations

import pytest

from engine.drawing import Layout
from engine.game import GlossaryEntry, panel_names
from engine.orbis import GAME
from engine.orbis.content import GODS, TILES
from engine.orbis.setup import new_game
from engine.orbis.state import Options
from engine.words import LANGUAGES
from tests.engine.orbis.positions import walk
from tests.engine.pictures import drawn


def entries(language: str) -> dict[str, GlossaryEntry]:
    """The entries by id."""
    return {entry.id: entry for group in GAME.glossary(language) for entry in group.entries}


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_explained_piece_is_in_the_glossary(seats: int) -> None:
    known = entries("en").keys()
    layout = Layout(panels=tuple(panel_names(GAME, seats)))
    seen: set[str] = set()
    state = new_game(Options(), seats, 40 + seats)
    for step, (position, _, _) in enumerate(walk(state, 40)):
        if step % 5 == 0:
            seen |= {
                about
                for element in drawn(GAME, position, position.pending[-1].seat, layout=layout).iter()
                if (about := element.get("data-about"))
            }
    assert seen <= known
    assert {"wilderness", "face_up", "gods", "piles", "temples", "worshipper-red", "privilege-red"} <= seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_has_a_name_and_a_text(language: str) -> None:
    found = [entry for group in GAME.glossary(language) for entry in group.entries]
    assert len({entry.id for entry in found}) == len(found)
    for entry in found:
        assert entry.name[0].isupper() or entry.name[0] == "„"
        assert entry.text.endswith(".")
        assert "{" not in entry.name + entry.text and "_" not in entry.name + entry.text
    assert all(group.name and group.entries for group in GAME.glossary(language))


def test_every_tile_and_every_god_is_explained() -> None:
    """ORB-1.1, ORB-1.2."""
    assert {f"tile-{tile}" for tile in TILES} | {f"god-{god}" for god in GODS} <= entries("en").keys()


def test_the_languages_have_the_same_ids_and_different_texts() -> None:
    english, french, german = map(entries, LANGUAGES)
    assert [*english] == [*french] == [*german]
    for about, entry in english.items():
        assert len({entry.text, french[about].text, german[about].text}) == 3


@pytest.mark.parametrize(
    ("about", "name", "text"),
    [
        ("tile-L1-red-2", "Red conversion", "Costs nothing. When you lay it, take 2 white worshippers from the supply."),
        ("tile-L1-white-4", "White sacred rock", "Costs 1 blue. It scores without any condition. Worth 1 point. Mystic value 10."),
        (
            "tile-L2-yellow-1",
            "Yellow farm",
            "Costs 1 white, 1 of any colour. It gives you the white privilege: from then on you pay no white symbols.",
        ),
        (
            "tile-L3-green-4",
            "Green forest",
            "Costs 1 red, 1 yellow, 1 white, 1 of any colour. At the end at least 4 of the regions around it must have one of these "
            "colours (red, yellow or blue) or be wildernesses. Worth 6 points.",
        ),
        ("god-death", "God of Death", "Give back 6 worshippers of any colours at once for 3 points, or it stays at 0."),
        ("god-love", "Goddess of Love", "Take 5 worshippers of your choice from the supply at once. Worth 1 point."),
    ],
)
def test_texts_tell_cost_effect_and_points(about: str, name: str, text: str) -> None:
    """ORB-5, ORB-7: as the data say."""
    assert entries("en")[about] == GlossaryEntry(about, name, text)
