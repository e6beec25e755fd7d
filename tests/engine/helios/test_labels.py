"""Labels in three languages."""

from __future__ import annotations

import pytest

from engine.helios import GAME
from engine.helios.content import BUILDINGS, CHARACTERS, FIELDS, SPECIALS
from engine.helios.events import ActionsDiscarded, CubeGained, GameEnded, ManaGained, Passed, PointsCounted, PointsScored, TrackAdvanced
from engine.helios.labels import WORDS, place_name
from engine.helios.moves import (
    ActionTurn,
    BonusAction,
    BuyCharacter,
    CharacterTurn,
    DrawnLands,
    FaceUp,
    LayDrawn,
    LayTile,
    MoveSun,
    Pass,
    Payment,
    TakeAction,
    TradeMana,
)
from engine.words import LANGUAGES
from tests.engine.helios.positions import first_turn


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_record_and_every_piece_has_a_text(language: str) -> None:
    """HEL-7, HEL-8: a template for each tag and each suffix; a name for each building and character."""
    for record in (*GAME.moves, *GAME.decisions, *GAME.events):
        tag = str(record.__struct_config__.tag)
        assert any(name == tag or name.startswith(f"{tag}_") for name in WORDS.labels[language]), tag
    assert {*BUILDINGS, *CHARACTERS, *SPECIALS} <= WORDS.terms[language].keys()


def test_labels_name_what_happens() -> None:
    """HEL-4.12: the label mentions an orbit; the additional land is called by its colour; slots are not raw materials."""
    state = first_turn()
    state.face_up[5] = FaceUp("black", True)
    assert GAME.label(state, MoveSun(4, True), "en") == "Move the sun to the inner ring at 6 o'clock, completing an orbit"
    assert GAME.label(state, MoveSun(4, False), "de") == "Sonne auf das Feld innen auf 6 Uhr bewegen"
    assert (
        GAME.label(state, LayTile("additional", 3), "en") == "Lay obsidian (black) from the additional stack on the inner ring at 4 o'clock"
    )
    assert GAME.label(state, LayTile("temples", 3), "en") == "Lay the special tile Temples on the inner ring at 4 o'clock"
    state.pending.append(DrawnLands(0, (FaceUp("green", True), FaceUp("blue", True))))
    assert GAME.label(state, LayDrawn(1, 3), "en") == "Lay the drawn land spring (blue) on the inner ring at 4 o'clock"
    assert GAME.label(state, state.pending.pop(), "de") == "Gezogene Länder legen: Bambus (grün), Quelle (blau)"
    assert GAME.label(state, TakeAction("sun", "blue"), "en") == "Take the lowest tile 'move the sun' and put it under the blue slot"
    assert GAME.label(state, BuyCharacter("priestess"), "fr") == "Recruter : Prêtresse"
    assert GAME.label(state, BonusAction(0, None), "en") == "Bonus action of the Palace"
    assert GAME.label(state, Payment(0, "palace", (("green",),), 2), "en") == "Pay for: Palace (bamboo (green); of any colour: 2)"
    citadel = Payment(0, "citadel", (("black", "blue"),), 0)
    assert GAME.label(state, citadel, "de") == "Zahlen: Zitadelle (Obsidian (schwarz) / Quelle (blau))"
    assert GAME.label(state, Payment(0, "temple", (), 3), "fr") == "Payer : temple (au choix : 3)"
    assert GAME.label(state, ActionTurn(1), "de") == "Aktionsplättchen nehmen"
    assert GAME.label(state, PointsScored(0, 5, "orbit", None), "en") == "Player 1 completes an orbit: 5 VP"
    assert GAME.label(state, PointsScored(2, 1, "temple", 4), "en") == "The temple on the inner ring at 6 o'clock brings 1 VP to Player 3"
    assert (
        GAME.label(state, PointsScored(2, 1, "temple", 4), "de") == "Der Tempel auf dem Feld innen auf 6 Uhr bringt Spieler 3 Siegpunkte: 1"
    )
    assert GAME.label(state, TrackAdvanced(1, 15, "power_plant"), "en") == "Player 2 moves the sun marker to space ☀: Power Plant"


def test_labels_call_seats_by_their_names() -> None:
    """HEL-9.1: an unnamed seat has its number; a score stands beside its name."""
    state, names = first_turn(3), ("Ann", None)
    assert GAME.label(state, Passed(0), "en", names) == "Ann passes"
    assert GAME.label(state, Passed(1), "fr", names) == "Joueur 2 passe"
    assert GAME.label(state, GameEnded((47, 50, 9)), "de", names) == "Das Spiel ist aus. Ann: 47, Spieler 2: 50, Spieler 3: 9"


def test_labels_say_why_and_whose() -> None:
    """HEL-4.2, HEL-4.4, HEL-4.13: gains and discards name their reason, and the end of a turn is no pass."""
    state, names = first_turn(), ("Ann", "Bob")
    lit = GAME.label(state, CubeGained(0, "blue", 3, "light"), "en", names)
    assert lit == "The sun gives Ann a cube of spring (blue) on the inner ring at 4 o'clock"
    assert GAME.label(state, ManaGained(1, 2, "building", "sacred_grove"), "fr", names) == "Bob reçoit 2 Mana : Église solaire"
    assert GAME.label(state, ManaGained(1, 2, "mana_field", None), "fr", names) == "Bob reçoit 2 Mana du Champ de mana"
    told = ActionsDiscarded(0, "red", "bonus_action", ("sun_red",))
    assert GAME.label(state, told, "fr", names) == "Ann défausse les tuiles de la section rouge : Soleil rouge"
    edge = PointsCounted(0, "edge_fields", 4, 22, None, None)
    assert GAME.label(state, edge, "fr", names) == "Ann compte 4 PV : case Coin (du bord à 2 h)"
    assert GAME.label(state, PointsCounted(0, "city", 3, None, "warehouse", None), "de", names) == "Ann zählt Siegpunkte, Lagerhaus: 3"
    assert GAME.label(state, TradeMana(0), "en") == "Trade no mana"
    assert GAME.label(state, TradeMana(2), "en") == "Trade 2 mana for 8 VP"
    assert GAME.label(state, Pass(), "en") == "Pass"
    state.pending = [CharacterTurn(0, True, True, 0)]
    assert GAME.label(state, Pass(), "en") == "End the turn"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_has_a_name_of_its_own(language: str) -> None:
    """HEL-2.1: by its ring and its direction, without the number of the field."""
    names = [place_name(field, language) for field in range(FIELDS)]
    assert len(set(names)) == FIELDS


def test_fields_are_named_as_on_the_face_of_a_clock() -> None:
    """HEL-2.2: the gold line runs to 12 o'clock; two rim fields lie between the corners."""
    assert [place_name(field, "en") for field in (0, 1, 8, 19)] == [
        "the centre",
        "the inner ring at 12 o'clock",
        "the outer ring at 1 o'clock",
        "the rim at 12 o'clock",
    ]
    assert place_name(20, "de") == "am Rand zwischen 12 und 1 Uhr"
    assert place_name(36, "fr") == "du bord entre 11 h et 12 h"
