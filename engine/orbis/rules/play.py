"""Playing a move: the order of a turn."""

from __future__ import annotations

from engine.orbis.content import COLOR_OF, COLORS, GODS, NEIGHBOURS, ROW_LENGTHS, SUPPLY_LIMIT, TURNS_PER_SEAT
from engine.orbis.events import (
    DisplayRefilled,
    GodTaken,
    RegionLaid,
    RegionTaken,
    RoundStarted,
    WorshippersCollected,
    WorshippersCreated,
    WorshippersDiscarded,
    WorshippersPaid,
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
from engine.orbis.rules.effects import ask_death, ask_eruption, ask_god, ask_payment, ask_village, carry_out, decline, remove
from engine.orbis.rules.laying import colors_by_place, free_places, matches
from engine.orbis.rules.legal import lays
from engine.orbis.rules.paying import Events, can_pay_after_exchanges, changed, exchange, gain, give, price, united
from engine.orbis.scoring import final_events
from engine.orbis.state import NOBODY, Player, Region, State, tile_at, turns_taken


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
            _lay_region(state, decision, move, events)
        case RemoveWorshipper(slot=slot, color=color) if isinstance(decision, Eruption):
            remove(state, slot, COLORS.index(color), events)
            ask_eruption(state, seat, decision.left - 1, events)
        case Pay(worshippers=worshippers):
            give(player, seat, worshippers, WorshippersPaid, events)
            if isinstance(decision, Payment):
                carry_out(state, seat, events)
        case Decline():
            decline(state, decision, events)
        case Gain(worshippers=worshippers):
            gain(player, seat, worshippers, events)
        case Discard(worshippers=worshippers):
            give(player, seat, worshippers, WorshippersDiscarded, events)
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
    events.append(WorshippersCreated(NEIGHBOURS[slot], COLORS[color]))
    collected = standing[slot]
    if any(collected):
        player = state.players[seat]
        player.worshippers = united(player.worshippers, collected)
        events.append(WorshippersCollected(seat, slot, collected))
        standing[slot] = NOBODY
    _ask_placement(state, Placement(seat, slot), events)


def _ask_placement(state: State, decision: Placement, events: Events) -> None:
    """Asks for a place, unless the only possibility is one place as a wilderness and no exchange can change that (ORB-3.5)."""
    player = state.players[decision.seat]
    tile = tile_at(state, decision.slot)
    if has_placement_choice(player, tile):
        state.pending.append(decision)
    else:
        _lay_region(state, decision, lays(player, tile)[0], events)


def has_placement_choice(player: Player, tile: str) -> bool:
    """Returns whether there are several places, or one where the tile can also be laid face up, if necessary after exchanges."""
    if 0 < sum(region.row == 1 for region in player.world) < ROW_LENGTHS[0]:
        return True
    colors = colors_by_place(player.world)
    places = free_places(colors)
    return len(places) > 1 or (matches(colors, places[0], COLOR_OF[tile]) and can_pay_after_exchanges(player, tile))


def _lay_region(state: State, decision: Placement, move: LayRegion, events: Events) -> None:
    """ORB-3.3, steps 3 to 5: pays for a face-up region, lays it and carries out its effect."""
    seat = decision.seat
    player = state.players[seat]
    tile = tile_at(state, decision.slot)
    if not move.wilderness:
        give(player, seat, price(player, tile), WorshippersPaid, events)
    state.display[decision.slot] = None
    player.world.append(Region(tile, move.row, move.column, "wilderness" if move.wilderness else "up"))
    events.append(RegionLaid(seat, tile, move.row, move.column, move.wilderness))
    if not move.wilderness:
        ask_payment(state, seat, events)


def _take_god(state: State, seat: int, god: str, events: Events) -> None:
    """ORB-7.9: the display does not change."""
    state.gods.remove(god)
    state.players[seat].god = god
    events.append(GodTaken(seat, god))
    ask_god(state, seat, GODS[god], events)


def _ask_again(state: State, decision: AnyDecision, events: Events) -> None:
    """Repeats the decision after an exchange if there is still a choice; the limit is checked at the end of the turn."""
    seat = decision.seat
    match decision:
        case Placement():
            _ask_placement(state, decision, events)
        case Payment():
            ask_payment(state, seat, events)
        case VillagePayment(count=count):
            ask_village(state, seat, count, events)
        case DeathPayment(count=count):
            ask_death(state, seat, count, events)
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
    state.pending.append(Turn(following))


def _refill(state: State, events: Events) -> None:
    """Places the next tile, of level 1, then 2, then 3; there always is one (ORB-2.3)."""
    slot = state.display.index(None)
    pile = next(pile for pile in state.piles if pile)
    tile = state.display[slot] = pile.pop()
    assert tile is not None, "a view cannot be played on"
    events.append(DisplayRefilled(slot, tile))
