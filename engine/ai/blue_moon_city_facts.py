"""What the evaluation of Blue Moon City derives from ruins, cities and hands, in crystals."""

from __future__ import annotations

from typing import Final

from engine.blue_moon_city.native.city import Building, City
from engine.blue_moon_city.native.groups import PAIR_WORTH, ones_in, total, twos_in
from engine.blue_moon_city.native.hand import Hand
from engine.blue_moon_city.native.moves import LOW_PILLARS
from engine.blue_moon_city.native.pieces import ANY, BROWN, CARDS, COLOR_COUNT, GREEN, WHITE, Bonus, Card
from engine.native import Facts

SCALE_CRYSTALS: Final = 1.2
"""The value of a golden scale: six crystals for the most, three for others with three or more."""

POINT: Final = 0.35
"""The value of each point of a card in a small hand: five points gain about two crystals, and take a turn."""

POWERS: Final[dict[str, float]] = {
    **{"flit_1": 0.4, "flit_2": 0.2, "khind_1": 0.35, "hoax_1": 0.6, "hoax_2": 0.3, "mimix_1": 0.4, "mimix_2": 0.25},
    **{"pillar_1": 0.6, "pillar_2": 0.3, "vulca_1": 0.35, "terrah_1": 0.35, "aqua_1": 0.35, "vulca_2": 0.1, "terrah_2": 0.1, "aqua_2": 0.1},
}
"""The additional value of a card's power."""

WASTED: Final = 0.35
"""The factor for a card's points if no ruin needs its colour."""

BONUS_CARD: Final = 0.5
"""The value of a card that a building gives."""

HOPE: Final = 0.65
"""The factor for a building's bonuses per space that is not paid for yet."""

LEADING: Final = 0.6
"""The share of the majority bonus for the seat that has the majority now, while others can overtake it."""

COST: Final = 0.3
"""The cost, in crystals, of each point that is still to pay."""

SEATS: Final = 4


def _crystals(bonus: Bonus) -> float:
    return bonus.crystals + SCALE_CRYSTALS * bonus.scales + BONUS_CARD * bonus.cards


def _card_worth(card: Card, factor: float) -> float:
    return factor * (POINT * int(card.value)) + POWERS.get(card.name, 0.0)


NEEDED: Final[list[float]] = [_card_worth(card, 1.0) for card in CARDS]
"""The value of each card if a ruin needs its colour."""

NOT_NEEDED: Final[list[float]] = [_card_worth(card, 1.0 if card.color == GREEN else WASTED) for card in CARDS]


class RuinFacts(Facts):
    """The evaluation of a ruin: its free spaces, cheapest first, and by seat the expected shares of its bonuses.

    `parts` and `majorities` are each seat's shares of the bonus and of the majority bonus; `part_gains` and `majority_gains` say by seat
    what one, two and more further markers add to them.
    """

    def __init__(self, building: Building) -> None:
        tile = building.tile
        free = sorted([(tile.values[at], tile.colors[at]) for at, marker in enumerate(building.markers) if marker is None])
        self.values = [value for value, _ in free]
        self.colors = [color for _, color in free]
        self.construction = _crystals(tile.construction)
        markers = [marker for marker in building.markers if marker is not None]
        self.parts = [_shares(building, markers, seat)[0] for seat in range(SEATS)]
        self.majorities = [_shares(building, markers, seat)[1] for seat in range(SEATS)]
        self.part_gains: list[list[float]] = []
        self.majority_gains: list[list[float]] = []
        for seat in range(SEATS):
            then = [_shares(building, markers + [seat] * (more + 1), seat) for more in range(len(free))]
            self.part_gains.append([part - self.parts[seat] for part, _ in then])
            self.majority_gains.append([majority - self.majorities[seat] for _, majority in then])


def _shares(building: Building, markers: list[int], seat: int) -> tuple[float, float]:
    """Returns a seat's expected shares of the bonus and of the majority bonus, with these markers on the building."""
    if seat not in markers:
        return 0.0, 0.0
    missing = len(building.markers) - len(markers)
    part: float = HOPE**missing
    majority = _crystals(building.tile.majority) * part * (LEADING if missing else 1.0)
    return part, majority if seat == max(markers, key=markers.count) else 0.0


def ruin_facts(building: Building) -> RuinFacts:
    """Returns the evaluation of a ruin, which is worked out once."""
    facts = building.facts
    if not isinstance(facts, RuinFacts):
        facts = RuinFacts(building)
        building.facts = facts
    return facts


