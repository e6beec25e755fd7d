"""The evaluation of Blue Moon City, in offerings: those made, and those that everything else will pay for.

Everything except offerings is first converted to crystals. The weights were chosen by hand; those for markers were the best of several in
games against random players.
"""

from __future__ import annotations

from typing import Final

from engine.ai.blue_moon_city_facts import COST, SCALE_CRYSTALS, CityFacts, Plan, city_facts, hand_facts
from engine.ai.evaluation import Evaluation
from engine.blue_moon_city import content
from engine.blue_moon_city.native.decisions import Contribution, Movement, Offering, Payment, Reset
from engine.blue_moon_city.native.hand import Hand
from engine.blue_moon_city.native.moves import CallDragon, Pay
from engine.blue_moon_city.native.pieces import LAYOUTS, Table
from engine.blue_moon_city.native.position import BlueMoonCityPosition, Player
from engine.native import Decision, Move, Position

SCALE: Final = 0.2
"""A gain of this many offerings (two or three crystals) separates a good turn from a fair one; good moves are tried first."""

OFFERING: Final = 12.0
"""The crystals that are equivalent to one offering: a medium price, and the turn it takes."""

VISIT: Final = 3.0
"""The cost of an offering besides its price: a turn on the courtyard could gain this many crystals elsewhere."""

VICTORY: Final = 6.0
"""The additional value, in crystals, of being able to make the winning offering."""

TURN: Final = 1.5
"""The apparent gain of a seat when its turn begins: it can act at once and will draw cards. It is subtracted, so that seats that have moved
are comparable with seats that have not."""

NEW_CARD: Final = 0.9
"""The value of a card to be drawn: the mean of all cards."""

FULL_HAND: Final = 30.0
"""The saturation of large hands: a hand of cards worth this many crystals counts for half."""

RESERVE: Final = 4
MARKER: Final = 1.8
PRESSED: Final = 1.2
"""A seat is safe with RESERVE free markers more than the offerings it still needs; fewer cost MARKER * missing ** PRESSED. Markers on ruins
return only when the building is complete; without markers a seat cannot act, or the game is a draw (BMC-6.3)."""

PILLAR: Final = 0.5
"""The cost, in crystals, of discarding a Pillar for its power."""

DELAY: Final = 0.75
"""The discount factor for a gain that is one turn away."""

PLAN: Final = 0.8
"""The share of the best possible action that counts before it is taken."""

DRAGON_LATER: Final = 0.1
"""The share of the scales for dragons that counts for a contribution in a later turn: others may move the dragons."""

FAR: Final = 9
TURN_OVER: Final = -1
"""The steps that are left to a seat that will not move in this turn."""

DRAWN: Final[int] = content.CONSTANTS.reset_draw_extra
MARKERS_MOST: Final[int] = content.LARGEST_TILE


