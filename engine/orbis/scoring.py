"""Final scoring: points, temples, gods and places (ORB-6, ORB-7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Event, Outcome, ScoreLine, rank
from engine.orbis.content import BY_SEATS, GODS, TILES
from engine.orbis.events import GameEnded, PointsCounted, TempleTaken
from engine.orbis.records import COLORS, EffectName, Forest, Shrine, Tile, effect_name
from engine.orbis.rules.laying import colors_by_place, place_of, touching
from engine.orbis.state import Player, Region, State

ALWAYS_SHOWN: tuple[EffectName, ...] = ("rock", "village", "volcano", "irrigation", "forest")
_WITH_POINTS = dict.fromkeys(effect_name(tile) for tile in TILES.values() if tile.points)
REGION_LINES: tuple[EffectName, ...] = tuple(dict.fromkeys([*ALWAYS_SHOWN, *_WITH_POINTS]))
"""The effects whose regions score points; each has a line in the score sheet, before wilderness, god and temple."""


def scored(player: Player) -> list[Tile]:
    """Returns the regions that score: face up, fulfilled, and forests only with enough neighbours (ORB-4.4, ORB-5.7)."""
    colors = colors_by_place(player.world)
    return [TILES[region.tile] for region in player.world if region.face == "up" and _is_grown(region, colors)]


def _is_grown(region: Region, colors: dict[int, int]) -> bool:
    """Returns False for a forest with too few neighbours of its colours."""
    effect = TILES[region.tile].effect
    return not isinstance(effect, Forest) or forest_neighbours(effect, place_of(region.row, region.column), colors) >= effect.count


def forest_neighbours(forest: Forest, place: int, colors: dict[int, int]) -> int:
    """Returns the number of neighbours that count for the forest (ORB-5.7)."""
    return touching(colors, place, [COLORS.index(color) for color in forest.colors])


def wildernesses(player: Player) -> int:
    """Returns the number of wildernesses in the player's world."""
    return sum(region.face == "wilderness" for region in player.world)


def wilderness_points(player: Player) -> int:
    """Returns what a wilderness costs the player (ORB-4.3, ORB-7.4)."""
    return 0 if player.god is not None and GODS[player.god].free_wildernesses else -1


def icons(player: Player) -> int:
    """Returns the number of shrine icons in the player's world (ORB-5.8)."""
    effects = [TILES[region.tile].effect for region in player.world if region.face == "up"]
    return sum(effect.icons for effect in effects if isinstance(effect, Shrine))


def temples(state: State) -> dict[int, int]:
    """Returns the points of the temple that each seat with icons gets, in the order in which they choose (ORB-6.2).

    Most icons first; ties are broken by mystic value, then by the order of turns.
    """
    claims = []
    for order in range(len(state.players)):
        seat = (state.first_seat + order) % len(state.players)
        player = state.players[seat]
        if own := icons(player):
            mystic = max(TILES[region.tile].mystic or 0 for region in player.world if region.face != "wilderness")
            claims.append((-own, -mystic, order, seat))
    by_value = sorted(BY_SEATS[len(state.players)].temples, reverse=True)
    return {claim[-1]: temple for claim, temple in zip(sorted(claims), by_value, strict=False)}


def god_points(state: State, seat: int) -> int:
    """Returns the points of the seat's god (ORB-7.1 to ORB-7.7); a tie meets its condition (ORB-7.8)."""
    player = state.players[seat]
    if player.god is None or player.god_unfulfilled:
        return 0
    god = GODS[player.god]
    match god.scoring:
        case "most":
            counts = [_count(other, god.effects[0]) for other in state.players]
            counts_as_most = counts[seat] == max(counts) and (counts[seat] > 0 or not state.options.majority_needs_one)
            return god.points if counts_as_most else 0
        case "fewest_wildernesses":
            return god.points if wildernesses(player) == min(map(wildernesses, state.players)) else 0
        case "one_of_each":
            return god.points if all(_count(player, effect) for effect in god.effects) else 0
        case "always" | "paid":
            return god.points


def _count(player: Player, effect: str) -> int:
    return sum(effect_name(tile) == effect for tile in scored(player))


def points_counted(state: State, seat: int, temple: int | None) -> Iterator[PointsCounted]:
    """Yields the seat's points one by one (ORB-6.1); a forest or a god that does not score is listed with 0 points."""
    player = state.players[seat]
    colors = colors_by_place(player.world)
    for region in player.world:
        tile = TILES[region.tile]
        if region.face == "wilderness":
            yield PointsCounted(seat, "wilderness", wilderness_points(player), tile.id)
        elif region.face == "up" and tile.points:
            yield _region_counted(seat, tile, place_of(region.row, region.column), colors)
    if player.god is not None:
        yield PointsCounted(seat, "god", god_points(state, seat), god=player.god)
    if temple is not None:
        yield PointsCounted(seat, "temple", temple, temple=temple)


def _region_counted(seat: int, tile: Tile, place: int, colors: dict[int, int]) -> PointsCounted:
    if not isinstance(tile.effect, Forest):
        return PointsCounted(seat, effect_name(tile), tile.points, tile.id)
    found, needed = forest_neighbours(tile.effect, place, colors), tile.effect.count
    return PointsCounted(seat, "forest", tile.points if found >= needed else 0, tile.id, neighbours=found, needed=needed)


def score_sheet(state: State, seat: int, temple: int | None) -> list[ScoreLine]:
    """Returns the seat's points by line (ORB-6.1)."""
    points = dict.fromkeys([*REGION_LINES, "wilderness", "god", "temple"], 0)
    for counted in points_counted(state, seat, temple):
        points[counted.line] += counted.points
    return [ScoreLine(line, amount) for line, amount in points.items()]


def outcome(state: State) -> Outcome | None:
    """Returns None while a decision is pending, then the result: ties are broken by worshippers, then shared (ORB-6.3)."""
    if state.pending:
        return None
    won = temples(state)
    sheets = [score_sheet(state, seat, won.get(seat)) for seat in range(len(state.players))]
    scores = [sum(line.points for line in sheet) for sheet in sheets]
    standings = [(score, sum(player.worshippers)) for score, player in zip(scores, state.players, strict=True)]
    return Outcome(rank(standings), scores, sheets, "worlds_complete")


def final_events(state: State) -> Iterator[Event]:
    """Yields the events at the end of the game: the temples in the order in which they are taken, every point, then the scores."""
    won = temples(state)
    for seat, temple in won.items():
        yield TempleTaken(seat, temple, icons(state.players[seat]))
    scores = []
    for seat in range(len(state.players)):
        counted = list(points_counted(state, seat, won.get(seat)))
        yield from counted
        scores.append(sum(event.points for event in counted))
    yield GameEnded(tuple(scores))
