"""Labels of moves, decisions and events, in every language."""

from __future__ import annotations

from typing import Any

import pytest

from engine.orbis import GAME
from engine.orbis.events import (
    DisplayRefilled,
    GameEnded,
    GodUnfulfilled,
    PointsCounted,
    PrivilegeGained,
    RegionLaid,
    RegionUnfulfilled,
    TempleTaken,
    TurnStarted,
    WorshipperRemoved,
    WorshippersCreated,
    WorshippersGained,
    WorshippersPaid,
)
from engine.orbis.labels import WORDS
from engine.orbis.moves import (
    DeathPayment,
    Decline,
    Exchange,
    Gift,
    LayRegion,
    Overflow,
    Pay,
    Payment,
    Placement,
    RemoveWorshipper,
    TakeGod,
    TakeRegion,
    Turn,
    VillagePayment,
)
from engine.words import LANGUAGES
from tests.engine.orbis.positions import laid, lay, position, worshippers

NAMES = ("Anna", None)


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (TakeRegion(4), "Take the yellow conversion (centre)"),
        (TakeGod("love"), "Take the Goddess of Love"),
        (Exchange("red", "blue"), "Exchange 3 red worshippers for 1 blue worshipper"),
        (Pay(worshippers(red=2)), "Pay 2 red worshippers"),
        (Pay(worshippers(red=2, white=1)), "Pay 3 worshippers (2 red, 1 white)"),
        (RemoveWorshipper(0, "red"), "Remove 1 red worshipper (top left)"),
        (Decline(), "Leave it unfulfilled"),
        (Placement(0, 4), "Lay the yellow conversion, face up or as a wilderness"),
        (Payment(0, "L2-red-1", 1, 4, 1, 0), "Pay 1 worshipper of any colour for the red volcano"),
        (Gift(0, 5, None, "love"), "Choose 5 worshippers from the supply"),
        (VillagePayment(0, "L2-yellow-3", 2), "Give 2 worshippers for the yellow village, or leave it unfulfilled"),
        (DeathPayment(0, "death", 6), "Give 6 worshippers to the God of Death, or leave it unfulfilled"),
        (Overflow(0, 1), "Discard 1 worshipper; ten may stay"),
        (TurnStarted(0), "It is the turn of Anna"),
        (TurnStarted(1), "It is the turn of Player 2"),
        (WorshippersCreated(0, "L1-red-1", (1, 3), "red"), "Anna creates 1 red worshipper each: top centre, middle left"),
        (WorshippersPaid(1, worshippers(red=1), "cost", "L2-red-1", None), "Player 2 pays 1 red worshipper for the red volcano"),
        (WorshippersPaid(0, worshippers(red=6), "death", None, "death"), "Anna gives 6 red worshippers to the God of Death"),
        (
            WorshippersGained(0, worshippers(white=2), "conversion", "L1-red-2", None),
            "Anna gains 2 white worshippers from the red conversion",
        ),
        (PrivilegeGained(0, "L1-yellow-2", "red"), "Anna gains the red privilege"),
        (WorshipperRemoved(0, "L2-red-1", 8, "blue"), "The volcano of Anna removes 1 blue worshipper (bottom right)"),
        (RegionUnfulfilled(0, "L2-red-1", "declined"), "The red volcano of Anna stays unfulfilled"),
        (GodUnfulfilled(0, "death", "impossible"), "The God of Death of Anna stays unfulfilled"),
        (DisplayRefilled(2, "L3-blue-1", 3), "New in the display (top right): blue irrigation"),
        (TempleTaken(0, 7, 2), "Anna receives the temple worth 7 points"),
        (PointsCounted(0, "rock", 1, "L1-red-4"), "Anna: 1 point for the red sacred rock"),
        (
            PointsCounted(0, "forest", 0, "L2-green-1", neighbours=1, needed=2),
            "Anna: 0 points for the green forest (neighbours: 1, needed: 2)",
        ),
        (PointsCounted(0, "wilderness", -1, "L1-red-4"), "Anna: -1 point for a wilderness"),
        (PointsCounted(0, "god", 3, god="fire"), "Anna: 3 points for the Goddess of Fire"),
        (PointsCounted(0, "temple", 7, temple=7), "Anna: 7 points for the temple"),
        (GameEnded((24, 19)), "The worlds are complete: Anna 24, Player 2 19"),
    ],
)
def test_labels_in_english(record: Any, text: str) -> None:
    assert GAME.label(position(), record, "en", NAMES) == text


