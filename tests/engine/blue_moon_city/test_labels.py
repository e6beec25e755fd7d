"""Labels name buildings, cards, prices and players in people's words, in every language."""

from __future__ import annotations

import pytest

from engine.blue_moon_city import GAME
from engine.blue_moon_city.content import TILES
from engine.blue_moon_city.events import (
    BonusGained,
    CardsDrawn,
    Contributed,
    CrystalsShown,
    DragonMoved,
    GameEnded,
    MiniatureMoved,
    ScalesScored,
)
from engine.blue_moon_city.labels import WORDS
from engine.blue_moon_city.moves import (
    CallDragon,
    Contribute,
    Contribution,
    Draw,
    EndMovement,
    EndOfferings,
    LayPair,
    Offer,
    OfferAgain,
    Offering,
    Payment,
    Reset,
    Step,
    TurnCard,
)
from engine.words import LANGUAGES
from tests.engine.blue_moon_city.positions import ask, offer_before, playing, table


def test_labels_name_tiles_cards_and_numbers() -> None:
    """BMC-3.1, BMC-3.2: in the words of the game, per language."""
    state = table(2, hands=[["vulca_1", "terrah_3"]], tiles={4: "mill", 5: "library"}, at=[4])
    assert GAME.label(state, Step(5), "en") == "Step to the Library"
    assert GAME.label(state, Step(10), "en") == "Step to the courtyard"
    assert GAME.label(state, Step(5), "de") == "Schritt zur Bibliothek"
    assert GAME.label(state, CallDragon("vulca_1", 4), "fr") == "Vulca 1 : dragon rouge au Moulin"
    assert GAME.label(state, CallDragon("vulca_1", 4), "de") == "Vulca 1: roter Drache zur Mühle"
    assert GAME.label(state, Contribute(0, "red"), "de") == "Beitrag zur Mühle: Rot 3"
    assert GAME.label(state, Contribute(0, "red"), "en") == "Contribute to the Mill: red 3"
    assert GAME.label(state, Contribute(2, "red"), "en") == "Contribute to the Mill: red 2 (space 3 from the left)"
    assert GAME.label(state, Contributed(0, 4, 1, ()), "en") == "Player 1 contributes to the Mill: red 2 (space 2 from the left)"
    assert GAME.label(state, LayPair(("mimix_1", "mimix_2")), "en") == "Lay Mimix 1, Mimix 2 as a wild 3"
    assert GAME.label(state, Contribution(0, 0), "en") == "Contribute to the Mill?"
    laid = (TurnCard("hoax_2", "vulca_1"),)
    assert GAME.label(state, Payment(0, 0, "red", laid, 1, 2), "en") == "Pay for red 3: 1 laid, 2 missing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_building_has_a_name_and_a_way_to_it(language: str) -> None:
    """BMC-2.1, BMC-2.2: no label shows an id."""
    for tile in TILES:
        assert WORDS.terms[language].keys() >= {tile, f"to_{tile}"}


def test_a_space_of_any_colour_in_green_is_paid_with_wild_cards_alone() -> None:
    """BMC-3.2: green stands for the colours that the hand lacks."""
    state = table(2, hands=[["khind_1"]], tiles={4: "royal_palace"}, at=[4])
    assert GAME.label(state, Contribute(0, "red"), "en") == "Contribute to the Royal Palace: red 5"
    assert GAME.label(state, Contribute(0, "green"), "en") == "Contribute to the Royal Palace: 5 with wild cards alone"
    assert GAME.label(state, Contribute(0, "green"), "fr") == "Contribuer au Palais royal : 5 avec des jokers seuls"


def test_labels_of_events_call_players_by_name_and_hide_unknown_cards() -> None:
    """BMC-4.2: of unseen cards only the number is given; an unnamed player is counted from 1."""
    state = table(2)
    assert GAME.label(state, CardsDrawn(1, "reset", ("vulca_1", "aqua_2")), "en") == "Player 2 draws Vulca 1, Aqua 2"
    assert GAME.label(state, CardsDrawn(1, "reset", (None, None)), "en", (None, "Ben")) == "Ben draws 2 cards"
    assert GAME.label(state, MiniatureMoved(0, 10), "de", ("Anna",)) == "Anna geht zum Innenhof"
    assert GAME.label(state, DragonMoved("green", 10), "fr") == "Le dragon vert vient à la Cour"
    bonus = BonusGained(0, "majority", "mill", 2, 0, 0, 1)
    assert GAME.label(state, bonus, "en") == "Player 1 gains 2 crystals, 1 card (majority: Mill)"
    owed = BonusGained(0, "neighborhood", "water_temple", 0, 2, 1, 0)
    assert GAME.label(state, owed, "de") == "Spieler 1 erhält 2 Schuppen, 1 schuldet der Vorrat (Nachbarschaft: Wassertempel)"
    assert GAME.label(state, GameEnded("round_limit"), "de") == "Spielende: die letzte Runde ist vorbei"


def test_names_that_are_words_of_the_game_are_not_translated() -> None:
    """A player may be called after a tile."""
    assert GAME.label(table(2), MiniatureMoved(0, 10), "de", ("mill",)) == "mill geht zum Innenhof"


def test_crystals_by_seat_are_listed_with_names() -> None:
    """BMC-5.1, BMC-6.2: at a scoring those who gain, at the end all."""
    state = table(3)
    scored = ScalesScored((6, 0, 3), (8, 0, 5), 10)
    assert GAME.label(state, scored, "en", ("Anna", "Ben")) == "Golden scales are scored: Anna 6 crystals, Player 3 3 crystals"
    assert GAME.label(state, CrystalsShown((1, 0, 3)), "fr").endswith("Joueur 1 1 cristal, Joueur 2 0 cristaux, Joueur 3 3 cristaux")


def test_offerings_and_draws_say_what_they_cost_and_give() -> None:
    """BMC-3.5, BMC-3.7: the price includes the value of the Pillar."""
    state = table(2, hands=[["pillar_2", "vulca_3"]], rebuilt=["mill", "thermae", "citadel"])
    offer_before(state, 1, 1)
    state.players[0].crystals = 30
    playing(state, EndMovement())
    assert GAME.label(state, Offer(), "en") == "Pay 8 crystals for an offering"
    assert GAME.label(state, EndOfferings(), "en") == "Make no offering"
    assert GAME.label(state, Offering(0, False), "en") == "Make an offering? The next space costs 8 crystals"
    playing(state, Offer())
    assert GAME.label(state, OfferAgain("pillar_2"), "en") == "Pillar 2: pay 10 crystals for one more offering"
    assert GAME.label(state, EndOfferings(), "de") == "Keine weitere Opfergabe"
    ask(state, Reset(0, 1))
    assert GAME.label(state, Draw(), "en") == "End the turn and draw 3 cards"
