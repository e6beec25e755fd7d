"""The evaluation of Orbis, in expected creation points at the end of the game.

The weights were chosen by hand, guided by a regression on games of greedy self-play.
"""

from __future__ import annotations

from functools import lru_cache
from operator import sub
from typing import NamedTuple

from engine.ai.evaluation import Evaluation
from engine.orbis.content import ANY_OF, BY_SEATS, COLOR_OF, COST_OF, GODS, TILES
from engine.orbis.moves import AnyMove, DeathPayment, Exchange, Gift, LayRegion, Overflow, Payment, Placement, Turn, VillagePayment
from engine.orbis.records import (
    COLORS,
    EXCHANGE_RATE,
    REGIONS_PER_WORLD,
    TURNS_PER_SEAT,
    Color,
    Conversion,
    Farm,
    Forest,
    Irrigation,
    Rock,
    Shrine,
    Village,
    Volcano,
    effect_name,
)
from engine.orbis.rules.laying import ANY_COLOR, AROUND, ROW, ROW_2, colors_by_place, free_places
from engine.orbis.rules.paying import united
from engine.orbis.state import NOBODY, Counts, Player, Region, State, turns_taken

SCALE = 4.0
"""A lead of this many points wins about three games of four."""

TURN = 1.8
"""The value of a remaining turn; it makes seats that have moved comparable with seats that have not."""

UNFINISHED = 0.6
"""A penalty for an unfinished turn, so that the search finishes it instead of prolonging it with exchanges."""

WORSHIPPERS = (0.0, 0.65, 1.1, 1.5, 1.75, 1.9, 2.0, 2.05, 2.1, 2.15, 2.2)
"""The value by number of worshippers of one colour: four or five pay for a region of about four points, a tenth adds little."""

FADING = (0.0, 0.29, 0.57, 0.86, *[1.0] * (TURNS_PER_SEAT - 3))
"""The factor for worshippers by turns left: with few turns left they lose their value."""

FREE_WORSHIPPER = 0.45
"""The value of a worshipper that the player will pay or gain and whose colour is not chosen yet."""

PRIVILEGE = 0.22
"""The value of a privilege per turn left: it saves about a third of a worshipper on each region."""

ICON = 1.1
"""The value of a shrine icon while the temples are undecided; towards the end the temples themselves count."""

FOREST_HOPE = (1.0, 0.65, 0.15, 0.05, 0.0, 0.0, 0.0)
"""The chance that a forest is fulfilled, by number of missing neighbours, if there is room for them."""

OPEN_PLACE = (0.0, 0.1, 0.45, 0.9)
"""The value of an open place of an upper row that accepts one colour, two colours, or, on a wilderness, every colour."""

GROUND = 0.35
"""The value of an open place of row 1, which accepts every colour."""

GOD_TO_COME = 2.5
"""The expected points of a god for a seat that has none yet."""

WILDERNESS = -1.0
"""The points of a wilderness (ORB-4.3)."""

CHOICE, CHOICE_NOW, CHOICE_LATER = 1.6, 0.7, 0.45
"""The mean value of the three best tiles in the display; and the weights of a deviation from it, for the seat to act and for others."""

NO_TILE = -100.0
"""The value of an empty slot of the display, which is never among the best."""

ALL_COLORS = 31
"""A bit mask of all colours."""

POINTS = {tile.id: tile.points for tile in TILES.values()}
FORESTS = {
    tile.id: (tile.effect.count, frozenset(COLORS.index(color) for color in tile.effect.colors))
    for tile in TILES.values()
    if isinstance(tile.effect, Forest)
}
ICONS = {tile.id: tile.effect.icons for tile in TILES.values() if isinstance(tile.effect, Shrine)}
MYSTIC = {tile.id: tile.mystic or 0 for tile in TILES.values()}
TEMPLES = {seats: sorted(numbers.temples, reverse=True) for seats, numbers in BY_SEATS.items()}
EFFECT = {tile.id: effect_name(tile) for tile in TILES.values()}
FREE_WILDERNESSES = frozenset(god.id for god in GODS.values() if god.free_wildernesses)


def _promise(tile: str) -> float:
    """Returns the value of a face-up tile besides its points: worshippers, a privilege or icons, less the cost of its effect."""
    match TILES[tile].effect:
        case Conversion(amount=amount):
            return 0.6 * amount
        case Farm():
            return 1.5
        case Shrine(icons=icons):
            return ICON * icons
        case Village(pay=pay):
            return -0.5 * pay
        case Volcano() | Irrigation() | Forest():
            return -0.8
        case Rock():
            return 0.0


PROMISE = {tile: POINTS[tile] + _promise(tile) for tile in TILES}
"""The estimated value of a tile that is taken and not yet laid, before its cost."""