class Site:
    """A ruin with free spaces in a city: its cell, and the bonus that it gives there to all who have markers on it."""

    def __init__(self, cell: int, bonus: float, ruin: RuinFacts) -> None:
        self.cell = cell
        self.bonus = bonus
        self.ruin = ruin


class CityFacts(Facts):
    """The evaluation of a city without its figures: crystals by seat for markers on ruins, the value of each card, the sites."""

    def __init__(self, city: City) -> None:
        buildings = city.buildings
        given = [_crystals(building.tile.neighborhood) if building.rebuilt else 0.0 for building in buildings]
        self.promised = [0.0] * SEATS
        self.sites: list[Site] = []
        wanted = [False] * (COLOR_COUNT + 1)
        for cell, building in enumerate(buildings):
            if not building.rebuilt:
                beside = 0.0
                for other in city.layout.neighbours[cell]:
                    beside += given[other]
                ruin = ruin_facts(building)
                bonus = ruin.construction + beside
                for color in ruin.colors:
                    wanted[color] = True
                for seat in range(SEATS):
                    if ruin.parts[seat]:
                        self.promised[seat] += ruin.parts[seat] * bonus + ruin.majorities[seat]
                if building.free:
                    self.sites.append(Site(cell, bonus, ruin))
        self.cards = [(NEEDED if wanted[ANY] or wanted[card.color] else NOT_NEEDED)[card.index] for card in CARDS]


def city_facts(city: City) -> CityFacts:
    """Returns the evaluation of a city, which is worked out once."""
    facts = city.facts
    if not isinstance(facts, CityFacts):
        facts = CityFacts(city)
        city.facts = facts
    return facts


class Plan:
    """The gain of a turn on each ruin where a hand can pay for a space, less its cost; for a seat with this many free markers."""

    def __init__(self, city: CityFacts, seat: int, markers: int, strength: list[int]) -> None:
        self.seat = seat
        self.markers = markers
        self.cells: list[int] = []
        self.gains: list[float] = []
        for site in city.sites:
            gain = _best_gain(site, seat, markers, strength)
            if gain >= 0.0:
                self.cells.append(site.cell)
                self.gains.append(gain)


def _best_gain(site: Site, seat: int, markers: int, strength: list[int]) -> float:
    """Returns the gain of the best number of contributions to a ruin, the cheapest spaces first; -1 if the hand can pay for none."""
    ruin = site.ruin
    best, paid, cost, used = 0.0, 0, 0, [0] * (COLOR_COUNT + 1)
    for at, value in enumerate(ruin.values):
        color = ruin.colors[at]
        if used[color] + value <= strength[color] and paid < markers:
            used[color] += value
            cost += value
            gain = ruin.part_gains[seat][paid] * site.bonus + ruin.majority_gains[seat][paid] - COST * cost
            paid += 1
            best = max(best, gain)
    return best if paid else -1.0


class HandFacts(Facts):
    """The evaluation of a hand: what it can pay in each colour and in its best colour, its Pillars, and its plans in cities."""

    def __init__(self, hand: Hand) -> None:
        sums = [total(group) for group in hand.groups()]
        self.strength = [_strength(hand, sums, color) for color in range(COLOR_COUNT)]
        self.strength.append(max(self.strength))
        self.pillars = sum([hand.count(card) for card in LOW_PILLARS])
        self.plans: dict[CityFacts, Plan] = {}

    def plan(self, city: CityFacts, seat: int, markers: int) -> Plan:
        """Returns the plan in a city, which is worked out once."""
        plan = self.plans.get(city)
        if plan is None or plan.markers != markers or plan.seat != seat:
            plan = Plan(city, seat, markers, self.strength)
            self.plans[city] = plan
        return plan


def _strength(hand: Hand, sums: list[int], color: int) -> int:
    """Returns what the hand can pay in a colour: its cards, wild green cards, brown pairs, another colour with a Hoax (BMC-3.3)."""
    groups = hand.groups()
    whole = sums[color] + (sums[GREEN] if color != GREEN else 0)
    if color != BROWN:
        whole += PAIR_WORTH * ((ones_in(groups[BROWN]) + twos_in(groups[BROWN])) // 2)
    if color != WHITE:
        most = max([sums[other] for other in range(COLOR_COUNT) if other not in (color, GREEN, WHITE)])
        if ones_in(groups[WHITE]):
            return whole + most
        if twos_in(groups[WHITE]):
            return whole + min(3, most)
    return whole


def hand_facts(hand: Hand) -> HandFacts:
    """Returns the evaluation of a hand, which is worked out once."""
    facts = hand.facts
    if not isinstance(facts, HandFacts):
        facts = HandFacts(hand)
        hand.facts = facts
    return facts
