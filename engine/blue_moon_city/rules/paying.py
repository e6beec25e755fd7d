"""The value of cards for a contribution, and whether a hand can pay for a space (BMC-3.3).

A hand is encoded as one number per colour, ones + 11 * twos + 121 * threes, which is unique with at most ten cards of a colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from engine.blue_moon_city.content import BOX, CARD_COUNTS, CARDS, COLOR_OF, COLORS, VALUE_OF
from engine.blue_moon_city.moves import Laid, LayCard, LayPair, TurnCard

GREEN, BROWN, WHITE = COLORS.index("green"), COLORS.index("brown"), COLORS.index("white")
PAIR_WORTH = 3
TURNS = {"hoax_1": 4, "hoax_2": 1}
"""The number of cards of one colour that a Hoax makes usable ("turns")."""

HOAX_ONE, HOAX_TWO = TURNS["hoax_1"], TURNS["hoax_2"]

RADIX = BOX.cards.per_people + 1
WEIGHT = {card: int(RADIX ** (VALUE_OF[card] - 1)) for card in CARDS}
MOST_TURNED = 2 * sum(TURNS[card] * CARD_COUNTS.get(card, 0) for card in TURNS) + 1
"""The size of the lookup tables, which is more than all Hoax together can turn."""


def _highest(values: Sequence[int]) -> tuple[int, ...]:
    """Returns the sums of the highest values, indexed by the number of cards that may be turned."""
    return tuple(sum(values[:count]) for count in range(MOST_TURNED))


def _with_pairs(values: Sequence[int]) -> tuple[int, ...]:
    """Returns the same for Mimix on a space of another colour: those not turned may form pairs, and turning fewer may be better."""
    best = [0]
    for turned in range(MOST_TURNED):
        low = sum(value < PAIR_WORTH for value in values[turned:])
        best.append(max(best[-1], sum(values[:turned]) + low // 2 * PAIR_WORTH))
    return tuple(best[1:])


def _on_brown(values: Sequence[int]) -> int:
    """Returns the value of Mimix on a brown space: face values, except that two ones are better as a pair."""
    return sum(values) + values.count(1) // 2 * (PAIR_WORTH - 2)


_GROUPS = {
    ones + RADIX * twos + RADIX**2 * threes: [3] * threes + [2] * twos + [1] * ones
    for ones, twos, threes in product(range(RADIX), repeat=3)
    if ones + twos + threes < RADIX
}
HIGHEST = {group: _highest(values) for group, values in _GROUPS.items()}
WITH_PAIRS = {group: _with_pairs(values) for group, values in _GROUPS.items()}
ON_BROWN = {group: _on_brown(values) for group, values in _GROUPS.items()}
TOTAL = {group: sum(values) for group, values in _GROUPS.items()}


def groups_of(hand: Iterable[str]) -> list[int]:
    """Returns the encoding of a hand by colour."""
    groups = [0] * len(COLORS)
    for card in hand:
        groups[COLOR_OF[card]] += WEIGHT[card]
    return groups


def after(step: Laid, color: int, groups: list[int], turned: list[int]) -> int:
    """Removes the cards of a step from the groups, updates the cards that may still be turned, and returns the value of the step."""
    match step:
        case LayCard(card=card):
            kind = COLOR_OF[card]
            groups[kind] -= WEIGHT[card]
            if kind != color and kind != GREEN:
                turned[kind] -= 1
            return VALUE_OF[card]
        case LayPair(cards=(one, other)):
            groups[BROWN] -= WEIGHT[one] + WEIGHT[other]
            return PAIR_WORTH
        case TurnCard(hoax=hoax, card=card):
            groups[WHITE] -= WEIGHT[hoax]
            groups[COLOR_OF[card]] -= WEIGHT[card]
            turned[COLOR_OF[card]] += TURNS[hoax] - 1
            return VALUE_OF[card]


def worth_of(step: Laid) -> int:
    """Returns the value that a step adds to the payment."""
    return PAIR_WORTH if isinstance(step, LayPair) else VALUE_OF[step.card]


def tally(color: int, laid: Iterable[Laid]) -> tuple[int, list[int]]:
    """Returns the value of the cards laid, and how many more cards of each colour the Hoax among them turn."""
    groups, turned = [0] * len(COLORS), [0] * len(COLORS)
    worth = 0
    for step in laid:
        worth += after(step, color, groups, turned)
    return worth, turned


def cards_of(step: Laid) -> tuple[str, ...]:
    """Returns the cards that a step lays."""
    match step:
        case LayCard(card=card):
            return (card,)
        case LayPair(cards=cards):
            return cards
        case TurnCard(hoax=hoax, card=card):
            return (hoax, card)


def can_pay(need: int, color: int, groups: list[int], turned: list[int]) -> bool:
    """Returns whether the groups can reach the value `need` on a space of the colour; tries every number of Hoax played for their power."""
    if need <= 0:
        return True
    low = groups[WHITE] % RADIX**2
    played = product(range(low // RADIX, -1, -1), range(low % RADIX, -1, -1))
    return any(_reaches(need, color, groups, turned, ones, twos) for twos, ones in played)


def _reaches(need: int, color: int, groups: list[int], turned: list[int], ones: int, twos: int) -> bool:
    """Returns the same with exactly this many Hoax of value 1 and 2 played for their power."""
    if color != GREEN:
        need -= groups[GREEN]
    reach = HOAX_ONE * ones + HOAX_TWO * twos
    room = 0
    tables = []
    for kind, group in enumerate(groups):
        if kind == WHITE:
            group -= ones + RADIX * twos
        if kind == color:
            need -= ON_BROWN[group] if kind == BROWN else TOTAL[group]
        elif group and kind != GREEN:
            table = WITH_PAIRS[group] if kind == BROWN else HIGHEST[group]
            start = turned[kind]
            need -= table[start]
            gain = table[start + reach] - table[start]
            if gain:
                room += gain
                tables.append((gain, table, start))
    return need <= 0 or (need <= room and _spread(need, sorted(tables, reverse=True), room, ones, twos))


def _spread(need: int, tables: list[tuple[int, tuple[int, ...], int]], room: int, ones: int, twos: int) -> bool:
    """Returns whether some distribution of the Hoax over colours reaches `need`; `room` is the gain if each colour got all Hoax."""
    (most, table, start), others = tables[0], tables[1:]
    room -= most
    for given_ones in range(ones, -1, -1):
        for given_twos in range(twos, -1, -1):
            left = need - table[start + HOAX_ONE * given_ones + HOAX_TWO * given_twos] + table[start]
            if left <= 0 or (left <= room and _spread(left, others, room, ones - given_ones, twos - given_twos)):
                return True
    return False
