"""Views, labels and previews."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.orbis import GAME
from engine.orbis.events import DisplayRefilled, RegionLaid, WorshippersCreated
from engine.orbis.labels import WORDS
from engine.orbis.moves import Decline, Exchange, LayRegion, Pay, TakeGod, TakeRegion
from engine.orbis.preview import IrrigationPreview, RegionPreview
from engine.orbis.setup import new_game
from engine.orbis.state import Options
from engine.words import LANGUAGES
from tests.engine.orbis.pieces import expected, pieces
from tests.engine.orbis.positions import laid, play, position, walk, worshippers


def test_the_order_of_the_piles_is_hidden() -> None:
    state = new_game(Options(), 3, 4)
    for seat in (None, 0, 1, 2):
        seen = GAME.view(state, seat)
        assert seen.piles == [[None] * 6, [None] * 15, [None] * 21]
        assert seen.seed is None
        assert (seen.display, seen.gods, seen.players) == (state.display, state.gods, state.players)


def test_determinized_piles_hold_the_unseen_tiles_of_their_level() -> None:
    state = new_game(Options(), 2, 4)
    for number, (position_, _, _) in enumerate(walk(state, 4)):
        if number % 10 == 0:
            world = GAME.determinize(GAME.view(position_, 0), 0, Random(number))
            assert pieces(world) == expected(Options(), 2)
            assert GAME.check(world) == []
    assert len({str(GAME.determinize(GAME.view(new_game(Options(), 2, 4), 0), 0, Random(n)).piles) for n in range(5)}) == 5


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (TakeRegion(4), "Take the yellow conversion from place 5"),
        (TakeGod("love"), "Take the Goddess of Love"),
        (Exchange("red", "blue"), "Exchange 3 red for 1 blue"),
        (LayRegion(2, -1, True), "Lay it as a wilderness in row 2, column -1"),
        (Pay(worshippers(red=2, white=1)), "Pay 2 red, 1 white"),
        (Decline(), "Leave it unfulfilled"),
        (RegionLaid(0, "L2-red-1", 1, 0, False), "Player 1 lays the red volcano in row 1, column 0"),
        (DisplayRefilled(2, "L3-blue-1"), "Place 3 is refilled: blue irrigation"),
    ],
)
def test_labels_in_english(move: Any, text: str) -> None:
    assert GAME.label(position(), move, "en") == text


def test_labels_in_french_and_german() -> None:
    state = position({4: "L2-red-1"})
    assert GAME.label(state, TakeRegion(4), "fr") == "Prendre la région volcan (rouge), case 5"
    assert GAME.label(state, TakeRegion(4), "de") == "Von Platz 5 nehmen: Vulkan (rot)"


def test_worshippers_agree_in_number_and_case() -> None:
    """ORB-3.2, ORB-3.4: colours stand for worshippers in French and German too."""
    state = position()
    assert GAME.label(state, Exchange("red", "blue"), "fr") == "Échanger 3 rouges contre 1 bleu"
    assert GAME.label(state, Exchange("red", "blue"), "de") == "3 rote gegen 1 blauen tauschen"
    assert GAME.label(state, Pay(worshippers(red=2, white=1)), "fr") == "Payer 2 rouges, 1 blanc"
    assert GAME.label(state, Pay(worshippers(red=2, white=1)), "de") == "2 rote, 1 weißen bezahlen"
    assert GAME.label(state, WorshippersCreated((1, 3), "red"), "en") == "1 red worshipper each on places 2, 4"


def test_every_record_has_a_template_in_every_language() -> None:
    records = [*GAME.moves, *GAME.decisions, *GAME.events]
    tags = {str(record.__struct_config__.tag) for record in records}
    for language in LANGUAGES:
        assert tags <= WORDS.labels[language].keys()


def test_previews_show_collected_worshippers_and_fulfilled_irrigations() -> None:
    state = position({4: "L2-blue-1"}, standing={4: worshippers(red=1)}, world=laid("L1-blue-1", "L1-green-1"), owned=worshippers(green=2))
    assert GAME.preview(state, TakeRegion(4)) == RegionPreview("L2-blue-1", (1, 0, 0, 0, 0))
    taken, _ = play(state, TakeRegion(4))
    assert GAME.preview(taken, LayRegion(2, 0, False)) == IrrigationPreview(True)
    assert GAME.preview(taken, LayRegion(1, 2, False)) == IrrigationPreview(False)
    assert GAME.preview(taken, LayRegion(1, 2, True)) is None
    assert GAME.preview(state, TakeGod("love")) is None
