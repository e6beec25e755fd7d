"""Final scoring, line by line (HEL-9.1, HEL-9.2, HEL-8)."""

from __future__ import annotations

from typing import Any, Final

from engine.game import Outcome, ScoreLine, rank
from engine.helios import content
from engine.helios.content import BOX, NEIGHBOURS, SPECIALS, SUN_SYMBOL
from engine.helios.native import colors, fields
from engine.helios.native.fields import LIGHT_AROUND, Fields
from engine.helios.native.land import Land
from engine.helios.native.pieces import (
    ALL_CHARACTERS,
    ALL_TILES,
    CUBES_AND_MANA,
    CUBES_AROUND,
    EDGES,
    EMPTY_FIELDS,
    HOUSES,
    LAND_COLORS,
    LANDS,
    LANDS_AROUND,
    ONCE,
    SPECIAL_TILES,
    TRACK,
    Character,
)
from engine.helios.native.position import Player, Position

EDGE_FIELDS: Final[list[int]] = list(content.EDGE_FIELDS)
SPECIAL_POINTS: Final[list[int]] = [int(getattr(BOX.scores, special)) for special in SPECIALS]
"""The points of the special tiles for each thing that they count (HEL-9.1)."""


class Counted:
    """Points that a player counts on a line of the score sheet, and the field (else -1), building or character that they come from."""

    def __init__(self, line: str, points: int, field: int = -1, building: Any = None, character: Any = None) -> None:
        self.line = line
        self.points = points
        self.field = field
        self.building = building
        self.character = character


def edge_fields(taken: Fields) -> list[int]:
    """HEL-9.1: returns the edge bonus fields next to a tile of the player."""
    return [edge for edge in EDGE_FIELDS if fields.touches(edge, taken)]


def edge_fields_gained(taken: Fields, field: int) -> tuple[int, ...]:
    """Returns the edge bonus fields next to a field that no tile touches yet."""
    here = fields.only(field)
    return tuple([edge for edge in EDGE_FIELDS if fields.touches(edge, here) and not fields.touches(edge, taken)])


def special_points(land: Land, field: int, kind: int) -> int:
    """HEL-9.1: returns the points of the special tile of this kind on a field, which counts what is on it and next to it."""
    return count_around(land, field, kind) * SPECIAL_POINTS[kind - LANDS]


def count_around(land: Land, field: int, kind: int) -> int:
    """Returns the number of things that a special tile counts."""
    if kind == EMPTY_FIELDS:
        return len(NEIGHBOURS[field]) - fields.count_around(field, land.taken)
    if kind == LANDS_AROUND:
        return 1 + fields.count_around(field, land.taken)
    if kind == CUBES_AROUND:
        number = len(land.tile(field).cubes)
        for near in LIGHT_AROUND[field]:
            tile = land.tiles[near]
            if tile is not None:
                number += len(tile.cubes)
        return number
    return fields.count_around(field, land.temples) + fields.has(land.temples, field)


def character_points(player: Player, character: Character) -> int:
    """HEL-8: returns the points of a day-side character; those of the Explorer and the Treasurer are additional to the usual points."""
    return character.points * count_for(player, character.per)


def count_for(player: Player, per: int) -> int:
    """Returns the number of what a character counts."""
    land = player.land
    if per == HOUSES:
        return land.count_temples() + len(player.city.buildings)
    if per == ALL_TILES:
        return fields.size(land.taken)
    if per == SPECIAL_TILES:
        return len([tile for tile in land.tiles if tile is not None and tile.kind >= LANDS])
    if per == LAND_COLORS:
        return count_colors(land)
    if per == TRACK:
        return 0 if player.track == SUN_SYMBOL else player.track
    if per == ONCE:
        return 1
    if per == EDGES:
        return len(edge_fields(land.taken))
    assert per == CUBES_AND_MANA
    return land.count_cubes() + player.mana


def count_colors(land: Land) -> int:
    """Returns the number of different colours of the lands."""
    found = colors.NO_COLORS
    for tile in land.tiles:
        if tile is not None and tile.kind < LANDS:
            found = colors.plus(found, tile.kind)
    return colors.size(found)


def count_points(player: Player) -> list[Counted]:
    """Returns everything that a player scores, by the lines of the score sheet (HEL-9.1); only day-side characters score."""
    found = [Counted("won_in_play", max(player.points, 0))]
    for edge in edge_fields(player.land.taken):
        found.append(Counted("edge_fields", BOX.scores.edge, field=edge))
    for special, name in enumerate(SPECIALS):
        for field, tile in enumerate(player.land.tiles):
            if tile is not None and tile.kind == LANDS + special:
                found.append(Counted(f"special_{name}", special_points(player.land, field, tile.kind), field=field))
    for building in player.city.buildings:
        found.append(Counted("city", building.points, building=building.name))
    for character in ALL_CHARACTERS:
        if character in player.day:
            found.append(Counted(character.name, character_points(player, character), character=character.name))
    found.append(Counted("mana", player.mana * BOX.scores.mana))
    return found


def sheet(player: Player) -> list[ScoreLine]:
    """Returns every line of a player's score (HEL-9.1)."""
    points = {"won_in_play": 0, "edge_fields": 0}
    for special in SPECIALS:
        points[f"special_{special}"] = 0
    points["city"] = 0
    for character in ALL_CHARACTERS:
        if character in player.day:
            points[character.name] = 0
    points["mana"] = 0
    for counted in count_points(player):
        points[counted.line] += counted.points
    return [ScoreLine(line, total) for line, total in points.items()]


def final_score(player: Player) -> int:
    """Returns the final score of a player."""
    score = 0
    for counted in count_points(player):
        score += counted.points
    return score


def final_scores(position: Position) -> list[int]:
    """Returns the final score of every seat."""
    return [final_score(player) for player in position.players]


def outcome(position: Position) -> Outcome | None:
    """Returns None while a decision is pending, then the result; ties are broken by cubes (HEL-9.2)."""
    if position.pending:
        return None
    scores = final_scores(position)
    standings = [(scores[seat], int(player.land.count_cubes())) for seat, player in enumerate(position.players)]
    return Outcome(rank(standings), scores, [sheet(player) for player in position.players], "last_round_played")
