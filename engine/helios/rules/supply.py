"""Gains from the general supply and payments to it (HEL-1.2)."""

from __future__ import annotations

from typing import Final

from engine.game import Event
from engine.helios.content import BOX, COLORS, SUN_SYMBOL
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
from engine.helios.native.bags import count, one
from engine.helios.native.pieces import Purpose
from engine.helios.native.position import Position

LAST_SPACE: Final[int] = BOX.track.last
SYMBOL_SPACE: Final[int] = SUN_SYMBOL


def gain_mana(position: Position, seat: int, mana: int, reason: ManaReason, source: Purpose | None, events: list[Event] | None) -> None:
    """Gains mana, at most what the supply has."""
    if mana > position.mana:
        mana = position.mana
    if mana:
        position.mana -= mana
        position.change(seat).mana += mana
        if events is not None:
            events.append(ManaGained(seat, mana, reason, source.name if source is not None else None))


def pay_mana(position: Position, seat: int, mana: int, source: Purpose, events: list[Event] | None) -> None:
    """Pays mana to the supply."""
    if mana:
        position.mana += mana
        position.change(seat).mana -= mana
        if events is not None:
            events.append(ManaPaid(seat, mana, source.name))


def gain_cube(position: Position, seat: int, color: int, field: int, reason: CubeReason, events: list[Event] | None) -> None:
    """Gains a cube on a tile that has room for it."""
    position.cubes -= one(color)
    player = position.change(seat)
    player.land = player.land.with_tile(field, player.land.tile(field).with_cube(color))
    if events is not None:
        events.append(CubeGained(seat, COLORS[color], field, reason))


def pay_cube(position: Position, seat: int, color: int, field: int, purpose: Purpose, events: list[Event] | None) -> None:
    """Pays a cube from a tile to the supply."""
    position.cubes += one(color)
    player = position.change(seat)
    player.land = player.land.with_tile(field, player.land.tile(field).without_cube(color))
    if events is not None:
        events.append(CubePaid(seat, COLORS[color], field, purpose.name))


def take_cube_of(position: Position, color: int) -> bool:
    """Takes a cube for a land that is turned up or drawn; returns False if none of its colour is left."""
    if count(position.cubes, color) == 0:
        return False
    position.cubes -= one(color)
    return True


def advance_track(position: Position, seat: int, steps: int, source: Purpose, events: list[Event] | None) -> None:
    """Advances the sun marker; on the sun symbol it no longer moves (HEL-2.3, HEL-7)."""
    if steps and position.players[seat].track != SYMBOL_SPACE:
        player = position.change(seat)
        player.track = min(player.track + steps, LAST_SPACE)
        if events is not None:
            events.append(TrackAdvanced(seat, player.track, source.name))


def score(position: Position, seat: int, points: int, reason: PointsReason, field: int, events: list[Event] | None) -> None:
    """Adds points scored in play; `field` is that of a lit temple, else -1."""
    player = position.change(seat)
    assert player.points >= 0, "known points"
    player.points += points
    if events is not None:
        events.append(PointsScored(seat, points, reason, field if field >= 0 else None))
