"""The conversion of records of Orbis into native positions and back."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, Literal

from engine import native
from engine.orbis import moves as records
from engine.orbis.native import decisions
from engine.orbis.native.bags import bag_of, counts_of
from engine.orbis.native.moves import (
    AS_WILDERNESS,
    DECLINE,
    EXCHANGE,
    FACE_UP,
    REMOVE,
    TAKE_GOD,
    TAKE_REGION,
    OrbisMove,
    discard,
    gain,
    pay,
)
from engine.orbis.native.pieces import GODS, TILES
from engine.orbis.native.places import ONLY, column_of, place_of, row_of
from engine.orbis.native.position import WILDERNESS, Offer, OrbisPosition, Player, Privileges, Region, Setup, World
from engine.orbis.records import COLORS, SUPPLY_LIMIT, Color
from engine.orbis.state import Player as PlayerRecord
from engine.orbis.state import Region as RegionRecord
from engine.orbis.state import State
from engine.orbis.versions import RULES_VERSION, SCHEMA_VERSION

FACES: Final[list[Literal["up", "unfulfilled", "wilderness"]]] = ["up", "unfulfilled", "wilderness"]
"""The names of the faces, in the order of their numbers in position.py."""


def read_state(state: State) -> OrbisPosition:
    """Returns the position of a state that was checked, or of a view."""
    return OrbisPosition(
        state.version,
        [read_decision(decision) for decision in state.pending],
        Setup(state.seed, state.options, state.first_seat),
        [read_player(player) for player in state.players],
        [read_offer(tile, worshippers) for tile, worshippers in zip(state.display, state.display_worshippers, strict=True)],
        [pile[:] for pile in state.piles],
        [len(pile) for pile in state.piles],
        [GODS[god] for god in state.gods],
    )


def write_state(position: OrbisPosition) -> State:
    """Returns the record of a position."""
    setup = position.setup
    return State(
        schema_version=SCHEMA_VERSION,
        rules_version=RULES_VERSION,
        version=position.version,
        seed=setup.seed,
        options=setup.options,
        first_seat=setup.first_seat,
        players=[write_player(player) for player in position.players],
        display=[None if offer.tile is None else offer.tile.id for offer in position.display],
        display_worshippers=[write_bag(offer.worshippers) for offer in position.display],
        piles=[pile[:left] for pile, left in zip(position.piles, position.left, strict=True)],
        gods=[god.id for god in position.gods],
        pending=[write_decision(decision) for decision in position.pending],
    )


@lru_cache(maxsize=4096)
def read_bag(counts: tuple[int, ...]) -> int:
    """Returns the bag with these numbers of worshippers."""
    return bag_of(counts)


@lru_cache(maxsize=4096)
def write_bag(bag: int) -> tuple[int, ...]:
    """Returns the numbers of worshippers in a bag."""
    return counts_of(bag)


@lru_cache(maxsize=4096)
def read_offer(tile: str | None, worshippers: tuple[int, ...]) -> Offer:
    """Returns the content of a slot of the display."""
    return Offer(None if tile is None else TILES[tile], bag_of(worshippers))


def read_player(player: PlayerRecord) -> Player:
    """Returns the pieces of a player."""
    god = None if player.god is None else GODS[player.god]
    return Player(
        read_bag(player.worshippers), read_world(tuple(player.world)), read_privileges(player.privileges), god, player.god_unfulfilled
    )


@cache
def read_privileges(colors: tuple[Color, ...]) -> Privileges:
    """Returns the privileges for these colours."""
    return Privileges([COLORS.index(color) for color in colors])


def write_player(player: Player) -> PlayerRecord:
    """Returns the record of a player."""
    return PlayerRecord(
        write_bag(player.worshippers),
        [write_region(region) for region in player.world.regions],
        tuple([COLORS[color] for color in player.privileges.colors]),
        None if player.god is None else player.god.id,
        player.god_unfulfilled,
    )


@cache
def read_region(region: RegionRecord) -> Region:
    """Returns a region of a world."""
    return Region(TILES[region.tile], place_of(region.row, region.column), FACES.index(region.face))


@lru_cache(maxsize=4096)
def read_world(world: tuple[RegionRecord, ...]) -> World:
    """Returns the world with these regions."""
    found = [read_region(region) for region in world]
    taken = wildernesses = 0
    colored = [0] * len(COLORS)
    for region in found:
        here = ONLY[region.place]
        taken |= here
        if region.face == WILDERNESS:
            wildernesses |= here
        else:
            colored[region.tile.color] |= here
    return World(found, taken, wildernesses, colored)


@lru_cache(maxsize=8192)
def write_region(region: Region) -> RegionRecord:
    """Returns the record of a region."""
    return RegionRecord(region.tile.id, row_of(region.place), column_of(region.place), FACES[region.face])


def read_decision(decision: records.AnyDecision) -> native.Decision:
    """Returns the native decision of a record."""
    match decision:
        case records.Turn(seat=seat):
            return decisions.Turn(seat)
        case records.Placement(seat=seat, slot=slot):
            return decisions.Placement(seat, slot)
        case records.Payment(seat=seat, tile=tile, needed=needed, slot=slot, row=row, column=column):
            return decisions.Payment(seat, TILES[tile], needed, slot, place_of(row, column))
        case records.Gift(seat=seat, count=count, tile=laid, god=taken):
            return decisions.Gift(seat, count, None if laid is None else TILES[laid], None if taken is None else GODS[taken])
        case records.VillagePayment(seat=seat, tile=tile, needed=needed):
            return decisions.VillagePayment(seat, TILES[tile], needed)
        case records.DeathPayment(seat=seat, god=god, needed=needed):
            return decisions.DeathPayment(seat, GODS[god], needed)
        case records.Eruption(seat=seat, tile=tile, left=left):
            return decisions.Eruption(seat, TILES[tile], left)
        case records.Overflow(seat=seat, count=count):
            return decisions.Overflow(seat, count)


def write_decision(decision: native.Decision) -> records.AnyDecision:
    """Returns the record of a native decision."""
    seat = decision.seat
    if isinstance(decision, decisions.Turn):
        return records.Turn(seat)
    if isinstance(decision, decisions.Placement):
        return records.Placement(seat, decision.slot)
    if isinstance(decision, decisions.Payment):
        place = decision.place
        return records.Payment(seat, decision.tile.id, decision.needed, decision.slot, row_of(place), column_of(place))
    if isinstance(decision, decisions.Gift):
        tile, god = decision.tile, decision.god
        return records.Gift(seat, decision.count, None if tile is None else tile.id, None if god is None else god.id)
    if isinstance(decision, decisions.VillagePayment):
        return records.VillagePayment(seat, decision.tile.id, decision.needed)
    if isinstance(decision, decisions.DeathPayment):
        return records.DeathPayment(seat, decision.god.id, decision.needed)
    if isinstance(decision, decisions.Eruption):
        return records.Eruption(seat, decision.tile.id, decision.left)
    assert isinstance(decision, decisions.Overflow)
    return records.Overflow(seat, decision.count)


LISTED: Final[dict[records.AnyMove, native.Move]] = {
    move.record: move
    for moves in [TAKE_REGION, TAKE_GOD.values(), *EXCHANGE, *REMOVE, FACE_UP, AS_WILDERNESS, [DECLINE]]
    for move in moves
    if isinstance(move, OrbisMove)
}
"""The moves without worshippers, by their records."""


def read_move(move: records.AnyMove) -> native.Move | None:
    """Returns the native move of a record, or None if there is no such move in the game."""
    match move:
        case records.Pay(worshippers=worshippers) if 0 < sum(worshippers) <= SUPPLY_LIMIT:
            return pay(read_bag(worshippers))
        case records.Gain(worshippers=worshippers) if 0 < sum(worshippers) <= SUPPLY_LIMIT:
            return gain(read_bag(worshippers))
        case records.Discard(worshippers=worshippers) if 0 < sum(worshippers) <= SUPPLY_LIMIT:
            return discard(read_bag(worshippers))
    return LISTED.get(move)
