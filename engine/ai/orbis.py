"""What a position of Orbis is worth to each seat, in creation points expected at the end.

Weights are hand-made, guided by a fit to games of greedy self-play.
"""

from __future__ import annotations

from functools import lru_cache
from operator import sub
from typing import NamedTuple

from engine.ai.evaluation import Evaluation
from engine.orbis.content import (
    ANY_OF,
    BY_SEATS,
    COLOR_OF,
    COLORS,
    COST_OF,
    EXCHANGE_RATE,
    GODS,
    REGIONS_PER_WORLD,
    TILES,
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
)
from engine.orbis.moves import AnyMove, DeathPayment, Exchange, Gift, LayRegion, Overflow, Payment, Placement, Turn, VillagePayment
from engine.orbis.rules.laying import ANY_COLOR, AROUND, ROW, ROW_2, colors_by_place, free_places
from engine.orbis.rules.paying import united
from engine.orbis.state import NOBODY, Counts, Player, Region, State, turns_taken

SCALE = 4.0
"""A lead of so many points wins about three games of four."""

TURN = 1.8
"""A turn to come: seats that have moved and seats that have not can be compared."""

UNFINISHED = 0.6
"""A turn begun is worth a little less than it looks, so that it is finished rather than drawn out by exchanges."""

WORSHIPPERS = (0.0, 0.65, 1.1, 1.5, 1.75, 1.9, 2.0, 2.05, 2.1, 2.15, 2.2)
"""So many of one colour: four or five buy a region worth about four points, but a tenth red one helps little."""

FADING = (0.0, 0.29, 0.57, 0.86, *[1.0] * (TURNS_PER_SEAT - 3))
"""Worshippers lose their worth when few turns are left to spend them."""

FREE_WORSHIPPER = 0.45
"""A worshipper whose colour is still to be chosen, given or received."""

PRIVILEGE = 0.22
"""A privilege saves about a third of a worshipper on each region still to come."""

ICON = 1.1
"""What a shrine icon is worth while the race for the temples is open; towards the end the temples themselves count."""

FOREST_HOPE = (1.0, 0.65, 0.15, 0.05, 0.0)
"""The chance of a forest that still lacks so many neighbours, when there is room for them."""

OPEN_PLACE = (0.0, 0.1, 0.45, 0.9)
"""An open place of an upper row that accepts one colour, two, or after a wilderness all of them: regions to come will find a home."""

GROUND = 0.35
"""An open place of row 1, which takes any colour."""

GOD_TO_COME = 2.5
"""What a seat without a god may expect of one."""

WILDERNESS = -1.0
"""ORB-4.3; and less than nothing was gained for the turn."""

CHOICE, CHOICE_NOW, CHOICE_LATER = 1.6, 0.7, 0.45
"""What the three best tiles of the display promise on average; how far a better choice counts for the seat to move, and for the others."""

NO_TILE = -100.0
"""An empty place of the display: never among the best."""

ALL_COLORS = 31
"""Every colour, one bit each."""

POINTS = {tile.id: tile.points for tile in TILES.values()}
FORESTS = {
    tile.id: (tile.effect.count, frozenset(COLORS.index(color) for color in tile.effect.colors))
    for tile in TILES.values()
    if isinstance(tile.effect, Forest)
}
ICONS = {tile.id: tile.effect.icons for tile in TILES.values() if isinstance(tile.effect, Shrine)}
MYSTIC = {tile.id: tile.mystic or 0 for tile in TILES.values()}
TEMPLES = {seats: sorted(numbers.temples, reverse=True) for seats, numbers in BY_SEATS.items()}
EFFECT = {tile.id: type(tile.effect).__name__.lower() for tile in TILES.values()}


def _promise(tile: str) -> float:
    """What a face-up tile brings beside its points: worshippers, a privilege or icons, less what its effect asks."""
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
"""A first guess at a tile that was taken and not yet laid, before its cost."""


class World(NamedTuple):
    """What a player's regions amount to by themselves."""

    points: float
    wildernesses: int
    icons: int
    mystic: int
    room: float
    accepted: int
    scored: dict[str, int]


