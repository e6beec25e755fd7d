"""Views and their determinization. The order of the stacks is hidden from every player; without open scores, points are private."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from engine.chance import SEED_LIMIT, shuffle
from engine.game import Event
from engine.helios.content import BOX, COLORS, SYMBOLS, ActionTile, Color, action_tiles
from engine.helios.moves import DrawnLands
from engine.helios.state import State, copy

ALL_ACTIONS = [Counter(action_tiles(symbol)) for symbol in SYMBOLS]
ALL_LANDS = Counter(BOX.lands)


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


def determinize(seen: State, seat: int | None, rng: Random) -> State:
    """Returns a full state that is consistent with the view: unseen tiles are shuffled, hidden points are drawn around the seat's own."""
    state = copy(seen)
    state.seed = int(rng.random() * SEED_LIMIT)
    seen_tiles = Counter(seen_actions(state))
    for index, tiles in enumerate(ALL_ACTIONS):
        unseen = list((tiles - seen_tiles).elements())
        shuffle(unseen, rng)
        state.action_stacks[index] = tuple(unseen)
    if state.round:
        lands = list((ALL_LANDS - Counter(seen_lands(state))).elements())
        shuffle(lands, rng)
        state.additional = tuple(lands)
    own = (state.players[seat].points if seat is not None else None) or 0
    for player in state.players:
        if player.points is None:
            player.points = int(rng.random() * (2 * own + 1))
    return state


def seen_actions(state: State) -> Iterator[ActionTile]:
    """Yields every visible action tile."""
    for tiles in (*state.columns, *state.discards, *(slot for player in state.players for slot in player.slots)):
        yield from tiles


def seen_lands(state: State) -> Iterator[Color]:
    """Yields every land whose place is known, including those in the stacks of one colour."""
    for counts in (state.stacks, state.removed):
        for color, count in zip(COLORS, counts, strict=True):
            yield from [color] * count
    yield from (land.land for land in state.face_up if land is not None)
    for player in state.players:
        yield from (tile.tile for tile in player.tiles if tile is not None and tile.tile in COLORS)
    for decision in state.pending:
        if isinstance(decision, DrawnLands):
            yield from (land.land for land in decision.lands)
