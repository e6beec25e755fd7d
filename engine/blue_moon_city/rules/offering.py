"""Offerings to the obelisk, and the special buildings (BMC-3.5, BMC-3.6)."""

from __future__ import annotations

from engine.blue_moon_city.content import CITIES, TILES, VALUE_OF
from engine.blue_moon_city.events import MiniatureMoved, Offered, SpecialUsed
from engine.blue_moon_city.moves import (
    AnyMove,
    DeclineSpecial,
    EndOfferings,
    Offer,
    OfferAgain,
    Offering,
    Special,
    UseGoldenShrine,
    UseHospital,
    UseMainHall,
)
from engine.blue_moon_city.rules.movement import discard_for_power
from engine.blue_moon_city.rules.turn import ask_reset, draw_to_hand, marker_ends_game, may_offer_again
from engine.blue_moon_city.scoring import price
from engine.blue_moon_city.state import State, building_under, crystals_of, hand_of
from engine.game import Event

OFFER = Offer()
OFFER_AGAIN = {card: OfferAgain(card) for card in ("pillar_1", "pillar_2")}
END_OFFERINGS = EndOfferings()
USE_HOSPITAL = UseHospital()
USE_GOLDEN_SHRINE = UseGoldenShrine()
DECLINE_SPECIAL = DeclineSpecial()
USE_MAIN_HALL = [
    [tuple(UseMainHall(to) for to in range(len(city.cells)) if to != cell) for cell in range(len(city.cells))] for city in CITIES
]
HOSPITAL_CARDS = 2


def legal_offerings(state: State, decision: Offering) -> list[AnyMove]:
    """Returns one offering at the printed price; after it one more per Pillar, at its value above the printed price."""
    crystals, cost = crystals_of(state, decision.seat), price(state)
    if not decision.made:
        return [OFFER, END_OFFERINGS]
    hand = hand_of(state, decision.seat)
    again: list[AnyMove] = [move for card, move in OFFER_AGAIN.items() if card in hand and crystals >= cost + VALUE_OF[card]]
    return [*again, END_OFFERINGS]


def offer(state: State, seat: int, events: list[Event]) -> None:
    """Makes the regular offering of a turn."""
    _place_offering(state, seat, price(state), events)


def offer_again(state: State, seat: int, card: str, events: list[Event]) -> None:
    """Makes one more offering with the power of a Pillar."""
    discard_for_power(state, seat, card, events)
    _place_offering(state, seat, price(state) + VALUE_OF[card], events)


def _place_offering(state: State, seat: int, cost: int, events: list[Event]) -> None:
    """Makes an offering; a Pillar may allow another if the player has markers, cards and crystals."""
    if _offering_ends_game(state, seat, cost, events):
        return
    if may_offer_again(state, seat):
        state.pending.append(Offering(seat, True))
    else:
        ask_reset(state, seat, 0)


def _offering_ends_game(state: State, seat: int, cost: int, events: list[Event]) -> bool:
    """Pays crystals and places a marker on the obelisk; returns whether this ended the game (BMC-6.1, BMC-6.3)."""
    player = state.players[seat]
    player.crystals = crystals_of(state, seat) - cost
    player.markers -= 1
    state.obelisk.append(seat)
    state.quiet_since = state.turn
    events.append(Offered(seat, len(state.obelisk) - 1, cost))
    return marker_ends_game(state, events)


def legal_specials(state: State, decision: Special) -> list[AnyMove]:
    """BMC-3.6: returns the action of the special building, and declining it."""
    match TILES[building_under(state, decision.seat).tile].special:
        case "main_hall":
            return [*USE_MAIN_HALL[state.options.expansion][state.players[decision.seat].miniature], DECLINE_SPECIAL]
        case "hospital":
            return [USE_HOSPITAL, DECLINE_SPECIAL]
        case _:
            return [USE_GOLDEN_SHRINE, DECLINE_SPECIAL]


def use_main_hall(state: State, seat: int, cell: int, events: list[Event]) -> None:
    """Moves the miniature to any tile, where it has no further action in this turn."""
    _use_special(state, seat, events)
    state.players[seat].miniature = cell
    events.append(MiniatureMoved(seat, cell))
    ask_reset(state, seat, 0)


def use_hospital(state: State, seat: int, events: list[Event]) -> None:
    """Draws two cards before the reset."""
    _use_special(state, seat, events)
    draw_to_hand(state, seat, HOSPITAL_CARDS, "hospital", events)
    ask_reset(state, seat, 0)


def use_golden_shrine(state: State, seat: int, events: list[Event]) -> None:
    """Makes one offering at the printed price; Pillars have no effect here."""
    _use_special(state, seat, events)
    if not _offering_ends_game(state, seat, price(state), events):
        ask_reset(state, seat, 0)


def _use_special(state: State, seat: int, events: list[Event]) -> None:
    cell = state.players[seat].miniature
    events.append(SpecialUsed(seat, cell, state.city[cell].tile))
