"""Playing a move: the order of a turn."""

from __future__ import annotations

from typing import Final

from engine.native import Decision, Move
from engine.orbis import content
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
from engine.orbis.native.bags import EMPTY, ONE, Bag, counts_of, total
from engine.orbis.native.decisions import DeathPayment, Eruption, Gift, Overflow, Payment, Placement, Turn, VillagePayment
from engine.orbis.native.moves import (
    Decline,
    Discard,
    Exchange,
    Gain,
    LayRegion,
    Pay,
    RemoveWorshipper,
    TakeGod,
    TakeRegion,
)
from engine.orbis.native.pieces import TILES, God, Tile
from engine.orbis.native.places import column_of, row_of
from engine.orbis.native.position import UP, WILDERNESS, Offer, OrbisPosition, Player
from engine.orbis.records import COLORS, SUPPLY_LIMIT, TURNS_PER_SEAT
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
from engine.orbis.rules.laying import free_places, has_open_row_1, matches
from engine.orbis.rules.legal import lays
from engine.orbis.rules.paying import Events, all_of, can_pay_after_exchanges, discard, exchange, gain, has_choice, pay_cost, price
from engine.orbis.scoring import final_events

NEIGHBOURS: Final[list[list[int]]] = [list(slots) for slots in content.NEIGHBOURS]


def play(position: OrbisPosition, move: Move, events: Events) -> None:
    """Plays a legal move in place, without checking it."""
    decision = position.pending.pop()
    seat = decision.seat
    position.version += 1
    if isinstance(move, TakeRegion):
        _take_region(position, seat, move.slot, events)
    elif isinstance(move, LayRegion):
        assert isinstance(decision, Placement)
        _choose_place(position, decision, move, events)
    elif isinstance(move, Pay):
        _pay(position, decision, move.worshippers, events)
    elif isinstance(move, RemoveWorshipper):
        assert isinstance(decision, Eruption)
        remove(position, decision, move.slot, move.color, events)
        ask_eruption(position, Eruption(seat, decision.tile, decision.left - 1), events)
    elif isinstance(move, Decline):
        decline(position, decision, events)
    elif isinstance(move, Gain):
        assert isinstance(decision, Gift)
        gain(position, seat, move.worshippers, decision.tile, decision.god, events)
    elif isinstance(move, Discard):
        discard(position, seat, move.worshippers, events)
    elif isinstance(move, TakeGod):
        _take_god(position, seat, move.god, events)
    elif isinstance(move, Exchange):
        exchange(position, seat, move, events)
        _ask_again(position, decision, events)
    if not position.pending:
        _finish_turn(position, seat, events)


def _take_region(position: OrbisPosition, seat: int, slot: int, events: Events) -> None:
    """ORB-3.3, steps 1 and 2: creates worshippers and collects those on the tile."""
    tile, display = position.tile_at(slot), position.display
    one: Bag = ONE[tile.color]
    for neighbour in NEIGHBOURS[slot]:
        beside = display[neighbour]
        display[neighbour] = Offer(beside.tile, beside.worshippers + one)
    collected = display[slot].worshippers
    if collected:
        player = position.players[seat]
        position.players[seat] = player.with_worshippers(player.worshippers + collected)
        display[slot] = Offer(tile, EMPTY)
    if events is not None:
        events.append(RegionTaken(seat, slot, tile.id))
        events.append(WorshippersCreated(seat, tile.id, content.NEIGHBOURS[slot], COLORS[tile.color]))
        if collected:
            events.append(WorshippersCollected(seat, tile.id, slot, counts_of(collected)))
    _ask_placement(position, Placement(seat, slot), events)


def _ask_placement(position: OrbisPosition, decision: Placement, events: Events) -> None:
    """Asks for a place, unless the only possibility is one place as a wilderness and no exchange can change that (ORB-3.5)."""
    player = position.players[decision.seat]
    tile = position.tile_at(decision.slot)
    if has_placement_choice(player, tile):
        position.pending.append(decision)
    else:
        only = lays(player, tile)[0]
        assert isinstance(only, LayRegion)
        _choose_place(position, decision, only, events)


def has_placement_choice(player: Player, tile: Tile) -> bool:
    """Returns whether there are several places, or one where the tile can also be laid face up, if necessary after exchanges."""
    if has_open_row_1(player.world):
        return True
    places = free_places(player.world)
    return len(places) > 1 or (matches(player.world, places[0], tile.color) and can_pay_after_exchanges(player, tile))


