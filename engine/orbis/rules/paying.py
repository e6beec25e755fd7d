"""What a region costs, which worshippers can be given, and how they come and go."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from operator import add, sub

from engine.game import Event
from engine.orbis.content import ANY_OF, COLORS, COST_OF, EXCHANGE_RATE
from engine.orbis.events import WorshippersDiscarded, WorshippersExchanged, WorshippersGained, WorshippersPaid
from engine.orbis.moves import Bundle, Exchange
from engine.orbis.state import Counts, Player

Events = list[Event]
Giving = type[WorshippersPaid | WorshippersDiscarded]

DISCARD_STEP = 5
"""More than this many over the limit go in several moves, so that no list of moves grows past 126 bundles and the exchanges."""


def price(player: Player, tile: str) -> Counts:
    """The coloured cost after privileges (ORB-3.4); `any` symbols come on top."""
    cost = COST_OF[tile]
    if not player.privileges:
        return cost
    return tuple(0 if color in player.privileges else amount for color, amount in zip(COLORS, cost, strict=True))


def can_pay(player: Player, tile: str) -> bool:
    """Whether the worshippers owned now cover the price and the `any` symbols."""
    worshippers = player.worshippers
    owed = price(player, tile)
    for owned, amount in zip(worshippers, owed, strict=True):
        if owned < amount:
            return False
    return sum(worshippers) >= sum(owed) + ANY_OF[tile]


def can_pay_after_exchanges(player: Player, tile: str) -> bool:
    """Whether exchanges (ORB-3.2) of what is to spare would make good for the colours that are missing."""
    spare = [owned - amount for owned, amount in zip(player.worshippers, price(player, tile), strict=True)]
    missing = -sum(amount for amount in spare if amount < 0)
    left_over = [amount for amount in spare if amount > 0]
    exchanges = sum(amount // EXCHANGE_RATE for amount in left_over)
    return exchanges >= missing and sum(left_over) - EXCHANGE_RATE * missing >= ANY_OF[tile]


@cache
def bundles(count: int) -> tuple[Bundle, ...]:
    """Every choice of so many worshippers."""
    chosen = combinations_with_replacement(range(5), count)
    return tuple((pick.count(0), pick.count(1), pick.count(2), pick.count(3), pick.count(4)) for pick in chosen)


def bundles_from(worshippers: Counts, count: int) -> tuple[Bundle, ...]:
    """Every choice of so many out of the worshippers owned."""
    return _bundles_within(tuple(min(owned, count) for owned in worshippers), count)


@lru_cache(maxsize=4096)
def _bundles_within(limits: tuple[int, ...], count: int) -> tuple[Bundle, ...]:
    return tuple(bundle for bundle in bundles(count) if all(some <= limit for some, limit in zip(bundle, limits, strict=True)))


def has_choice(worshippers: Counts, count: int) -> bool:
    """Whether giving so many leaves anything to choose: more are owned, and of more than one colour."""
    return worshippers.count(0) < 4 and sum(worshippers) > count


def changed(counts: Counts, color: int, by: int) -> Counts:
    """The counts with one colour more or fewer."""
    return (*counts[:color], counts[color] + by, *counts[color + 1 :])


def united(counts: Counts, others: Counts) -> Counts:
    """Both groups of worshippers together."""
    return tuple(map(add, counts, others))


def give(player: Player, seat: int, worshippers: Counts, why: Giving, events: Events) -> None:
    """Worshippers go back to the general supply; nothing happens for none."""
    if any(worshippers):
        player.worshippers = tuple(map(sub, player.worshippers, worshippers))
        events.append(why(seat, worshippers))


def gain(player: Player, seat: int, worshippers: Counts, events: Events) -> None:
    """Worshippers come from the general supply, which never runs out (ORB-1.3)."""
    player.worshippers = united(player.worshippers, worshippers)
    events.append(WorshippersGained(seat, worshippers))


def exchange(player: Player, seat: int, move: Exchange, events: Events) -> None:
    """ORB-3.2: three of a colour become one."""
    rest = changed(player.worshippers, COLORS.index(move.give), -EXCHANGE_RATE)
    player.worshippers = changed(rest, COLORS.index(move.take), 1)
    events.append(WorshippersExchanged(seat, move.give, move.take))
