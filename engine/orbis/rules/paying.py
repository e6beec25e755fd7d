"""The cost of regions, the choice of worshippers to pay, and the supply of worshippers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from engine.game import Event
from engine.orbis.events import WorshippersDiscarded, WorshippersExchanged, WorshippersGained, WorshippersPaid
from engine.orbis.native.bags import ONE, Bag, at_most, count, counts_of, covers, kinds, of_colors, several, total
from engine.orbis.native.moves import Exchange
from engine.orbis.native.pieces import God, Tile
from engine.orbis.native.position import OrbisPosition, Player
from engine.orbis.records import COLORS

Events = list[Event] | None

DISCARD_STEP: Final = 5
"""The most worshippers discarded in one move; it limits the list of moves to 126 bundles and the exchanges."""

EXCHANGE_RATE: Final = 3


def price(player: Player, tile: Tile) -> Bag:
    """Returns the coloured cost after privileges (ORB-3.4), without the `any` symbols."""
    return of_colors(tile.cost, player.privileges.charged)


def can_pay(player: Player, tile: Tile) -> bool:
    """Returns whether the player can pay for the tile without exchanges."""
    return covers_cost(player.worshippers, price(player, tile), tile.any)


def covers_cost(worshippers: Bag, owed: Bag, needed: int) -> bool:
    """Returns whether the worshippers cover the coloured price and the `any` symbols without exchanges."""
    return covers(worshippers, owed) and total(worshippers - owed) >= needed


def can_pay_after_exchanges(player: Player, tile: Tile) -> bool:
    """Returns whether the player can pay for the tile, if necessary after exchanges."""
    return covers_after_exchanges(player.worshippers, price(player, tile), tile.any)


def covers_after_exchanges(worshippers: Bag, owed: Bag, needed: int) -> bool:
    """Returns whether the worshippers cover the price if surplus ones are exchanged for missing colours (ORB-3.2)."""
    if total(worshippers) < total(owed) + needed:
        return False
    missing: i64 = 0
    left_over: i64 = 0
    exchanges: i64 = 0
    for color in range(5):
        spare = count(worshippers, color) - count(owed, color)
        if spare < 0:
            missing -= spare
        else:
            left_over += spare
            exchanges += spare // EXCHANGE_RATE
    return exchanges >= missing and left_over - EXCHANGE_RATE * missing >= needed


def has_choice(worshippers: Bag, number: int) -> bool:
    """Returns whether there is a choice which worshippers to give: the player has more, and of more than one colour."""
    return total(worshippers) > number and kinds(worshippers) > 1


def all_of(worshippers: Bag, number: int) -> Bag:
    """Returns the only bag that a player without a choice can give: everything, or worshippers of one colour."""
    return at_most(worshippers, number)


def lose(position: OrbisPosition, seat: int, worshippers: Bag) -> None:
    """Returns worshippers to the general supply."""
    player = position.players[seat]
    position.players[seat] = player.with_worshippers(player.worshippers - worshippers)


def pay_cost(position: OrbisPosition, seat: int, worshippers: Bag, tile: Tile, events: Events) -> None:
    """ORB-3.3, step 3: pays for a tile; a tile that costs nothing causes no event."""
    if worshippers:
        lose(position, seat, worshippers)
        if events is not None:
            events.append(WorshippersPaid(seat, counts_of(worshippers), "cost", tile.id, None))


def discard(position: OrbisPosition, seat: int, worshippers: Bag, events: Events) -> None:
    """ORB-3.6: discards worshippers above the limit."""
    lose(position, seat, worshippers)
    if events is not None:
        events.append(WorshippersDiscarded(seat, counts_of(worshippers)))


def gain(position: OrbisPosition, seat: int, worshippers: Bag, tile: Tile | None, god: God | None, events: Events) -> None:
    """Takes worshippers from the general supply, which is unlimited (ORB-1.3), for a conversion or a god."""
    player = position.players[seat]
    position.players[seat] = player.with_worshippers(player.worshippers + worshippers)
    if events is not None:
        counts = counts_of(worshippers)
        if tile is not None:
            events.append(WorshippersGained(seat, counts, "conversion", tile.id, None))
        elif god is not None:
            events.append(WorshippersGained(seat, counts, "god", None, god.id))


def exchanged(worshippers: Bag, give: int, take: int) -> Bag:
    """Returns the worshippers after the exchange of three of a colour for one of another (ORB-3.2)."""
    return worshippers - several(give, EXCHANGE_RATE) + ONE[take]


def exchange(position: OrbisPosition, seat: int, move: Exchange, events: Events) -> None:
    """ORB-3.2: exchanges three worshippers of a colour for one of another."""
    player = position.players[seat]
    position.players[seat] = player.with_worshippers(exchanged(player.worshippers, move.give, move.take))
    if events is not None:
        events.append(WorshippersExchanged(seat, COLORS[move.give], COLORS[move.take]))