def _choose_place(position: OrbisPosition, decision: Placement, move: LayRegion, events: Events) -> None:
    """ORB-3.3, step 3: a face-up region is paid for before it is laid; a wilderness costs nothing (ORB-3.5)."""
    seat, slot = decision.seat, decision.slot
    if not move.wilderness:
        player, tile = position.players[seat], position.tile_at(slot)
        owed = price(player, tile)
        if tile.any:
            rest = player.worshippers - owed
            if has_choice(rest, tile.any):
                pay_cost(position, seat, owed, tile, events)
                position.pending.append(Payment(seat, tile, tile.any, slot, move.place))
                return
            owed += all_of(rest, tile.any)
        pay_cost(position, seat, owed, tile, events)
    _lay(position, seat, slot, move.place, move.wilderness, events)


def _ask_payment(position: OrbisPosition, decision: Payment, events: Events) -> None:
    """ORB-3.4: asks which worshippers pay the `any` symbols, if there is a choice."""
    owned = position.players[decision.seat].worshippers
    if has_choice(owned, decision.needed):
        position.pending.append(decision)
    else:
        _pay(position, decision, all_of(owned, decision.needed), events)


def _pay(position: OrbisPosition, decision: Decision, worshippers: Bag, events: Events) -> None:
    if isinstance(decision, Payment):
        pay_cost(position, decision.seat, worshippers, decision.tile, events)
        _lay(position, decision.seat, decision.slot, decision.place, False, events)
    elif isinstance(decision, VillagePayment):
        pay_village(position, decision, worshippers, events)
    elif isinstance(decision, DeathPayment):
        pay_death(position, decision, worshippers, events)


def _lay(position: OrbisPosition, seat: int, slot: int, place: int, wilderness: bool, events: Events) -> None:
    """ORB-3.3, steps 4 and 5: lays the tile and carries out its effect."""
    tile = position.tile_at(slot)
    position.display[slot] = Offer(None, position.display[slot].worshippers)
    player = position.players[seat]
    position.players[seat] = player.with_world(player.world.with_region(tile, place, WILDERNESS if wilderness else UP))
    if events is not None:
        events.append(RegionLaid(seat, tile.id, slot, row_of(place), column_of(place), wilderness))
    if not wilderness:
        carry_out(position, seat, events)


def _take_god(position: OrbisPosition, seat: int, god: God, events: Events) -> None:
    """ORB-7.9: the display does not change."""
    position.gods = [other for other in position.gods if other is not god]
    position.players[seat] = position.players[seat].with_god(god, False)
    if events is not None:
        events.append(GodTaken(seat, god.id))
    ask_god(position, seat, god, events)


def _ask_again(position: OrbisPosition, decision: Decision, events: Events) -> None:
    """Repeats the decision after an exchange if there is still a choice; the limit is checked at the end of the turn."""
    if isinstance(decision, Placement):
        _ask_placement(position, decision, events)
    elif isinstance(decision, Payment):
        _ask_payment(position, decision, events)
    elif isinstance(decision, VillagePayment):
        ask_village(position, decision, events)
    elif isinstance(decision, DeathPayment):
        ask_death(position, decision, events)
    elif not isinstance(decision, Overflow):
        position.pending.append(decision)


def _finish_turn(position: OrbisPosition, seat: int, events: Events) -> None:
    """ORB-3.3, steps 6 and 7, also after taking a god (ORB-3.6); then the next seat's turn, or the end of the game (ORB-3.1)."""
    excess = total(position.players[seat].worshippers) - SUPPLY_LIMIT
    if excess > 0:
        position.pending.append(Overflow(seat, excess))
        return
    _refill(position, events)
    following = (seat + 1) % len(position.players)
    turns = position.players[following].turns_taken()
    if turns == TURNS_PER_SEAT:
        if events is not None:
            events.extend(final_events(position))
        return
    if events is not None:
        if following == position.setup.first_seat:
            events.append(RoundStarted(turns + 1))
        events.append(TurnStarted(following))
    position.pending.append(Turn(following))


def _refill(position: OrbisPosition, events: Events) -> None:
    """Places the next tile in the empty slot, of level 1, then 2, then 3; there always is one (ORB-2.3)."""
    for slot, offer in enumerate(position.display):
        if offer.tile is None:
            level = 0
            while not position.left[level]:
                level += 1
            position.left = position.left[:]
            position.left[level] -= 1
            drawn = position.piles[level][position.left[level]]
            assert drawn is not None, "a view cannot be played on"
            position.display[slot] = Offer(TILES[drawn], offer.worshippers)
            if events is not None:
                events.append(DisplayRefilled(slot, drawn, TILES[drawn].level))
            return
