"""Gains from the general supply and payments to it (HEL-1.2)."""

from __future__ import annotations

from engine.game import Event
from engine.helios.content import BOX, COLOR_INDEX, SUN_SYMBOL, Building, Character, Color
from engine.helios.events import (
    CubeGained,
    CubePaid,
    CubeReason,
    ManaGained,
    ManaPaid,
    ManaReason,
    PointsReason,
    PointsScored,
    TrackAdvanced,
)
from engine.helios.moves import Purpose
from engine.helios.state import State, Tile


def gain_mana(state: State, seat: int, mana: int, reason: ManaReason, source: Building | Character | None, events: list[Event]) -> None:
    """Gains mana, at most what the supply has."""
    mana = min(mana, state.mana)
    if mana:
        state.mana -= mana
        state.players[seat].mana += mana
        events.append(ManaGained(seat, mana, reason, source))


def pay_mana(state: State, seat: int, mana: int, source: Building | Character, events: list[Event]) -> None:
    """Pays mana to the supply."""
    if mana:
        state.mana += mana
        state.players[seat].mana -= mana
        events.append(ManaPaid(seat, mana, source))


def gain_cube(state: State, seat: int, color: Color, field: int, reason: CubeReason, events: list[Event]) -> None:
    """Gains a cube on a tile that has room for it."""
    tiles = state.players[seat].tiles
    tile = tiles[field]
    assert tile is not None
    state.cubes[COLOR_INDEX[color]] -= 1
    tiles[field] = Tile(tile.tile, (*tile.cubes, color), tile.temple)
    events.append(CubeGained(seat, color, field, reason))


def pay_cube(state: State, seat: int, color: Color, field: int, purpose: Purpose, events: list[Event]) -> None:
    """Pays a cube from a tile to the supply."""
    return_cube(state, seat, color, field)
    events.append(CubePaid(seat, color, field, purpose))


def return_cube(state: State, seat: int, color: Color, field: int) -> None:
    """Returns a cube from a tile to the supply."""
    tiles = state.players[seat].tiles
    tile = tiles[field]
    assert tile is not None
    left = list(tile.cubes)
    left.remove(color)
    state.cubes[COLOR_INDEX[color]] += 1
    tiles[field] = Tile(tile.tile, tuple(left), tile.temple)


def take_cube_of(state: State, color: Color) -> bool:
    """Takes a cube for a land that is turned up or drawn; returns False if none of its colour is left."""
    index = COLOR_INDEX[color]
    if state.cubes[index] == 0:
        return False
    state.cubes[index] -= 1
    return True


def advance_track(state: State, seat: int, steps: int, source: Building | Character, events: list[Event]) -> None:
    """Advances the sun marker; on the sun symbol it no longer moves (HEL-2.3, HEL-7)."""
    player = state.players[seat]
    if steps and player.track != SUN_SYMBOL:
        player.track = min(player.track + steps, BOX.track.last)
        events.append(TrackAdvanced(seat, player.track, source))


def score(state: State, seat: int, points: int, reason: PointsReason, field: int | None, events: list[Event]) -> None:
    """Adds points scored in play."""
    player = state.players[seat]
    assert player.points is not None
    player.points += points
    events.append(PointsScored(seat, points, reason, field))
