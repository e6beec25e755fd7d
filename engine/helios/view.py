"""Views and their determinization. The order of the stacks is hidden from every player; without open scores, points are private."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.chance import SEED_LIMIT, shuffle
from engine.game import Event
from engine.helios.content import BOX, COLOR_INDEX, COLORS, SYMBOLS, ActionTile, Color, action_tiles
from engine.helios.native.bags import Bag, bag_of, count, one
from engine.helios.native.decisions import DrawnLands
from engine.helios.native.pieces import LANDS, SYMBOL_OF
from engine.helios.native.position import Position
from engine.helios.state import State, copy

ALL_ACTIONS: Final[list[list[ActionTile]]] = [action_tiles(symbol) for symbol in SYMBOLS]
ALL_LANDS: Final[int] = bag_of([BOX.lands[color] for color in COLORS])


def view(state: State, seat: int | None) -> State:
    """Returns what a seat or a spectator sees: the size of each stack; the points of others only with open scores or at the end."""
    seen = copy(state)
    seen.seed = None
    seen.action_stacks = [(None,) * len(stack) for stack in state.action_stacks]
    seen.additional = (None,) * len(state.additional)
    if state.pending and not state.options.open_scores:
        for other, player in enumerate(seen.players):
            if other != seat:
                player.points = None
    return seen


def view_event(event: Event, seat: int | None) -> Event:
    """Returns the event unchanged: every event is public, also when points are scored."""
    return event


def determinize(seen: Position, seat: int, rng: Random) -> Position:
    """Returns a full position that is consistent with the view: unseen tiles are shuffled, hidden points are drawn around the seat's own.

    The seat of a spectator is -1.
    """
    position = seen.copy()
    position.seed = int(rng.random() * SEED_LIMIT)
    position.action_stacks = [shuffled_stack(position, symbol, rng) for symbol in range(len(SYMBOLS))]
    if position.round:
        lands = unseen_lands(position)
        shuffle(lands, rng)
        position.additional = tuple(lands)
    own = max(position.players[seat].points, 0) if seat >= 0 else 0
    for other in range(len(position.players)):
        if position.players[other].points < 0:
            position.change(other).points = int(rng.random() * (2 * own + 1))
    return position


def shuffled_stack(position: Position, symbol: int, rng: Random) -> tuple[ActionTile | None, ...]:
    """Returns the action tiles of a symbol that are not visible, in random order."""
    seen = [*position.columns[symbol], *position.discards[symbol]]
    for player in position.players:
        for slot in player.slots:
            seen += [tile for tile in slot if SYMBOL_OF[tile] == symbol]
    unseen: list[ActionTile] = []
    for tile in ALL_ACTIONS[symbol]:
        if tile in seen:
            seen.remove(tile)
        else:
            unseen.append(tile)
    shuffle(unseen, rng)
    return tuple(unseen)


def unseen_lands(position: Position) -> list[Color]:
    """Returns the colours of the lands that are in the additional stack, in the order of the colours."""
    left: Bag = ALL_LANDS - position.stacks - position.removed
    for land in position.face_up:
        if land is not None:
            left -= one(COLOR_INDEX[land.land])
    for player in position.players:
        for tile in player.land.tiles:
            if tile is not None and tile.kind < LANDS:
                left -= one(tile.kind)
    for decision in position.pending:
        if isinstance(decision, DrawnLands):
            for drawn in decision.lands:
                left -= one(COLOR_INDEX[drawn.land])
    lands: list[Color] = []
    for index, color in enumerate(COLORS):
        lands += [color] * count(left, index)
    return lands
