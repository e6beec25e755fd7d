"""Playing a move: the order of a turn."""

from __future__ import annotations

from operator import sub

from engine.orbis.content import ANY_OF, COLOR_OF, GODS, NEIGHBOURS, TILES
from engine.orbis.events import (
    DisplayRefilled,
    GodTaken,
    RegionLaid,
    RegionTaken,
    RoundStarted,
    TurnStarted,
    WorshippersCollected,
    WorshippersCreated,
)
from engine.orbis.moves import (
    AnyDecision,
    AnyMove,
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
from engine.orbis.records import COLORS, ROW_LENGTHS, SUPPLY_LIMIT, TURNS_PER_SEAT
from engine.orbis.rules.effects import (
    ask_death,
    ask_eruption,
    ask_god,
    ask_village,
    carry_out,
    decline,
    pay_death,
    pay_village,
    remove,
)
from engine.orbis.rules.laying import colors_by_place, free_places, matches
from engine.orbis.rules.legal import lays
from engine.orbis.rules.paying import (
    Events,
    all_of,
    can_pay_after_exchanges,
    changed,
    discard,
    exchange,
    gain,
    has_choice,
    pay_cost,
    price,
    united,
)
from engine.orbis.scoring import final_events
from engine.orbis.state import NOBODY, Counts, Player, Region, State, tile_at, turns_taken


def play(state: State, move: AnyMove, events: Events) -> None:
    """Plays a legal move in place, without checking it."""
    decision = state.pending.pop()
    seat = decision.seat
    player = state.players[seat]
    state.version += 1
    match move:
        case TakeRegion(slot=slot):
            _take_region(state, seat, slot, events)
        case LayRegion() if isinstance(decision, Placement):
            _choose_place(state, decision, move, events)
        case Pay(worshippers=worshippers):
            _pay(state, decision, worshippers, events)
        case RemoveWorshipper(slot=slot, color=color) if isinstance(decision, Eruption):
            remove(state, seat, decision.tile, slot, COLORS.index(color), events)
            ask_eruption(state, Eruption(seat, decision.tile, decision.left - 1), events)
        case Decline():
            decline(state, decision, events)
        case Gain(worshippers=worshippers) if isinstance(decision, Gift):
            gain(player, seat, worshippers, decision.tile, decision.god, events)
        case Discard(worshippers=worshippers):
            discard(player, seat, worshippers, events)
        case TakeGod(god=god):
            _take_god(state, seat, god, events)
        case Exchange():
            exchange(player, seat, move, events)
            _ask_again(state, decision, events)
    if not state.pending:
        _finish_turn(state, seat, events)


def _take_region(state: State, seat: int, slot: int, events: Events) -> None:
    """ORB-3.3, steps 1 and 2: creates worshippers and collects those on the tile."""
    tile = tile_at(state, slot)
    color = COLOR_OF[tile]
    standing = state.display_worshippers
    events.append(RegionTaken(seat, slot, tile))
    for neighbour in NEIGHBOURS[slot]:
        standing[neighbour] = changed(standing[neighbour], color, 1)
    events.append(WorshippersCreated(seat, tile, NEIGHBOURS[slot], COLORS[color]))
    collected = standing[slot]
    if any(collected):
        player = state.players[seat]
        player.worshippers = united(player.worshippers, collected)
        events.append(WorshippersCollected(seat, tile, slot, collected))
        standing[slot] = NOBODY
    _ask_placement(state, Placement(seat, slot), events)


def _ask_placement(state: State, decision: Placement, events: Events) -> None:
    """Asks for a place, unless the only possibility is one place as a wilderness and no exchange can change that (ORB-3.5)."""
    player = state.players[decision.seat]
    tile = tile_at(state, decision.slot)
    if has_placement_choice(player, tile):
        state.pending.append(decision)
    else:
        _choose_place(state, decision, lays(player, tile)[0], events)


def has_placement_choice(player: Player, tile: str) -> bool:
    """Returns whether there are several places, or one where the tile can also be laid face up, if necessary after exchanges."""
    if 0 < sum(region.row == 1 for region in player.world) < ROW_LENGTHS[0]:
        return True
    colors = colors_by_place(player.world)
    places = free_places(colors)
    return len(places) > 1 or (matches(colors, places[0], COLOR_OF[tile]) and can_pay_after_exchanges(player, tile))


def _choose_place(state: State, decision: Placement, move: LayRegion, events: Events) -> None:
    """ORB-3.3, step 3: a face-up region is paid for before it is laid; a wilderness costs nothing (ORB-3.5)."""
    seat, slot = decision.seat, decision.slot
    if move.wilderness:
        _lay(state, seat, slot, move.row, move.column, True, events)
        return
    player, tile = state.players[seat], tile_at(state, slot)
    owed, needed = price(player, tile), ANY_OF[tile]
    if needed:
        rest = tuple(map(sub, player.worshippers, owed))
        if has_choice(rest, needed):
            pay_cost(player, seat, owed, tile, events)
            state.pending.append(Payment(seat, tile, needed, slot, move.row, move.column))
            return
        owed = united(owed, all_of(rest, needed))
    pay_cost(player, seat, owed, tile, events)
    _lay(state, seat, slot, move.row, move.column, False, events)


def _ask_payment(state: State, decision: Payment, events: Events) -> None:
    """ORB-3.4: asks which worshippers pay the `any` symbols, if there is a choice."""
    owned = state.players[decision.seat].worshippers
    if has_choice(owned, decision.needed):
        state.pending.append(decision)
    else:
        _pay(state, decision, all_of(owned, decision.needed), events)


def _pay(state: State, decision: AnyDecision, worshippers: Counts, events: Events) -> None:
    player = state.players[decision.seat]
    match decision:
        case Payment(seat=seat, tile=tile, slot=slot, row=row, column=column):
            pay_cost(player, seat, worshippers, tile, events)
            _lay(state, seat, slot, row, column, False, events)
        case VillagePayment():
            pay_village(player, decision, worshippers, events)
        case DeathPayment():
            pay_death(player, decision, worshippers, events)


def _lay(state: State, seat: int, slot: int, row: int, column: int, wilderness: bool, events: Events) -> None:
    """ORB-3.3, steps 4 and 5: lays the tile and carries out its effect."""
    tile = tile_at(state, slot)
    state.display[slot] = None
    state.players[seat].world.append(Region(tile, row, column, "wilderness" if wilderness else "up"))
    events.append(RegionLaid(seat, tile, slot, row, column, wilderness))
    if not wilderness:
        carry_out(state, seat, events)


def _take_god(state: State, seat: int, god: str, events: Events) -> None:
    """ORB-7.9: the display does not change."""
    state.gods.remove(god)
    state.players[seat].god = god
    events.append(GodTaken(seat, god))
    ask_god(state, seat, GODS[god], events)


def _ask_again(state: State, decision: AnyDecision, events: Events) -> None:
    """Repeats the decision after an exchange if there is still a choice; the limit is checked at the end of the turn."""
    match decision:
        case Placement():
            _ask_placement(state, decision, events)
        case Payment():
            _ask_payment(state, decision, events)
        case VillagePayment():
            ask_village(state, decision, events)
        case DeathPayment():
            ask_death(state, decision, events)
        case Overflow():
            pass
        case _:
            state.pending.append(decision)


def _finish_turn(state: State, seat: int, events: Events) -> None:
    """ORB-3.3, steps 6 and 7, also after taking a god (ORB-3.6); then the next seat's turn, or the end of the game (ORB-3.1)."""
    excess = sum(state.players[seat].worshippers) - SUPPLY_LIMIT
    if excess > 0:
        state.pending.append(Overflow(seat, excess))
        return
    if None in state.display:
        _refill(state, events)
    following = (seat + 1) % len(state.players)
    turns = turns_taken(state.players[following])
    if turns == TURNS_PER_SEAT:
        events.extend(final_events(state))
        return
    if following == state.first_seat:
        events.append(RoundStarted(turns + 1))
    events.append(TurnStarted(following))
    state.pending.append(Turn(following))


def _refill(state: State, events: Events) -> None:
    """Places the next tile, of level 1, then 2, then 3; there always is one (ORB-2.3)."""
    slot = state.display.index(None)
    pile = next(pile for pile in state.piles if pile)
    tile = state.display[slot] = pile.pop()
    assert tile is not None, "a view cannot be played on"
    events.append(DisplayRefilled(slot, tile, TILES[tile].level))
