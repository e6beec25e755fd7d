"""The effects of regions and gods. Each `ask_` function pushes a decision, or resolves it at once if there is no choice."""

from __future__ import annotations

import msgspec

from engine.orbis.content import ANY_OF, COLORS, TILES, Conversion, Farm, God, Irrigation, Village, Volcano
from engine.orbis.events import GodUnfulfilled, PrivilegeGained, RegionUnfulfilled, WorshipperRemoved, WorshippersPaid
from engine.orbis.moves import AnyDecision, DeathPayment, Eruption, Gift, Payment, VillagePayment
from engine.orbis.rules.laying import colors_by_place, place_of, rests_on
from engine.orbis.rules.legal import erupting_cells
from engine.orbis.rules.paying import Events, changed, gain, give, has_choice
from engine.orbis.state import NOBODY, Player, State


def ask_payment(state: State, seat: int, events: Events) -> None:
    """Asks for the `any` symbols of the region just laid (ORB-3.4), then carries out its effect."""
    player = state.players[seat]
    count = ANY_OF[player.world[-1].tile]
    if count and has_choice(player.worshippers, count):
        state.pending.append(Payment(seat, count))
        return
    if count:
        give(player, seat, tuple(min(owned, count) for owned in player.worshippers), WorshippersPaid, events)
    carry_out(state, seat, events)


def carry_out(state: State, seat: int, events: Events) -> None:
    """Carries out the effect of the region just laid (ORB-5); rocks, shrines and forests have an effect only at the end of the game."""
    player = state.players[seat]
    match TILES[player.world[-1].tile].effect:
        case Conversion(color="any", amount=amount):
            state.pending.append(Gift(seat, amount))
        case Conversion(color=color, amount=amount):
            gain(player, seat, changed(NOBODY, COLORS.index(color), amount), events)
        case Farm(color=color) if color not in player.privileges:
            player.privileges += (color,)
            events.append(PrivilegeGained(seat, color))
        case Village(pay=count):
            ask_village(state, seat, count, events)
        case Volcano(count=count):
            ask_eruption(state, seat, count, events)
        case Irrigation(color=color) if not _is_irrigated(player, COLORS.index(color)):
            leave_region_unfulfilled(player, seat, events)


def _is_irrigated(player: Player, color: int) -> bool:
    """ORB-5.6: the condition is checked when the region is laid."""
    region = player.world[-1]
    return rests_on(colors_by_place(player.world), place_of(region.row, region.column), color)


def ask_village(state: State, seat: int, count: int, events: Events) -> None:
    """ORB-5.4: a player who cannot pay is not asked."""
    player = state.players[seat]
    if sum(player.worshippers) >= count:
        state.pending.append(VillagePayment(seat, count))
    else:
        leave_region_unfulfilled(player, seat, events)


def ask_eruption(state: State, seat: int, left: int, events: Events) -> None:
    """ORB-5.5: asks for one worshipper at a time, as long as there is a choice."""
    player = state.players[seat]
    if has_eruption_choice(state, player, left):
        state.pending.append(Eruption(seat, left))
    elif left == _eruption_size(player):
        leave_region_unfulfilled(player, seat, events)
    else:
        _remove_the_rest(state, player, left, events)


def has_eruption_choice(state: State, player: Player, left: int) -> bool:
    """Returns whether there are enough worshippers, before the first is removed; after that, whether there is more than one choice."""
    cells = erupting_cells(state, player)
    found = sum(state.display_worshippers[slot][color] for slot, color in cells)
    if left == _eruption_size(player):
        return found >= left
    return found > left > 0 and len(cells) > 1


def _eruption_size(player: Player) -> int:
    effect = TILES[player.world[-1].tile].effect
    return effect.count if isinstance(effect, Volcano) else 0


def _remove_the_rest(state: State, player: Player, left: int, events: Events) -> None:
    """Removes the rest without a choice: all worshippers that are left, or all from one slot and of one colour."""
    for slot, color in erupting_cells(state, player):
        for _ in range(min(left, state.display_worshippers[slot][color])):
            remove(state, slot, color, events)


def remove(state: State, slot: int, color: int, events: Events) -> None:
    """Moves one worshipper from the display to the general supply."""
    state.display_worshippers[slot] = changed(state.display_worshippers[slot], color, -1)
    events.append(WorshipperRemoved(slot, COLORS[color]))


def ask_god(state: State, seat: int, god: God, events: Events) -> None:
    """ORB-7.1, ORB-7.7: two gods have an effect when they are taken."""
    if god.gift:
        state.pending.append(Gift(seat, god.gift))
    if god.payment:
        ask_death(state, seat, god.payment, events)


def ask_death(state: State, seat: int, count: int, events: Events) -> None:
    """ORB-7.7: a player who cannot pay is not asked."""
    player = state.players[seat]
    if sum(player.worshippers) >= count:
        state.pending.append(DeathPayment(seat, count))
    else:
        leave_god_unfulfilled(player, seat, events)


def decline(state: State, decision: AnyDecision, events: Events) -> None:
    """Leaves the region or god unfulfilled because the player declined."""
    player = state.players[decision.seat]
    if isinstance(decision, DeathPayment):
        leave_god_unfulfilled(player, decision.seat, events)
    else:
        leave_region_unfulfilled(player, decision.seat, events)


def leave_region_unfulfilled(player: Player, seat: int, events: Events) -> None:
    """ORB-4.4: leaves the region just laid unfulfilled."""
    region = player.world[-1]
    player.world[-1] = msgspec.structs.replace(region, face="unfulfilled")
    events.append(RegionUnfulfilled(seat, region.tile))


def leave_god_unfulfilled(player: Player, seat: int, events: Events) -> None:
    """ORB-7.7: the unpaid God of Death scores nothing."""
    player.god_unfulfilled = True
    events.append(GodUnfulfilled(seat, player.god or ""))
