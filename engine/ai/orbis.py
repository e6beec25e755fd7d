"""What a position of Orbis is worth to each seat, in creation points expected at the end. Weights were tuned by greedy self-play."""

from __future__ import annotations

from engine.ai.evaluation import Evaluation
from engine.orbis.content import (
    ANY_OF,
    COLOR_OF,
    COLORS,
    COST_OF,
    GODS,
    REGIONS_PER_WORLD,
    TABLES,
    TILES,
    Conversion,
    Farm,
    Forest,
    Irrigation,
    Rock,
    Shrine,
    Village,
    Volcano,
)
from engine.orbis.moves import DeathPayment, Overflow, Payment, Placement, Turn, VillagePayment
from engine.orbis.rules.laying import ANY_COLOR, AROUND, ROW, ROW_2, colors_by_place, free_places, matches
from engine.orbis.state import Player, State, turns_taken

SCALE = 4.0
"""A lead of so many points wins about three games of four."""

TURN = 1.8
"""A turn to come: seats that have moved and seats that have not can be compared."""

UNFINISHED = 0.6
"""A turn begun is worth a little less than it looks, so that it is finished rather than drawn out by exchanges."""

WORSHIPPERS = (0.0, 0.62, 1.1, 1.45, 1.67, 1.8, 1.9, 1.94, 1.98, 2.02, 2.06)
"""So many of one colour: four or five buy a region worth about four points, but a tenth red one helps little."""

LAST_TURNS = 3.5
"""Worshippers lose their worth when fewer turns than this are left to spend them."""

PRIVILEGE = 0.22
"""A privilege saves about a third of a worshipper on each region still to come."""

ICON = 1.1
"""What a shrine icon is worth while the race for the temples is open; towards the end the temples themselves count."""

FOREST_HOPE = (1.0, 0.55, 0.3, 0.1, 0.04)
"""The chance of a forest that still lacks so many neighbours, when there is room for them."""

OPEN_COLOR = 0.1
"""Each colour that an open place of an upper row accepts: regions to come will find a home."""

GROUND = 0.3
"""An open place of row 1, which takes any colour."""

GOD_TO_COME = 2.0
"""What a seat without a god may expect of one."""

WILDERNESS = -1.0
"""ORB-4.3; and less than nothing was gained for the turn."""

POINTS = {tile.id: tile.points for tile in TILES.values()}
FORESTS = {
    tile.id: (tile.effect.count, frozenset(COLORS.index(color) for color in tile.effect.colors))
    for tile in TILES.values()
    if isinstance(tile.effect, Forest)
}
ICONS = {tile.id: tile.effect.icons for tile in TILES.values() if isinstance(tile.effect, Shrine)}
MYSTIC = {tile.id: tile.mystic or 0 for tile in TILES.values()}
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


PROMISE = {tile: POINTS[tile] + _promise(tile) - 0.45 * (sum(COST_OF[tile]) + ANY_OF[tile]) for tile in TILES}
"""A first guess at a tile that was taken and not yet laid."""


def worth(state: State) -> list[float]:
    """The points each seat may expect."""
    found = [_own(player) for player in state.players]
    _add_temples(state, found)
    for seat, player in enumerate(state.players):
        found[seat] += _god(state, seat) if player.god is not None else GOD_TO_COME
    decision = state.pending[-1] if state.pending else None
    if decision is not None and not isinstance(decision, Turn):
        found[decision.seat] -= UNFINISHED
        match decision:
            case Placement(slot=slot):
                found[decision.seat] -= TURN
                found[decision.seat] += _taken(state.players[decision.seat], state.display[slot] or "")
            case Payment(count=count) | VillagePayment(count=count) | DeathPayment(count=count) | Overflow(count=count):
                found[decision.seat] -= 0.4 * count
    return found


