"""The gains of a contribution: scales for dragons, bonuses of a rebuilt building, and the scoring of scales (BMC-3.4, BMC-4, BMC-5)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.blue_moon_city.content import BY_SEATS, CONSTANTS, TILES, Card
from engine.blue_moon_city.events import BonusGained, BuildingCompleted, BuildingRebuilt, CityStands, ScalesScored, Source
from engine.blue_moon_city.records import Bonus
from engine.blue_moon_city.rules.turn import draw, marker_ends_game
from engine.blue_moon_city.scoring import city_stands
from engine.blue_moon_city.state import Building, State, crystals_of, geometry
from engine.game import Event

Gain = tuple[int, Source, str, Bonus]
"""The seat that gains a bonus, why, from which tile, and the bonus."""


def settle(state: State, seat: int, first: bool, events: list[Event]) -> bool:
    """BMC-5.1: resolves a contribution: dragons, then the building, then the scales; returns whether the game is over."""
    cell = state.players[seat].miniature
    building = state.city[cell]
    dragons = state.dragons.count(cell) if first else 0
    _give(state, (seat, "dragons", building.tile, Bonus(0, dragons, 0)), events)  # BMC-3.4
    if None not in building.markers:
        _rebuild(state, seat, cell, events)
    held = [player.scales for player in state.players]
    if sum(held) >= BY_SEATS[len(held)].scales:
        _score_scales(state, held, events)
    return marker_ends_game(state, events)


def majority_of(markers: Sequence[int | None]) -> int:
    """BMC-4.1: returns the seat with most markers on a complete building; ties go to the leftmost marker."""
    seats = [seat for seat in markers if seat is not None]
    return max(seats, key=seats.count)  # max returns the first of equals


def building_gains(state: State, active: int, cell: int, markers: Sequence[int | None]) -> list[Gain]:
    """BMC-4.1: returns the bonuses of a complete building: the majority's, then the contributors' clockwise from the active seat."""
    tile = TILES[state.city[cell].tile]
    gains: list[Gain] = [(majority_of(markers), "majority", tile.id, tile.majority)]
    beside = [TILES[state.city[other].tile] for other in geometry(state).neighbours[cell] if state.city[other].rebuilt]
    seats = len(state.players)
    for seat in (*range(active, seats), *range(active)):
        if seat in markers:
            gains.append((seat, "construction", tile.id, tile.construction))
            gains += [(seat, "neighborhood", other.id, other.neighborhood) for other in beside]
    return gains


def _rebuild(state: State, active: int, cell: int, events: list[Event]) -> None:
    """BMC-4.1: gives the bonuses, returns the markers and turns the tile (BMC-4.3)."""
    tile, markers = state.city[cell].tile, state.city[cell].markers
    events.append(BuildingCompleted(cell, tile, majority_of(markers)))
    for gain in building_gains(state, active, cell, markers):
        _give(state, gain, events)
    returned = [markers.count(seat) for seat in range(len(state.players))]
    for seat, count in enumerate(returned):
        state.players[seat].markers += count
    state.city[cell] = Building(tile, True, ())
    events.append(BuildingRebuilt(cell, tile, tuple(returned)))
    if city_stands(state):
        state.quiet_since = state.turn  # BMC-6.2
        events.append(CityStands())


def _give(state: State, gain: Gain, events: list[Event]) -> None:
    """BMC-4.2, BMC-5.1: crystals are unlimited, scales beyond the pool are owed and count, cards wait face down."""
    seat, source, tile, bonus = gain
    player = state.players[seat]
    pool = BY_SEATS[len(state.players)].scales - sum([other.scales for other in state.players])
    player.crystals = crystals_of(state, seat) + bonus.crystals
    player.scales += bonus.scales
    given = (bonus.crystals, bonus.scales, max(0, bonus.scales - max(0, pool)))

    def take(cards: list[Card | None]) -> None:
        nonlocal given
        player.waiting += cards
        events.append(BonusGained(seat, source, tile, given[0], given[1], given[2], len(cards)))
        given = (0, 0, 0)

    if bonus.cards:
        draw(state, bonus.cards, events, take)
    if given[0] or given[1]:
        events.append(BonusGained(seat, source, tile, given[0], given[1], given[2], 0))


def scale_payments(held: Sequence[int]) -> list[int]:
    """BMC-5.1: returns the crystals for the scales of each seat: 6 for the most alone or 3 for each tied, 3 for three or more."""
    most = max(held)
    top = CONSTANTS.scale_score_sole_most if held.count(most) == 1 else CONSTANTS.scale_score_tied_most
    lesser = CONSTANTS.scale_score_others
    return [top if scales == most else lesser if scales >= CONSTANTS.scale_score_threshold else 0 for scales in held]


def _score_scales(state: State, held: Sequence[int], events: list[Event]) -> None:
    """BMC-5.1, BMC-5.2: players who are paid return all their scales, the others keep theirs."""
    paid = scale_payments(held)
    returned = [scales if crystals else 0 for scales, crystals in zip(held, paid, strict=True)]
    for seat, crystals in enumerate(paid):
        state.players[seat].crystals = crystals_of(state, seat) + crystals
        state.players[seat].scales -= returned[seat]
    pool = BY_SEATS[len(held)].scales - sum(held) + sum(returned)
    events.append(ScalesScored(tuple(paid), tuple(returned), pool))
