"""The reset and the change of turns (BMC-3.7)."""

from __future__ import annotations

from engine.blue_moon_city import GAME
from engine.blue_moon_city.events import CardsDrawn, DeckShuffled, RoundStarted, TurnStarted
from engine.blue_moon_city.moves import DiscardCard, Draw, EndMovement, Movement, Reset, Step
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
        events = playing(state, *moves, Draw())
        assert [len(event.cards) for event in having(events, CardsDrawn)] == [discarded + 2]
        assert len(state.players[0].hand) == 3 + 2
        assert len(state.discards) == discarded


def test_bmc_3_7_no_third_discard_and_no_way_around_the_draw() -> None:
    """BMC-3.7: two at most; drawing is a move of its own, so that the discards can be taken back before it."""
    state = resetting("vulca_1", "vulca_1", "vulca_3")
    assert GAME.legal_moves(state) == [DiscardCard("vulca_1"), DiscardCard("vulca_3"), Draw()]
    events = playing(state, DiscardCard("vulca_1"), DiscardCard("vulca_1"))
    assert not any(event.reveals for event in events)
    assert state.pending == [Reset(0, 2)] and GAME.legal_moves(state) == [Draw()]
    playing(state, Draw())
    assert state.pending == [Movement(1, 2)]


def test_bmc_3_7_drawing_is_a_move_even_with_an_empty_hand() -> None:
    """BMC-3.7: after the last card is discarded, and if there was none."""
    state = resetting("vulca_1")
    playing(state, DiscardCard("vulca_1"))
    assert GAME.legal_moves(state) == [Draw()]
    playing(state, Draw())
    assert len(state.players[0].hand) == 3
    state = table(2, tiles={5: "mill"})
    playing(state, Step(5), EndMovement())
    assert state.pending == [Reset(0, 0)] and GAME.legal_moves(state) == [Draw()]


def test_bmc_3_7_the_deck_is_renewed_in_mid_draw() -> None:
    """BMC-3.7: one card left, two to draw; the discards become the new deck, in an order the seed and a counter decide."""
    old = ("aqua_1", "aqua_2", "aqua_3", "flit_1", "flit_2", "flit_3")
    state = resetting("vulca_1", deck=1, discards=old)
    last = state.deck[-1]
    events = playing(state, Draw())
    before, shuffled, after = events[:3]
    assert (before, shuffled) == (CardsDrawn(0, "reset", (last,)), DeckShuffled(6))
    assert isinstance(after, CardsDrawn) and after.cards[0] in old
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
    events = playing(state, Draw())
    assert (sorted(map(str, state.deck)), state.discards) == (["aqua_1", "aqua_2"], [])
    assert [type(event) for event in events[:2]] == [CardsDrawn, DeckShuffled]


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
    assert playing(state, Draw())[-2:] == [RoundStarted(2), TurnStarted(0, 2)]