FACTORS: Final[list[list[list[list[float]]]]] = [
    [
        [[DELAY ** (0 if far <= steps else 1 + max(0, far - max(steps, 0) - 1) // 2) for far in row] for row in layout.distances]
        for layout in LAYOUTS
    ]
    for steps in range(TURN_OVER, FAR + 1)
]
"""The discount of a gain by steps left in the turn, beginning with TURN_OVER, and by layout, start and target."""

PRESSURE: Final[list[float]] = [MARKER * missing**PRESSED for missing in range(200)]
"""What missing markers cost."""


def _prices_to_come(seats: int, offered: int, own: int) -> float:
    """Returns the price of the offerings a seat still needs, if the seats make their offerings alternately."""
    prices = content.obelisk(seats)
    missing = max(0, content.BY_SEATS[seats].offerings_to_win - own)
    return float(sum([prices[min(offered + seats * later, len(prices) - 1)] for later in range(missing)]))


TO_COME: Final[dict[int, list[list[float]]]] = {
    seats: [
        [_prices_to_come(seats, offered, own) for own in range(numbers.offerings_to_win + 1)] for offered in range(content.OBELISK_MOST + 1)
    ]
    for seats, numbers in content.BY_SEATS.items()
}
"""Indexed by number of players, offerings made by all seats, and offerings made by the seat."""


class BlueMoonCityEvaluation(Evaluation):
    """The evaluation of Blue Moon City."""

    def __init__(self) -> None:
        super().__init__(SCALE, rivalry=0.3, foresight=0.3, settles=3, share_of_turn=0.2)

    def worth(self, position: Position) -> list[float]:
        """Returns the expected offerings of each seat; a space that is being paid for counts as paid, less what is still missing."""
        assert isinstance(position, BlueMoonCityPosition)
        asked = position.pending[-1] if position.pending else None
        city = position.city
        if isinstance(asked, Payment):
            city = city.with_marker(position.players[asked.seat].miniature, asked.space, asked.seat)
        facts = city_facts(city)
        return [_seat_worth(position, facts, seat, asked) for seat in range(len(position.players))]

    def worthwhile(self, position: Position, moves: list[Move]) -> list[Move]:
        """Returns the moves without overpaying, and without calling dragons to where the seat cannot contribute this turn (BMC-3.4)."""
        assert isinstance(position, BlueMoonCityPosition)
        if not moves:
            return moves
        decision = position.pending[-1]
        if isinstance(decision, Payment):
            return moves[-1:] if isinstance(moves[-1], Pay) else moves
        return _without_idle_calls(position, decision, moves) if isinstance(decision, Movement) else moves


def _without_idle_calls(position: BlueMoonCityPosition, decision: Movement, moves: list[Move]) -> list[Move]:
    city, steps = position.city, decision.steps
    distances, buildings = city.layout.distances[position.players[decision.seat].miniature], city.buildings
    found: list[Move] = []
    for move in moves:
        if not isinstance(move, CallDragon) or (distances[move.cell] <= steps and not buildings[move.cell].rebuilt):
            found.append(move)
    return found


def _seat_worth(position: BlueMoonCityPosition, city: CityFacts, seat: int, asked: Decision | None) -> float:
    """Returns the expected offerings of one seat."""
    player, table, seats = position.players[seat], position.setup.table, len(position.players)
    offered, needed = player.offerings, table.offerings_to_win
    missing = TO_COME[seats][len(position.obelisk)][offered]
    own = min(float(player.crystals), missing) - missing - VISIT * (needed - offered) + city.promised[seat] + SCALE_CRYSTALS * player.scales
    own -= TURN * ((position.turn - (seat - position.setup.first_seat) % seats + seats - 1) // seats)
    coming, steps, first, markers = len(player.waiting), TURN_OVER, True, player.markers
    if asked is not None and asked.seat == seat:
        own -= TURN
        coming += DRAWN
        if isinstance(asked, Movement):
            steps = min(asked.steps, FAR)
        elif isinstance(asked, Contribution):
            steps, first = 0, asked.made == 0
        elif isinstance(asked, Payment):
            steps, first = 0, False
            own += _begun(position, asked, player)
            markers += _returning(position, asked)
        elif isinstance(asked, Reset):
            coming += asked.discarded
        elif isinstance(asked, Offering):
            steps = TURN_OVER if asked.made else 0
    own += _hand_worth(player.hand, city, coming)
    if player.markers:
        own += _plan_worth(position, player, city, seat, steps, first)
    own -= PRESSURE[max(0, needed - offered + RESERVE - markers)]
    return needed + own / OFFERING


def _returning(position: BlueMoonCityPosition, decision: Payment) -> int:
    """Returns the change in the seat's free markers by the contribution in progress: a complete building returns all of them."""
    building = position.building_under(decision.seat)
    return building.count(decision.seat) if building.free == 1 else -1


def _begun(position: BlueMoonCityPosition, decision: Payment, player: Player) -> float:
    """Returns the value of the contribution in progress besides its marker: scales for dragons, less what is still to pay."""
    below = position.pending[0]
    dragons = position.dragons_on(player.miniature) if isinstance(below, Contribution) and not below.made else 0
    return SCALE_CRYSTALS * dragons - COST * decision.needed


def _hand_worth(hand: Hand, city: CityFacts, coming: int) -> float:
    """Returns the value of the hand and of cards to be drawn."""
    total = NEW_CARD * coming
    for card in hand.cards:
        total += city.cards[card.index]
    return total / (1.0 + total / FULL_HAND)


def _plan_worth(position: BlueMoonCityPosition, player: Player, city: CityFacts, seat: int, steps: int, first: bool) -> float:
    """Returns the share of the best action that counts before it is taken: contributions, an offering, or one after the other."""
    layout, hand = position.city.layout, hand_facts(player.hand)
    factors = FACTORS[steps - TURN_OVER][layout.index][player.miniature]
    build = _build(hand.plan(city, seat, min(player.markers, MARKERS_MOST)), position, factors, first)
    offer = _offer(position.setup.table, len(position.obelisk), player, hand.pillars) * factors[layout.courtyard]
    return PLAN * (max(build, offer) + DELAY * min(build, offer))


def _offer(table: Table, made: int, player: Player, pillars: int) -> float:
    """Returns the value of a visit to the courtyard beyond the crystals paid: one offering, and one more for each Pillar (BMC-3.5)."""
    prices, own, needed, total, paid = table.prices, player.offerings, table.offerings_to_win, 0.0, 0
    if made < len(prices) and player.crystals < prices[made]:
        return 0.0
    to_come = TO_COME[table.seats]
    for count in range(pillars + 1):
        if made + count >= len(prices) or own + count >= needed:
            break
        price = prices[made + count] + (1 if count else 0)
        paid += price
        if paid > player.crystals:
            break
        total += to_come[made + count][own + count] - price + VISIT - to_come[made + count + 1][own + count + 1]
        if count:
            total -= PILLAR
        if own + count + 1 == needed:
            total += VICTORY
    return total


def _build(plan: Plan, position: BlueMoonCityPosition, factors: list[float], first: bool) -> float:
    """Returns the value of the best turn of contributions, discounted by distance, with scales for dragons at the first one (BMC-3.4)."""
    best = 0.0
    for at, cell in enumerate(plan.cells):
        gain, factor = plan.gains[at], factors[cell]
        dragons = position.dragons_on(cell)
        if dragons:
            gain += SCALE_CRYSTALS * dragons * (DRAGON_LATER if factor < 1.0 or not first else 1.0)
        if gain * factor > best:
            best = gain * factor
    return best


EVALUATION: Final = BlueMoonCityEvaluation()
