"""What comes from the supply and goes back to it (HEL-1.2)."""

from __future__ import annotations

from typing import Literal

from engine.game import Event
from engine.helios.content import BOX, COLOR_INDEX, SUN_SYMBOL, Color
from engine.helios.events import CubeGained, CubePaid, ManaGained, ManaPaid, PointsScored, TrackAdvanced
from engine.helios.state import State, Tile


def gain_mana(state: State, seat: int, mana: int, events: list[Event]) -> None:
    """Mana from the supply, as much as there is."""
    mana = min(mana, state.mana)
    if mana:
        state.mana -= mana
        state.players[seat].mana += mana
        events.append(ManaGained(seat, mana))


def pay_mana(state: State, seat: int, mana: int, events: list[Event]) -> None:
    """Mana back to the supply."""
    if mana:
        state.mana += mana
        state.players[seat].mana -= mana
        events.append(ManaPaid(seat, mana))


def gain_cube(state: State, seat: int, color: Color, field: int, events: list[Event]) -> None:
    """A cube from the supply onto a tile that has room for it."""
    tiles = state.players[seat].tiles
    tile = tiles[field]
    assert tile is not None
    state.cubes[COLOR_INDEX[color]] -= 1
    tiles[field] = Tile(tile.tile, (*tile.cubes, color), tile.temple)
    events.append(CubeGained(seat, color, field))


def pay_cube(state: State, seat: int, color: Color, field: int, events: list[Event]) -> None:
    """A cube from a tile back to the supply."""
    tiles = state.players[seat].tiles
    tile = tiles[field]
    assert tile is not None
    left = list(tile.cubes)
    left.remove(color)
    state.cubes[COLOR_INDEX[color]] += 1
    tiles[field] = Tile(tile.tile, tuple(left), tile.temple)
    events.append(CubePaid(seat, color, field))


def take_cube_of(state: State, color: Color) -> bool:
    """A cube for a land turned up or drawn; False where none of its colour is left."""
    index = COLOR_INDEX[color]
    if state.cubes[index] == 0:
        return False
    state.cubes[index] -= 1
    return True


def advance_track(state: State, seat: int, steps: int, events: list[Event]) -> None:
    """The sun marker forwards; on the sun symbol nothing changes it any more (HEL-2.3, HEL-7)."""
    player = state.players[seat]
    if steps and player.track != SUN_SYMBOL:
        player.track = min(player.track + steps, BOX.track.last)
        events.append(TrackAdvanced(seat, player.track))


def score(
    state: State, seat: int, points: int, reason: Literal["orbit", "temple", "trade"], field: int | None, events: list[Event]
) -> None:
    """Points into the bag of a seat."""
    player = state.players[seat]
    assert player.points is not None
    player.points += points
    events.append(PointsScored(seat, points, reason, field))
