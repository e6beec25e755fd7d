"""Hands, crystals, waiting cards and the deck stay hidden: the tests compare every byte that others get."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from engine.blue_moon_city import GAME
from engine.blue_moon_city.content import TILES
from engine.blue_moon_city.events import CardsDrawn, GameEnded, WaitingTaken
from engine.blue_moon_city.moves import (
    Contribute,
    Contribution,
    Draw,
    EndMovement,
    EndOfferings,
    Movement,
    Offer,
    Offering,
    Payment,
    Reset,
    Special,
    TurnCard,
)
from engine.blue_moon_city.state import Building, State, building_under
from engine.game import Event, apply, start
from engine.words import LANGUAGES
from tests.engine.blue_moon_city.positions import playing, rebuild_all, table
from tests.engine.cases import VARIANTS, random_game

encode = msgspec.json.encode


def answers(state: State, events: list[Event], seat: int | None) -> bytes:
    """Returns all that a seat or a spectator gets from another seat's move: view, outcome, events and labels."""
    view = GAME.view(state, seat)
    seen = [GAME.view_event(event, seat) for event in events]
    words = [GAME.label(view, record, language) for record in (*seen, *view.pending) for language in LANGUAGES]
    return encode([view, seen, words, GAME.outcome(view), view.pending])


