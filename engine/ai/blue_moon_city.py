"""What a position of Blue Moon City is worth to each seat, in offerings: those made, and what everything else will pay for.

Everything but offerings is first counted in crystals. Weights are hand-made and were checked by self-play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.ai.evaluation import Evaluation
from engine.blue_moon_city.content import CITIES, COLOR_OF, COLORS, TILES, VALUE_OF, Bonus, obelisk
from engine.blue_moon_city.moves import LayPair, Movement, Payment, Reset, Special
from engine.blue_moon_city.state import Building, State

SCALE = 0.8
"""A lead of so many offerings wins about three games of four."""

MARGIN = 3.0
"""Crystals not yet offered buy less than the next price says: prices rise and the way to the courtyard takes time."""

OFFER_SOON = 0.18
"""In offerings: being able to pay for the next space and standing on the courtyard. Less than the offering itself then brings."""

TURN, DRAW = 2.4, 0.6
"""A turn that was had, from the end of its movement on, and the cards that are still drawn at its end: so seats that have moved can be
compared with seats that have not, and a game's worth stays about the same from turn to turn."""

SCALE_CRYSTALS = 1.2
"""A golden scale: six crystals for the most, three for others with three or more."""

CARD, CARD_VALUE = 0.1, 0.2
"""A card in hand, and each point of its value: a contribution of five points brings about two crystals."""

POWERS = {"flit_1": 0.2, "flit_2": 0.1, "khind_1": 0.2, "hoax_1": 0.2, "hoax_2": 0.1, "mimix_1": 0.15, "mimix_2": 0.1, "pillar_1": 0.1}
"""What a card's power adds to it."""

WASTED = 0.35
"""The part of a card's worth that is left when no ruin asks for its colour."""

FULL_HAND = 12.0
"""The more cards in hand, the less each is worth: a hand worth this many crystals by its cards counts for half."""

BONUS_CARD = 0.6
"""A card to be drawn."""

CERTAIN = 0.4
"""The part of a building's bonus that a first marker on it is worth at once; the rest comes as the building fills."""

LEADING = 0.6
"""The part of the majority bonus that counts for the seat now ahead."""

FEW_MARKERS = (-3.0, -1.8, -1.1, -0.6, -0.3, -0.1)
"""With so many markers free little can be begun; buildings must be completed, or the game is drawn at last (BMC-6.3)."""

DELAY = 0.75
"""What is a turn away is worth so much of what can be had at once."""

PLAN = 0.8
"""How much of the best contribution within reach counts before it is made."""

COST = 0.25
"""Crystals that each point still to be paid takes out of the hand."""

ANY = len(COLORS)
GREEN, BROWN, WHITE = COLORS.index("green"), COLORS.index("brown"), COLORS.index("white")
FAR = 9


def _crystals(bonus: Bonus) -> float:
    return bonus.crystals + SCALE_CRYSTALS * bonus.scales + BONUS_CARD * bonus.cards


CONSTRUCTION = {tile.id: _crystals(tile.construction) for tile in TILES.values()}
MAJORITY = {tile.id: _crystals(tile.majority) for tile in TILES.values()}
NEIGHBORHOOD = {tile.id: _crystals(tile.neighborhood) for tile in TILES.values()}
SPACES = {
    tile.id: tuple((ANY if space.color == "any" else COLORS.index(space.color), space.value) for space in tile.spaces)
    for tile in TILES.values()
}


