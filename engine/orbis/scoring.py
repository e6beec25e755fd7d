"""Final scoring: points, temples, gods and places (ORB-6, ORB-7)."""

from __future__ import annotations

from engine.game import Event, Outcome, ScoreLine, rank
from engine.orbis.content import BY_SEATS, COLORS, GODS, TILES, Forest, Shrine, Tile
from engine.orbis.events import GameEnded, TempleTaken
from engine.orbis.rules.laying import colors_by_place, place_of, touching
from engine.orbis.state import Player, Region, State

REGION_LINES = ("rock", "village", "volcano", "irrigation", "forest")
"""The effects whose regions score points; each has a line in the score sheet, before wilderness, god and temple."""


def effect_name(tile: Tile) -> str:
    """Returns the id of the effect in the data, such as `volcano`."""
    return type(tile.effect).__name__.lower()


def scored(player: Player) -> list[Tile]:
    """Returns the regions that score: face up, fulfilled, and forests only with enough neighbours (ORB-4.4, ORB-5.7)."""
    colors = colors_by_place(player.world)
    return [TILES[region.tile] for region in player.world if region.face == "up" and _is_grown(region, colors)]


def _is_grown(region: Region, colors: dict[int, int]) -> bool:
    """Returns False for a forest with too few neighbours of its colours."""
    effect = TILES[region.tile].effect
    if not isinstance(effect, Forest):
        return True
    wanted = [COLORS.index(color) for color in effect.colors]
    return touching(colors, place_of(region.row, region.column), wanted) >= effect.count


def wildernesses(player: Player) -> int:
    """Returns the number of wildernesses in the player's world."""
    return sum(region.face == "wilderness" for region in player.world)


def temples(state: State) -> dict[int, int]:
    """Returns the points of the temple that each seat with icons gets: most icons first, ties broken by mystic value (ORB-6.2)."""
    claims = []
    for seat, player in enumerate(state.players):
        white = [TILES[region.tile] for region in player.world if region.face == "up"]
        icons = sum(tile.effect.icons for tile in white if isinstance(tile.effect, Shrine))
        if icons:
            claims.append((icons, max(tile.mystic or 0 for tile in white), seat))
    order = [seat for _, _, seat in sorted(claims, reverse=True)]
    return dict(zip(order, sorted(BY_SEATS[len(state.players)].temples, reverse=True), strict=False))


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


def score_sheet(state: State, seat: int, temple: int) -> list[ScoreLine]:
    """Returns the seat's points line by line (ORB-6.1)."""
    player = state.players[seat]
    points = dict.fromkeys(REGION_LINES, 0)
    for tile in scored(player):
        if tile.points:
            points[effect_name(tile)] += tile.points
    spared = player.god is not None and GODS[player.god].free_wildernesses
    points["wilderness"] = 0 if spared else -wildernesses(player)
    points["god"] = god_points(state, seat)
    points["temple"] = temple
    return [ScoreLine(line, amount) for line, amount in points.items()]


def outcome(state: State) -> Outcome | None:
    """Returns None while a decision is pending, then the result: ties are broken by worshippers, then shared (ORB-6.3)."""
    if state.pending:
        return None
    won = temples(state)
    sheets = [score_sheet(state, seat, won.get(seat, 0)) for seat in range(len(state.players))]
    scores = [sum(line.points for line in sheet) for sheet in sheets]
    standings = [(score, sum(player.worshippers)) for score, player in zip(scores, state.players, strict=True)]
    return Outcome(rank(standings), scores, sheets, "worlds_complete")


def final_events(state: State) -> list[Event]:
    """Returns the events at the end of the game: the temples in the order in which they are taken, then the scores."""
    result = outcome(state)
    taken: list[Event] = [TempleTaken(seat, temple) for seat, temple in temples(state).items()]
    return [*taken, GameEnded(tuple(result.scores))] if result else taken