def test_orb_3_1_the_question_names_what_can_be_taken() -> None:
    """ORB-3.1: a player with a god takes a region, a player with fourteen regions takes a god."""
    state = position()
    assert GAME.label(state, Turn(0), "en") == "Take a region or a god"
    state.players[0].god = "love"
    assert GAME.label(state, Turn(0), "en") == "Take a region"
    state = position(world=laid(*[("L1-red-1", 1, 0)] * 14))
    assert GAME.label(state, Turn(0), "en") == "Take a god"


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ((1, -2), "bottom row, left end"),
        ((1, 2), "bottom row, right end"),
        ((1, 0), "bottom row, 2nd from the left"),
        ((2, -1), "second row, 1st from the left"),
        ((2, 0), "second row, 2nd from the left"),
        ((4, -1), "top row, 1st from the left"),
    ],
)
def test_places_are_named_as_the_picture_shows_them(place: tuple[int, int], text: str) -> None:
    """ORB-4.1, ORB-4.2: with three regions in the bottom row, the first laid in the middle."""
    state = position(world=laid("L1-red-1", ("L1-red-2", 1, -1), ("L1-red-3", 1, 1)))
    assert GAME.label(state, LayRegion(*place, False), "en") == f"Lay it face up: {text}"
    assert GAME.label(state, LayRegion(*place, True), "en") == f"Lay it as a wilderness: {text}"
    assert GAME.label(state, RegionLaid(0, "L2-red-1", 4, *place, False), "en", NAMES) == f"Anna lays the red volcano: {text}"


def test_the_first_place_is_the_only_one() -> None:
    """ORB-4.1: the label is the same before and after the region is laid."""
    event = RegionLaid(0, "L1-yellow-1", 4, 1, 0, False)
    for state in (position(), lay(position(), 4)):
        assert GAME.label(state, event, "en", NAMES) == "Anna lays the yellow conversion: bottom row"


def test_labels_in_french_and_german() -> None:
    """German uses the terms of the published rules."""
    state = position({4: "L2-red-1"}, world=laid("L1-red-1"))
    assert GAME.label(state, TakeRegion(4), "fr") == "Prendre la région volcan (rouge), au centre"
    assert GAME.label(state, TakeRegion(4), "de") == "Nehmen: Vulkan (rot), Mitte"
    assert GAME.label(state, Decline(), "de") == "Mit „Nicht erfüllt“ abdecken"
    assert GAME.label(state, LayRegion(1, 1, True), "de") == "Als Wildnis auslegen: unterste Ebene, rechtes Ende"
    assert GAME.label(state, TempleTaken(1, 7, 2), "de") == "Spieler 2 erhält den Tempel mit 7 SP"
    assert GAME.label(state, TempleTaken(1, 7, 2), "fr") == "Joueur 2 reçoit le temple qui vaut 7 points"
    assert WORDS.term("de", "board_over") == "Die Partie ist beendet"


def test_worshippers_agree_in_number_and_case() -> None:
    """ORB-3.2, ORB-3.4: in French and German too."""
    state = position()
    assert GAME.label(state, Exchange("red", "blue"), "fr") == "Échanger 3 adorateurs rouges contre 1 adorateur bleu"
    assert GAME.label(state, Exchange("red", "blue"), "de") == "3 rote Anhänger gegen 1 blauen Anhänger tauschen"
    assert GAME.label(state, Pay(worshippers(red=2, white=1)), "fr") == "Payer 3 adorateurs (2 rouges, 1 blanc)"
    assert GAME.label(state, Pay(worshippers(red=2, white=1)), "de") == "3 Anhänger (2 rote, 1 weißen) bezahlen"


def test_every_record_has_a_template_in_every_language() -> None:
    records = [*GAME.moves, *GAME.decisions, *GAME.events]
    tags = {str(record.__struct_config__.tag) for record in records}
    for language in LANGUAGES:
        assert tags <= WORDS.labels[language].keys()
