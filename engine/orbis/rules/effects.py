"""The effects of regions and gods. Each `ask_` function pushes a decision, or resolves it at once if there is no choice."""

from __future__ import annotations

from engine.native import Decision
from engine.orbis.events import (
    GodFulfilled,
    GodUnfulfilled,
    PrivilegeGained,
    RegionFulfilled,
    RegionUnfulfilled,
    Unfulfilled,
    WorshipperRemoved,
    WorshippersPaid,
)
from engine.orbis.native.bags import ONE, Bag, count, counts_of, several, total
from engine.orbis.native.decisions import DeathPayment, Eruption, Gift, VillagePayment
from engine.orbis.native.pieces import CONVERSION, FARM, IRRIGATION, VILLAGE, VOLCANO, God, Tile
from engine.orbis.native.position import Offer, OrbisPosition, Region
from engine.orbis.records import COLORS
from engine.orbis.rules.laying import rests_on
from engine.orbis.rules.legal import erupting_cells
from engine.orbis.rules.paying import Events, gain, lose


def carry_out(position: OrbisPosition, seat: int, events: Events) -> None:
    """Carries out the effect of the region just laid (ORB-5); rocks, shrines and forests have an effect only at the end of the game."""
    region = position.players[seat].world.regions[-1]
    tile = region.tile
    effect = tile.effect
    if effect == CONVERSION:
        if tile.colors:
            gain(position, seat, several(tile.colors[0], tile.amount), tile, None, events)
        else:
            position.pending.append(Gift(seat, tile.amount, tile, None))
    elif effect == FARM:
        _gain_privilege(position, seat, tile, events)
    elif effect == VILLAGE:
        ask_village(position, VillagePayment(seat, tile, tile.amount), events)
    elif effect == VOLCANO:
        ask_eruption(position, Eruption(seat, tile, tile.amount), events)
    elif effect == IRRIGATION:
        _irrigate(position, seat, region, events)


def _gain_privilege(position: OrbisPosition, seat: int, tile: Tile, events: Events) -> None:
    """ORB-5.3: each privilege is gained once."""
    player, color = position.players[seat], tile.colors[0]
    if color not in player.privileges.colors:
        position.players[seat] = player.with_privilege(color)
        if events is not None:
            events.append(PrivilegeGained(seat, tile.id, COLORS[color]))


def _irrigate(position: OrbisPosition, seat: int, region: Region, events: Events) -> None:
    """ORB-5.6: the condition is checked when the region is laid."""
    if rests_on(position.players[seat].world, region.place, region.tile.colors[0]):
        fulfil_region(seat, region.tile, events)
    else:
        leave_region_unfulfilled(position, seat, "impossible", events)


def ask_village(position: OrbisPosition, decision: VillagePayment, events: Events) -> None:
    """ORB-5.4: a player who cannot pay is not asked."""
    if total(position.players[decision.seat].worshippers) >= decision.needed:
        position.pending.append(decision)
    else:
        leave_region_unfulfilled(position, decision.seat, "impossible", events)


def pay_village(position: OrbisPosition, decision: VillagePayment, worshippers: Bag, events: Events) -> None:
    """ORB-5.4: the village will score."""
    lose(position, decision.seat, worshippers)
    if events is not None:
        events.append(WorshippersPaid(decision.seat, counts_of(worshippers), "village", decision.tile.id, None))
    fulfil_region(decision.seat, decision.tile, events)


def ask_eruption(position: OrbisPosition, decision: Eruption, events: Events) -> None:
    """ORB-5.5: asks for one worshipper at a time, as long as there is a choice."""
    if has_eruption_choice(position, decision.tile, decision.left):
        position.pending.append(decision)
    else:
        end_eruption(position, decision, events)


def has_eruption_choice(position: OrbisPosition, tile: Tile, left: int) -> bool:
    """Returns whether there are enough worshippers, before the first is removed; after that, whether there is more than one choice."""
    cells = erupting_cells(position, tile)
    found = 0
    for slot, color in cells:
        found += count(position.display[slot].worshippers, color)
    if left == tile.amount:
        return found >= left
    return found > left > 0 and len(cells) > 1


def end_eruption(position: OrbisPosition, decision: Eruption, events: Events) -> None:
    """Removes the rest without a choice: all worshippers that are left, or all from one slot and of one colour; or nothing at all."""
    tile, left = decision.tile, decision.left
    if left == tile.amount:
        leave_region_unfulfilled(position, decision.seat, "impossible", events)
        return
    if left:
        for slot, color in erupting_cells(position, tile):
            for _ in range(min(left, count(position.display[slot].worshippers, color))):
                remove(position, decision, slot, color, events)
    fulfil_region(decision.seat, tile, events)


def remove(position: OrbisPosition, decision: Eruption, slot: int, color: int, events: Events) -> None:
    """Moves one worshipper from the display to the general supply."""
    offer = position.display[slot]
    position.display[slot] = Offer(offer.tile, offer.worshippers - ONE[color])
    if events is not None:
        events.append(WorshipperRemoved(decision.seat, decision.tile.id, slot, COLORS[color]))


def ask_god(position: OrbisPosition, seat: int, god: God, events: Events) -> None:
    """ORB-7.1, ORB-7.7: two gods have an effect when they are taken."""
    if god.gift:
        position.pending.append(Gift(seat, god.gift, None, god))
    if god.payment:
        ask_death(position, DeathPayment(seat, god, god.payment), events)


def ask_death(position: OrbisPosition, decision: DeathPayment, events: Events) -> None:
    """ORB-7.7: a player who cannot pay is not asked."""
    if total(position.players[decision.seat].worshippers) >= decision.needed:
        position.pending.append(decision)
    else:
        leave_god_unfulfilled(position, decision.seat, "impossible", events)


def pay_death(position: OrbisPosition, decision: DeathPayment, worshippers: Bag, events: Events) -> None:
    """ORB-7.7: the God of Death will score."""
    lose(position, decision.seat, worshippers)
    if events is not None:
        events.append(WorshippersPaid(decision.seat, counts_of(worshippers), "death", None, decision.god.id))
        events.append(GodFulfilled(decision.seat, decision.god.id))


def decline(position: OrbisPosition, decision: Decision, events: Events) -> None:
    """Leaves the region or god unfulfilled because the player declined."""
    if isinstance(decision, DeathPayment):
        leave_god_unfulfilled(position, decision.seat, "declined", events)
    else:
        leave_region_unfulfilled(position, decision.seat, "declined", events)


def fulfil_region(seat: int, tile: Tile, events: Events) -> None:
    """Reports that the condition of the region just laid was met."""
    if events is not None:
        events.append(RegionFulfilled(seat, tile.id))


def leave_region_unfulfilled(position: OrbisPosition, seat: int, reason: Unfulfilled, events: Events) -> None:
    """ORB-4.4: leaves the region just laid unfulfilled."""
    player = position.players[seat]
    position.players[seat] = player.with_world(player.world.with_last_unfulfilled())
    if events is not None:
        events.append(RegionUnfulfilled(seat, player.world.regions[-1].tile.id, reason))


def leave_god_unfulfilled(position: OrbisPosition, seat: int, reason: Unfulfilled, events: Events) -> None:
    """ORB-7.7: the unpaid God of Death scores nothing."""
    player = position.players[seat]
    assert player.god is not None
    position.players[seat] = player.with_god(player.god, True)
    if events is not None:
        events.append(GodUnfulfilled(seat, player.god.id, reason))
