"""Offerings to the obelisk, and the special buildings (BMC-3.5, BMC-3.6)."""

from __future__ import annotations

from typing import Final

from engine.blue_moon_city.events import MiniatureMoved, Offered, SpecialUsed
from engine.blue_moon_city.native.decisions import Offering, Special
from engine.blue_moon_city.native.moves import (
    DECLINE_SPECIAL,
    END_OFFERINGS,
    LOW_PILLARS,
    OFFER,
    OFFER_AGAIN,
    USE_GOLDEN_SHRINE,
    USE_HOSPITAL,
    USE_MAIN_HALL,
)
from engine.blue_moon_city.native.pieces import HOSPITAL, MAIN_HALL, Card
from engine.blue_moon_city.native.position import BlueMoonCityPosition
from engine.blue_moon_city.rules.movement import discard_for_power
from engine.blue_moon_city.rules.turn import ask_reset, draw_to_hand, marker_ends_game, may_offer_again
from engine.blue_moon_city.scoring import price
from engine.game import Event
from engine.native import Move

HOSPITAL_CARDS: Final = 2


def legal_offerings(position: BlueMoonCityPosition, decision: Offering) -> list[Move]:
    """Returns one offering at the printed price; after it one more per Pillar, at its value above the printed price."""
    if not decision.made:
        return [OFFER, END_OFFERINGS]
    player, cost = position.players[decision.seat], price(position)
    moves: list[Move] = []
    for at, card in enumerate(LOW_PILLARS):
        if player.hand.has(card) and player.crystals >= cost + card.value:
            moves.append(OFFER_AGAIN[at])
    moves.append(END_OFFERINGS)
    return moves


def offer(position: BlueMoonCityPosition, seat: int, events: list[Event] | None) -> None:
    """Makes the regular offering of a turn."""
    _place_offering(position, seat, price(position), events)


def offer_again(position: BlueMoonCityPosition, seat: int, card: Card, events: list[Event] | None) -> None:
    """Makes one more offering with the power of a Pillar."""
    discard_for_power(position, seat, card, events)
    _place_offering(position, seat, price(position) + card.value, events)


def _place_offering(position: BlueMoonCityPosition, seat: int, cost: int, events: list[Event] | None) -> None:
    """Makes an offering; a Pillar may allow another if the player has markers, cards and crystals."""
    if _offering_ends_game(position, seat, cost, events):
        return
    if may_offer_again(position, seat):
        position.pending.append(Offering(seat, True))
    else:
        ask_reset(position, seat, 0)


def _offering_ends_game(position: BlueMoonCityPosition, seat: int, cost: int, events: list[Event] | None) -> bool:
    """Pays crystals and places a marker on the obelisk; returns whether this ended the game (BMC-6.1, BMC-6.3)."""
    player = position.players[seat]
    player.crystals -= cost
    player.markers -= 1
    player.offerings += 1
    position.obelisk = [*position.obelisk, seat]
    position.quiet_since = position.turn
    if events is not None:
        events.append(Offered(seat, len(position.obelisk) - 1, cost))
    return marker_ends_game(position, events)


def legal_specials(position: BlueMoonCityPosition, decision: Special) -> list[Move]:
    """BMC-3.6: returns the action of the special building, and declining it."""
    special = position.building_under(decision.seat).tile.special
    if special == MAIN_HALL:
        here = position.players[decision.seat].miniature
        moves = [USE_MAIN_HALL[cell] for cell in range(position.city.layout.size) if cell != here]
        moves.append(DECLINE_SPECIAL)
        return moves
    return [USE_HOSPITAL if special == HOSPITAL else USE_GOLDEN_SHRINE, DECLINE_SPECIAL]


def use_main_hall(position: BlueMoonCityPosition, seat: int, cell: int, events: list[Event] | None) -> None:
    """Moves the miniature to any tile, where it has no further action in this turn."""
    _use_special(position, seat, events)
    position.players[seat].miniature = cell
    if events is not None:
        events.append(MiniatureMoved(seat, cell))
    ask_reset(position, seat, 0)


def use_hospital(position: BlueMoonCityPosition, seat: int, events: list[Event] | None) -> None:
    """Draws two cards before the reset."""
    _use_special(position, seat, events)
    draw_to_hand(position, seat, HOSPITAL_CARDS, "hospital", events)
    ask_reset(position, seat, 0)


def use_golden_shrine(position: BlueMoonCityPosition, seat: int, events: list[Event] | None) -> None:
    """Makes one offering at the printed price; Pillars have no effect here."""
    _use_special(position, seat, events)
    if not _offering_ends_game(position, seat, price(position), events):
        ask_reset(position, seat, 0)


def _use_special(position: BlueMoonCityPosition, seat: int, events: list[Event] | None) -> None:
    if events is not None:
        events.append(SpecialUsed(seat, position.players[seat].miniature, position.building_under(seat).tile.name))
