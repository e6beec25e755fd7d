"""Final scoring: points, temples, gods and places (ORB-6, ORB-7)."""

from __future__ import annotations

from typing import Final

from engine.game import Event, Outcome, ScoreLine, rank
from engine.orbis.content import BY_SEATS
from engine.orbis.events import GameEnded, PointsCounted, TempleTaken
from engine.orbis.native import places
from engine.orbis.native.bags import total
from engine.orbis.native.pieces import EFFECTS, FEWEST_WILDERNESSES, FOREST, MOST, ONE_OF_EACH, SHRINE, TILES, God, Tile
from engine.orbis.native.position import UP, WILDERNESS, OrbisPosition, Player, Region, World
from engine.orbis.rules.laying import touching

ALWAYS_SHOWN: Final = ("rock", "village", "volcano", "irrigation", "forest")
REGION_LINES: Final[list[str]] = list(
    dict.fromkeys([*ALWAYS_SHOWN, *[str(EFFECTS[tile.effect]) for tile in TILES.values() if tile.points]])
)
"""The effects whose regions score points; each has a line in the score sheet, before wilderness, god and temple."""
TEMPLES: Final[dict[int, list[int]]] = {seats: sorted(numbers.temples, reverse=True) for seats, numbers in BY_SEATS.items()}
"""By number of seats: the points of the temples, the best first."""


class Count:
    """Points of one line of the score sheet, for a region, a god or a temple."""

    def __init__(self, line: str, points: int, tile: Tile | None = None, god: God | None = None) -> None:
        self.line = line
        self.points = points
        self.tile = tile
        self.god = god
        self.neighbours = -1


def scores(world: World, region: Region) -> bool:
    """Returns whether a region scores: face up, fulfilled, and a forest only with enough neighbours (ORB-4.4, ORB-5.7)."""
    tile = region.tile
    return region.face == UP and (tile.effect != FOREST or touching(world, region.place, tile.colors) >= tile.amount)


def scored(world: World) -> list[int]:
    """Returns by effect the number of regions that score."""
    counts = [0] * len(EFFECTS)
    for region in world.regions:
        if scores(world, region):
            counts[region.tile.effect] += 1
    return counts


def wildernesses(player: Player) -> int:
    """Returns the number of wildernesses in the player's world."""
    return places.size(player.world.wildernesses)


def wilderness_points(player: Player) -> int:
    """Returns what a wilderness costs the player (ORB-4.3, ORB-7.4)."""
    return 0 if player.god is not None and player.god.free_wildernesses else -1


def icons(player: Player) -> int:
    """Returns the number of shrine icons in the player's world (ORB-5.8)."""
    found = 0
    for region in player.world.regions:
        if region.face == UP and region.tile.effect == SHRINE:
            found += region.tile.amount
    return found


def _mystic(player: Player) -> int:
    found = 0
    for region in player.world.regions:
        if region.face != WILDERNESS and region.tile.mystic > found:
            found = region.tile.mystic
    return found


def temples(position: OrbisPosition) -> dict[int, int]:
    """Returns the points of the temple that each seat with icons gets, in the order in which they choose (ORB-6.2).

    Most icons first; ties are broken by mystic value, then by the order of turns.
    """
    seats = len(position.players)
    claims: list[tuple[int, int, int, int]] = []
    for order in range(seats):
        seat = (position.setup.first_seat + order) % seats
        player = position.players[seat]
        own = icons(player)
        if own:
            claims.append((-own, -_mystic(player), order, seat))
    claims.sort()
    values = TEMPLES[seats]
    return {claims[place][3]: values[place] for place in range(min(len(claims), len(values)))}


def god_points(position: OrbisPosition, seat: int) -> int:
    """Returns the points of the seat's god (ORB-7.1 to ORB-7.7); a tie meets its condition (ORB-7.8)."""
    player = position.players[seat]
    god = player.god
    if god is None or player.god_unfulfilled:
        return 0
    holds = True
    if god.scoring == MOST:
        counts = [scored(other.world)[god.effects[0]] for other in position.players]
        holds = counts[seat] == max(counts) and (counts[seat] > 0 or not position.setup.majority_needs_one)
    elif god.scoring == FEWEST_WILDERNESSES:
        holds = wildernesses(player) == min([wildernesses(other) for other in position.players])
    elif god.scoring == ONE_OF_EACH:
        own = scored(player.world)
        holds = 0 not in [own[effect] for effect in god.effects]
    return god.points if holds else 0


def points_counted(position: OrbisPosition, seat: int, temple: int | None) -> list[Count]:
    """Returns the seat's points one by one (ORB-6.1); a forest or a god that does not score is listed with 0 points."""
    player = position.players[seat]
    world = player.world
    found: list[Count] = []
    for region in world.regions:
        tile = region.tile
        if region.face == WILDERNESS:
            found.append(Count("wilderness", wilderness_points(player), tile))
        elif region.face == UP and tile.points:
            counted = Count(EFFECTS[tile.effect], tile.points if scores(world, region) else 0, tile)
            if tile.effect == FOREST:
                counted.neighbours = touching(world, region.place, tile.colors)
            found.append(counted)
    if player.god is not None:
        found.append(Count("god", god_points(position, seat), None, player.god))
    if temple is not None:
        found.append(Count("temple", temple))
    return found


def score_sheet(position: OrbisPosition, seat: int, temple: int | None) -> list[ScoreLine]:
    """Returns the seat's points by line (ORB-6.1)."""
    points = dict.fromkeys([*REGION_LINES, "wilderness", "god", "temple"], 0)
    for counted in points_counted(position, seat, temple):
        points[counted.line] += counted.points
    return [ScoreLine(line, amount) for line, amount in points.items()]


def outcome(position: OrbisPosition) -> Outcome | None:
    """Returns None while a decision is pending, then the result: ties are broken by worshippers, then shared (ORB-6.3)."""
    if position.pending:
        return None
    won = temples(position)
    sheets = [score_sheet(position, seat, won.get(seat)) for seat in range(len(position.players))]
    points = [sum([line.points for line in sheet]) for sheet in sheets]
    standings = [(points[seat], total(player.worshippers)) for seat, player in enumerate(position.players)]
    return Outcome(rank(standings), points, sheets, "worlds_complete")


def final_events(position: OrbisPosition) -> list[Event]:
    """Returns the events at the end of the game: the temples in the order in which they are taken, every point, then the scores."""
    won = temples(position)
    events: list[Event] = [TempleTaken(seat, temple, icons(position.players[seat])) for seat, temple in won.items()]
    points: list[int] = []
    for seat in range(len(position.players)):
        counted = points_counted(position, seat, won.get(seat))
        events += [_event(seat, count) for count in counted]
        points.append(sum([count.points for count in counted]))
    return [*events, GameEnded(tuple(points))]


def _event(seat: int, count: Count) -> PointsCounted:
    tile, god, line = count.tile, count.god, count.line
    if tile is None:
        return PointsCounted(seat, line, count.points, god=None if god is None else god.id, temple=count.points if god is None else None)
    if tile.effect != FOREST or line != "forest":
        return PointsCounted(seat, line, count.points, tile.id)
    return PointsCounted(seat, line, count.points, tile.id, neighbours=count.neighbours, needed=tile.amount)
