"""The reset and the change of turns (BMC-3.7)."""

from __future__ import annotations

from engine.blue_moon_city import GAME
from engine.blue_moon_city.events import CardsDrawn, DeckShuffled, TurnStarted
from engine.blue_moon_city.moves import DiscardCard, Draw, Movement, Reset
from engine.blue_moon_city.state import State
from tests.engine.blue_moon_city.positions import ask, deal, having, playing, table


def resetting(*hand: str, deck: int | None = None, discards: tuple[str, ...] = ()) -> State:
    """Returns a position in which seat 0 has to reset; the deck has this many cards, the other hand has the rest."""
    state = table(2)
    deal(state, hand, discards=discards)
    if deck is not None:
        cards = [str(card) for card in state.deck]
        state.players[1].hand = [*sorted(cards[deck:])]
        state.deck = [*cards[:deck]]
    ask(state, Reset(0, 0))
    return state


def test_bmc_3_7_draws_two_more_than_were_discarded() -> None:
    """BMC-3.7: 2 for none, 3 for one, 4 for two."""
    for discarded in (0, 1, 2):
        state = resetting("vulca_1", "vulca_2", "vulca_3")
        moves = [DiscardCard("vulca_1"), DiscardCard("vulca_2")][:discarded]
        events = playing(state, *moves, *([Draw()] if discarded < 2 else []))
        assert [len(event.cards) for event in having(events, CardsDrawn)] == [discarded + 2]
        assert len(state.players[0].hand) == 3 + 2
        assert len(state.discards) == discarded


def test_bmc_3_7_no_third_discard_and_no_way_around_the_draw() -> None:
    """BMC-3.7: two at most, then cards are drawn; with an empty hand at once."""
    state = resetting("vulca_1", "vulca_1", "vulca_3")
    assert GAME.legal_moves(state) == [DiscardCard("vulca_1"), DiscardCard("vulca_3"), Draw()]
    playing(state, DiscardCard("vulca_1"), DiscardCard("vulca_1"))
    assert state.pending == [Movement(1, 2)]
    state = resetting("vulca_1")
    playing(state, DiscardCard("vulca_1"))
    assert len(state.players[0].hand) == 3


def test_bmc_3_7_the_deck_is_renewed_in_mid_draw() -> None:
    """BMC-3.7: one card left, two to draw; the discards become the new deck, in an order the seed and a counter decide."""
    old = ("aqua_1", "aqua_2", "aqua_3", "flit_1", "flit_2", "flit_3")
    state = resetting("vulca_1", deck=1, discards=old)
    last = state.deck[-1]
    events = playing(state, Draw())
    drawn = having(events, CardsDrawn)[0].cards
    assert drawn[0] == last and drawn[1] in old
    assert having(events, DeckShuffled) == [DeckShuffled(6)]
    assert (len(state.deck), state.discards, state.shuffles) == (5, [], 1)
    orders = set()
    for shuffles in range(8):
        again = resetting("vulca_1", deck=1, discards=old)
        again.version = again.shuffles = shuffles
        playing(again, Draw())
        orders.add(tuple(again.deck))
    assert len(orders) > 4


def test_bmc_3_7_an_emptied_deck_is_renewed_at_once() -> None:
    """BMC-3.7: not only when the next card is drawn."""
    state = resetting("vulca_1", deck=2, discards=("aqua_1", "aqua_2"))
    playing(state, Draw())
    assert (sorted(map(str, state.deck)), state.discards) == (["aqua_1", "aqua_2"], [])


def test_bmc_3_7_fewer_cards_are_drawn_if_deck_and_discards_run_out() -> None:
    """BMC-3.7: one card instead of two, then none."""
    state = resetting("vulca_1", deck=1)
    playing(state, Draw())
    assert len(state.players[0].hand) == 2 and state.deck == []
    ask(state, Reset(1, 0))
    assert having(playing(state, Draw()), CardsDrawn) == []


def test_bmc_3_7_no_hand_limit_and_the_next_seat_plays() -> None:
    """BMC-3.7: clockwise, with two steps; rounds count from one."""
    state = resetting(*["khind_1"] * 10, *["vulca_2"] * 4, *["aqua_2"] * 4, *["terrah_2"] * 4)
    events = playing(state, Draw())
    assert len(state.players[0].hand) == 24
    assert having(events, TurnStarted) == [TurnStarted(1, 1)]
    assert state.pending == [Movement(1, 2)] and state.turn == 1
    ask(state, Reset(1, 0))
    state.players[1].hand = [state.deck.pop()]
    assert having(playing(state, Draw()), TurnStarted) == [TurnStarted(0, 2)]