def _own(player: Player) -> float:
    """Regions, hopes, worshippers and room: all that depends on this player alone."""
    colors = colors_by_place(player.world)
    left = REGIONS_PER_WORLD + 1 - turns_taken(player)
    total = 0.0
    wilderness = 0.0 if player.god == "idleness" else WILDERNESS
    for region in player.world:
        if region.face == "wilderness":
            total += wilderness
        elif region.face == "up":
            forest = FORESTS.get(region.tile)
            hope = 1.0 if forest is None else _forest_hope(colors, region.row * ROW + region.column, forest, left)
            total += POINTS[region.tile] * hope
    if left:
        total += sum(map(WORSHIPPERS.__getitem__, map(_ten, player.worshippers))) * min(1.0, left / LAST_TURNS)
        total += (TURN + PRIVILEGE * len(player.privileges)) * left + _room(colors) * min(1.0, left / 6.0)
    return total


def _ten(count: int) -> int:
    return count if count < 10 else 10


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


def _room(colors: dict[int, int]) -> float:
    """What the open places will take."""
    total = 0.0
    for place in free_places(colors):
        if place < ROW_2:
            total += GROUND
        else:
            first, second = colors[place - ROW], colors[place - ROW + 1]
            accepted = 3 if ANY_COLOR in (first, second) else 1 if first == second else 2
            total += OPEN_COLOR * accepted
    return total


def _taken(player: Player, tile: str) -> float:
    """The tile in hand: laid face up if it can be paid and fits, else a wilderness (ORB-3.5)."""
    owned = player.worshippers
    missing = sum(
        max(0, amount - owned[color]) for color, amount in enumerate(COST_OF[tile]) if amount and COLORS[color] not in player.privileges
    )
    if missing or sum(owned) < ANY_OF[tile]:
        return WILDERNESS
    colors = colors_by_place(player.world)
    if not any(matches(colors, place, COLOR_OF[tile]) for place in free_places(colors)):
        return WILDERNESS
    return max(WILDERNESS, PROMISE[tile])


def _add_temples(state: State, found: list[float]) -> None:
    """ORB-6.2: icons count for themselves while the race is open, for the temple they would win now towards the end."""
    standings = []
    for seat, player in enumerate(state.players):
        shrines = [region.tile for region in player.world if region.face == "up" and COLOR_OF[region.tile] == 4]
        icons = sum(ICONS.get(tile, 0) for tile in shrines)
        if icons:
            standings.append((icons, max(MYSTIC[tile] for tile in shrines), seat))
    standings.sort(reverse=True)
    temples = sorted(TABLES[len(state.players)].temples, reverse=True)
    for (icons, _, seat), temple in zip(standings, temples, strict=False):
        settled = turns_taken(state.players[seat]) / (REGIONS_PER_WORLD + 1)
        found[seat] += settled * temple + (1.0 - settled) * ICON * icons


def _god(state: State, seat: int) -> float:
    """The god's points if its condition holds now (ORB-7); early on, half of them if not."""
    player = state.players[seat]
    god = GODS[player.god or ""]
    match god.scoring:
        case "always":
            return god.points
        case "paid":
            return 0.0 if player.god_unfulfilled else god.points
        case "most":
            counts = [_scored(other, god.effects[0]) for other in state.players]
            holds = counts[seat] == max(counts) and (counts[seat] > 0 or not state.options.majority_needs_one)
        case "fewest_wildernesses":
            counts = [sum(region.face == "wilderness" for region in other.world) for other in state.players]
            holds = counts[seat] == min(counts)
        case "one_of_each":
            holds = all(_scored(player, effect) for effect in god.effects)
    left = 1.0 - turns_taken(player) / (REGIONS_PER_WORLD + 1)
    return god.points * (1.0 - 0.4 * left if holds else 0.5 * left)


def _scored(player: Player, effect: str) -> int:
    return sum(region.face == "up" and EFFECT[region.tile] == effect for region in player.world)


EVALUATION = Evaluation(worth, SCALE, rivalry=0.25, foresight=0.15)