class World(NamedTuple):
    """The evaluation of a player's world on its own."""

    points: float
    wildernesses: int
    icons: int
    mystic: int
    room: float
    accepted: int
    scored: dict[str, int]


@lru_cache(maxsize=32768)
def _world(world: tuple[Region, ...]) -> World:
    """Evaluates a world; `accepted` has a bit for each colour for which there is a place."""
    colors = colors_by_place(world)
    points, wildernesses, icons, mystic = 0.0, 0, 0, 0
    scored: dict[str, int] = {}
    for region in world:
        tile = region.tile
        if region.face == "wilderness":
            wildernesses += 1
        elif region.face == "up":
            forest = FORESTS.get(tile)
            hope = 1.0 if forest is None else _forest_hope(colors, region.row * ROW + region.column, forest, REGIONS_PER_WORLD - len(world))
            points += POINTS[tile] * hope
            icons += ICONS.get(tile, 0)
            mystic = max(mystic, MYSTIC[tile])
            scored[EFFECT[tile]] = scored.get(EFFECT[tile], 0) + (hope > 0.5)
    room, accepted = _room(colors)
    return World(points, wildernesses, icons, mystic, room, accepted, scored)


def _forest_hope(colors: dict[int, int], place: int, forest: tuple[int, frozenset[int]], left: int) -> float:
    """Returns the chance that the forest has enough neighbours at the end (ORB-5.7)."""
    count, wanted = forest
    room = 0
    for step in AROUND:
        color = colors.get(place + step)
        if color is None:
            room += 1
        elif color == ANY_COLOR or color in wanted:
            count -= 1
    if count <= 0:
        return 1.0
    return FOREST_HOPE[count] if count <= min(room, left) else 0.0


def _room(colors: dict[int, int]) -> tuple[float, int]:
    """Returns the value of the open places and the colours they accept."""
    total, accepted = 0.0, 0
    for place in free_places(colors):
        below = ALL_COLORS
        if place < ROW_2:
            total += GROUND
        else:
            first, second = colors[place - ROW], colors[place - ROW + 1]
            if ANY_COLOR not in (first, second):
                below = 1 << first | 1 << second
            total += OPEN_PLACE[min(3, below.bit_count())]
        accepted |= below
    return total, accepted


@lru_cache(maxsize=8192)
def _gathered(worshippers: Counts) -> float:
    """Returns the value of these worshippers while there is time to spend them."""
    return sum([WORSHIPPERS[count if count < 10 else 10] for count in worshippers])


def worth(state: State) -> list[float]:
    """Returns the expected points of each seat; a tile whose place is chosen counts as laid."""
    players = state.players
    worlds = [_world(tuple(player.world)) for player in players]
    left = [TURNS_PER_SEAT - turns_taken(player) for player in players]
    if state.pending and isinstance(paying := state.pending[-1], Payment):
        laid = Region(paying.tile, paying.row, paying.column, "up")
        worlds[paying.seat] = _world((*players[paying.seat].world, laid))
        left[paying.seat] -= 1
    found = [_own(player, world, turns) for player, world, turns in zip(players, worlds, left, strict=True)]
    _add_temples(worlds, left, found)
    for seat, player in enumerate(players):
        found[seat] += GOD_TO_COME if player.god is None else _god(state, worlds, seat, left[seat])
    if state.pending:
        _add_choices(state, worlds, left, found)
        if not isinstance(state.pending[-1], Turn):
            _add_begun(state, worlds, left, found)
    return found


def _own(player: Player, world: World, left: int) -> float:
    """Returns the value that depends on this player alone: regions, worshippers, open places and turns left."""
    total = world.points if player.god in FREE_WILDERNESSES else world.points + WILDERNESS * world.wildernesses
    if left:
        total += _gathered(player.worshippers) * FADING[left] + world.room * min(1.0, left / 6.0)
        total += (TURN + PRIVILEGE * len(player.privileges)) * left
    return total


def _add_begun(state: State, worlds: list[World], left: list[int], found: list[float]) -> None:
    """Adds the value of the unfinished turn: its gains, less what is still to pay."""
    decision = state.pending[-1]
    seat = decision.seat
    player, fading = state.players[seat], FADING[left[seat]]
    found[seat] -= UNFINISHED
    match decision:
        case Placement(slot=slot):
            tile = state.display[slot]
            found[seat] += _purse(player.worshippers, player.privileges, worlds[seat].accepted, fading)[tile, NOBODY] - TURN
        case Payment(needed=count) | VillagePayment(needed=count) | DeathPayment(needed=count) | Overflow(count=count):
            found[seat] -= FREE_WORSHIPPER * count * fading
        case Gift(count=count):
            found[seat] += FREE_WORSHIPPER * count * fading


