"""What a player should know before making a move."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from engine.blue_moon_city.content import BY_SEATS, COLOR_OF, COLORS, CONSTANTS, DRAGON_OF, TILES, VALUE_OF, TileId
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
from engine.blue_moon_city.rules.offering import HOSPITAL_CARDS
from engine.blue_moon_city.rules.paying import cards_of, worth_of
from engine.blue_moon_city.rules.rebuilding import building_gains, majority_of, scale_payments
from engine.blue_moon_city.scoring import price
from engine.blue_moon_city.state import Building, State, crystals_of, hand_of
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


PREVIEWS: Mapping[type[AnyMove], type[Preview]] = {
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


def preview(state: State, move: AnyMove) -> Preview:
    """Returns the preview of a legal move; a turn ends with the draw, or with a marker that ends the game."""
    match move:
        case Step(cell=cell) | Fly(cell=cell) | UseMainHall(cell=cell):
            return _place(state.city[cell], state.dragons.count(cell))
        case CallDragon(card=card, cell=cell):
            others = [place for dragon, place in enumerate(state.dragons) if dragon != DRAGON_OF[card]]
            return _place(state.city[cell], others.count(cell) + 1)
        case Contribute():
            return _contribution(state, move)
        case LayCard() | LayPair() | TurnCard():
            return _laying(state, move)
        case Pay():
            return _payment(state)
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


def _contribution(state: State, move: Contribute) -> ContributePreview:
    """BMC-3.2: what a contribution costs, and what it will gain."""
    decision = state.pending[-1]
    made = decision.made if isinstance(decision, Contribution) else 0
    seat = decision.seat
    value = TILES[state.city[state.players[seat].miniature].tile].spaces[move.space].value
    color = COLORS.index(move.color)
    own = sum([VALUE_OF[card] for card in hand_of(state, seat) if COLOR_OF[card] == color])
    gains = _gains(state, seat, move.space, made == 0)
    return ContributePreview(value=value, payable="color" if own >= value else "wild", **gains)


def _laying(state: State, move: LayCard | LayPair | TurnCard) -> Preview:
    """BMC-3.3: the value laid; the last card of a hand completes the payment."""
    decision = state.pending[-1]
    assert isinstance(decision, Payment)
    gained = worth_of(move)
    completes = len(cards_of(move)) == len(state.players[decision.seat].hand)
    return LayPreview(
        ends_turn=completes and _ends_without_markers(state, decision),
        worth=decision.worth + gained,
        needed=max(0, decision.needed - gained),
    )


def _payment(state: State) -> PayPreview:
    decision, below = state.pending[-1], state.pending[0]
    assert isinstance(decision, Payment) and isinstance(below, Contribution)
    value = TILES[state.city[state.players[decision.seat].miniature].tile].spaces[decision.space].value
    gains = _gains(state, decision.seat, decision.space, below.made == 0)
    return PayPreview(ends_turn=_ends_without_markers(state, decision), overpaid=decision.worth - value, **gains)


def _gains(state: State, seat: int, space: int, first: bool) -> dict[str, Any]:
    """Returns the members of a GainsPreview for a marker on this space of the building under the miniature."""
    cell = state.players[seat].miniature
    building = state.city[cell]
    markers = (*building.markers[:space], seat, *building.markers[space + 1 :])
    completes = None not in markers
    gains = building_gains(state, seat, cell, markers) if completes else []
    own = [bonus for other, _, _, bonus in gains if other == seat]
    dragons = state.dragons.count(cell) if first else 0
    held = [player.scales for player in state.players]
    held[seat] += dragons
    for other, _, _, bonus in gains:
        held[other] += bonus.scales
    scored = sum(held) >= BY_SEATS[len(held)].scales
    return {
        "completes": completes,
        "majority": majority_of(markers) == seat,
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
    return OfferPreview(ends_turn=wins or draws, price=cost, crystals=crystals_of(state, seat) - cost, wins=wins)
