"""What a player should know before making a move; it is listed with the move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from engine.game import Preview
from engine.helios.content import BAZAAR, BOX, BUILDING, CHARACTER, COLOR_INDEX, CUBE_FIELDS, MANA_FIELDS, SLOTS, Color
from engine.helios.moves import (
    MOVES,
    ActivateCharacter,
    AnyMove,
    BuildBuilding,
    BuildTemple,
    BuyCharacter,
    Decline,
    DrawnLands,
    LayDrawn,
    LayTile,
    MoveSun,
    Pass,
    PayCube,
    Payment,
    PlaceTemple,
    TakeAction,
    TradeMana,
)
from engine.helios.rules.building import temple_price
from engine.helios.rules.laying import ADDITIONAL, SOURCES, offers_bonus_cube
from engine.helios.rules.paying import Required, cubes_of, price, rest_after
from engine.helios.rules.play import ends_turn
from engine.helios.rules.sun_action import lands_gaining_cubes, lit_temples, orbit_points, temple_points, way_of
from engine.helios.scoring import character_points, edge_fields_gained
from engine.helios.state import Player, State, land_of, temples_of


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


PREVIEWS: Mapping[type[AnyMove], type[Preview]] = {
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


def preview(state: State, move: AnyMove) -> Preview:
    """Returns the preview of a legal move; it uses only what the acting seat may see."""
    decision = state.pending[-1]
    player = state.players[decision.seat]
    match move:
        case LayTile():
            return _laying_preview(state, player, move)
        case MoveSun():
            return _sun_preview(state, player, move)
    ends = ends_turn(state, move)
    match move, decision:
        case TakeAction(), _:
            tiles = len(player.slots[SLOTS.index(move.slot)]) + 1
            return ActionPreview(ends_turn=ends, tiles_under_slot=tiles, earns_bonus_action=tiles == BOX.tiles_for_bonus)
        case LayDrawn(), DrawnLands():
            land = decision.lands[move.drawn]
            return _laid(player, move.field, land.land if land.cube else None, ends, state.mana)
        case PayCube(), Payment():
            rest = rest_after(decision, move.color)
            return PaymentPreview(ends_turn=ends, required=rest.required, any=rest.any)
        case PlaceTemple(), _:
            tile = player.tiles[move.field]
            mana = min(temples_of(player) + 1, state.mana)
            return TemplePreview(ends_turn=ends, cubes_returned=tile.cubes if tile else (), mana=mana)
        case TradeMana(), _:
            return TradePreview(ends_turn=ends, is_pass=move.mana == 0, points=move.mana * BUILDING[BAZAAR].amount)
        case BuyCharacter(), _:
            return PurchasePreview(ends_turn=ends, mana=CHARACTER[move.character].price, points=character_points(player, move.character))
        case ((BuildTemple() | BuildBuilding() | ActivateCharacter()), _):
            return _price_preview(state, player, move, ends)
        case _:
            return Preview(ends_turn=ends, is_pass=isinstance(move, Decline | Pass))


def _laying_preview(state: State, player: Player, move: LayTile) -> LayingPreview:
    """Returns the preview of a tile from the display; the lists of these moves are long, so nothing is tried out."""
    index = SOURCES.index(move.source)
    land = state.face_up[index] if index <= ADDITIONAL else None
    ends = len(state.pending) == 1 and not offers_bonus_cube(state, move.field, land.land if land else None)
    return _laid(player, move.field, land.land if land and land.cube else None, ends, state.mana)


def _laid(player: Player, field: int, cube: Color | None, ends: bool, supply: int) -> LayingPreview:
    return LayingPreview(
        ends_turn=ends,
        cube=cube,
        bonus_cube=bool(CUBE_FIELDS >> field & 1),
        mana=min(BOX.gains.mana_field, supply) if MANA_FIELDS >> field & 1 else 0,
        edge_fields=edge_fields_gained(land_of(player), field),
    )


def _sun_preview(state: State, player: Player, move: MoveSun) -> SunPreview:
    lights = [Light(field, "vp", points=temple_points(player, field)) for field in lit_temples(player, move.field)]
    ends = len(state.pending) == 1
    for color, fields in lands_gaining_cubes(player, move.field).items():
        left = state.cubes[COLOR_INDEX[color]]
        if left:
            scarce = left < len(fields)
            ends = ends and not scarce
            lights += [Light(field, "cube_if_chosen" if scarce else "cube", color=color) for field in fields]
    points = orbit_points(player) if move.orbit else 0
    return SunPreview(ends_turn=ends, orbit=move.orbit, orbit_points=points, path=way_of(player, move).path, lights=tuple(lights))


def _price_preview(state: State, player: Player, move: BuildTemple | BuildBuilding | ActivateCharacter, ends: bool) -> PricePreview:
    match move:
        case BuildTemple():
            mana = min(temples_of(player) + 1, state.mana)
            return PricePreview(
                ends_turn=ends, required=(), any=temple_price(player), replaced=0, mana=mana, track=0, bonus_cubes=0, points=0
            )
        case BuildBuilding():
            building = BUILDING[move.building]
            cost, any_, mana, track, cubes, points = building.cost, building.any, building.mana, building.track, 0, building.points
        case ActivateCharacter():
            character = CHARACTER[move.character]
            cost, any_, mana, track, cubes = character.cost, character.any, character.mana, character.track, character.cubes
            points = character_points(player, move.character)
    required, rest = price(cubes_of(player), cost, any_)
    return PricePreview(
        ends_turn=ends,
        required=required,
        any=rest,
        replaced=len(cost) - len(required),
        mana=min(mana, state.mana),
        track=track,
        bonus_cubes=cubes,
        points=points,
    )