def _add_choices(state: State, worlds: list[World], left: list[int], found: list[float]) -> None:
    """Adds the value of the display for each seat: the mean of its three best tiles, as others may take one of them first."""
    decision = state.pending[-1]
    display = state.display
    if isinstance(decision, Placement | Payment):
        display = display[:]
        display[decision.slot] = None
    for seat, player in enumerate(state.players):
        if len(player.world) < REGIONS_PER_WORLD:
            purse = _purse(player.worshippers, player.privileges, worlds[seat].accepted, FADING[left[seat]])
            takes = sorted(map(purse.__getitem__, zip(display, state.display_worshippers, strict=True)))
            offered = (takes[-1] + takes[-2] + takes[-3]) / 3.0
            found[seat] += (CHOICE_NOW if seat == decision.seat else CHOICE_LATER) * (offered - CHOICE)


class Purse(dict[tuple[str | None, Counts], float]):
    """The value of each tile with the worshippers on it, for a player with these worshippers; computed on first use."""

    def __init__(self, owned: Counts, privileges: tuple[Color, ...], accepted: int, fading: float) -> None:
        self.owned, self.privileges, self.accepted, self.fading = owned, privileges, accepted, fading
        self.gathered = _gathered(owned)

    def __missing__(self, offered: tuple[str | None, Counts]) -> float:
        """Returns the value of the tile face up if it can be paid for and fits, else as a wilderness (ORB-3.5)."""
        tile, standing = offered
        if tile is None:
            return NO_TILE
        together = united(self.owned, standing) if standing != NOBODY else self.owned
        best = WILDERNESS + (_gathered(together) - self.gathered) * self.fading
        if self.accepted >> COLOR_OF[tile] & 1:
            rest = tuple(map(sub, together, _price(tile, self.privileges)))
            if min(rest) >= 0 and sum(rest) >= ANY_OF[tile]:
                best = max(best, PROMISE[tile] + (_gathered(rest) - self.gathered - FREE_WORSHIPPER * ANY_OF[tile]) * self.fading)
        self[offered] = best
        return best


_purse = lru_cache(maxsize=2048)(Purse)


@lru_cache(maxsize=4096)
def _price(tile: str, privileges: tuple[Color, ...]) -> Counts:
    """Returns the coloured cost after privileges (ORB-3.4)."""
    return tuple(0 if color in privileges else amount for color, amount in zip(COLORS, COST_OF[tile], strict=True))


def _add_temples(worlds: list[World], left: list[int], found: list[float]) -> None:
    """ORB-6.2: adds the value of icons early in the game, and that of the temples they would win now towards the end."""
    standings = [(world.icons, world.mystic, seat) for seat, world in enumerate(worlds) if world.icons]
    standings.sort(reverse=True)
    for (icons, _, seat), temple in zip(standings, TEMPLES[len(worlds)], strict=False):
        settled = (1.0 - left[seat] / TURNS_PER_SEAT) ** 2
        found[seat] += settled * temple + (1.0 - settled) * ICON * icons


def _god(state: State, worlds: list[World], seat: int, left: int) -> float:
    """Returns the expected points of the god: more if its condition holds now, less the earlier it is (ORB-7)."""
    player = state.players[seat]
    god = GODS[player.god or ""]
    match god.scoring:
        case "always":
            return god.points
        case "paid":
            return 0.0 if player.god_unfulfilled else god.points
        case "most":
            counts = [world.scored.get(god.effects[0], 0) for world in worlds]
            holds = counts[seat] == max(counts) and (counts[seat] > 0 or not state.options.majority_needs_one)
        case "fewest_wildernesses":
            holds = worlds[seat].wildernesses == min(world.wildernesses for world in worlds)
        case "one_of_each":
            holds = all(worlds[seat].scored.get(effect) for effect in god.effects)
    open_part = left / TURNS_PER_SEAT
    return god.points * (1.0 - 0.4 * open_part if holds else 0.5 * open_part)


def worthwhile(state: State, moves: list[AnyMove]) -> list[AnyMove]:
    """Returns the moves without exchanges, except those needed to pay for the tile just taken (ORB-3.2)."""
    if not moves or not isinstance(moves[-1], Exchange):
        return moves
    decision = state.pending[-1]
    plain: list[AnyMove] = [move for move in moves if not isinstance(move, Exchange)]
    first = plain[0]
    if not isinstance(decision, Placement) or (isinstance(first, LayRegion) and not first.wilderness):
        return plain
    player = state.players[decision.seat]
    missing = [
        price - owned
        for price, owned in zip(_price(state.display[decision.slot] or "", player.privileges), player.worshippers, strict=True)
    ]
    return plain + [
        move
        for move in moves
        if isinstance(move, Exchange) and missing[COLORS.index(move.take)] > 0 and missing[COLORS.index(move.give)] <= -EXCHANGE_RATE
    ]


EVALUATION = Evaluation(worth, SCALE, rivalry=0.25, foresight=0.15, width=4, worthwhile=worthwhile)
