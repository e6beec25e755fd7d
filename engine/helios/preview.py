"""What a player should know before making a move; it is listed with the move."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from engine.game import Preview
from engine.helios.content import BOX, COLOR_INDEX, COLORS, Color
from engine.helios.moves import (
    MOVES,
    ActivateCharacter,
    AnyMove,
    BuildBuilding,
    BuildTemple,
    BuyCharacter,
    LayDrawn,
    LayTile,
    MoveSun,
    PayCube,
    PlaceTemple,
    TakeAction,
    TradeMana,
)
from engine.helios.native import moves as native
from engine.helios.native.bags import count
from engine.helios.native.conversion import read_state
from engine.helios.native.decisions import DrawnLands, Payment
from engine.helios.native.fields import CUBE_FIELDS, MANA_FIELDS, has
from engine.helios.native.pieces import BAZAAR, Building, Character
from engine.helios.native.position import Player, Position
from engine.helios.rules.building import temple_price
from engine.helios.rules.laying import offers_bonus_cube
from engine.helios.rules.paying import price, rest_after
from engine.helios.rules.play import ends_turn
from engine.helios.rules.sun_action import lands_gaining_cubes, lit_temples, temple_points, way_of
from engine.helios.scoring import character_points, edge_fields_gained
from engine.helios.state import State

Required = tuple[tuple[Color, ...], ...]


class Light(msgspec.Struct, frozen=True):
    """The gain of one lit tile: points for a temple (`vp`), a cube, or a cube if the player chooses this tile."""

    field: int
    gains: Literal["vp", "cube", "cube_if_chosen"]
    points: int | UnsetType = UNSET
    color: Color | UnsetType = UNSET


class SunPreview(Preview, frozen=True):
    """A sun move: the fields that the sun enters, the points of a complete orbit, and the gain of each lit tile."""

    orbit: bool
    orbit_points: int
    path: tuple[int, ...]
    lights: tuple[Light, ...]


class ActionPreview(Preview, frozen=True):
    """Taking an action tile: the number of tiles then under the slot, and whether they earn a bonus action (HEL-4.2)."""

    tiles_under_slot: int
    earns_bonus_action: bool


class LayingPreview(Preview, frozen=True):
    """Laying a tile: the cube that comes with it, whether the field gives a bonus cube, the mana gained, and the edge bonus fields that no
    other tile of the player touches.
    """

    cube: Color | None
    bonus_cube: bool
    mana: int
    edge_fields: tuple[int, ...]


class PricePreview(Preview, frozen=True):
    """What a temple, a city building or an activation costs, and what it brings.

    `required` lists the coloured cubes to pay, each as the colours that are accepted; `any` is the number of cubes of any colour. The price
    includes two cubes for each of the `replaced` coloured cubes that the player does not own (HEL-4.7). `mana`, `track` and `bonus_cubes`
    are gained at once; `points` are counted at the end: for a character, what it would count now.
    """

    required: Required
    any: int
    replaced: int
    mana: int
    track: int
    bonus_cubes: int
    points: int


class PaymentPreview(Preview, frozen=True):
    """Paying a cube: the coloured cubes and the number of cubes of any colour that then remain to be paid."""

    required: Required
    any: int


class TemplePreview(Preview, frozen=True):
    """Placing a temple: the cubes on the tile that return to the supply, and the mana gained."""

    cubes_returned: tuple[Color, ...]
    mana: int


class PurchasePreview(Preview, frozen=True):
    """Buying a character: its price in mana, and the points that it would count now if it were activated."""

    mana: int
    points: int


class TradePreview(Preview, frozen=True):
    """Trading mana: the points scored."""

    points: int


PREVIEW_TYPES: Mapping[type[AnyMove], type[Preview]] = {
    **dict.fromkeys(MOVES, Preview),
    MoveSun: SunPreview,
    TakeAction: ActionPreview,
    LayTile: LayingPreview,
    LayDrawn: LayingPreview,
    BuildTemple: PricePreview,
    BuildBuilding: PricePreview,
    ActivateCharacter: PricePreview,
    PayCube: PaymentPreview,
    PlaceTemple: TemplePreview,
    BuyCharacter: PurchasePreview,
    TradeMana: TradePreview,
}
"""The preview of each type of move."""


def previews(state: State, moves: list[AnyMove]) -> list[Preview]:
    """Returns the previews of legal moves; they use only what the acting seat may see."""
    position = read_state(state)
    return [_preview(position, native.MOVES[move]) for move in moves]


def _preview(position: Position, move: native.Move) -> Preview:
    decision = position.pending[-1]
    player = position.players[decision.seat]
    match move:
        case native.LayTile():
            return _laying_preview(position, player, move)
        case native.MoveSun():
            return _sun_preview(position, player, move)
    ends = ends_turn(position, move)
    match move, decision:
        case native.TakeAction(), _:
            tiles = len(player.slots[move.slot]) + 1
            return ActionPreview(ends_turn=ends, tiles_under_slot=tiles, earns_bonus_action=tiles == BOX.tiles_for_bonus)
        case native.LayDrawn(), DrawnLands():
            land = decision.lands[move.drawn]
            return _laid(player.land.taken, move.field, land.land if land.cube else None, ends, position.mana)
        case native.PayCube(), Payment():
            rest = rest_after(decision, move.color)
            return PaymentPreview(ends_turn=ends, required=_names(rest), any=rest.any)
        case native.PlaceTemple(), _:
            mana = min(player.land.count_temples() + 1, position.mana)
            return TemplePreview(ends_turn=ends, cubes_returned=player.land.tile(move.field).record.cubes, mana=mana)
        case native.TradeMana(), _:
            return TradePreview(ends_turn=ends, is_pass=move.mana == 0, points=move.mana * BAZAAR.amount)
        case native.BuyCharacter(), _:
            return PurchasePreview(ends_turn=ends, mana=move.character.price, points=character_points(player, move.character))
        case ((native.BuildTemple() | native.BuildBuilding() | native.ActivateCharacter()), _):
            return _price_preview(position, player, move, ends)
        case _:
            return Preview(ends_turn=ends, is_pass=isinstance(move, native.Decline | native.Pass))


def _laying_preview(position: Position, player: Player, move: native.LayTile) -> LayingPreview:
    """Returns the preview of a tile from the display; the lists of these moves are long, so nothing is tried out."""
    land = position.face_up[move.source] if move.source <= native.ADDITIONAL else None
    ends = len(position.pending) == 1 and not offers_bonus_cube(position, move.field, COLOR_INDEX[land.land] if land else -1)
    return _laid(player.land.taken, move.field, land.land if land and land.cube else None, ends, position.mana)


@lru_cache(maxsize=4096)
def _laid(taken: int, field: int, cube: Color | None, ends: bool, supply: int) -> LayingPreview:
    return LayingPreview(
        ends_turn=ends,
        cube=cube,
        bonus_cube=has(CUBE_FIELDS, field),
        mana=min(BOX.gains.mana_field, supply) if has(MANA_FIELDS, field) else 0,
        edge_fields=edge_fields_gained(taken, field),
    )


def _sun_preview(position: Position, player: Player, move: native.MoveSun) -> SunPreview:
    lights = [Light(field, "vp", points=temple_points(player, field)) for field in lit_temples(player, move.field)]
    ends = len(position.pending) == 1
    for lands in lands_gaining_cubes(player, move.field):
        left = count(position.cubes, lands.color)
        if left:
            scarce = left < len(lands.fields)
            ends = ends and not scarce
            lights += [Light(field, "cube_if_chosen" if scarce else "cube", color=COLORS[lands.color]) for field in lands.fields]
    points = player.city.orbit_points if move.orbit else 0
    return SunPreview(ends_turn=ends, orbit=move.orbit, orbit_points=points, path=way_of(player, move).path, lights=tuple(lights))


def _names(payment: Payment) -> Required:
    return tuple([choice.names for choice in payment.required])


def _price_preview(
    position: Position, player: Player, move: native.BuildTemple | native.BuildBuilding | native.ActivateCharacter, ends: bool
) -> PricePreview:
    match move:
        case native.BuildTemple():
            mana = min(player.land.count_temples() + 1, position.mana)
            return PricePreview(
                ends_turn=ends, required=(), any=temple_price(player), replaced=0, mana=mana, track=0, bonus_cubes=0, points=0
            )
        case native.BuildBuilding():
            item: Building | Character = move.building
            cubes, points = 0, move.building.points
        case native.ActivateCharacter():
            item, cubes = move.character, move.character.cubes
            points = character_points(player, move.character)
    payment = price(0, item, player.land.cube_colors())
    return PricePreview(
        ends_turn=ends,
        required=_names(payment),
        any=payment.any,
        replaced=len(item.cost) - len(payment.required),
        mana=min(item.mana, position.mana),
        track=item.track,
        bonus_cubes=cubes,
        points=points,
    )
