"""The worlds: pyramids of regions, with the places where a tile may be laid."""

from __future__ import annotations

from engine.drawing import INNER, Panel, group, offers, rect, text
from engine.game import Preview, is_to_act
from engine.orbis.board.frames import TOP, seat_panel
from engine.orbis.board.regions import points_badge, tiny_region, wilderness, world_region
from engine.orbis.board.signs import region_icon, signed
from engine.orbis.content import TILES
from engine.orbis.labels import WORDS
from engine.orbis.moves import AnyMove, LayRegion
from engine.orbis.native.conversion import read_player
from engine.orbis.native.rules import BRIDGE
from engine.orbis.preview import LayPreview, previews
from engine.orbis.records import REGIONS_PER_WORLD, ROW_LENGTHS
from engine.orbis.scoring import scores, wilderness_points
from engine.orbis.state import Player, State

HEIGHT = 320
ROOM = INNER - 18
"""The width of the widest row."""
FIVE = ROW_LENGTHS[0]


class Pyramid:
    """Where regions are drawn: rows are offset by half a tile, row 1 is at the bottom (ORB-4.1, ORB-4.2)."""

    def __init__(self, columns: list[int], room: float, gap: float) -> None:
        """`columns` are those of row 1 that must be visible; at least five are, those needed in the middle."""
        used = max(columns) - min(columns) + 1
        self.columns = max(FIVE, used)
        self.step = room / self.columns
        self.side = self.step - gap
        self.left = min(columns) - (self.columns - used) // 2
        self.height = self.step * len(ROW_LENGTHS)

    def at(self, row: int, column: int) -> tuple[float, float]:
        """Returns the upper left corner of a place."""
        return (column - self.left + (row - 1) / 2) * self.step, (len(ROW_LENGTHS) - row) * self.step


def world_panel(state: State, seat: int, language: str, names: tuple[str | None, ...], moves: list[AnyMove]) -> Panel:
    """Returns the world of a seat; `moves` are the legal moves of the seat to act."""
    player = state.players[seat]
    lays = [move for move in moves if isinstance(move, LayRegion)] if is_to_act(state, seat) else []
    bottom = [region.column for region in player.world if region.row == 1] + [move.column for move in lays if move.row == 1]
    pyramid = Pyramid(bottom or [0], ROOM, 3)
    parts = [*_outlines(pyramid, player, lays), *_regions(pyramid, player, seat), *_places(state, pyramid, lays)]
    world = group(*parts, at=(10.5, TOP + (HEIGHT - TOP - 5 - pyramid.height) / 2))
    return seat_panel(state, seat, language, names, (INNER, HEIGHT), _note(state, seat, language), world)


def _note(state: State, seat: int, language: str) -> str:
    """Returns how far the world is, at the end the score."""
    result = BRIDGE.outcome(state)
    if result is not None:
        return WORDS.text(language, "board_points", points=result.scores[seat])
    return WORDS.text(language, "board_regions", count=len(state.players[seat].world), limit=REGIONS_PER_WORLD)


def _outlines(pyramid: Pyramid, player: Player, lays: list[LayRegion]) -> list[str]:
    """Returns the outline of the whole pyramid behind the regions; none while six columns are shown."""
    if pyramid.columns > FIVE:
        return []
    taken = {(region.row, region.column) for region in player.world} | {(move.row, move.column) for move in lays}
    places = [(row, pyramid.left + column) for row, length in enumerate(ROW_LENGTHS, 1) for column in range(length)]
    return [
        rect(x, y, pyramid.side, pyramid.side, None, "line", 0.7, 6)
        for x, y in [pyramid.at(row, column) for row, column in places if (row, column) not in taken]
    ]


def _regions(pyramid: Pyramid, player: Player, seat: int) -> list[str]:
    owner = read_player(player)
    lost = wilderness_points(owner)
    drawn = []
    for order, (region, laid) in enumerate(zip(player.world, owner.world.regions, strict=True)):
        shapes = world_region(region.tile, pyramid.side, region.face, scores(owner.world, laid), lost)
        about = "wilderness" if region.face == "wilderness" else "unfulfilled" if region.face == "unfulfilled" else f"tile-{region.tile}"
        tile = group(shapes, id=f"tile-{region.tile}", about=about)
        drawn.append(group(tile, at=pyramid.at(region.row, region.column), id=f"region-{seat}-{order}"))
    return drawn


def _places(state: State, pyramid: Pyramid, lays: list[LayRegion]) -> list[str]:
    """Returns the free places; one where the tile can be laid both ways has two halves."""
    spots = {(move.row, move.column): [other for other in lays if (other.row, other.column) == (move.row, move.column)] for move in lays}
    return [
        group(
            *_ways(state, here, pyramid.side),
            at=pyramid.at(row, column),
            id=f"place-{row}-{column}",
            data=offers("lay_region", row=row, column=column),
        )
        for (row, column), here in spots.items()
    ]


def _ways(state: State, moves: list[LayRegion], side: float) -> list[str]:
    return [_way(move, found, side, len(moves) > 1) for move, found in zip(moves, previews(state, [*moves]), strict=True)]


def _way(move: LayRegion, found: Preview, side: float, halved: bool) -> str:
    """Returns the upper half of a place, which lays the tile face up, or the lower half, which lays it as a wilderness."""
    assert isinstance(found, LayPreview)
    data = offers("lay_region", row=move.row, column=move.column, wilderness=move.wilderness)
    if not halved:
        whole = wilderness(side, found.points) if move.wilderness else _face_up(found, side, side)
        return group(whole, rect(0, 0, side, side, None, "accent", 2, 6), about="wilderness" if move.wilderness else "face_up", data=data)
    half = side / 2 - 1
    if move.wilderness:
        shapes = rect(0, 0, side, half, "hollow", "accent", 1.6, 6), text(side / 2, half / 2, signed(found.points), 17, bold=True)
        return group(*shapes, at=(0, half + 2), about="wilderness", data=data)
    return group(_face_up(found, side, half), about="face_up", data=data)


def _face_up(found: LayPreview, side: float, height: float) -> str:
    """Returns the tile as it would lie in a place, with the points that it may score there."""
    tile = TILES[found.tile]
    scores = found.points > 0 and (found.needed is None or (found.neighbours or 0) >= found.needed)
    parts = [rect(0, 0, side, height, f"{tile.color}-land", "accent", 1.6, 6)]
    parts.append(region_icon(tile, side * 0.36 if tile.points else side / 2, height / 2, side / 85))
    parts += [points_badge(found.points, side - 15, height / 2, scores)] if tile.points else []
    return "".join(parts)


def tiny_world(player: Player, room: float) -> str:
    """Returns a miniature of a world, in a square as wide as the room."""
    pyramid = Pyramid([region.column for region in player.world if region.row == 1] or [0], room, 2)
    tiles = [
        group(tiny_region(region.tile, pyramid.side, region.face), at=pyramid.at(region.row, region.column)) for region in player.world
    ]
    return "".join([*_outlines(pyramid, player, []), *tiles])
