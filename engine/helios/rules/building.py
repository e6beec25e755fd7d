"""Temples and city buildings (HEL-4.5, HEL-4.6, HEL-7)."""

from __future__ import annotations

from engine.game import Event
from engine.helios.content import BAZAAR, BUILDING, BUILDINGS, CITADEL, LIGHT, POWER_PLANT, SUN_SYMBOL, Building
from engine.helios.events import BonusActionEarned, BuildingBuilt, CubesReturned, TempleBuilt, TrackAdvanced
from engine.helios.moves import BonusAction, BuildBuilding, BuildTemple, Payment, PlaceTemple, TempleSite, Trade, TradeMana
from engine.helios.rules.laying import draw_lands
from engine.helios.rules.paying import cubes_of, price, total_price
from engine.helios.rules.supply import advance_track, gain_mana, pay_mana, return_cube, score
from engine.helios.state import Player, State, Tile, temples_of

BUILD_TEMPLE = BuildTemple()
BUILD = {name: BuildBuilding(name) for name in BUILDINGS}
PLACE = tuple(PlaceTemple(field) for field in range(LIGHT))
TRADE = tuple(TradeMana(mana) for mana in range(BUILDING[BAZAAR].limit + 1))


def building_moves(state: State, seat: int) -> list[BuildTemple | BuildBuilding]:
    """Returns a temple and every city building that the player can pay for; nothing without a house in the supply (HEL-1.2)."""
    player = state.players[seat]
    owned = cubes_of(player)
    if not state.houses or not owned:
        return []
    moves: list[BuildTemple | BuildBuilding] = [BUILD_TEMPLE] if can_build_temple(player, len(owned)) else []
    colors, count, built = {color for _, color in owned}, len(owned), player.buildings
    for name, item in BUILDING.items():
        if name not in built and total_price(colors, item.cost, item.any) <= count:
            moves.append(BUILD[name])
    return moves


def can_build(state: State, seat: int) -> bool:
    """Returns whether the player can build anything."""
    player = state.players[seat]
    return state.houses > 0 and (can_build_temple(player, len(cubes_of(player))) or bool(building_moves(state, seat)))


def can_build_temple(player: Player, cubes: int) -> bool:
    """HEL-4.5: returns whether the player has enough cubes and a tile for a temple."""
    return cubes >= temple_price(player) and bool(sites(player))


def temple_price(player: Player) -> int:
    """HEL-4.5: returns one cube more than the player has temples, or the fixed price of the Citadel."""
    return BUILDING[CITADEL].amount if CITADEL in player.buildings else temples_of(player) + 1


def sites(player: Player) -> list[int]:
    """Returns the fields with a tile for a temple (HEL-4.5)."""
    return [field for field, tile in enumerate(player.tiles) if tile is not None and not tile.temple]


def begin_temple(state: State, seat: int) -> None:
    """Asks for the payment for a temple; its tile is chosen afterwards (HEL-4.5)."""
    state.pending.append(Payment(seat, "temple", (), temple_price(state.players[seat])))


def begin_building(state: State, seat: int, name: Building) -> None:
    """HEL-4.6: asks for the payment for a building."""
    item = BUILDING[name]
    state.pending.append(Payment(seat, name, *price(cubes_of(state.players[seat]), item.cost, item.any)))


def choose_site(state: State, seat: int) -> None:
    """Asks where the paid temple is placed."""
    state.pending.append(TempleSite(seat))


def place_temple(state: State, seat: int, field: int, events: list[Event]) -> None:
    """HEL-4.5: returns the cubes on the tile to the supply, places the temple and gains one mana per temple of the player."""
    player = state.players[seat]
    tile = player.tiles[field]
    assert tile is not None
    if tile.cubes:
        events.append(CubesReturned(seat, field, tile.cubes))
        for color in tile.cubes:
            return_cube(state, seat, color, field)
    state.houses -= 1
    player.tiles[field] = Tile(tile.tile, (), True)
    events.append(TempleBuilt(seat, field))
    gain_mana(state, seat, temples_of(player), "temple", None, events)


def finish_building(state: State, seat: int, name: Building, events: list[Event]) -> None:
    """HEL-4.6: places a house on the city board, gains track steps and mana, then carries out the function."""
    item = BUILDING[name]
    state.houses -= 1
    state.players[seat].buildings += (name,)
    events.append(BuildingBuilt(seat, name))
    advance_track(state, seat, item.track, name, events)
    gain_mana(state, seat, item.mana, "building", name, events)
    match item.function:
        case "unlimited_sun":
            unlimit_sun(state.players[seat], seat, events)
        case "trade_mana":
            state.pending.append(Trade(seat))
        case "draw_lands":
            draw_lands(state, seat, item.amount, events)
        case "bonus_action":
            events.append(BonusActionEarned(seat, None))
            state.pending.append(BonusAction(seat, None))


def unlimit_sun(player: Player, seat: int, events: list[Event]) -> None:
    """Power Plant: moves the marker to the sun symbol; orbits no longer score (HEL-7)."""
    player.track = SUN_SYMBOL
    player.armed = False
    events.append(TrackAdvanced(seat, SUN_SYMBOL, POWER_PLANT))


def trade_moves(state: State, seat: int) -> list[TradeMana]:
    """Exchange Bazaar: returns a move for each amount of mana from 0 up to the limit (HEL-7)."""
    return list(TRADE[: state.players[seat].mana + 1])


def trade(state: State, seat: int, mana: int, events: list[Event]) -> None:
    """Trades mana for points (HEL-7)."""
    if mana:
        pay_mana(state, seat, mana, BAZAAR, events)
        score(state, seat, mana * BUILDING[BAZAAR].amount, "trade", None, events)
