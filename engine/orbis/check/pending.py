"""Whether the pending decision is possible in this position."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Defect
from engine.orbis.content import ANY_OF, COLOR_OF, GODS, NEIGHBOURS, TILES
from engine.orbis.moves import AnyDecision, DeathPayment, Eruption, Gift, Overflow, Payment, Placement, Turn, VillagePayment
from engine.orbis.native import pieces
from engine.orbis.native.conversion import read_player, read_state
from engine.orbis.native.places import place_of
from engine.orbis.records import REGIONS_PER_WORLD, SUPPLY_LIMIT, Conversion, Effect, God, Village, Volcano
from engine.orbis.rules.effects import has_eruption_choice
from engine.orbis.rules.laying import is_free, matches
from engine.orbis.rules.paying import has_choice
from engine.orbis.rules.play import has_placement_choice
from engine.orbis.state import Player, State, tile_at

NO_EFFECT = Effect()


def pending_defects(state: State) -> Iterator[Defect]:
    """Yields what contradicts the pending decision, in a state without other defects."""
    empty = state.display.count(None)
    decision = state.pending[-1] if state.pending else None
    if empty != _empty_slots(state, decision):
        yield Defect("/display", "empty_slot", "A slot is empty only from the laying of its tile to the end of the turn.")
    elif decision is not None and not _can_be_asked(state, decision, after_region=empty == 1):
        yield Defect("/pending/0", "not_asked", "This decision does not arise in this position, or there is nothing to choose.")


def _empty_slots(state: State, decision: AnyDecision | None) -> int:
    """Returns the number of empty slots the decision requires: one after a region was laid, else none (ORB-7.9)."""
    match decision:
        case None | Turn() | Placement() | Payment() | DeathPayment():
            return 0
        case Gift() | Overflow():
            return min(state.display.count(None), 1)
    return 1


def _can_be_asked(state: State, decision: AnyDecision, after_region: bool) -> bool:
    player = state.players[decision.seat]
    owned = sum(player.worshippers)
    match decision:
        case Turn():
            return True
        case Placement(slot=slot):
            return _is_taken(state, player, slot) and has_placement_choice(read_player(player), pieces.TILES[tile_at(state, slot)])
        case Payment():
            return _is_paid_for(state, player, decision)
        case Overflow(count=count):
            god = _god(player, after_region)
            grew = bool(player.world) if after_region else god is not None and owned - god.gift <= SUPPLY_LIMIT
            return grew and owned - SUPPLY_LIMIT == count
        case DeathPayment(god=name, needed=needed):
            god = _god(player, after_region)
            is_due = god is not None and god.id == name and god.payment == needed
            return is_due and needed <= owned <= SUPPLY_LIMIT and not player.god_unfulfilled
        case Gift(tile=None):
            god = _god(player, after_region)
            return god is not None and god.id == decision.god and god.gift == decision.count and owned <= SUPPLY_LIMIT
        case _:
            return decision.tile == _laid(player, after_region) and _effect_asks(state, decision, owned)


def _effect_asks(state: State, decision: Gift | VillagePayment | Eruption, owned: int) -> bool:
    """Returns whether the effect of the region laid face up in this turn asks this (ORB-5)."""
    effect: Effect = TILES[decision.tile].effect if decision.tile else NO_EFFECT
    match decision:
        case Gift(god=god, count=count):
            return isinstance(effect, Conversion) and effect.color == "any" and effect.amount == count and god is None
        case VillagePayment(needed=needed):
            return isinstance(effect, Village) and effect.pay == needed <= owned
        case Eruption(tile=tile, left=left):
            return isinstance(effect, Volcano) and left <= effect.count and has_eruption_choice(read_state(state), pieces.TILES[tile], left)


def _laid(player: Player, after_region: bool) -> str | None:
    """Returns the tile laid face up in this turn."""
    return player.world[-1].tile if after_region and player.world and player.world[-1].face == "up" else None


def _god(player: Player, after_region: bool) -> God | None:
    """Returns the god taken in this turn."""
    return None if after_region or player.god is None else GODS[player.god]


def _is_paid_for(state: State, player: Player, decision: Payment) -> bool:
    """Returns whether only the `any` symbols of the tile are left to pay, and the tile can be laid in its place (ORB-3.3, step 3)."""
    tile, place = decision.tile, place_of(decision.row, decision.column)
    if not _is_taken(state, player, decision.slot) or state.display[decision.slot] != tile or ANY_OF[tile] != decision.needed:
        return False
    owner = read_player(player)
    world = owner.world
    return has_choice(owner.worshippers, decision.needed) and is_free(world, place) and matches(world, place, COLOR_OF[tile])


def _is_taken(state: State, player: Player, slot: int) -> bool:
    """Returns whether the tile in the slot can just have been taken (ORB-3.3, steps 1 and 2)."""
    tile = state.display[slot]
    if tile is None or len(player.world) >= REGIONS_PER_WORLD or any(state.display_worshippers[slot]):
        return False
    return all(state.display_worshippers[neighbour][COLOR_OF[tile]] for neighbour in NEIGHBOURS[slot])
