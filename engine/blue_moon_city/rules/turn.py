"""The order of a turn (BMC-3): what is asked next, drawing, and how turns and the game end.

A question is put whenever the open facts leave something to do, even if the hand or the crystals do not: silence must tell nobody anything.
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
    """BMC-3.1: until the player ends it; without steps and cards nothing is left to ask."""
    if steps or state.players[seat].hand:
        state.pending.append(Movement(seat, steps))
    else:
        ask_contribution(state, seat, 0, events)


def ask_contribution(state: State, seat: int, made: int, events: list[Event]) -> None:
    """BMC-3.2, BMC-3.5: a contribution on a ruin, an offering on the courtyard, for those with a free marker."""
    player = state.players[seat]
    building = building_under(state, seat)
    if player.markers and building.tile == "courtyard":
        state.pending.append(Offering(seat, False))
    elif player.markers and player.hand and not building.rebuilt:
        state.pending.append(Contribution(seat, made))
    else:
        ask_special(state, seat, events)


def has_special(state: State, seat: int) -> bool:
    """BMC-3.6: whether the tile under the miniature offers an action that can be of use."""
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
    """BMC-3.6: after the contributions, before the reset."""
    if has_special(state, seat):
        state.pending.append(Special(seat))
    else:
        ask_reset(state, seat, 0, events)


def ask_reset(state: State, seat: int, discarded: int, events: list[Event]) -> None:
    """BMC-3.7: up to two cards may go, then the draw cannot be avoided."""
    if discarded < DISCARDS_MOST and state.players[seat].hand:
        state.pending.append(Reset(seat, discarded))
    else:
        reset(state, seat, discarded, events)


def reset(state: State, seat: int, discarded: int, events: list[Event]) -> None:
    """BMC-3.7: two cards more than were discarded; then the turn is over."""
    draw_to_hand(state, seat, discarded + CONSTANTS.reset_draw_extra, events)
    _end_turn(state, seat, events)


def draw_to_hand(state: State, seat: int, count: int, events: list[Event]) -> None:
    """The seat draws cards, which it alone sees."""
    cards = draw(state, count, events)
    if cards:
        _into_hand(state, seat, cards)
        events.append(CardsDrawn(seat, tuple(cards)))


def draw(state: State, count: int, events: list[Event]) -> list[Card | None]:
    """BMC-3.7: an empty deck is made anew from the discards at once, also in mid-draw; with both empty there is nothing more."""
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
    """BMC-3.7, BMC-4.2: bonus cards in waiting join their owners' hands, clockwise; the next seat plays."""
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
    """BMC-6: leaves nothing pending if the game is over, and says so."""
    reason = ending(state)
    if reason is None:
        return False
    state.pending.clear()
    events.append(GameEnded(reason))
    return True


def marker_placed(state: State, events: list[Event]) -> bool:
    """Whether the marker just placed ended the game (BMC-6); if the city stands and it did not, all learn that somebody can pay."""
    if end_game(state, events):
        return True
    if city_stands(state):
        events.append(CityStands())
    return False