def games(seats: int, options: dict[str, Any], seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """A random game: position, move and legal moves."""
    yield from random_game(GAME, start(GAME, options, seats, seed), seed)


def moves_of_others(seats: int, options: dict[str, Any], seed: int) -> Iterator[tuple[Any, Any, int | None]]:
    """Yields positions of a random game with the move made there, and each seat (or spectator) other than the acting seat."""
    for position, move, _ in games(seats, options, seed):
        for seat in (None, *range(seats)):
            if seat != position.pending[-1].seat:
                yield position, move, seat


@pytest.mark.parametrize("options", VARIANTS["blue_moon_city"])
@pytest.mark.parametrize("seats", [2, 4])
def test_states_that_differ_only_in_hidden_information_give_others_the_same_bytes(seats: int, options: dict[str, Any]) -> None:
    """Stronger than law 6: whatever another seat does, except what a rule itself makes public or gives to the onlooker."""
    compared = 0
    for number, (position, move, seat) in enumerate(moves_of_others(seats, {**options, "round_limit": 12}, seed=61)):
        if number % 5:
            continue
        view = GAME.view(position, seat)
        world = GAME.determinize(view, seat, Random(number))
        if move not in GAME.legal_moves(world):
            continue
        (after, events), (other, told) = apply(GAME, position, move), apply(GAME, world, move)
        if not _made_known(events + told, seat) and not _asked_by_crystals(position, after):
            compared += 1
            assert answers(after, events, seat) == answers(other, told, seat)
    assert compared > 20


def _made_known(events: list[Event], seat: int | None) -> bool:
    """Returns whether the onlooker took cards, or all crystals were shown (BMC-6.2)."""
    own = [event for event in events if isinstance(event, CardsDrawn | WaitingTaken) and event.seat == seat]
    return bool(own) or any(isinstance(event, GameEnded) for event in events)


def _asked_by_crystals(position: State, after: State) -> bool:
    """Returns whether the crystals, which everybody can count, decided what is asked (BMC-3.5, BMC-3.6)."""
    tile = TILES[building_under(position, position.pending[-1].seat).tile]
    ended = isinstance(position.pending[-1], Movement | Contribution | Payment) and isinstance(
        after.pending[-1], Offering | Special | Reset
    )
    return isinstance(position.pending[-1], Offering) or (ended and tile.special in ("courtyard", "golden_shrine"))


def test_hidden_cards_and_crystals_are_in_no_byte_others_can_get() -> None:
    """All Pillars are hidden and crystals are distinctive numbers: neither may appear anywhere before it is revealed."""
    marks = {0: 7193, 1: 8297, 2: 9391}
    looked = 0
    for seed in range(6):
        state = start(GAME, {"expansion": True, "round_limit": 4, "first_seat": 0}, 3, seed)
        for seat, number in marks.items():
            state.players[seat].crystals = number
        played: Iterator[tuple[Any, Any, Any]] = random_game(GAME, state, seed)
        for position, move, _ in played:
            after, events = apply(GAME, position, move)
            if not after.pending or b"pillar" in encode([after.discards, [msgspec.to_builtins(d) for d in after.pending]]):
                break
            for seat in (None, *range(3)):
                if seat != position.pending[-1].seat:
                    read = answers(after, events, seat)
                    looked += 1
                    assert not any(str(after.players[other].crystals).encode() in read for other in marks if other != seat)
                    if seat is None or not any(card and card.startswith("pillar") for card in after.players[seat].hand):
                        assert b"illar_" not in read and not re.search(rb"Pillar \d", read)
                    assert b'"seed":null' in read
    assert looked > 300


def test_cards_in_waiting_are_unknown_even_to_their_owner() -> None:
    """BMC-4.2: no view shows them, and determinizations differ in them."""
    state = table(2, hands=[["vulca_3"], ["vulca_3"]])
    state.players[0].waiting = [state.deck.pop(), state.deck.pop()]
    view = GAME.view(state, 0)
    assert view.players[0].waiting == [None, None]
    drawn = {tuple(GAME.determinize(view, 0, Random(world)).players[0].waiting) for world in range(10)}
    assert len(drawn) > 5


def test_bonus_cards_are_seen_only_by_their_owner() -> None:
    """BMC-4.2: when the turn is over, others learn how many joined the hand, not which."""
    state = table(3, hands=[["vulca_3"], ["vulca_3"]], rebuilt=["mill"])
    state.players[1].waiting = [state.deck.pop(), state.deck.pop()]
    state.pending = [Reset(0, 0)]
    cards = tuple(sorted(state.players[1].waiting, key=str))
    world = GAME.determinize(GAME.view(state, 2), 2, Random(3))
    assert world.players[1].waiting != state.players[1].waiting
    (after, events), (other, told) = apply(GAME, state, Draw()), apply(GAME, world, Draw())
    assert GAME.view_event(WaitingTaken(1, cards), 1) in [GAME.view_event(event, 1) for event in events]
    assert WaitingTaken(1, (None, None)) in [GAME.view_event(event, 0) for event in events]
    for seat in (None, 2):
        assert answers(after, events, seat) == answers(other, told, seat)


def test_a_seat_knows_its_own_hand_and_crystals_and_a_spectator_nothing() -> None:
    """Own things stay; of others only numbers are seen."""
    state = table(3, hands=[["vulca_3"], ["aqua_1", "aqua_2"], ["khind_1"]], rebuilt=["mill"])
    state.players[1].crystals = 4
    own, spectator = GAME.view(state, 1), GAME.view(state, None)
    assert (own.players[1].hand, own.players[1].crystals) == (["aqua_1", "aqua_2"], 4)
    assert [len(player.hand) for player in spectator.players] == [1, 2, 1]
    assert all(card is None for player in spectator.players for card in player.hand)
    assert [player.crystals for player in spectator.players] == [None, None, None]
    assert own.players[0].hand == [None] and set(own.deck) == {None} and own.seed is None


def test_determinize_keeps_all_that_is_visible() -> None:
    """Own hand, discards and sizes stay; unseen cards are dealt from what is left."""
    for number, (position, _, _) in enumerate(games(4, {"expansion": True, "first_seat": 0, "round_limit": 10}, 71)):
        if number % 11 == 0:
            for seat in (None, 2):
                view = GAME.view(position, seat)
                world = GAME.determinize(view, seat, Random(number))
                assert GAME.check(world) == []
                assert GAME.view(world, seat) == view
                assert world.discards == position.discards
                assert seat is None or world.players[seat].hand == position.players[seat].hand


def test_determinize_deals_a_hand_that_completes_the_payment() -> None:
    """BMC-3.2: the last cards of a small hand are the very ones that are still needed."""
    for hand in (["terrah_3", "terrah_2", "vulca_1"], ["hoax_1", "aqua_3", "aqua_3"], ["mimix_1", "mimix_2", "khind_1", "khind_1"]):
        state = table(3, hands=[hand], tiles={4: "earth_temple"}, at=[4])
        state.pending = [Contribution(0, 0)]
        playing(state, GAME.legal_moves(state)[0])
        for seat in (None, 1):
            view = GAME.view(state, seat)
            for world in range(30):
                filled = GAME.determinize(view, seat, Random(world))
                assert GAME.check(filled) == [] and GAME.legal_moves(filled)
                decision = filled.pending[-1]
                assert isinstance(decision, Payment) and decision.worth == 0


def test_determinize_gives_a_colour_of_the_royal_palace_to_the_hand() -> None:
    """BMC-3.2: a player who chose a colour other than green has a card of it, even if the last card is the one."""
    state = table(3, hands=[["hoax_1", "aqua_3", "terrah_1"]], tiles={4: "royal_palace"}, at=[4])
    state.pending = [Contribution(0, 0)]
    playing(state, Contribute(3, "red"), TurnCard("hoax_1", "aqua_3"))
    for world in range(40):
        filled = GAME.determinize(GAME.view(state, None), None, Random(world))
        assert GAME.check(filled) == [] and str(filled.players[0].hand[0]).startswith("terrah")


def test_determinize_gives_the_crystals_for_the_question() -> None:
    """BMC-3.5: a player who is asked for an offering can pay for it."""
    state = table(3, hands=[["vulca_3"]] * 3, rebuilt=["mill", "library", "citadel"])
    state.players[0].crystals = 20
    playing(state, EndMovement())
    for move, least in ((Offer(), 7), (EndOfferings(), 7 + 1)):
        for world in range(20):
            filled = GAME.determinize(GAME.view(state, 1), 1, Random(world))
            assert GAME.check(filled) == [] and (filled.players[0].crystals or 0) >= least
        playing(state, move)


def test_determinize_of_a_rebuilt_city_lets_somebody_pay() -> None:
    """BMC-6.2: otherwise the game would be over."""
    state = table(3, hands=[["vulca_3"]] * 3)
    rebuild_all(state)
    state.players[2].crystals = 7
    for seat in (None, 0, 1):
        view = GAME.view(state, seat)
        for world in range(20):
            assert GAME.check(GAME.determinize(view, seat, Random(world))) == []


def test_crystals_are_shown_when_the_game_is_over() -> None:
    """BMC-6.2: they are compared, so they lie open; hands do not."""
    state = table(2, hands=[["vulca_3"], ["vulca_3"]])
    state.city = [Building(building.tile, True, ()) for building in state.city]
    state.players[0].crystals = 3
    state.pending = []
    view = GAME.view(state, None)
    assert [player.crystals for player in view.players] == [3, 0]
    assert GAME.outcome(view) == GAME.outcome(state)
    assert view.players[0].hand == [None]