def _factors(steps: int) -> tuple[tuple[tuple[float, ...], ...], ...]:
    """By city, from and to: what the delay leaves of a gain there, if so many steps may still be gone this turn (-1: the turn is over)."""
    return tuple(
        tuple(tuple(DELAY ** (0 if far <= steps else 1 + max(0, far - max(steps, 0) - 1) // 2) for far in row) for row in city.distances)
        for city in CITIES
    )


FACTORS = {steps: _factors(steps) for steps in range(-1, FAR + 1)}


def worth(state: State) -> list[float]:
    """The offerings each seat may count on."""
    seats = len(state.players)
    prices = obelisk(seats)
    price = prices[min(len(state.obelisk), len(prices) - 1)]
    expansion = state.options.expansion
    city = _city(_with_begun(state), expansion)
    begun = state.pending[-1].seat if state.pending and not isinstance(state.pending[-1], Movement) else None
    found = []
    for seat, player in enumerate(state.players):
        crystals = player.crystals or 0
        hand, strength = _hand(tuple(player.hand), city.wanted)
        factors = FACTORS[_steps(state, seat)][expansion][player.miniature]
        own = city.promised[seat] + crystals + SCALE_CRYSTALS * player.scales + BONUS_CARD * len(player.waiting) + hand
        if player.markers:
            own += PLAN * _plan(city.plans[seat], state.dragons, strength, factors) - _owed(state, seat)
        own -= TURN * ((state.turn - (seat - state.first_seat) % seats + seats - 1) // seats)
        if begun == seat:
            own += DRAW - TURN
        if player.markers < len(FEW_MARKERS):
            own += FEW_MARKERS[player.markers]
        offerings = state.obelisk.count(seat) + own / (price + MARGIN)
        if crystals >= price and player.markers:
            offerings += OFFER_SOON * factors[CITIES[expansion].courtyard]
        found.append(offerings)
    return found


def _with_begun(state: State) -> tuple[Building, ...]:
    """The city, where a space that is being paid for counts as taken already."""
    begun = state.pending[-1] if state.pending else None
    if not isinstance(begun, Payment):
        return tuple(state.city)
    city = state.city[:]
    cell = state.players[begun.seat].miniature
    markers = city[cell].markers
    city[cell] = Building(city[cell].tile, False, (*markers[: begun.space], begun.seat, *markers[begun.space + 1 :]))
    return tuple(city)


Plans = list[tuple[float, int, list[tuple[int, int]]]]
"""What one more marker would bring, where, and the free spaces there (price, colour); the best first."""


class City:
    """What a city promises, whoever is where: colours that are wanted, crystals by seat for markers on ruins, the plans of each seat."""

    __slots__ = ("plans", "promised", "wanted")

    def __init__(self, city: tuple[Building, ...], expansion: bool) -> None:
        given = [NEIGHBORHOOD[building.tile] if building.rebuilt else 0.0 for building in city]
        self.wanted, self.promised = 0, [0.0] * 4
        self.plans: list[Plans] = [[], [], [], []]
        for cell, building in enumerate(city):
            if not building.rebuilt:
                bonus = CONSTRUCTION[building.tile] + sum([given[beside] for beside in CITIES[expansion].neighbors[cell]])
                self.add(cell, _facts(building), bonus)
        for plans in self.plans:
            plans.sort(reverse=True)

    def add(self, cell: int, facts: Facts, bonus: float) -> None:
        """One ruin, where each contributor gets this bonus: construction, and the neighbours that stand."""
        self.wanted |= facts.colors
        for seat, part, majority in facts.promised:
            self.promised[seat] += part * bonus + majority
        if facts.free:
            for plans, (part, majority) in zip(self.plans, facts.gains, strict=True):
                plans.append((part * bonus + majority, cell, facts.free))


@lru_cache(maxsize=8192)
def _city(city: tuple[Building, ...], expansion: bool) -> City:
    return City(city, expansion)


class Facts:
    """What the markers on a building say: colours asked for, free spaces cheapest first, what seats have, what one marker more brings."""

    __slots__ = ("colors", "free", "gains", "promised")

    def __init__(self, building: Building) -> None:
        markers = [seat for seat in building.markers if seat is not None]
        spaces = list(zip(SPACES[building.tile], building.markers, strict=True))
        self.free = sorted((value, color) for (color, value), marker in spaces if marker is None)
        self.colors = sum({1 << color for _, color in self.free})
        self.promised = _promised(building, markers)
        before = {seat: (part, majority) for seat, part, majority in self.promised}
        self.gains = [_gain(building, markers, seat, before) for seat in range(4)]


@lru_cache(maxsize=8192)
def _facts(building: Building) -> Facts:
    return Facts(building)


def _promised(building: Building, markers: Sequence[int]) -> list[tuple[int, float, float]]:
    """Per seat with markers here: the part of the bonus that it may count on, and of the majority."""
    if not markers:
        return []
    part = CERTAIN + (1.0 - CERTAIN) * len(markers) / len(building.markers)
    leader = max(markers, key=markers.count)
    return [(seat, part, MAJORITY[building.tile] * LEADING * part if seat == leader else 0.0) for seat in sorted(set(markers))]


def _gain(building: Building, markers: list[int], seat: int, before: dict[int, tuple[float, float]]) -> tuple[float, float]:
    """What one more marker of the seat adds: a part of the bonus, and of the majority."""
    after = {other: (part, majority) for other, part, majority in _promised(building, [*markers, seat])}
    part, majority = before.get(seat, (0.0, 0.0))
    return after[seat][0] - part, after[seat][1] - majority


@lru_cache(maxsize=8192)
def _hand(hand: tuple[str | None, ...], wanted: int) -> tuple[float, tuple[int, ...]]:
    """What the cards are worth while these colours are wanted, and how much they can pay in each colour and in the best one."""
    total, sums = 0.0, [0] * len(COLORS)
    for card in hand:
        if card is not None:
            color, value = COLOR_OF[card], VALUE_OF[card]
            sums[color] += value
            asked = wanted >> ANY or color == GREEN or wanted >> color & 1
            total += (CARD + CARD_VALUE * value) * (1.0 if asked else WASTED) + POWERS.get(card, 0.0)
    strength = [_strength(hand, sums, color) for color in range(len(COLORS))]
    return total / (1.0 + total / FULL_HAND), (*strength, max(strength))


def _strength(hand: tuple[str | None, ...], sums: list[int], color: int) -> int:
    """What the hand can pay in a colour: its cards, wild green, low brown in pairs, the best other colour turned by a Hoax (BMC-3.3)."""
    total = sums[color] + (sums[GREEN] if color != GREEN else 0)
    if color != BROWN:
        total += 3 * ((hand.count("mimix_1") + hand.count("mimix_2")) // 2)
    if color != WHITE:
        others = [amount for other, amount in enumerate(sums) if other not in (color, GREEN, WHITE)]
        if "hoax_1" in hand:
            return total + max(others)
        if "hoax_2" in hand:
            return total + min(3, max(others))
    return total


def _steps(state: State, seat: int) -> int:
    """How far the seat may still go this turn: -1 when its part of the turn is over."""
    decision = state.pending[-1] if state.pending else None
    if decision is None or decision.seat != seat or isinstance(decision, Reset | Special):
        return -1
    return min(decision.steps, FAR) if isinstance(decision, Movement) else 0


def _plan(plans: Plans, dragons: Sequence[int | None], strength: tuple[int, ...], factors: tuple[float, ...]) -> float:
    """The best contribution the hand can pay, the nearer the better, with the scales for dragons (BMC-3.4)."""
    best, nearest = 0.0, max(factors)
    scales = SCALE_CRYSTALS * (len(dragons) - dragons.count(None))
    for gain, cell, free in plans:
        if (gain + scales) * nearest <= best:
            break
        gain = (gain + SCALE_CRYSTALS * dragons.count(cell)) * factors[cell]
        if gain > best:
            for value, color in free:
                if value <= strength[color]:
                    best = max(best, gain - COST * value)
                    break
    return best


def _owed(state: State, seat: int) -> float:
    """What is still to be laid for the space being paid."""
    decision = state.pending[-1] if state.pending else None
    if not isinstance(decision, Payment) or decision.seat != seat:
        return 0.0
    laid = sum(3 if isinstance(step, LayPair) else VALUE_OF[step.card] for step in decision.laid)
    value = SPACES[state.city[state.players[seat].miniature].tile][decision.space][1]
    return COST * max(0, value - laid)


EVALUATION = Evaluation(worth, SCALE, rivalry=0.4)
