"""The evaluation of Blue Moon City, in offerings: those made, and those that everything else will pay for.

Everything except offerings is first converted to crystals. The weights were chosen by hand; those for markers were the best of several in
games against random players.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.ai.evaluation import Evaluation
from engine.blue_moon_city.content import BY_SEATS, CARDS, CITIES, COLOR_OF, COLORS, CONSTANTS, OBELISK_MOST, TILES, VALUE_OF, obelisk
from engine.blue_moon_city.moves import AnyMove, CallDragon, Contribution, LayPair, Movement, Pay, Payment, Reset, Special
from engine.blue_moon_city.records import Bonus
from engine.blue_moon_city.state import Building, Player, State

SCALE = 0.2
"""A gain of this many offerings (two or three crystals) separates a good turn from a fair one; good moves are tried first."""

OFFERING = 12.0
"""The crystals that are equivalent to one offering: a medium price, and the turn it takes."""

VISIT = 3.0
"""The cost of an offering besides its price: a turn on the courtyard could gain this many crystals elsewhere."""

VICTORY = 6.0
"""The additional value, in crystals, of being able to make the winning offering."""

TURN = 1.5
"""The apparent gain of a seat when its turn begins: it can act at once and will draw cards. It is subtracted, so that seats that have moved
are comparable with seats that have not."""

SCALE_CRYSTALS = 1.2
"""The value of a golden scale: six crystals for the most, three for others with three or more."""

POINT = 0.35
"""The value of each point of a card in a small hand: five points gain about two crystals, and take a turn."""

POWERS = {
    **{"flit_1": 0.4, "flit_2": 0.2, "khind_1": 0.35, "hoax_1": 0.6, "hoax_2": 0.3, "mimix_1": 0.4, "mimix_2": 0.25},
    **{"pillar_1": 0.6, "pillar_2": 0.3, "vulca_1": 0.35, "terrah_1": 0.35, "aqua_1": 0.35, "vulca_2": 0.1, "terrah_2": 0.1, "aqua_2": 0.1},
}
"""The additional value of a card's power."""

WASTED = 0.35
"""The factor for a card's points if no ruin needs its colour."""

NEW_CARD = 0.9
"""The value of a card to be drawn: the mean of all cards."""

FULL_HAND = 30.0
"""The saturation of large hands: a hand of cards worth this many crystals counts for half."""

BONUS_CARD = 0.5
"""The value of a card that a building gives."""

HOPE = 0.65
"""The factor for a building's bonuses per space that is not paid for yet."""

LEADING = 0.6
"""The share of the majority bonus for the seat that has the majority now, while others can overtake it."""

RESERVE, MARKER, PRESSED = 4, 1.8, 1.2
"""A seat is safe with RESERVE free markers more than the offerings it still needs; fewer cost MARKER * missing ** PRESSED. Markers on ruins
return only when the building is complete; without markers a seat cannot act, or the game is a draw (BMC-6.3)."""

PILLAR = 0.5
"""The cost, in crystals, of discarding a Pillar for its power."""

DELAY = 0.75
"""The discount factor for a gain that is one turn away."""

PLAN = 0.8
"""The share of the best possible action that counts before it is taken."""

DRAGON_LATER = 0.1
"""The share of the scales for dragons that counts for a contribution in a later turn: others may move the dragons."""

COST = 0.3
"""The cost, in crystals, of each point that is still to pay."""

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
CARD_WORTH = {card: (POINT * VALUE_OF[card], POWERS.get(card, 0.0)) for card in CARDS}


