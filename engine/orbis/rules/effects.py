"""The effects of regions and gods. Each `ask_` function pushes a decision, or resolves it at once if there is no choice."""

from __future__ import annotations

import msgspec

from engine.orbis.content import TILES
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
from engine.orbis.moves import AnyDecision, DeathPayment, Eruption, Gift, VillagePayment
from engine.orbis.records import COLORS, Conversion, Farm, God, Irrigation, Village, Volcano
from engine.orbis.rules.laying import colors_by_place, place_of, rests_on
from engine.orbis.rules.legal import ERUPTIONS, erupting_cells
from engine.orbis.rules.paying import Events, changed, gain, lose
from engine.orbis.state import NOBODY, Counts, Player, State


def carry_out(state: State, seat: int, events: Events) -> None:
    """Carries out the effect of the region just laid (ORB-5); rocks, shrines and forests have an effect only at the end of the game."""
    player = state.players[seat]
    tile = player.world[-1].tile
    match TILES[tile].effect:
        case Conversion(color="any", amount=amount):
            state.pending.append(Gift(seat, amount, tile, None))
        case Conversion(color=color, amount=amount):
            gain(player, seat, changed(NOBODY, COLORS.index(color), amount), tile, None, events)
        case Farm(color=color) if color not in player.privileges:
            player.privileges += (color,)
            events.append(PrivilegeGained(seat, tile, color))
        case Village(pay=needed):
            ask_village(state, VillagePayment(seat, tile, needed), events)
        case Volcano(count=count):
            ask_eruption(state, Eruption(seat, tile, count), events)
        case Irrigation(color=color):
            if _is_irrigated(player, COLORS.index(color)):
                events.append(RegionFulfilled(seat, tile))
            else:
                leave_region_unfulfilled(player, seat, "impossible", events)


def _is_irrigated(player: Player, color: int) -> bool:
    """ORB-5.6: the condition is checked when the region is laid."""
    region = player.world[-1]
    return rests_on(colors_by_place(player.world), place_of(region.row, region.column), color)


def ask_village(state: State, decision: VillagePayment, events: Events) -> None:
    """ORB-5.4: a player who cannot pay is not asked."""
    player = state.players[decision.seat]
    if sum(player.worshippers) >= decision.needed:
        state.pending.append(decision)
    else:
        leave_region_unfulfilled(player, decision.seat, "impossible", events)


def pay_village(player: Player, decision: VillagePayment, worshippers: Counts, events: Events) -> None:
    """ORB-5.4: the village will score."""
    lose(player, worshippers)
    events.append(WorshippersPaid(decision.seat, worshippers, "village", decision.tile, None))
    events.append(RegionFulfilled(decision.seat, decision.tile))


def ask_eruption(state: State, decision: Eruption, events: Events) -> None:
    """ORB-5.5: asks for one worshipper at a time, as long as there is a choice."""
    if has_eruption_choice(state, decision.tile, decision.left):
        state.pending.append(decision)
    else:
        end_eruption(state, decision.seat, decision.tile, decision.left, events)


def has_eruption_choice(state: State, tile: str, left: int) -> bool:
    """Returns whether there are enough worshippers, before the first is removed; after that, whether there is more than one choice."""
    cells = erupting_cells(state, tile)
    found = sum(state.display_worshippers[slot][color] for slot, color in cells)
    if left == ERUPTIONS[tile][0]:
        return found >= left
    return found > left > 0 and len(cells) > 1


def end_eruption(state: State, seat: int, tile: str, left: int, events: Events) -> None:
    """Removes the rest without a choice: all worshippers that are left, or all from one slot and of one colour; or nothing at all."""
    if left == ERUPTIONS[tile][0]:
        leave_region_unfulfilled(state.players[seat], seat, "impossible", events)
        return
    for slot, color in erupting_cells(state, tile) if left else ():
        for _ in range(min(left, state.display_worshippers[slot][color])):
            remove(state, seat, tile, slot, color, events)
    events.append(RegionFulfilled(seat, tile))


def remove(state: State, seat: int, tile: str, slot: int, color: int, events: Events) -> None:
    """Moves one worshipper from the display to the general supply."""
    state.display_worshippers[slot] = changed(state.display_worshippers[slot], color, -1)
    events.append(WorshipperRemoved(seat, tile, slot, COLORS[color]))


def ask_god(state: State, seat: int, god: God, events: Events) -> None:
    """ORB-7.1, ORB-7.7: two gods have an effect when they are taken."""
    if god.gift:
        state.pending.append(Gift(seat, god.gift, None, god.id))
    if god.payment:
        ask_death(state, DeathPayment(seat, god.id, god.payment), events)


def ask_death(state: State, decision: DeathPayment, events: Events) -> None:
    """ORB-7.7: a player who cannot pay is not asked."""
    player = state.players[decision.seat]
    if sum(player.worshippers) >= decision.needed:
        state.pending.append(decision)
    else:
        leave_god_unfulfilled(player, decision.seat, "impossible", events)


def pay_death(player: Player, decision: DeathPayment, worshippers: Counts, events: Events) -> None:
    """ORB-7.7: the God of Death will score."""
    lose(player, worshippers)
    events.append(WorshippersPaid(decision.seat, worshippers, "death", None, decision.god))
    events.append(GodFulfilled(decision.seat, decision.god))


def decline(state: State, decision: AnyDecision, events: Events) -> None:
    """Leaves the region or god unfulfilled because the player declined."""
    player = state.players[decision.seat]
    if isinstance(decision, DeathPayment):
        leave_god_unfulfilled(player, decision.seat, "declined", events)
    else:
        leave_region_unfulfilled(player, decision.seat, "declined", events)


def leave_region_unfulfilled(player: Player, seat: int, reason: Unfulfilled, events: Events) -> None:
    """ORB-4.4: leaves the region just laid unfulfilled."""
    region = player.world[-1]
    player.world[-1] = msgspec.structs.replace(region, face="unfulfilled")
    events.append(RegionUnfulfilled(seat, region.tile, reason))


def leave_god_unfulfilled(player: Player, seat: int, reason: Unfulfilled, events: Events) -> None:
    """ORB-7.7: the unpaid God of Death scores nothing."""
    player.god_unfulfilled = True
    events.append(GodUnfulfilled(seat, player.god or "", reason))
