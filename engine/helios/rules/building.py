"""Temples and city buildings (HEL-4.5, HEL-4.6, HEL-7)."""

from __future__ import annotations

from engine.game import Event
from engine.helios.content import COLORS, LIGHT, SUN_SYMBOL
from engine.helios.events import BonusActionEarned, BuildingBuilt, CubesReturned, TempleBuilt, TrackAdvanced
from engine.helios.native.decisions import BonusAction, Payment, TempleSite, Trade
from engine.helios.native.land import Land
from engine.helios.native.moves import BUILD, BUILD_TEMPLE, PLACE, TRADE
from engine.helios.native.pieces import ALL_BUILDINGS, BAZAAR, CITADEL, POWER_PLANT, TEMPLE, TEMPLE_TILES, Building
from engine.helios.native.position import Player, Position
from engine.helios.rules.laying import draw_lands
from engine.helios.rules.paying import begin_payment
from engine.helios.rules.supply import advance_track, gain_mana, pay_mana, score
from engine.native import Move


def add_building_moves(position: Position, seat: int, moves: list[Move]) -> None:
    """Lists a temple and every city building that the player can pay for; nothing without a house in the supply (HEL-1.2)."""
    player = position.players[seat]
    cubes = player.land.count_cubes()
    if not position.houses or not cubes:
        return
    if can_build_temple(player):
        moves.append(BUILD_TEMPLE)
    colors, built = player.land.cube_colors(), player.city.buildings
    for building in ALL_BUILDINGS:
        if building.prices[colors] <= cubes and building not in built:
            moves.append(BUILD[building])


def can_build(position: Position, seat: int) -> bool:
    """Returns whether the player can build anything."""
    if not position.houses:
        return False
    if can_build_temple(position.players[seat]):
        return True
    moves: list[Move] = []
    add_building_moves(position, seat, moves)
    return bool(moves)


def can_build_temple(player: Player) -> bool:
    """HEL-4.5: returns whether the player has enough cubes and a tile for a temple."""
    return player.land.count_cubes() >= temple_price(player) and player.land.taken != player.land.temples


def temple_price(player: Player) -> int:
    """HEL-4.5: returns one cube more than the player has temples, or the fixed price of the Citadel."""
    return CITADEL.amount if player.city.has_citadel else player.land.count_temples() + 1


def sites(land: Land) -> list[int]:
    """Returns the fields with a tile for a temple (HEL-4.5)."""
    found: list[int] = []
    for field in range(LIGHT):
        tile = land.tiles[field]
        if tile is not None and not tile.temple:
            found.append(field)
    return found


def site_moves(position: Position, seat: int) -> list[Move]:
    """Returns a move for each tile that can take the temple."""
    return [PLACE[field] for field in sites(position.players[seat].land)]


def begin_temple(position: Position, seat: int) -> None:
    """Asks for the payment for a temple; its tile is chosen afterwards (HEL-4.5)."""
    position.pending.append(Payment(seat, TEMPLE, [], temple_price(position.players[seat]), []))


def begin_building(position: Position, seat: int, building: Building) -> None:
    """HEL-4.6: asks for the payment for a building."""
    begin_payment(position, seat, building)


def choose_site(position: Position, seat: int) -> None:
    """Asks where the paid temple is placed."""
    position.pending.append(TempleSite(seat))


def place_temple(position: Position, seat: int, field: int, events: list[Event] | None) -> None:
    """HEL-4.5: returns the cubes on the tile to the supply, places the temple and gains one mana per temple of the player."""
    player = position.change(seat)
    tile = player.land.tile(field)
    position.cubes += tile.bag
    position.houses -= 1
    player.land = player.land.with_tile(field, TEMPLE_TILES[tile.kind])
    if events is not None:
        if tile.cubes:
            events.append(CubesReturned(seat, field, tuple([COLORS[color] for color in tile.cubes])))
        events.append(TempleBuilt(seat, field))
    gain_mana(position, seat, player.land.count_temples(), "temple", None, events)


def finish_building(position: Position, seat: int, building: Building, events: list[Event] | None) -> None:
    """HEL-4.6: places a house on the city board, gains track steps and mana, then carries out the function."""
    position.houses -= 1
    player = position.change(seat)
    player.city = player.city.with_building(building)
    if events is not None:
        events.append(BuildingBuilt(seat, building.name))
    advance_track(position, seat, building.track, building, events)
    gain_mana(position, seat, building.mana, "building", building, events)
    match building.function:
        case "unlimited_sun":
            unlimit_sun(position, seat, events)
        case "trade_mana":
            position.pending.append(Trade(seat))
        case "draw_lands":
            draw_lands(position, seat, building.amount, events)
        case "bonus_action":
            if events is not None:
                events.append(BonusActionEarned(seat, None))
            position.pending.append(BonusAction(seat, -1))


def unlimit_sun(position: Position, seat: int, events: list[Event] | None) -> None:
    """Power Plant: moves the marker to the sun symbol; orbits no longer score (HEL-7)."""
    player = position.change(seat)
    player.track = SUN_SYMBOL
    player.armed = False
    if events is not None:
        events.append(TrackAdvanced(seat, SUN_SYMBOL, POWER_PLANT.name))


def trade_moves(position: Position, seat: int) -> list[Move]:
    """Exchange Bazaar: returns a move for each amount of mana from 0 up to the limit (HEL-7)."""
    return [*TRADE[: position.players[seat].mana + 1]]


def trade(position: Position, seat: int, mana: int, events: list[Event] | None) -> None:
    """Trades mana for points (HEL-7)."""
    if mana:
        pay_mana(position, seat, mana, BAZAAR, events)
        score(position, seat, mana * BAZAAR.amount, "trade", -1, events)
