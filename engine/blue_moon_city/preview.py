"""What a player should know before making a move."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from engine.blue_moon_city.content import BY_SEATS, COLORS, CONSTANTS, DRAGON_OF, VALUE_OF, TileId
from engine.blue_moon_city.moves import (
    EXTRA_STEPS,
    MOVES,
    AnyMove,
    CallDragon,
    Contribute,
    Contribution,
    DeclineSpecial,
    Draw,
    EndContribution,
    EndMovement,
    EndOfferings,
    Fly,
    Hurry,
    Laid,
    LayCard,
    LayPair,
    Movement,
    Offer,
    OfferAgain,
    Pay,
    Payment,
    Reset,
    Step,
    TurnCard,
    UseGoldenShrine,
    UseHospital,
    UseMainHall,
)
from engine.blue_moon_city.native import conversion
from engine.blue_moon_city.native.groups import total
from engine.blue_moon_city.native.moves import Laying
from engine.blue_moon_city.native.position import BlueMoonCityPosition
from engine.blue_moon_city.rules.offering import HOSPITAL_CARDS
from engine.blue_moon_city.rules.rebuilding import building_gains, scale_payments
from engine.blue_moon_city.state import Building, State, price
from engine.game import Preview


class PlacePreview(Preview, frozen=True, kw_only=True):
    """The tile to which a figure goes: whether it is a ruin, its free spaces, and the dragons on it after the move."""

    tile: TileId
    ruin: bool
    free: int
    dragons: int


class StepsPreview(Preview, frozen=True, kw_only=True):
    """The steps that are left after the move."""

    steps: int


class GainsPreview(Preview, frozen=True, kw_only=True):
    """What a contribution gains for the player who makes it.

    `dragon_scales` come from dragons (BMC-3.4). If the contribution `completes` the building, `majority` says whether the player has the
    majority, and `crystals`, `scales` and `cards` are the bonuses of the building and of its neighbours (BMC-4.1). `majority` is also said
    of an incomplete building, for its markers so far. `scoring` are the crystals from a scoring of the scales (BMC-5.1).
    """

    completes: bool
    majority: bool
    dragon_scales: int
    crystals: int
    scales: int
    cards: int
    scoring: int


class ContributePreview(GainsPreview, frozen=True, kw_only=True):
    """A contribution before it is paid: the number of the space, and whether cards of the colour alone can pay it."""

    value: int
    payable: Literal["color", "wild"]


class LayPreview(Preview, frozen=True, kw_only=True):
    """The value laid after the move, and what is still missing."""

    worth: int
    needed: int


class PayPreview(GainsPreview, frozen=True, kw_only=True):
    """A contribution when it is paid; the value `overpaid` is lost."""

    overpaid: int


class OfferPreview(Preview, frozen=True, kw_only=True):
    """The price of an offering in crystals, the crystals that are left, and whether the offering wins the game (BMC-6.1)."""

    price: int
    crystals: int
    wins: bool


class DrawPreview(Preview, frozen=True, kw_only=True):
    """The number of cards that are drawn."""

    cards: int


PREVIEW_TYPES: Mapping[type[AnyMove], type[Preview]] = {
    **dict.fromkeys(MOVES, Preview),
    **dict.fromkeys((Step, CallDragon, Fly, UseMainHall), PlacePreview),
    Hurry: StepsPreview,
    Contribute: ContributePreview,
    **dict.fromkeys((LayCard, LayPair, TurnCard), LayPreview),
    Pay: PayPreview,
    **dict.fromkeys((Offer, OfferAgain, UseGoldenShrine), OfferPreview),
    **dict.fromkeys((UseHospital, Draw), DrawPreview),
}
"""The preview of each type of move."""

PLAIN = Preview()
PASS = Preview(is_pass=True)


def previews(state: State, moves: list[AnyMove]) -> list[Preview]:
    """Returns the previews of legal moves; a turn ends with the draw, or with a marker that ends the game."""
    if any(isinstance(move, Contribute | Pay) for move in moves):
        position = conversion.read_state(state)
        return [_gaining(state, position, move) or _preview(state, move) for move in moves]
    return [_preview(state, move) for move in moves]


def _gaining(state: State, position: BlueMoonCityPosition, move: AnyMove) -> Preview | None:
    """Returns the preview of a move that places a marker on a building; None if it does not."""
    match move:
        case Contribute():
            return _contribution(state, position, move)
        case Pay():
            return _payment(state, position)
        case _:
            return None


def _preview(state: State, move: AnyMove) -> Preview:
    match move:
        case Step(cell=cell) | Fly(cell=cell) | UseMainHall(cell=cell):
            return _place(state.city[cell], state.dragons.count(cell))
        case CallDragon(card=card, cell=cell):
            others = [place for dragon, place in enumerate(state.dragons) if dragon != DRAGON_OF[card]]
            return _place(state.city[cell], others.count(cell) + 1)
        case LayCard() | LayPair() | TurnCard():
            return _laying(state, move)
        case Offer() | UseGoldenShrine():
            return _offering(state, price(state))
        case OfferAgain(card=card):
            return _offering(state, price(state) + VALUE_OF[card])
        case EndMovement() | EndContribution() | EndOfferings() | DeclineSpecial():
            return PASS
        case _:
            return _other(state, move)


def _other(state: State, move: AnyMove) -> Preview:
    """Returns the preview of a Flit of value 2, of a discard, or of cards to be drawn (BMC-3.1, BMC-3.6, BMC-3.7)."""
    decision, left = state.pending[-1], len(state.deck) + len(state.discards)
    match move:
        case Hurry() if isinstance(decision, Movement):
            return StepsPreview(steps=decision.steps + EXTRA_STEPS)
        case UseHospital():
            return DrawPreview(cards=min(left, HOSPITAL_CARDS))
        case Draw() if isinstance(decision, Reset):
            return DrawPreview(ends_turn=True, cards=min(left, decision.discarded + CONSTANTS.reset_draw_extra))
        case _:
            return PLAIN


@lru_cache(maxsize=4096)
def _place(building: Building, dragons: int) -> PlacePreview:
    return PlacePreview(tile=building.tile, ruin=not building.rebuilt, free=building.markers.count(None), dragons=dragons)


def _contribution(state: State, position: BlueMoonCityPosition, move: Contribute) -> ContributePreview:
    """BMC-3.2: what a contribution costs, and what it will gain."""
    decision = state.pending[-1]
    made = decision.made if isinstance(decision, Contribution) else 0
    seat = decision.seat
    value = position.building_under(seat).tile.values[move.space]
    own = total(position.players[seat].hand.groups()[COLORS.index(move.color)])
    gains = _gains(position, seat, move.space, made == 0)
    return ContributePreview(value=value, payable="color" if own >= value else "wild", **gains)


def _laying(state: State, move: Laid) -> Preview:
    """BMC-3.3: the value laid; the last card of a hand completes the payment."""
    decision, step = state.pending[-1], conversion.MOVES[move]
    assert isinstance(decision, Payment) and isinstance(step, Laying)
    completes = len(step.cards) == len(state.players[decision.seat].hand)
    return LayPreview(
        ends_turn=completes and _ends_without_markers(state, decision),
        worth=decision.worth + step.worth,
        needed=max(0, decision.needed - step.worth),
    )


def _payment(state: State, position: BlueMoonCityPosition) -> PayPreview:
    decision, below = state.pending[-1], state.pending[0]
    assert isinstance(decision, Payment) and isinstance(below, Contribution)
    value = position.building_under(decision.seat).tile.values[decision.space]
    gains = _gains(position, decision.seat, decision.space, below.made == 0)
    return PayPreview(ends_turn=_ends_without_markers(state, decision), overpaid=decision.worth - value, **gains)


def _gains(position: BlueMoonCityPosition, seat: int, space: int, first: bool) -> dict[str, Any]:
    """Returns the members of a GainsPreview for a marker on this space of the building under the miniature."""
    cell = position.players[seat].miniature
    building = position.city.with_marker(cell, space, seat).buildings[cell]
    gains = building_gains(position, seat, cell, building) if building.is_complete() else []
    own = [gain.bonus for gain in gains if gain.seat == seat]
    dragons = position.dragons_on(cell) if first else 0
    held = [player.scales for player in position.players]
    held[seat] += dragons
    for gain in gains:
        held[gain.seat] += gain.bonus.scales
    scored = sum(held) >= position.setup.table.scales
    return {
        "completes": building.is_complete(),
        "majority": building.leader == seat,
        "dragon_scales": dragons,
        "crystals": sum([bonus.crystals for bonus in own]),
        "scales": sum([bonus.scales for bonus in own]),
        "cards": sum([bonus.cards for bonus in own]),
        "scoring": scale_payments(held)[seat] if scored else 0,
    }


def _ends_without_markers(state: State, decision: Payment) -> bool:
    """BMC-6.3: returns whether the marker that completes this payment is the last free one of all, on a building that stays a ruin."""
    building = state.city[state.players[decision.seat].miniature]
    return building.markers.count(None) > 1 and sum([player.markers for player in state.players]) == 1


def _offering(state: State, cost: int) -> OfferPreview:
    seat = state.pending[-1].seat
    wins = state.obelisk.count(seat) + 1 >= BY_SEATS[len(state.players)].offerings_to_win
    draws = sum([player.markers for player in state.players]) == 1  # BMC-6.3
    left = (state.players[seat].crystals or 0) - cost
    return OfferPreview(ends_turn=wins or draws, price=cost, crystals=left, wins=wins)
