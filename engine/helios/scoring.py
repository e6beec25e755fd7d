"""Final scoring, line by line (HEL-9.1, HEL-9.2, HEL-8)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.game import Outcome, ScoreLine, rank
from engine.helios.content import (
    AROUND,
    BOX,
    BUILDING,
    CHARACTER,
    COLORS,
    EDGE_FIELDS,
    LIGHT,
    NEIGHBOURS,
    SPECIALS,
    SUN_SYMBOL,
    Building,
    Character,
    Special,
)
from engine.helios.state import Player, State, Tile, land_of, temples_of


def cubes_on(player: Player) -> int:
    """Returns the number of the player's cubes, which break ties (HEL-9.2)."""
    return sum(len(tile.cubes) for tile in player.tiles if tile is not None)


class Counted(NamedTuple):
    """Points that a player counts on a line of the score sheet, and the field, city building or character that they come from."""

    line: str
    points: int
    field: int | None = None
    building: Building | None = None
    character: Character | None = None


def edge_fields(player: Player) -> list[int]:
    """HEL-9.1: returns the edge bonus fields next to a tile of the player."""
    land = land_of(player)
    return [field for field in EDGE_FIELDS if AROUND[field] & land]


@lru_cache(maxsize=4096)
def edge_fields_gained(land: int, field: int) -> tuple[int, ...]:
    """Returns the edge bonus fields next to a field that no tile of the land touches."""
    return tuple(edge for edge in EDGE_FIELDS if AROUND[edge] >> field & 1 and not AROUND[edge] & land)


def special_points(player: Player, field: int, special: Special) -> int:
    """HEL-9.1: returns the points of the special tile on a field, which counts what is on it and next to it."""
    return _count_for(player.tiles, field, special) * int(getattr(BOX.scores, special))


def _count_for(tiles: list[Tile | None], field: int, special: Special) -> int:
    near = [tiles[other] if other < LIGHT else None for other in NEIGHBOURS[field]]
    here = [tile for tile in (tiles[field], *near) if tile is not None]
    match special:
        case "empty_fields":
            return near.count(None)
        case "lands":
            return len(here)
        case "cubes":
            return sum(len(tile.cubes) for tile in here)
        case "temples":
            return sum(tile.temple for tile in here)


def character_points(player: Player, name: Character) -> int:
    """HEL-8: returns the points of a day-side character; those of the Explorer and the Treasurer are additional to the usual points."""
    return CHARACTER[name].points * _things(player, name)


def _things(player: Player, name: Character) -> int:
    kinds = [tile.tile for tile in player.tiles if tile is not None]
    match CHARACTER[name].per:
        case "house":
            return temples_of(player) + len(player.buildings)
        case "tile":
            return len(kinds)
        case "special":
            return sum(kind in SPECIALS for kind in kinds)
        case "colour":
            return len({kind for kind in kinds if kind in COLORS})
        case "track":
            return 0 if player.track == SUN_SYMBOL else player.track
        case "once":
            return 1
        case "edge":
            return len(edge_fields(player))
        case "cube_and_mana":
            return cubes_on(player) + player.mana


def count_points(player: Player) -> list[Counted]:
    """Returns everything that a player scores, by the lines of the score sheet (HEL-9.1); only day-side characters score."""
    tiles = player.tiles
    return [
        Counted("won_in_play", player.points or 0),
        *(Counted("edge_fields", BOX.scores.edge, field=field) for field in edge_fields(player)),
        *(
            Counted(f"special_{special}", special_points(player, field, special), field=field)
            for special in SPECIALS
            for field, tile in enumerate(tiles)
            if tile is not None and tile.tile == special
        ),
        *(Counted("city", BUILDING[name].points, building=name) for name in player.buildings),
        *(Counted(name, character_points(player, name), character=name) for name in CHARACTER if name in player.day),
        Counted("mana", player.mana * BOX.scores.mana),
    ]


def sheet(player: Player) -> list[ScoreLine]:
    """Returns every line of a player's score (HEL-9.1)."""
    lines = ("won_in_play", "edge_fields", *(f"special_{special}" for special in SPECIALS), "city", *CHARACTER, "mana")
    points = {line: 0 for line in lines if line not in CHARACTER or line in player.day}
    for counted in count_points(player):
        points[counted.line] += counted.points
    return [ScoreLine(line, total) for line, total in points.items()]


def final_scores(state: State) -> list[int]:
    """Returns the final score of every seat."""
    return [sum(line.points for line in sheet(player)) for player in state.players]


def outcome(state: State) -> Outcome | None:
    """Returns None while a decision is pending, then the result; ties are broken by cubes (HEL-9.2)."""
    if state.pending:
        return None
    sheets = [sheet(player) for player in state.players]
    scores = [sum(line.points for line in lines) for lines in sheets]
    standings = [(score, cubes_on(player)) for score, player in zip(scores, state.players, strict=True)]
    return Outcome(rank(standings), scores, sheets, "last_round_played")
