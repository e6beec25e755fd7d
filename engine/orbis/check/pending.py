"""Whether the pending decision is possible in this position."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Defect
from engine.orbis.content import (
    ANY_OF,
    COLOR_OF,
    GODS,
    NEIGHBOURS,
    REGIONS_PER_WORLD,
    SUPPLY_LIMIT,
    TILES,
    Conversion,
    Effect,
    God,
    Village,
    Volcano,
)
from engine.orbis.moves import AnyDecision, DeathPayment, Eruption, Gift, Overflow, Payment, Placement, Turn, VillagePayment
from engine.orbis.rules.effects import has_eruption_choice
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
        case None | Turn() | Placement() | DeathPayment():
            return 0
        case Gift() | Overflow():
            return min(state.display.count(None), 1)
    return 1


def _can_be_asked(state: State, decision: AnyDecision, after_region: bool) -> bool:
    player = state.players[decision.seat]
    owned = sum(player.worshippers)
    effect = _effect(player, after_region)
    god = _god(player, after_region)
    match decision:
        case Turn():
            return True
        case Placement(slot=slot):
            return _is_taken(state, player, slot) and has_placement_choice(player, tile_at(state, slot))
        case Payment(count=count):
            return effect is not NO_EFFECT and ANY_OF[player.world[-1].tile] == count and has_choice(player.worshippers, count)
        case Gift(count=count):
            converts = isinstance(effect, Conversion) and effect.color == "any" and effect.amount == count
            return converts or (god is not None and god.gift == count and owned <= SUPPLY_LIMIT)
        case VillagePayment(count=count):
            return isinstance(effect, Village) and effect.pay == count <= owned
        case DeathPayment(count=count):
            return god is not None and god.payment == count <= owned <= SUPPLY_LIMIT and not player.god_unfulfilled
        case Eruption(left=left):
            return isinstance(effect, Volcano) and left <= effect.count and has_eruption_choice(state, player, left)
        case Overflow(count=count):
            grew = after_region or (god is not None and owned - god.gift <= SUPPLY_LIMIT)
            return grew and owned - SUPPLY_LIMIT == count


def _effect(player: Player, after_region: bool) -> Effect:
    """Returns the effect of the region laid face up in this turn."""
    if not after_region or not player.world or player.world[-1].face != "up":
        return NO_EFFECT
    return TILES[player.world[-1].tile].effect


def _god(player: Player, after_region: bool) -> God | None:
    """Returns the god taken in this turn."""
    return None if after_region or player.god is None else GODS[player.god]


def _is_taken(state: State, player: Player, slot: int) -> bool:
    """Returns whether the tile in the slot can just have been taken (ORB-3.3, steps 1 and 2)."""
    tile = state.display[slot]
    if tile is None or len(player.world) >= REGIONS_PER_WORLD or any(state.display_worshippers[slot]):
        return False
    return all(state.display_worshippers[neighbour][COLOR_OF[tile]] for neighbour in NEIGHBOURS[slot])
