"""The order of a turn (BMC-3): the next decision, drawing, and the end of the turn and of the game.

A decision arises whenever the public information allows a choice, even if the hand or the crystals do not: skipping it would reveal them.
"""

from __future__ import annotations

from engine.blue_moon_city.content import CONSTANTS, DISCARDS_MOST, TILES, Card
from engine.blue_moon_city.events import CardsDrawn, CityStands, DeckShuffled, GameEnded, TurnStarted, WaitingTaken
from engine.blue_moon_city.moves import Contribution, Movement, Offering, Reset, Special
from engine.blue_moon_city.scoring import city_stands, ending
from engine.blue_moon_city.state import State, building_under, hand_of, seat_of_turn
from engine.chance import shuffled
from engine.game import Event


def ask_movement(state: State, seat: int, steps: int, events: list[Event]) -> None:
    """BMC-3.1: continues the movement until the player ends it, or until there are no steps and no cards."""
    if steps or state.players[seat].hand:
        state.pending.append(Movement(seat, steps))
    else:
        ask_contribution(state, seat, 0, events)


def ask_contribution(state: State, seat: int, made: int, events: list[Event]) -> None:
    """BMC-3.2, BMC-3.5: asks for a contribution on a ruin or an offering on the courtyard, if the player has a free marker."""
    player = state.players[seat]
    building = building_under(state, seat)
    if player.markers and building.tile == "courtyard":
        state.pending.append(Offering(seat, False))
    elif player.markers and player.hand and not building.rebuilt:
        state.pending.append(Contribution(seat, made))
    else:
        ask_special(state, seat, events)


def has_special(state: State, seat: int) -> bool:
    """BMC-3.6: returns whether the tile under the miniature has an action that can have an effect."""
    match TILES[building_under(state, seat).tile].special:
        case "main_hall":
            return True
        case "hospital":
            return bool(state.deck or state.discards)
        case "golden_shrine":
            return state.players[seat].markers > 0
        case _:
            return False


def ask_special(state: State, seat: int, events: list[Event]) -> None:
    """BMC-3.6: asks for the action of a special building, after the contributions and before the reset."""
    if has_special(state, seat):
        state.pending.append(Special(seat))
    else:
        ask_reset(state, seat, 0, events)


def ask_reset(state: State, seat: int, discarded: int, events: list[Event]) -> None:
    """BMC-3.7: asks for up to two discards, then draws."""
    if discarded < DISCARDS_MOST and state.players[seat].hand:
        state.pending.append(Reset(seat, discarded))
    else:
        reset(state, seat, discarded, events)


def reset(state: State, seat: int, discarded: int, events: list[Event]) -> None:
    """BMC-3.7: draws two cards more than were discarded, then ends the turn."""
    draw_to_hand(state, seat, discarded + CONSTANTS.reset_draw_extra, events)
    _end_turn(state, seat, events)


def draw_to_hand(state: State, seat: int, count: int, events: list[Event]) -> None:
    """Draws cards, which only the seat sees."""
    cards = draw(state, count, events)
    if cards:
        _into_hand(state, seat, cards)
        events.append(CardsDrawn(seat, tuple(cards)))


def draw(state: State, count: int, events: list[Event]) -> list[Card | None]:
    """BMC-3.7: returns the cards drawn; the discards replace an empty deck at once, and fewer are drawn if both are empty."""
    drawn: list[Card | None] = []
    while len(drawn) < count and (state.deck or state.discards):
        _renew_deck(state, events)
        drawn.append(state.deck.pop())
    _renew_deck(state, events)
    return drawn


def _renew_deck(state: State, events: list[Event]) -> None:
    if not state.deck and state.discards:
        state.deck = [*shuffled(state.discards, state.seed or 0, "reshuffle", state.shuffles)]
        state.discards.clear()
        state.shuffles += 1
        events.append(DeckShuffled(len(state.deck)))


def _into_hand(state: State, seat: int, cards: list[Card | None]) -> None:
    hand = state.players[seat].hand
    hand += cards
    hand_of(state, seat).sort()


def _end_turn(state: State, seat: int, events: list[Event]) -> None:
    """BMC-3.7, BMC-4.2: players take their waiting bonus cards clockwise; then the next seat's turn begins."""
    seats = len(state.players)
    for other in (*range(seat, seats), *range(seat)):
        waiting = state.players[other].waiting
        if waiting:
            events.append(WaitingTaken(other, tuple(waiting)))
            _into_hand(state, other, waiting)
            waiting.clear()
    state.turn += 1
    if not end_game(state, events):
        seat = seat_of_turn(state)
        events.append(TurnStarted(seat, state.turn // seats + 1))
        state.pending.append(Movement(seat, CONSTANTS.base_movement))


def end_game(state: State, events: list[Event]) -> bool:
    """BMC-6: returns whether the game is over; if so, no decision is pending."""
    reason = ending(state)
    if reason is None:
        return False
    state.pending.clear()
    events.append(GameEnded(reason))
    return True


def marker_placed(state: State, events: list[Event]) -> bool:
    """Returns whether the marker just placed ended the game (BMC-6); if the city is rebuilt and it did not, one player can pay."""
    if end_game(state, events):
        return True
    if city_stands(state):
        events.append(CityStands())
    return False
