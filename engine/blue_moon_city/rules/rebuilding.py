"""The gains of a contribution: scales for dragons, bonuses of a rebuilt building, and the scoring of scales (BMC-3.4, BMC-4, BMC-5)."""

from __future__ import annotations

from typing import Literal

from engine.blue_moon_city.content import BY_SEATS, CONSTANTS, TILES, Bonus
from engine.blue_moon_city.events import BonusGained, BuildingRebuilt, ScalesScored
from engine.blue_moon_city.rules.turn import draw, marker_placed
from engine.blue_moon_city.scoring import city_stands
from engine.blue_moon_city.state import Building, State, crystals_of, geometry
from engine.game import Event

Source = Literal["dragons", "majority", "construction", "neighborhood"]


def settle(state: State, seat: int, first: bool, events: list[Event]) -> bool:
    """BMC-5.1: resolves a contribution: dragons, then the building, then the scales; returns whether the game is over."""
    cell = state.players[seat].miniature
    building = state.city[cell]
    dragons = state.dragons.count(cell) if first else 0
    _give(state, seat, Bonus(0, dragons, 0), "dragons", building.tile, events)  # BMC-3.4
    if None not in building.markers:
        _rebuild(state, seat, cell, events)
    if sum(player.scales for player in state.players) >= BY_SEATS[len(state.players)].scales:
        _score_scales(state, events)
    return marker_placed(state, events)


def _rebuild(state: State, active: int, cell: int, events: list[Event]) -> None:
    """BMC-4.1: gives the majority bonus, then bonuses clockwise from the active seat; returns markers and turns the tile (BMC-4.3)."""
    building = state.city[cell]
    tile = TILES[building.tile]
    markers = [seat for seat in building.markers if seat is not None]
    majority = max(markers, key=markers.count)  # max returns the first of equals: ties go to the leftmost marker
    events.append(BuildingRebuilt(cell, tile.id, majority))
    _give(state, majority, tile.majority, "majority", tile.id, events)
    seats = len(state.players)
    for seat in (*range(active, seats), *range(active)):
        if seat in markers:
            _give(state, seat, tile.construction, "construction", tile.id, events)
            _neighborhood(state, seat, cell, events)
    for seat in markers:
        state.players[seat].markers += 1
    state.city[cell] = Building(tile.id, True, ())
    if city_stands(state):
        state.quiet_since = state.turn  # BMC-6.2


def _neighborhood(state: State, seat: int, cell: int, events: list[Event]) -> None:
    """BMC-4.1: each rebuilt orthogonal neighbour gives its bonus once; the courtyard has none."""
    for beside in geometry(state).neighbours[cell]:
        if state.city[beside].rebuilt:
            tile = TILES[state.city[beside].tile]
            _give(state, seat, tile.neighborhood, "neighborhood", tile.id, events)


def _give(state: State, seat: int, bonus: Bonus, source: Source, tile: str, events: list[Event]) -> None:
    """BMC-4.2: crystals are unlimited, scales beyond the pool count for the scoring, cards wait face down."""
    player = state.players[seat]
    player.crystals = crystals_of(state, seat) + bonus.crystals
    player.scales += bonus.scales
    cards = draw(state, bonus.cards, events) if bonus.cards else []
    player.waiting += cards
    if bonus.crystals or bonus.scales or cards:
        events.append(BonusGained(seat, source, tile, bonus.crystals, bonus.scales, len(cards)))


def _score_scales(state: State, events: list[Event]) -> None:
    """BMC-5.1, BMC-5.2: the most scales gain 6 crystals alone or 3 tied, three or more gain 3; paid players return all scales."""
    held = [player.scales for player in state.players]
    most = max(held)
    top = CONSTANTS.scale_score_sole_most if held.count(most) == 1 else CONSTANTS.scale_score_tied_most
    lesser = CONSTANTS.scale_score_others
    paid = [top if scales == most else lesser if scales >= CONSTANTS.scale_score_threshold else 0 for scales in held]
    for seat, crystals in enumerate(paid):
        if crystals:
            state.players[seat].crystals = crystals_of(state, seat) + crystals
            state.players[seat].scales = 0
    events.append(ScalesScored(tuple(paid), tuple(scales if crystals else 0 for scales, crystals in zip(held, paid, strict=True))))
