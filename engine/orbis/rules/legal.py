"""Which moves answer the pending decision."""

from __future__ import annotations

from engine.native import Move
from engine.orbis.native.bags import Bag, at_most, count, total
from engine.orbis.native.decisions import DeathPayment, Eruption, Gift, Overflow, Payment, Placement, Turn, VillagePayment
from engine.orbis.native.moves import AS_WILDERNESS, DECLINE, EXCHANGE, REMOVE, TAKE_GOD, TAKE_REGION, discards, gains, payments
from engine.orbis.native.pieces import Tile
from engine.orbis.native.position import OrbisPosition, Player
from engine.orbis.records import REGIONS_PER_WORLD
from engine.orbis.rules.laying import face_up_moves, free_places
from engine.orbis.rules.paying import DISCARD_STEP, EXCHANGE_RATE, can_pay


def legal_moves(position: OrbisPosition) -> list[Move]:
    """Returns every move that answers the pending decision, exchanges last; an empty list when the game is over."""
    if not position.pending:
        return []
    decision = position.pending[-1]
    player = position.players[decision.seat]
    owned = player.worshippers
    spare = 0
    moves: list[Move] = []
    if isinstance(decision, Turn):
        moves = _takes(position, player)
    elif isinstance(decision, Placement):
        moves = lays(player, position.tile_at(decision.slot))
    elif isinstance(decision, Payment):
        spare = decision.needed
        moves = payments(at_most(owned, spare), spare)[:]
    elif isinstance(decision, Gift):
        moves = gains(decision.count)[:]
    elif isinstance(decision, (VillagePayment, DeathPayment)):
        moves = [*payments(at_most(owned, decision.needed), decision.needed), DECLINE]
    elif isinstance(decision, Eruption):
        moves = _removals(position, decision)
    elif isinstance(decision, Overflow):
        step = min(decision.count, DISCARD_STEP)
        moves = discards(at_most(owned, step), step)[:]
    _add_exchanges(moves, owned, spare)
    return moves


def _takes(position: OrbisPosition, player: Player) -> list[Move]:
    """ORB-3.1: a region if the world has room, a god if the player has none."""
    moves = TAKE_REGION[:] if len(player.world.regions) < REGIONS_PER_WORLD else []
    if player.god is None:
        for god in position.gods:
            moves.append(TAKE_GOD[god])
    return moves


def lays(player: Player, tile: Tile) -> list[Move]:
    """Returns every place face up if the tile can be paid for and its colour fits, then every place as a wilderness (ORB-3.5)."""
    world = player.world
    moves = face_up_moves(world, tile.color)[:] if can_pay(player, tile) else []
    for place in free_places(world):
        moves.append(AS_WILDERNESS[place])
    return moves


def _removals(position: OrbisPosition, decision: Eruption) -> list[Move]:
    """All or nothing: a player can decline only before the first worshipper is removed (ORB-5.5)."""
    moves = [REMOVE[slot][color] for slot, color in erupting_cells(position, decision.tile)]
    if decision.left == decision.tile.amount:
        moves.append(DECLINE)
    return moves


def erupting_cells(position: OrbisPosition, tile: Tile) -> list[tuple[int, int]]:
    """Returns the (slot, colour) pairs from which the volcano can remove worshippers (ORB-5.5)."""
    found: list[tuple[int, int]] = []
    for slot, offer in enumerate(position.display):
        if offer.worshippers:
            for color in tile.colors:
                if count(offer.worshippers, color):
                    found.append((slot, color))
    return found


def _add_exchanges(moves: list[Move], owned: Bag, spare: int) -> None:
    """ORB-3.2: exchanges are possible in every decision, unless too few worshippers would be left for the payment."""
    if spare and total(owned) - EXCHANGE_RATE + 1 < spare:
        return
    for give in range(5):
        if count(owned, give) >= EXCHANGE_RATE:
            moves.extend(EXCHANGE[give])
