"""What a position of Blue Moon City is worth to each seat, in offerings: those made, and what everything else will pay for.

Everything but offerings is first counted in crystals. Weights are hand-made; those for markers were the best of some in games against
random players.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.ai.evaluation import Evaluation
from engine.blue_moon_city.content import BY_SEATS, CARDS, CITIES, COLOR_OF, COLORS, CONSTANTS, TILES, VALUE_OF, Bonus, obelisk
from engine.blue_moon_city.moves import AnyMove, CallDragon, Contribution, LayPair, Movement, Pay, Payment, Reset, Special
from engine.blue_moon_city.state import Building, Player, State

SCALE = 0.2
"""A gain of so many offerings, two or three crystals, parts a good turn from a fair one: so steep that good moves are tried first."""

OFFERING = 12.0
"""Crystals that count as one offering: a middling price, and the turn it takes to bring them."""

VISIT = 3.0
"""An offering still to be made costs its price and this: the turn on the courtyard could have brought so many crystals elsewhere."""

VICTORY = 6.0
"""Being able to make the last offering is worth so many crystals more than any other."""

TURN = 1.5
"""What a seat seems to gain as soon as its turn begins: plans can be carried out at once, cards will be drawn. Taken off from then on, so
that seats that have moved can be compared with seats that have not."""

SCALE_CRYSTALS = 1.2
"""A golden scale: six crystals for the most, three for others with three or more."""

POINT = 0.35
"""Each point of a card's value, in a hand that is not full: five points bring about two crystals, and take a turn."""

POWERS = {
    **{"flit_1": 0.4, "flit_2": 0.2, "khind_1": 0.35, "hoax_1": 0.6, "hoax_2": 0.3, "mimix_1": 0.4, "mimix_2": 0.25},
    **{"pillar_1": 0.6, "pillar_2": 0.3, "vulca_1": 0.35, "terrah_1": 0.35, "aqua_1": 0.35, "vulca_2": 0.1, "terrah_2": 0.1, "aqua_2": 0.1},
}
"""What a card's power adds to it."""

WASTED = 0.35
"""The part of a card's points that is left when no ruin asks for its colour."""

NEW_CARD = 0.9
"""A card to be drawn: the mean of all."""

FULL_HAND = 30.0
"""The more cards in hand, the less each is worth: a hand worth this many crystals by its cards counts for half."""

BONUS_CARD = 0.5
"""A card that a building gives."""

HOPE = 0.65
"""What is left of a building's bonuses for each space that somebody still has to pay for."""

LEADING = 0.6
"""The part of the majority bonus that counts for the seat now ahead, as long as it can be overtaken."""

RESERVE, MARKER, PRESSED = 4, 1.8, 1.2
"""A seat with so many free markers more than the offerings it still needs is safe; each one fewer costs this, and the more the fewer there
are. Markers on ruins come home only when the building is complete; who has none left can do nothing, or the game is drawn (BMC-6.3)."""

PILLAR = 0.5
"""Crystals that a Pillar discarded for its power is missed for."""

DELAY = 0.75
"""What is a turn away is worth so much of what can be had at once."""

PLAN = 0.8
"""How much of the best action within reach counts before it is taken."""

DRAGON_LATER = 0.1
"""How much of the scales for dragons counts for a contribution in a later turn: others may call them away."""

COST = 0.3
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
CARD_WORTH = {card: (POINT * VALUE_OF[card], POWERS.get(card, 0.0)) for card in CARDS}


