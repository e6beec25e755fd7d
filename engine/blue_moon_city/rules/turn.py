"""The order of a turn (BMC-3): the next decision, drawing, and the end of the turn and of the game.

A decision arises whenever it has more than one answer, and whenever skipping it would reveal something about a hand. Numbers of cards are
public, and so is every gain and payment of crystals.
"""

from __future__ import annotations

from typing import Final, Literal

from engine.blue_moon_city.content import CONSTANTS
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
from engine.blue_moon_city.native.decisions import Contribution, Movement, Offering, Reset, Special
from engine.blue_moon_city.native.pieces import COURTYARD, GOLDEN_SHRINE, HOSPITAL, MAIN_HALL, Card
from engine.blue_moon_city.native.position import BlueMoonCityPosition
from engine.blue_moon_city.scoring import ending_at_once, ending_between_turns, price
from engine.chance import shuffled
from engine.game import Event

CHEAPEST_PILLAR: Final = 1
"""A further offering costs at least this many crystals above the printed price (BMC-3.5)."""

STEPS: Final[int] = CONSTANTS.base_movement
DRAWN: Final[int] = CONSTANTS.reset_draw_extra


def ask_movement(position: BlueMoonCityPosition, seat: int, steps: int) -> None:
    """BMC-3.1: continues the movement until the player ends it, or until there are no steps and no cards."""
    if steps or position.players[seat].hand.size:
        position.pending.append(Movement(seat, steps))
    else:
        ask_contribution(position, seat, 0)


def ask_contribution(position: BlueMoonCityPosition, seat: int, made: int) -> None:
    """BMC-3.2, BMC-3.5: asks for an offering on the courtyard or for a contribution on a ruin, if one can be made."""
    player = position.players[seat]
    building = position.building_under(seat)
    if building.tile.special == COURTYARD and can_offer(position, seat):
        position.pending.append(Offering(seat, False))
    elif player.markers and player.hand.size and not building.rebuilt:
        position.pending.append(Contribution(seat, made))
    else:
        ask_special(position, seat)


def can_offer(position: BlueMoonCityPosition, seat: int) -> bool:
    """BMC-3.5: returns whether the player has a marker and the crystals for the next space."""
    player = position.players[seat]
    return player.markers > 0 and player.crystals >= price(position)


def may_offer_again(position: BlueMoonCityPosition, seat: int) -> bool:
    """BMC-3.5: returns whether a Pillar would allow a further offering; whether the player has one is secret."""
    player = position.players[seat]
    return player.hand.size > 0 and player.markers > 0 and player.crystals >= price(position) + CHEAPEST_PILLAR


def has_special(position: BlueMoonCityPosition, seat: int) -> bool:
    """BMC-3.6: returns whether the tile under the miniature has an action that can have an effect."""
    special = position.building_under(seat).tile.special
    if special == HOSPITAL:
        return position.left > 0 or len(position.discards) > 0
    if special == GOLDEN_SHRINE:
        return can_offer(position, seat)
    return special == MAIN_HALL


def ask_special(position: BlueMoonCityPosition, seat: int) -> None:
    """BMC-3.6: asks for the action of a special building, after the contributions and before the reset."""
    if has_special(position, seat):
        position.pending.append(Special(seat))
    else:
        ask_reset(position, seat, 0)


def ask_reset(position: BlueMoonCityPosition, seat: int, discarded: int) -> None:
    """BMC-3.7: asks for discards; drawing, which cannot be undone, is a move of its own even if nothing else is possible."""
    position.pending.append(Reset(seat, discarded))


def reset(position: BlueMoonCityPosition, seat: int, discarded: int, events: list[Event] | None) -> None:
    """BMC-3.7: draws two cards more than were discarded, then ends the turn."""
    draw_to_hand(position, seat, discarded + DRAWN, "reset", events)
    _end_turn(position, seat, events)


def draw_to_hand(
    position: BlueMoonCityPosition, seat: int, count: int, reason: Literal["reset", "hospital"], events: list[Event] | None
) -> None:
    """Draws cards, which only the seat sees."""
    while count and can_draw(position, events):
        cards = draw(position, count)
        count -= len(cards)
        into_hand(position, seat, cards)
        if events is not None:
            events.append(CardsDrawn(seat, reason, names_of(cards)))
    can_draw(position, events)


def can_draw(position: BlueMoonCityPosition, events: list[Event] | None) -> bool:
    """BMC-3.7: returns whether there are cards in the deck; the discards replace an empty deck at once."""
    if not position.left and position.discards:
        cards: list[Card | None] = [*shuffled(position.discards, max(0, position.seed), "reshuffle", position.shuffles)]
        position.deck = cards
        position.left = len(cards)
        position.discards = []
        position.shuffles += 1
        if events is not None:
            events.append(DeckShuffled(position.left))
    return position.left > 0


def draw(position: BlueMoonCityPosition, count: int) -> list[Card | None]:
    """Draws this many cards from the deck, or as many as there are in it."""
    cards: list[Card | None] = []
    while count and position.left:
        position.left -= 1
        cards.append(position.deck[position.left])
        count -= 1
    return cards


def into_hand(position: BlueMoonCityPosition, seat: int, cards: list[Card | None]) -> None:
    """Adds cards to a hand, which stays sorted."""
    player = position.players[seat]
    player.hand = player.hand.together_with([card for card in cards if card is not None])


def names_of(cards: list[Card | None]) -> tuple[str | None, ...]:
    """Returns the sorted names of the cards, for events: in which order they lay is not known."""
    return tuple(sorted([card.name for card in cards if card is not None]))


def _end_turn(position: BlueMoonCityPosition, seat: int, events: list[Event] | None) -> None:
    """BMC-3.7, BMC-4.2: players take their waiting bonus cards clockwise; then the game ends, or the next seat's turn begins."""
    seats = len(position.players)
    for later in range(seats):
        other = (seat + later) % seats
        waiting = position.players[other].waiting
        if waiting:
            into_hand(position, other, waiting)
            position.players[other].waiting = []
            if events is not None:
                events.append(WaitingTaken(other, names_of(waiting)))
    position.turn += 1
    reason = ending_between_turns(position)
    if reason is None:
        _begin_turn(position, events)
    else:
        _end_game(position, reason, events)


def _begin_turn(position: BlueMoonCityPosition, events: list[Event] | None) -> None:
    seat = position.seat_of_turn()
    if events is not None:
        rounds, later = divmod(position.turn, len(position.players))
        if not later:
            events.append(RoundStarted(rounds + 1))
        events.append(TurnStarted(seat, rounds + 1))
    position.pending.append(Movement(seat, STEPS))


def _end_game(position: BlueMoonCityPosition, reason: Reason, events: list[Event] | None) -> None:
    """BMC-6.2: all crystals are shown, and the offerings are counted."""
    position.pending.clear()
    if events is not None:
        events.append(CrystalsShown(tuple([player.crystals for player in position.players])))
        for seat, player in enumerate(position.players):
            events.append(PointsCounted(seat, "offerings", player.offerings))
        events.append(GameEnded(reason))


def marker_ends_game(position: BlueMoonCityPosition, events: list[Event] | None) -> bool:
    """Returns whether the marker just placed ended the game (BMC-6.1, BMC-6.3)."""
    reason = ending_at_once(position)
    if reason is None:
        return False
    _end_game(position, reason, events)
    return True
