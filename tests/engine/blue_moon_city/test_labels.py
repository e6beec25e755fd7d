"""Labels, and prices in previews."""

from __future__ import annotations

from engine.blue_moon_city import GAME
from engine.blue_moon_city.events import BonusGained, CardsDrawn, GameEnded
from engine.blue_moon_city.moves import (
    CallDragon,
    Contribute,
    Contribution,
    EndMovement,
    LayPair,
    Offer,
    OfferAgain,
    Offering,
    Payment,
    Step,
    TurnCard,
)
from engine.blue_moon_city.preview import OfferPreview
from engine.game import list_moves
from tests.engine.blue_moon_city.positions import offer_before, playing, table


def test_labels_name_tiles_cards_and_numbers() -> None:
    """BMC-3.1, BMC-3.2: in the words of the game, per language."""
    state = table(2, hands=[["vulca_1", "terrah_3"]], tiles={4: "mill", 5: "library"}, at=[4])
    assert GAME.label(state, Step(5), "en") == "Go to: Library"
    assert GAME.label(state, Step(5), "de") == "Gehe zu: Bibliothek"
    assert GAME.label(state, CallDragon("vulca_1", 4), "fr") == "Vulca 1, dragon : Moulin"
    assert GAME.label(state, CallDragon("vulca_1", 4), "de") == "Vulca 1, Drache nach: Mühle"
    assert GAME.label(state, Contribute(0, "red"), "de") == "Beitrag: Mühle, Feld 1, Rot 3"
    assert GAME.label(state, Contribute(0, "red"), "en") == "Contribute to Mill: space 1, red 3"
    assert GAME.label(state, LayPair(("mimix_1", "mimix_2")), "en") == "Lay Mimix 1, Mimix 2 as a wild 3"
    assert GAME.label(state, Contribution(0, 0), "en") == "Contribute to Mill?"
    laid = (TurnCard("hoax_2", "vulca_1"),)
    assert GAME.label(state, Payment(0, 0, "red", laid), "en") == "Pay 3 in red for Mill: 1 laid"


def test_labels_of_events_count_seats_from_one_and_hide_unknown_cards() -> None:
    """BMC-4.2: of unseen cards only the number is given."""
    state = table(2)
    assert GAME.label(state, CardsDrawn(1, ("vulca_1", "aqua_2")), "en") == "Player 2 draws: Vulca 1, Aqua 2"
    assert GAME.label(state, CardsDrawn(1, (None, None)), "en") == "Player 2 draws: 2 unseen"
    bonus = BonusGained(0, "majority", "mill", 2, 0, 1)
    assert GAME.label(state, bonus, "en") == "Player 1, majority (Mill): crystals +2, scales +0, cards +1"
    assert GAME.label(state, GameEnded("round_limit"), "de") == "Spielende: die letzte Runde ist vorbei"


def test_offerings_show_their_price() -> None:
    """BMC-3.5: in the label and in the preview."""
    state = table(2, hands=[["pillar_2", "vulca_3"]], rebuilt=["mill", "thermae", "citadel"])
    offer_before(state, 1, 1)
    state.players[0].crystals = 30
    playing(state, EndMovement())
    assert list_moves(GAME, state)[0] == {"type": "offer", "label": "Offer 8 crystals", "preview": {"price": 8}}
    assert GAME.label(state, Offering(0, False), "en") == "Make an offering? The next space costs 8"
    playing(state, Offer())
    again = list_moves(GAME, state)[0]
    assert (again["card"], again["label"], again["preview"]) == ("pillar_2", "Pillar 2: offer 10 crystals more", {"price": 10})
    assert GAME.preview(state, OfferAgain("pillar_2")) == OfferPreview(10)
    assert GAME.preview(state, EndMovement()) is None