def _factors(steps: int) -> tuple[tuple[tuple[float, ...], ...], ...]:
    """By city, from and to: what the delay leaves of a gain there, if so many steps may still be gone this turn (-1: the turn is over)."""
    return tuple(
        tuple(tuple(DELAY ** (0 if far <= steps else 1 + max(0, far - max(steps, 0) - 1) // 2) for far in row) for row in city.distances)
        for city in CITIES
    )


FACTORS = {steps: _factors(steps) for steps in range(-1, FAR + 1)}


def _prices_to_come(seats: int, offered: int, own: int) -> float:
    """What the offerings a seat still needs will cost in crystals, if the seats make theirs by turns."""
    prices = obelisk(seats)
    missing = max(0, BY_SEATS[seats].offerings_to_win - own)
    return sum(prices[min(offered + seats * later, len(prices) - 1)] for later in range(missing))


TO_COME = {
    seats: [[_prices_to_come(seats, offered, own) for own in range(numbers.offerings_to_win + 1)] for offered in range(14)]
    for seats, numbers in BY_SEATS.items()
}
"""By seats, offerings made by all and by the one."""


def worth(state: State) -> list[float]:
    """The offerings each seat may count on."""
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
    """What a visit to the courtyard is worth beyond the crystals paid there: one offering, and one more for each Pillar (BMC-3.5)."""
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
    """The city, where a space that is being paid for counts as taken already."""
    begun = state.pending[-1] if state.pending else None
    if not isinstance(begun, Payment):
        return tuple(state.city)
    city = state.city[:]
    cell = state.players[begun.seat].miniature
    markers = city[cell].markers
    city[cell] = Building(city[cell].tile, False, (*markers[: begun.space], begun.seat, *markers[begun.space + 1 :]))
    return tuple(city)


def _returning(state: State, decision: Payment, player: Player) -> int:
    """How the contribution being paid changes the seat's free markers: one is placed, but a complete building gives all of them back."""
    markers = state.city[player.miniature].markers
    return markers.count(decision.seat) if markers.count(None) == 1 else -1


def _begun(state: State, decision: Payment, player: Player) -> float:
    """What the contribution being paid brings besides its marker: scales for dragons, less what is still to be laid."""
    laid = sum(3 if isinstance(step, LayPair) else VALUE_OF[step.card] for step in decision.laid)
    value = SPACES[state.city[player.miniature].tile][decision.space][1]
    below = state.pending[0]
    dragons = state.dragons.count(player.miniature) if isinstance(below, Contribution) and not below.made else 0
    return SCALE_CRYSTALS * dragons - COST * max(0, value - laid)


class City:
    """What a city promises, whoever is where: colours wanted, crystals by seat for markers on ruins, the ruins with free spaces."""

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
    """What the markers on a building say: colours asked for, free spaces cheapest first, what seats have, what more markers bring."""

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
    """Per seat with markers here: the part of the bonus that it may count on, and of the majority."""
    if not markers:
        return {}
    missing = len(building.markers) - len(markers)
    part: float = HOPE**missing
    leader = max(markers, key=markers.count)
    majority = MAJORITY[building.tile] * part * (LEADING if missing else 1.0)
    return {seat: (part, majority if seat == leader else 0.0) for seat in sorted(set(markers))}


def _gain(building: Building, markers: list[int], seat: int, more: int) -> tuple[float, float]:
    """What so many more markers of the seat add: a part of the bonus, and of the majority."""
    part, majority = _promised(building, markers).get(seat, (0.0, 0.0))
    part_then, majority_then = _promised(building, [*markers, *[seat] * more])[seat]
    return part_then - part, majority_then - majority


@lru_cache(maxsize=32768)
def _hand(hand: tuple[str, ...], wanted: int, coming: int) -> tuple[float, tuple[int, ...], int]:
    """What the cards and those to come are worth while these colours are wanted; what they pay by colour and in the best one; Pillars."""
    total = NEW_CARD * coming
    for card in hand:
        color = COLOR_OF[card]
        points, power = CARD_WORTH[card]
        asked = wanted >> ANY or color == GREEN or wanted >> color & 1
        total += (points if asked else WASTED * points) + power
    return total / (1.0 + total / FULL_HAND), _strengths(hand), hand.count("pillar_1") + hand.count("pillar_2")


@lru_cache(maxsize=32768)
def _strengths(hand: tuple[str, ...]) -> tuple[int, ...]:
    """What the hand can pay in each colour, and in the best one."""
    sums = [0] * len(COLORS)
    for card in hand:
        sums[COLOR_OF[card]] += VALUE_OF[card]
    strength = [_strength(hand, sums, color) for color in range(len(COLORS))]
    return (*strength, max(strength))


def _strength(hand: tuple[str, ...], sums: list[int], color: int) -> int:
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


@lru_cache(maxsize=32768)
def _contributions(city: City, seat: int, strength: tuple[int, ...], markers: int) -> list[tuple[int, float]]:
    """What a turn on each ruin would bring the seat, less what it costs, where the hand can pay for anything."""
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
    """The best turn of contributions, the nearer the better, with the scales for dragons if it is the first of its turn (BMC-3.4)."""
    best = 0.0
    for cell, gain in contributions:
        factor = factors[cell]
        if cell in dragons:
            gain += SCALE_CRYSTALS * dragons.count(cell) * (DRAGON_LATER if factor < 1.0 or not first else 1.0)
        if gain * factor > best:
            best = gain * factor
    return best


def worthwhile(state: State, moves: list[AnyMove]) -> list[AnyMove]:
    """Nothing is paid beyond what is enough, and dragons are called only to where the seat can still contribute this turn (BMC-3.4)."""
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
