"""What a hand can pay for a space (BMC-3.3)."""

from __future__ import annotations

from engine.blue_moon_city.native.groups import group_of, ones_in, total, twos_in, worth_on_brown, worth_paired, worth_turned
from engine.blue_moon_city.native.hand import Hand
from engine.blue_moon_city.native.moves import LAY, LOW_HOAX, PAIRS, TURN, LayCard, Laying, TurnCard
from engine.blue_moon_city.native.pieces import BROWN, COLOR_COUNT, GREEN, TURNS_OF_ONE, TURNS_OF_TWO, WHITE


def most(hand: Hand, color: int, turned: list[int]) -> int:
    """Returns the highest value that a hand can pay in a colour, if `turned` more cards of each other colour count as that colour."""
    for kind in range(COLOR_COUNT):
        if turned[kind]:
            return _most(hand.groups(), color, turned)
    known = hand.most
    if known is None:
        known = [-1] * COLOR_COUNT
        hand.most = known
    if known[color] < 0:
        known[color] = _most(hand.groups(), color, turned)
    return known[color]


def _most(groups: list[int], color: int, turned: list[int]) -> int:
    """Returns the same; finds the best distribution of the Hoax that are played for their power over the other colours."""
    ones, twos = ones_in(groups[WHITE]), twos_in(groups[WHITE])
    certain = total(groups[GREEN])
    spread = [0] * ((ones + 1) * (twos + 1))
    for kind in range(COLOR_COUNT):
        group = groups[kind]
        if not group or kind in (GREEN, WHITE):
            continue
        if kind == color:
            certain += worth_on_brown(group) if kind == BROWN else total(group)
        else:
            spread = _spread(spread, kind, group, turned[kind], ones, twos)
    return certain + _with_white(spread, groups[WHITE], color, turned[WHITE], ones, twos)


def _spread(spread: list[int], kind: int, group: int, turned: int, ones: int, twos: int) -> list[int]:
    """Returns the highest values with another colour, for every number of Hoax of value 1 and 2, given those without that colour."""
    worth = [_worth(kind, group, turned + TURNS_OF_ONE * one + TURNS_OF_TWO * two) for one in range(ones + 1) for two in range(twos + 1)]
    return [_best_share(spread, worth, one, two, twos) for one in range(ones + 1) for two in range(twos + 1)]


def _worth(kind: int, group: int, turned: int) -> int:
    return worth_paired(group, turned) if kind == BROWN else worth_turned(group, turned)


def _best_share(spread: list[int], worth: list[int], ones: int, twos: int, width: int) -> int:
    """Returns the highest value of this many Hoax, some for one colour (`worth`) and the rest for the others (`spread`)."""
    best = 0
    for one in range(ones + 1):
        for two in range(twos + 1):
            value = worth[one * (width + 1) + two] + spread[(ones - one) * (width + 1) + twos - two]
            if value > best:
                best = value
    return best


def _with_white(spread: list[int], group: int, color: int, turned: int, ones: int, twos: int) -> int:
    """Returns the highest value with the Hoax that are not played for their power: of the colour of the space, or turned themselves."""
    best = 0
    for one in range(ones + 1):
        for two in range(twos + 1):
            rest = group - group_of(1, one) - group_of(2, two)
            if color == WHITE:
                value = total(rest) + spread[one * (twos + 1) + two]
            else:
                worth = [
                    worth_turned(rest, turned + TURNS_OF_ONE * given + TURNS_OF_TWO * given_twos)
                    for given in range(one + 1)
                    for given_twos in range(twos + 1)
                ]
                value = _best_share(spread, worth, one, two, twos)
            if value > best:
                best = value
    return best


def possible_steps(hand: Hand, color: int, turned: list[int]) -> list[Laying]:
    """Returns every step that the cards and powers allow, identical cards once, even if it does not help (BMC-3.3)."""
    kinds = hand.kinds()
    steps = [LAY[card.index] for card in kinds if card.color == color or card.color == GREEN or turned[card.color]]
    for pair in PAIRS:
        one, other = pair.cards
        if hand.has_two(one) if one is other else hand.has(one) and hand.has(other):
            steps.append(pair)
    for at, hoax in enumerate(LOW_HOAX):
        if hand.has(hoax):
            for card in kinds:
                if card.color != color and card.color != GREEN and (card is not hoax or hand.has_two(hoax)):
                    steps.append(TURN[at][card.index])
    return steps


def without(hand: Hand, step: Laying) -> Hand:
    """Returns the hand without the cards of a step."""
    for card in step.cards:
        hand = hand.without(card)
    return hand


def turned_after(step: Laying, color: int, turned: list[int]) -> list[int]:
    """Returns how many more cards of each colour are turned after a step."""
    if isinstance(step, TurnCard):
        change = step.hoax.turns - 1
        kind = step.card.color
    elif isinstance(step, LayCard) and step.card.color != color and step.card.color != GREEN:
        change = -1
        kind = step.card.color
    else:
        return turned
    if not change:
        return turned
    after = turned[:]
    after[kind] += change
    return after