def _factors(steps: int) -> tuple[tuple[tuple[float, ...], ...], ...]:
    """Returns the discount of a gain by layout, start and target, with this many steps left in the turn (-1: the turn is over)."""
    return tuple(
        tuple(tuple(DELAY ** (0 if far <= steps else 1 + max(0, far - max(steps, 0) - 1) // 2) for far in row) for row in city.distances)
        for city in CITIES
    )


FACTORS = {steps: _factors(steps) for steps in range(-1, FAR + 1)}


def _prices_to_come(seats: int, offered: int, own: int) -> float:
    """Returns the price of the offerings a seat still needs, if the seats make their offerings alternately."""
    prices = obelisk(seats)
    missing = max(0, BY_SEATS[seats].offerings_to_win - own)
    return sum(prices[min(offered + seats * later, len(prices) - 1)] for later in range(missing))


TO_COME = {
    seats: [[_prices_to_come(seats, offered, own) for own in range(numbers.offerings_to_win + 1)] for offered in range(OBELISK_MOST + 1)]
    for seats, numbers in BY_SEATS.items()
}
"""Indexed by number of players, offerings made by all seats, and offerings made by the seat."""


def worth(state: State) -> list[float]:
    """Returns the expected offerings of each seat."""
    seats = len(state.players)
    city = _city(_with_begun(state), state.options.expansion)
    to_come, needed = TO_COME[seats], BY_SEATS[seats].offerings_to_win
    price = obelisk(seats)[min(len(state.obelisk), len(obelisk(seats)) - 1)]
    asked = state.pending[-1] if state.pending else None
    found = []
    for seat, player in enumerate(state.players):
        offered = state.obelisk.count(seat)
        missing, crystals = to_come[len(state.obelisk)][offered], player.crystals or 0
        own = min(crystals, missing) - missing - VISIT * (needed - offered) + city.promised[seat] + SCALE_CRYSTALS * player.scales
        own -= TURN * ((state.turn - (seat - state.first_seat) % seats + seats - 1) // seats)
        coming, steps, first, markers = len(player.waiting), -1, True, player.markers
        if asked is not None and asked.seat == seat:
            own -= TURN
            coming += CONSTANTS.reset_draw_extra
            match asked:
                case Movement():
                    steps = min(asked.steps, FAR)
                case Contribution():
                    steps, first = 0, asked.made == 0
                case Payment():
                    steps, first = 0, False
                    own += _begun(state, asked, player)
                    markers += _returning(state, asked, player)
                case Reset():
                    coming += asked.discarded
                case Special():
                    pass
                case _:
                    steps = -1 if asked.made else 0
        hand, strength, pillars = _hand(tuple(player.hand), city.wanted, coming)
        own += hand
        if player.markers:
            factors = FACTORS[steps][state.options.expansion][player.miniature]
            build = _build(_contributions(city, seat, strength, player.markers), state.dragons, factors, first)
            offer = _offer(seats, len(state.obelisk), offered, crystals, pillars) if crystals >= price else 0.0
            offer *= factors[CITIES[state.options.expansion].courtyard]
            own += PLAN * (max(build, offer) + DELAY * min(build, offer))
        own -= MARKER * max(0, needed - offered + RESERVE - markers) ** PRESSED
        found.append(needed + own / OFFERING)
    return found


@lru_cache(maxsize=8192)
def _offer(seats: int, made: int, own: int, crystals: int, pillars: int) -> float:
    """Returns the value of a visit to the courtyard beyond the crystals paid: one offering, and one more for each Pillar (BMC-3.5)."""
    prices, needed, total, paid = obelisk(seats), BY_SEATS[seats].offerings_to_win, 0.0, 0
    for count in range(pillars + 1):
        if made + count >= len(prices) or own + count >= needed:
            break
        price = prices[made + count] + (1 if count else 0)
        paid += price
        if paid > crystals:
            break
        total += TO_COME[seats][made + count][own + count] - price + VISIT - TO_COME[seats][made + count + 1][own + count + 1]
        if count:
            total -= PILLAR
        if own + count + 1 == needed:
            total += VICTORY
    return total


def _with_begun(state: State) -> tuple[Building, ...]:
    """Returns the city with a marker on the space that is being paid for."""
    begun = state.pending[-1] if state.pending else None
    if not isinstance(begun, Payment):
        return tuple(state.city)
    city = state.city[:]
    cell = state.players[begun.seat].miniature
    markers = city[cell].markers
    city[cell] = Building(city[cell].tile, False, (*markers[: begun.space], begun.seat, *markers[begun.space + 1 :]))
    return tuple(city)


def _returning(state: State, decision: Payment, player: Player) -> int:
    """Returns the change in the seat's free markers by the contribution in progress: a complete building returns all of them."""
    markers = state.city[player.miniature].markers
    return markers.count(decision.seat) if markers.count(None) == 1 else -1


def _begun(state: State, decision: Payment, player: Player) -> float:
    """Returns the value of the contribution in progress besides its marker: scales for dragons, less what is still to pay."""
    laid = sum(3 if isinstance(step, LayPair) else VALUE_OF[step.card] for step in decision.laid)
    value = SPACES[state.city[player.miniature].tile][decision.space][1]
    below = state.pending[0]
    dragons = state.dragons.count(player.miniature) if isinstance(below, Contribution) and not below.made else 0
    return SCALE_CRYSTALS * dragons - COST * max(0, value - laid)


class City:
    """The evaluation of a city without its figures: colours needed, crystals by seat for markers on ruins, ruins with free spaces."""

    __slots__ = ("promised", "ruins", "wanted")

    def __init__(self, city: tuple[Building, ...], expansion: bool) -> None:
        given = [NEIGHBORHOOD[building.tile] if building.rebuilt else 0.0 for building in city]
        self.wanted, self.promised = 0, [0.0] * 4
        self.ruins: list[tuple[int, float, Facts]] = []
        for cell, building in enumerate(city):
            if not building.rebuilt:
                bonus = CONSTRUCTION[building.tile] + sum([given[beside] for beside in CITIES[expansion].neighbours[cell]])
                facts = _facts(building)
                self.wanted |= facts.colors
                for seat, (part, majority) in facts.promised.items():
                    self.promised[seat] += part * bonus + majority
                if facts.free:
                    self.ruins.append((cell, bonus, facts))


@lru_cache(maxsize=8192)
def _city(city: tuple[Building, ...], expansion: bool) -> City:
    return City(city, expansion)


class Facts:
    """The evaluation of a ruin: colours needed, free spaces (cheapest first), expected bonuses by seat, and gains of further markers."""

    __slots__ = ("colors", "free", "gains", "promised")

    def __init__(self, building: Building) -> None:
        markers = [seat for seat in building.markers if seat is not None]
        spaces = list(zip(SPACES[building.tile], building.markers, strict=True))
        self.free = sorted((value, color) for (color, value), marker in spaces if marker is None)
        self.colors = sum({1 << color for _, color in self.free})
        self.promised = _promised(building, markers)
        self.gains = [[_gain(building, markers, seat, more + 1) for more in range(len(self.free))] for seat in range(4)]


@lru_cache(maxsize=8192)
def _facts(building: Building) -> Facts:
    return Facts(building)


def _promised(building: Building, markers: Sequence[int]) -> dict[int, tuple[float, float]]:
    """Returns for each seat with markers here its expected shares of the bonus and of the majority bonus."""
    if not markers:
        return {}
    missing = len(building.markers) - len(markers)
    part: float = HOPE**missing
    leader = max(markers, key=markers.count)
    majority = MAJORITY[building.tile] * part * (LEADING if missing else 1.0)
    return {seat: (part, majority if seat == leader else 0.0) for seat in sorted(set(markers))}


def _gain(building: Building, markers: list[int], seat: int, more: int) -> tuple[float, float]:
    """Returns what this many more markers of the seat add to its shares of the bonus and of the majority bonus."""
    part, majority = _promised(building, markers).get(seat, (0.0, 0.0))
    part_then, majority_then = _promised(building, [*markers, *[seat] * more])[seat]
    return part_then - part, majority_then - majority


@lru_cache(maxsize=32768)
def _hand(hand: tuple[str, ...], wanted: int, coming: int) -> tuple[float, tuple[int, ...], int]:
    """Returns the value of the hand and of cards to be drawn, what the hand can pay by colour and in its best colour, and its Pillars."""
    total = NEW_CARD * coming
    for card in hand:
        color = COLOR_OF[card]
        points, power = CARD_WORTH[card]
        asked = wanted >> ANY or color == GREEN or wanted >> color & 1
        total += (points if asked else WASTED * points) + power
    return total / (1.0 + total / FULL_HAND), _strengths(hand), hand.count("pillar_1") + hand.count("pillar_2")


@lru_cache(maxsize=32768)
def _strengths(hand: tuple[str, ...]) -> tuple[int, ...]:
    """Returns what the hand can pay in each colour, and in its best colour."""
    sums = [0] * len(COLORS)
    for card in hand:
        sums[COLOR_OF[card]] += VALUE_OF[card]
    strength = [_strength(hand, sums, color) for color in range(len(COLORS))]
    return (*strength, max(strength))


def _strength(hand: tuple[str, ...], sums: list[int], color: int) -> int:
    """Returns what the hand can pay in a colour: its cards, wild green cards, brown pairs, another colour with a Hoax (BMC-3.3)."""
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


@lru_cache(maxsize=32768)
def _contributions(city: City, seat: int, strength: tuple[int, ...], markers: int) -> list[tuple[int, float]]:
    """Returns the gain of a turn on each ruin where the hand can pay for a space, less its cost."""
    found = []
    for cell, bonus, facts in city.ruins:
        best, paid, cost, used = 0.0, 0, 0, [0] * (len(COLORS) + 1)
        for value, color in facts.free:
            if used[color] + value <= strength[color] and paid < markers:
                used[color] += value
                cost += value
                part, majority = facts.gains[seat][paid]
                paid += 1
                best = max(best, part * bonus + majority - COST * cost)
        if paid:
            found.append((cell, best))
    return found


def _build(contributions: list[tuple[int, float]], dragons: Sequence[int | None], factors: tuple[float, ...], first: bool) -> float:
    """Returns the value of the best turn of contributions, discounted by distance, with scales for dragons at the first one (BMC-3.4)."""
    best = 0.0
    for cell, gain in contributions:
        factor = factors[cell]
        if cell in dragons:
            gain += SCALE_CRYSTALS * dragons.count(cell) * (DRAGON_LATER if factor < 1.0 or not first else 1.0)
        if gain * factor > best:
            best = gain * factor
    return best


def worthwhile(state: State, moves: list[AnyMove]) -> list[AnyMove]:
    """Returns the moves without overpaying, and without moving dragons to tiles where the seat cannot contribute this turn (BMC-3.4)."""
    if not moves:
        return moves
    decision = state.pending[-1]
    if isinstance(decision, Payment):
        return moves[-1:] if isinstance(moves[-1], Pay) else moves
    if not isinstance(decision, Movement):
        return moves
    distances = CITIES[state.options.expansion].distances[state.players[decision.seat].miniature]
    city, steps = state.city, decision.steps
    return [move for move in moves if not isinstance(move, CallDragon) or (distances[move.cell] <= steps and not city[move.cell].rebuilt)]


EVALUATION = Evaluation(worth, SCALE, rivalry=0.3, foresight=0.3, settles=3, worthwhile=worthwhile)
