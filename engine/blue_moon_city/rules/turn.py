"""The order of a turn (BMC-3): the next decision, drawing, and the end of the turn and of the game.

A decision arises whenever it has more than one answer, and whenever skipping it would reveal something about a hand. Numbers of cards are
public, and so is every gain and payment of crystals.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from engine.blue_moon_city.content import CONSTANTS, TILES, Card
from engine.blue_moon_city.events import (
    CardsDrawn,
    CrystalsShown,
    DeckShuffled,
    GameEnded,
    PointsCounted,
    Reason,
    RoundStarted,
    TurnStarted,
    WaitingTaken,
)
from engine.blue_moon_city.moves import Contribution, Movement, Offering, Reset, Special
from engine.blue_moon_city.scoring import ending_at_once, ending_between_turns, price
from engine.blue_moon_city.state import State, building_under, crystals_of, hand_of, seat_of_turn
from engine.chance import shuffled
from engine.game import Event

CHEAPEST_PILLAR = 1
"""A further offering costs at least this many crystals above the printed price (BMC-3.5)."""


def ask_movement(state: State, seat: int, steps: int) -> None:
    """BMC-3.1: continues the movement until the player ends it, or until there are no steps and no cards."""
    if steps or state.players[seat].hand:
        state.pending.append(Movement(seat, steps))
    else:
        ask_contribution(state, seat, 0)


def ask_contribution(state: State, seat: int, made: int) -> None:
    """BMC-3.2, BMC-3.5: asks for an offering on the courtyard or for a contribution on a ruin, if one can be made."""
    player = state.players[seat]
    building = building_under(state, seat)
    if building.tile == "courtyard" and can_offer(state, seat):
        state.pending.append(Offering(seat, False))
    elif player.markers and player.hand and not building.rebuilt:
        state.pending.append(Contribution(seat, made))
    else:
        ask_special(state, seat)


def can_offer(state: State, seat: int) -> bool:
    """BMC-3.5: returns whether the player has a marker and the crystals for the next space."""
    return state.players[seat].markers > 0 and crystals_of(state, seat) >= price(state)


def may_offer_again(state: State, seat: int) -> bool:
    """BMC-3.5: returns whether a Pillar would allow a further offering; whether the player has one is secret."""
    player = state.players[seat]
    return bool(player.hand) and player.markers > 0 and crystals_of(state, seat) >= price(state) + CHEAPEST_PILLAR


def has_special(state: State, seat: int) -> bool:
    """BMC-3.6: returns whether the tile under the miniature has an action that can have an effect."""
    match TILES[building_under(state, seat).tile].special:
        case "main_hall":
            return True
        case "hospital":
            return bool(state.deck or state.discards)
        case "golden_shrine":
            return can_offer(state, seat)
        case _:
            return False


def ask_special(state: State, seat: int) -> None:
    """BMC-3.6: asks for the action of a special building, after the contributions and before the reset."""
    if has_special(state, seat):
        state.pending.append(Special(seat))
    else:
        ask_reset(state, seat, 0)


def ask_reset(state: State, seat: int, discarded: int) -> None:
    """BMC-3.7: asks for discards; drawing, which cannot be undone, is a move of its own even if nothing else is possible."""
    state.pending.append(Reset(seat, discarded))


def reset(state: State, seat: int, discarded: int, events: list[Event]) -> None:
    """BMC-3.7: draws two cards more than were discarded, then ends the turn."""
    draw_to_hand(state, seat, discarded + CONSTANTS.reset_draw_extra, "reset", events)
    _end_turn(state, seat, events)


def draw_to_hand(state: State, seat: int, count: int, reason: Literal["reset", "hospital"], events: list[Event]) -> None:
    """Draws cards, which only the seat sees."""

    def take(cards: list[Card | None]) -> None:
        events.append(CardsDrawn(seat, reason, _into_hand(state, seat, cards)))

    draw(state, count, events, take)


def draw(state: State, count: int, events: list[Event], take: Callable[[list[Card | None]], None]) -> None:
    """BMC-3.7: passes the cards drawn to `take`; the discards replace an empty deck at once, and fewer are drawn if both are empty."""
    left = count
    _renew_deck(state, events)
    while left and state.deck:
        cards = [state.deck.pop() for _ in range(min(left, len(state.deck)))]
        left -= len(cards)
        take(cards)
        _renew_deck(state, events)


def _renew_deck(state: State, events: list[Event]) -> None:
    if not state.deck and state.discards:
        state.deck = [*shuffled(state.discards, state.seed or 0, "reshuffle", state.shuffles)]
        state.discards.clear()
        state.shuffles += 1
        events.append(DeckShuffled(len(state.deck)))


def _into_hand(state: State, seat: int, cards: list[Card | None]) -> tuple[Card | None, ...]:
    """Adds the cards to the hand, which stays sorted, and returns them sorted too: in which order they lay is not known."""
    hand = state.players[seat].hand
    hand += cards
    hand_of(state, seat).sort()
    return tuple(sorted(cards, key=str))


def _end_turn(state: State, seat: int, events: list[Event]) -> None:
    """BMC-3.7, BMC-4.2: players take their waiting bonus cards clockwise; then the game ends, or the next seat's turn begins."""
    seats = len(state.players)
    for other in (*range(seat, seats), *range(seat)):
        waiting = state.players[other].waiting
        if waiting:
            events.append(WaitingTaken(other, _into_hand(state, other, waiting)))
            waiting.clear()
    state.turn += 1
    reason = ending_between_turns(state)
    if reason is None:
        _begin_turn(state, events)
    else:
        _end_game(state, reason, events)


def _begin_turn(state: State, events: list[Event]) -> None:
    rounds, later = divmod(state.turn, len(state.players))
    if not later:
        events.append(RoundStarted(rounds + 1))
    seat = seat_of_turn(state)
    events.append(TurnStarted(seat, rounds + 1))
    state.pending.append(Movement(seat, CONSTANTS.base_movement))


def _end_game(state: State, reason: Reason, events: list[Event]) -> None:
    """BMC-6.2: all crystals are shown, and the offerings are counted."""
    state.pending.clear()
    seats = range(len(state.players))
    events.append(CrystalsShown(tuple([crystals_of(state, seat) for seat in seats])))
    events += [PointsCounted(seat, "offerings", state.obelisk.count(seat)) for seat in seats]
    events.append(GameEnded(reason))


def marker_ends_game(state: State, events: list[Event]) -> bool:
    """Returns whether the marker just placed ended the game (BMC-6.1, BMC-6.3)."""
    reason = ending_at_once(state)
    if reason is None:
        return False
    _end_game(state, reason, events)
    return True
