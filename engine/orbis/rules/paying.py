"""The cost of regions, the choice of worshippers to pay, and the supply of worshippers."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from operator import add, sub

from engine.game import Event
from engine.orbis.content import ANY_OF, COST_OF
from engine.orbis.events import WorshippersDiscarded, WorshippersExchanged, WorshippersGained, WorshippersPaid
from engine.orbis.moves import Bundle, Exchange
from engine.orbis.records import COLORS, EXCHANGE_RATE
from engine.orbis.state import Counts, Player

Events = list[Event]

DISCARD_STEP = 5
"""The most worshippers discarded in one move; it limits the list of moves to 126 bundles and the exchanges."""


def price(player: Player, tile: str) -> Counts:
    """Returns the coloured cost after privileges (ORB-3.4), without the `any` symbols."""
    cost = COST_OF[tile]
    if not player.privileges:
        return cost
    return tuple(0 if color in player.privileges else amount for color, amount in zip(COLORS, cost, strict=True))


def covers(worshippers: Counts, owed: Counts, needed: int) -> bool:
    """Returns whether the worshippers cover the coloured price and the `any` symbols without exchanges."""
    for owned, amount in zip(worshippers, owed, strict=True):
        if owned < amount:
            return False
    return sum(worshippers) >= sum(owed) + needed


def can_pay(player: Player, tile: str) -> bool:
    """Returns whether the player can pay for the tile without exchanges."""
    return covers(player.worshippers, price(player, tile), ANY_OF[tile])


def covers_after_exchanges(worshippers: Counts, owed: Counts, needed: int) -> bool:
    """Returns whether the worshippers cover the price if surplus ones are exchanged for missing colours (ORB-3.2)."""
    spare = [owned - amount for owned, amount in zip(worshippers, owed, strict=True)]
    missing = -sum(amount for amount in spare if amount < 0)
    left_over = [amount for amount in spare if amount > 0]
    exchanges = sum(amount // EXCHANGE_RATE for amount in left_over)
    return exchanges >= missing and sum(left_over) - EXCHANGE_RATE * missing >= needed


def can_pay_after_exchanges(player: Player, tile: str) -> bool:
    """Returns whether the player can pay for the tile, if necessary after exchanges."""
    return covers_after_exchanges(player.worshippers, price(player, tile), ANY_OF[tile])


@cache
def bundles(count: int) -> tuple[Bundle, ...]:
    """Returns every combination of this many worshippers."""
    chosen = combinations_with_replacement(range(5), count)
    return tuple((pick.count(0), pick.count(1), pick.count(2), pick.count(3), pick.count(4)) for pick in chosen)


def bundles_from(worshippers: Counts, count: int) -> tuple[Bundle, ...]:
    """Returns every combination of this many out of the given worshippers."""
    return _bundles_within(tuple(min(owned, count) for owned in worshippers), count)


@lru_cache(maxsize=4096)
def _bundles_within(limits: tuple[int, ...], count: int) -> tuple[Bundle, ...]:
    return tuple(bundle for bundle in bundles(count) if all(some <= limit for some, limit in zip(bundle, limits, strict=True)))


def has_choice(worshippers: Counts, count: int) -> bool:
    """Returns whether there is a choice which worshippers to give: the player has more, and of more than one colour."""
    return worshippers.count(0) < 4 and sum(worshippers) > count


def all_of(worshippers: Counts, count: int) -> Counts:
    """Returns the only bundle that a player without a choice can give: everything, or worshippers of one colour."""
    return tuple(min(owned, count) for owned in worshippers)


def changed(counts: Counts, color: int, by: int) -> Counts:
    """Returns the counts with the number of one colour changed."""
    return (*counts[:color], counts[color] + by, *counts[color + 1 :])


def united(counts: Counts, others: Counts) -> Counts:
    """Returns the sums by colour."""
    return tuple(map(add, counts, others))


def lose(player: Player, worshippers: Counts) -> None:
    """Returns worshippers to the general supply."""
    player.worshippers = tuple(map(sub, player.worshippers, worshippers))


def pay_cost(player: Player, seat: int, worshippers: Counts, tile: str, events: Events) -> None:
    """ORB-3.3, step 3: pays for a tile; a tile that costs nothing causes no event."""
    if any(worshippers):
        lose(player, worshippers)
        events.append(WorshippersPaid(seat, worshippers, "cost", tile, None))


def discard(player: Player, seat: int, worshippers: Counts, events: Events) -> None:
    """ORB-3.6: discards worshippers above the limit."""
    lose(player, worshippers)
    events.append(WorshippersDiscarded(seat, worshippers))


def gain(player: Player, seat: int, worshippers: Counts, tile: str | None, god: str | None, events: Events) -> None:
    """Takes worshippers from the general supply, which is unlimited (ORB-1.3), for a conversion or a god."""
    player.worshippers = united(player.worshippers, worshippers)
    events.append(WorshippersGained(seat, worshippers, "god" if tile is None else "conversion", tile, god))


def exchange(player: Player, seat: int, move: Exchange, events: Events) -> None:
    """ORB-3.2: exchanges three worshippers of a colour for one of another."""
    rest = changed(player.worshippers, COLORS.index(move.give), -EXCHANGE_RATE)
    player.worshippers = changed(rest, COLORS.index(move.take), 1)
    events.append(WorshippersExchanged(seat, move.give, move.take))
