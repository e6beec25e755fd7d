"""Which moves answer the pending decision."""

from __future__ import annotations

from functools import lru_cache

from engine.orbis.content import COLOR_OF, GODS, TILES
from engine.orbis.moves import (
    AnyMove,
    Bundle,
    DeathPayment,
    Decline,
    Discard,
    Eruption,
    Exchange,
    Gain,
    Gift,
    LayRegion,
    Overflow,
    Pay,
    Payment,
    Placement,
    RemoveWorshipper,
    TakeGod,
    TakeRegion,
    Turn,
    VillagePayment,
)
from engine.orbis.records import COLORS, DISPLAY_SIZE, EXCHANGE_RATE, REGIONS_PER_WORLD, Volcano
from engine.orbis.rules.laying import FIRST_PLACE, ROW, colors_by_place, free_places, matches, row_and_column
from engine.orbis.rules.paying import DISCARD_STEP, bundles, bundles_from, can_pay
from engine.orbis.state import Counts, Player, State, tile_at

TAKE_REGION: list[AnyMove] = [TakeRegion(slot) for slot in range(DISPLAY_SIZE)]
TAKE_GOD: dict[str, AnyMove] = {god: TakeGod(god) for god in GODS}
EXCHANGE: list[list[AnyMove]] = [[Exchange(give, take) for take in COLORS if take != give] for give in COLORS]
"""By the colour given; a swap for the same colour is not offered (ORB-3.2)."""
REMOVE: list[list[AnyMove]] = [[RemoveWorshipper(slot, color) for color in COLORS] for slot in range(DISPLAY_SIZE)]
DECLINE = Decline()
ERUPTIONS = {
    tile.id: (tile.effect.count, tuple(COLORS.index(color) for color in tile.effect.colors))
    for tile in TILES.values()
    if isinstance(tile.effect, Volcano)
}
"""By volcano: how many worshippers it removes, and of which colours."""
PLACES = [place for place in range(FIRST_PLACE - 4, 4 * ROW + 2) if -4 <= row_and_column(place)[1] <= 5 - row_and_column(place)[0]]
FACE_UP: dict[int, LayRegion] = {place: LayRegion(*row_and_column(place), False) for place in PLACES}
WILDERNESS: dict[int, LayRegion] = {place: LayRegion(*row_and_column(place), True) for place in PLACES}


def legal_moves(state: State) -> list[AnyMove]:
    """Returns every move that answers the pending decision, exchanges last; an empty list when the game is over."""
    if not state.pending:
        return []
    decision = state.pending[-1]
    player = state.players[decision.seat]
    spare = 0
    moves: list[AnyMove]
    match decision:
        case Turn():
            moves = _takes(state, player)
        case Placement(slot=slot):
            moves = [*lays(player, tile_at(state, slot))]
        case Payment(needed=needed):
            moves = [*_payments(bundles_from(player.worshippers, needed))]
            spare = needed
        case Gift(count=count):
            moves = [*_gains(count)]
        case VillagePayment(needed=needed) | DeathPayment(needed=needed):
            moves = [*_payments(bundles_from(player.worshippers, needed)), DECLINE]
        case Eruption(tile=tile, left=left):
            moves = _removals(state, tile, left)
        case Overflow(count=count):
            moves = [*_discards(bundles_from(player.worshippers, min(count, DISCARD_STEP)))]
    _add_exchanges(moves, player.worshippers, spare)
    return moves


def _takes(state: State, player: Player) -> list[AnyMove]:
    """ORB-3.1: a region if the world has room, a god if the player has none."""
    regions = TAKE_REGION if len(player.world) < REGIONS_PER_WORLD else []
    if player.god is not None:
        return regions[:]
    return regions + [TAKE_GOD[god] for god in state.gods]


def lays(player: Player, tile: str) -> list[LayRegion]:
    """Returns every place face up if the tile can be paid for and its colour fits, then every place as a wilderness (ORB-3.5)."""
    colors = colors_by_place(player.world)
    places = free_places(colors)
    wildernesses = [WILDERNESS[place] for place in places]
    if not can_pay(player, tile):
        return wildernesses
    color = COLOR_OF[tile]
    return [FACE_UP[place] for place in places if matches(colors, place, color)] + wildernesses


def erupting_cells(state: State, tile: str) -> list[tuple[int, int]]:
    """Returns the (slot, colour) pairs from which the volcano can remove worshippers (ORB-5.5)."""
    wanted = ERUPTIONS[tile][1] if tile in ERUPTIONS else ()
    return [(slot, color) for slot, counts in enumerate(state.display_worshippers) for color in wanted if counts[color]]


def _removals(state: State, tile: str, left: int) -> list[AnyMove]:
    """All or nothing: a player can decline only before the first worshipper is removed (ORB-5.5)."""
    moves = [REMOVE[slot][color] for slot, color in erupting_cells(state, tile)]
    if left == ERUPTIONS[tile][0]:
        moves.append(DECLINE)
    return moves


def _add_exchanges(moves: list[AnyMove], worshippers: Counts, spare: int) -> None:
    """ORB-3.2: exchanges are possible in every decision, unless too few worshippers would be left for the payment."""
    if max(worshippers) < EXCHANGE_RATE or (spare and sum(worshippers) - EXCHANGE_RATE + 1 < spare):
        return
    for give, owned in enumerate(worshippers):
        if owned >= EXCHANGE_RATE:
            moves += EXCHANGE[give]


@lru_cache(maxsize=1024)
def _payments(chosen: tuple[Bundle, ...]) -> list[AnyMove]:
    return [Pay(bundle) for bundle in chosen]


@lru_cache(maxsize=1024)
def _discards(chosen: tuple[Bundle, ...]) -> list[AnyMove]:
    return [Discard(bundle) for bundle in chosen]


@lru_cache
def _gains(count: int) -> list[AnyMove]:
    return [Gain(bundle) for bundle in bundles(count)]