@lru_cache(maxsize=32768)
def _world(world: tuple[Region, ...]) -> World:
    """Counts everything in a world once; `accepted` has a bit for each colour that finds a place."""
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
    """How likely the forest's neighbours will suffice at the end (ORB-5.7)."""
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
    """What the open places are worth, and the colours that they take."""
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
    """What so many worshippers are worth while there is time to spend them."""
    return sum([WORSHIPPERS[count if count < 10 else 10] for count in worshippers])


def worth(state: State) -> list[float]:
    """The points each seat may expect."""
    players = state.players
    worlds = [_world(tuple(player.world)) for player in players]
    left = [TURNS_PER_SEAT - turns_taken(player) for player in players]
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
    """Regions, hopes, worshippers and room: all that depends on this player alone."""
    total = world.points if player.god == "idleness" else world.points + WILDERNESS * world.wildernesses
    if left:
        total += _gathered(player.worshippers) * FADING[left] + world.room * min(1.0, left / 6.0)
        total += (TURN + PRIVILEGE * len(player.privileges)) * left
    return total


def _add_begun(state: State, worlds: list[World], left: list[int], found: list[float]) -> None:
    """A turn begun: what it will still bring, less what is still to be paid."""
    decision = state.pending[-1]
    seat = decision.seat
    player, fading = state.players[seat], FADING[left[seat]]
    found[seat] -= UNFINISHED
    match decision:
        case Placement(slot=slot):
            tile = state.display[slot]
            found[seat] += _purse(player.worshippers, player.privileges, worlds[seat].accepted, fading)[tile, NOBODY] - TURN
        case Payment(count=count) | VillagePayment(count=count) | DeathPayment(count=count) | Overflow(count=count):
            found[seat] -= FREE_WORSHIPPER * count * fading
        case Gift(count=count):
            found[seat] += FREE_WORSHIPPER * count * fading


def _add_choices(state: State, worlds: list[World], left: list[int], found: list[float]) -> None:
    """What the display offers each seat for its next turn: its three best tiles on average, for others may take one of them first."""
    decision = state.pending[-1]
    display = state.display
    if isinstance(decision, Placement):
        display = display[:]
        display[decision.slot] = None
    for seat, player in enumerate(state.players):
        if len(player.world) < REGIONS_PER_WORLD:
            purse = _purse(player.worshippers, player.privileges, worlds[seat].accepted, FADING[left[seat]])
            takes = sorted(map(purse.__getitem__, zip(display, state.display_worshippers, strict=True)))
            offered = (takes[-1] + takes[-2] + takes[-3]) / 3.0
            found[seat] += (CHOICE_NOW if seat == decision.seat else CHOICE_LATER) * (offered - CHOICE)


class Purse(dict[tuple[str | None, Counts], float]):
    """What each tile, with the worshippers on it, would bring to who owns so much: worked out when it is first asked for."""

    def __init__(self, owned: Counts, privileges: tuple[Color, ...], accepted: int, fading: float) -> None:
        self.owned, self.privileges, self.accepted, self.fading = owned, privileges, accepted, fading
        self.gathered = _gathered(owned)

    def __missing__(self, offered: tuple[str | None, Counts]) -> float:
        """Laid face up if it can be paid and fits, else a wilderness (ORB-3.5); an empty place is worse than any tile."""
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
    """The coloured cost after privileges (ORB-3.4)."""
    return tuple(0 if color in privileges else amount for color, amount in zip(COLORS, COST_OF[tile], strict=True))


def _add_temples(worlds: list[World], left: list[int], found: list[float]) -> None:
    """ORB-6.2: icons count for themselves while the race is open, for the temple they would win now towards the end."""
    standings = [(world.icons, world.mystic, seat) for seat, world in enumerate(worlds) if world.icons]
    standings.sort(reverse=True)
    for (icons, _, seat), temple in zip(standings, TEMPLES[len(worlds)], strict=False):
        settled = (1.0 - left[seat] / TURNS_PER_SEAT) ** 2
        found[seat] += settled * temple + (1.0 - settled) * ICON * icons


def _god(state: State, worlds: list[World], seat: int, left: int) -> float:
    """The god's points if its condition holds now (ORB-7); early on, half of them if not."""
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
    """Exchanges only where a tile in hand cannot be paid without: they can always be made then (ORB-3.2)."""
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
