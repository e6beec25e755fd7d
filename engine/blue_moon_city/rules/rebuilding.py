"""The gains of a contribution: scales for dragons, bonuses of a rebuilt building, and the scoring of scales (BMC-3.4, BMC-4, BMC-5)."""

from __future__ import annotations

from typing import Final

from engine.blue_moon_city.content import CONSTANTS
from engine.blue_moon_city.events import BonusGained, BuildingCompleted, BuildingRebuilt, CityStands, ScalesScored, Source
from engine.blue_moon_city.native.city import Building
from engine.blue_moon_city.native.pieces import Bonus, Tile
from engine.blue_moon_city.native.position import BlueMoonCityPosition
from engine.blue_moon_city.rules.turn import can_draw, draw, marker_ends_game
from engine.game import Event

SOLE_MOST: Final[int] = CONSTANTS.scale_score_sole_most
TIED_MOST: Final[int] = CONSTANTS.scale_score_tied_most
OTHERS: Final[int] = CONSTANTS.scale_score_others
THRESHOLD: Final[int] = CONSTANTS.scale_score_threshold


class Gain:
    """The seat that gains a bonus, why, and from which tile."""

    def __init__(self, seat: int, source: Source, tile: Tile, bonus: Bonus) -> None:
        self.seat = seat
        self.source = source
        self.tile = tile
        self.bonus = bonus


def settle(position: BlueMoonCityPosition, seat: int, first: bool, events: list[Event] | None) -> bool:
    """BMC-5.1: resolves a contribution: dragons, then the building, then the scales; returns whether the game is over."""
    cell = position.players[seat].miniature
    building = position.city.buildings[cell]
    dragons = position.dragons_on(cell) if first else 0
    if dragons:
        _give(position, Gain(seat, "dragons", building.tile, Bonus(0, dragons, 0)), events)  # BMC-3.4
    if building.is_complete():
        _rebuild(position, seat, cell, events)
    held = [player.scales for player in position.players]
    if sum(held) >= position.setup.table.scales:
        _score_scales(position, held, events)
    return marker_ends_game(position, events)


def building_gains(position: BlueMoonCityPosition, active: int, cell: int, building: Building) -> list[Gain]:
    """BMC-4.1: returns the bonuses of a complete building: the majority's, then the contributors' clockwise from the active seat."""
    tile = building.tile
    gains = [Gain(building.leader, "majority", tile, tile.majority)]
    city = position.city
    beside = [city.buildings[other].tile for other in city.layout.neighbours[cell] if city.buildings[other].rebuilt]
    seats = len(position.players)
    for later in range(seats):
        seat = (active + later) % seats
        if building.count(seat):
            gains.append(Gain(seat, "construction", tile, tile.construction))
            for other in beside:
                gains.append(Gain(seat, "neighborhood", other, other.neighborhood))
    return gains


def _rebuild(position: BlueMoonCityPosition, active: int, cell: int, events: list[Event] | None) -> None:
    """BMC-4.1: gives the bonuses, returns the markers and turns the tile (BMC-4.3)."""
    building = position.city.buildings[cell]
    if events is not None:
        events.append(BuildingCompleted(cell, building.tile.name, building.leader))
    for gain in building_gains(position, active, cell, building):
        _give(position, gain, events)
    for seat, player in enumerate(position.players):
        player.markers += building.count(seat)
    position.city = position.city.with_rebuilt(cell)
    if events is not None:
        returned = tuple([building.count(seat) for seat in range(len(position.players))])
        events.append(BuildingRebuilt(cell, building.tile.name, returned))
    if position.city.stands():
        position.quiet_since = position.turn  # BMC-6.2
        if events is not None:
            events.append(CityStands())


def _give(position: BlueMoonCityPosition, gain: Gain, events: list[Event] | None) -> None:
    """BMC-4.2, BMC-5.1: crystals are unlimited, scales beyond the pool are owed and count, cards wait face down."""
    player, bonus = position.players[gain.seat], gain.bonus
    pool = position.setup.table.scales - sum([other.scales for other in position.players])
    player.crystals += bonus.crystals
    player.scales += bonus.scales
    crystals, scales, owed, left = bonus.crystals, bonus.scales, max(0, bonus.scales - max(0, pool)), bonus.cards
    while left and can_draw(position, events):
        cards = draw(position, left)
        left -= len(cards)
        player.waiting = player.waiting + cards
        if events is not None:
            events.append(BonusGained(gain.seat, gain.source, gain.tile.name, crystals, scales, owed, len(cards)))
        crystals = scales = owed = 0
    if bonus.cards:
        can_draw(position, events)
    if events is not None and (crystals or scales):
        events.append(BonusGained(gain.seat, gain.source, gain.tile.name, crystals, scales, owed, 0))


def scale_payments(held: list[int]) -> list[int]:
    """BMC-5.1: returns the crystals for the scales of each seat: 6 for the most alone or 3 for each tied, 3 for three or more."""
    most = max(held)
    top = SOLE_MOST if held.count(most) == 1 else TIED_MOST
    return [top if scales == most else OTHERS if scales >= THRESHOLD else 0 for scales in held]


def _score_scales(position: BlueMoonCityPosition, held: list[int], events: list[Event] | None) -> None:
    """BMC-5.1, BMC-5.2: players who are paid return all their scales, the others keep theirs."""
    paid = scale_payments(held)
    returned = [held[seat] if paid[seat] else 0 for seat in range(len(held))]
    for seat, player in enumerate(position.players):
        player.crystals += paid[seat]
        player.scales -= returned[seat]
    if events is not None:
        pool = position.setup.table.scales - sum(held) + sum(returned)
        events.append(ScalesScored(tuple(paid), tuple(returned), pool))
