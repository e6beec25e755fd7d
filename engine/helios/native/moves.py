"""The moves of Helios, one object each. `record` is the move on the wire; fields, colours, sources and slots are numbers."""

from __future__ import annotations

from typing import Any, Final

from engine import native
from engine.helios import moves as records
from engine.helios.content import COLORS, FIELDS, LIGHT, SLOTS, SPECIALS, SYMBOLS
from engine.helios.native.pieces import ALL_BUILDINGS, ALL_CHARACTERS, BAZAAR, Building, Character

SOURCES: Final[list[records.Source]] = [*COLORS, "additional", *SPECIALS]
"""Where a tile is taken from: the face-up lands by colour, the additional stack, the special tiles."""

ADDITIONAL: Final[int] = len(COLORS)
"""The number of the additional stack among the sources and the face-up lands."""


class Move(native.Move):
    """A move of Helios."""

    def __init__(self, record: Any) -> None:
        self.record = record


class ChooseLand(Move):
    """Choose a starting land of this colour (HEL-3.3)."""

    def __init__(self, color: int) -> None:
        super().__init__(records.ChooseLand(COLORS[color]))
        self.color = color


class PlaceCube(Move):
    """Place a bonus cube on a tile (HEL-3.5, HEL-4.4, HEL-5.2, HEL-6.2)."""

    def __init__(self, color: int, field: int) -> None:
        super().__init__(records.PlaceCube(COLORS[color], field))
        self.color = color
        self.field = field


class TakeAction(Move):
    """Take the lowest tile of a column and place it under a slot (HEL-4.1)."""

    def __init__(self, column: int, slot: int) -> None:
        super().__init__(records.TakeAction(SYMBOLS[column], SLOTS[slot]))
        self.column = column
        self.slot = slot


class LayTile(Move):
    """Take a land or special tile and lay it on a field (HEL-4.3)."""

    def __init__(self, source: int, field: int) -> None:
        super().__init__(records.LayTile(SOURCES[source], field))
        self.source = source
        self.field = field


class BuildTemple(Move):
    """Build a temple: pay first, then choose its tile (HEL-4.5)."""


class BuildBuilding(Move):
    """Build a city building (HEL-4.6)."""

    def __init__(self, building: Building) -> None:
        super().__init__(records.BuildBuilding(building.name))
        self.building = building


class MoveSun(Move):
    """Move the sun to a field, with or without a full orbit (HEL-4.9, HEL-4.12)."""

    def __init__(self, field: int, orbit: bool) -> None:
        super().__init__(records.MoveSun(field, orbit))
        self.field = field
        self.orbit = orbit


class Decline(Move):
    """Skip the action (HEL-4.1, HEL-4.2)."""


class PayCube(Move):
    """Pay a cube from a tile (HEL-4.7)."""

    def __init__(self, field: int, color: int) -> None:
        super().__init__(records.PayCube(field, COLORS[color]))
        self.field = field
        self.color = color


class PlaceTemple(Move):
    """Place the temple on a tile (HEL-4.5)."""

    def __init__(self, field: int) -> None:
        super().__init__(records.PlaceTemple(field))
        self.field = field


class LightTile(Move):
    """Choose the lit land that gains one of the scarce cubes (HEL-1.2)."""

    def __init__(self, field: int) -> None:
        super().__init__(records.LightTile(field))
        self.field = field


class TradeMana(Move):
    """Trade mana for points at the Exchange Bazaar (HEL-7)."""

    def __init__(self, mana: int) -> None:
        super().__init__(records.TradeMana(mana))
        self.mana = mana


class LayDrawn(Move):
    """Lay a land drawn with Land Management: its place in the list, and the field (HEL-7)."""

    def __init__(self, drawn: int, field: int) -> None:
        super().__init__(records.LayDrawn(drawn, field))
        self.drawn = drawn
        self.field = field


class BuyCharacter(Move):
    """Buy a character from the display (HEL-5.1)."""

    def __init__(self, character: Character) -> None:
        super().__init__(records.BuyCharacter(character.name))
        self.character = character


class ActivateCharacter(Move):
    """Activate one of the player's characters (HEL-5.1, HEL-5.2)."""

    def __init__(self, character: Character) -> None:
        super().__init__(records.ActivateCharacter(character.name))
        self.character = character


class Pass(Move):
    """End the turn in the character phase (HEL-5.1)."""


CHOOSE: Final[list[ChooseLand]] = [ChooseLand(color) for color in range(len(COLORS))]
CUBE: Final[list[list[PlaceCube]]] = [[PlaceCube(color, field) for field in range(LIGHT)] for color in range(len(COLORS))]
TAKE: Final[list[list[TakeAction]]] = [[TakeAction(column, slot) for slot in range(len(SLOTS))] for column in range(len(SYMBOLS))]
LAY: Final[list[list[LayTile]]] = [[LayTile(source, field) for field in range(LIGHT)] for source in range(len(SOURCES))]
BUILD_TEMPLE: Final = BuildTemple(records.BuildTemple())
BUILD: Final[dict[Building, BuildBuilding]] = {building: BuildBuilding(building) for building in ALL_BUILDINGS}
SUN: Final[list[list[MoveSun]]] = [[MoveSun(field, orbit) for orbit in (False, True)] for field in range(FIELDS)]
DECLINE: Final = Decline(records.Decline())
PAY: Final[list[list[PayCube]]] = [[PayCube(field, color) for color in range(len(COLORS))] for field in range(LIGHT)]
PLACE: Final[list[PlaceTemple]] = [PlaceTemple(field) for field in range(LIGHT)]
LIGHT_TILE: Final[list[LightTile]] = [LightTile(field) for field in range(LIGHT)]
TRADE: Final[list[TradeMana]] = [TradeMana(mana) for mana in range(BAZAAR.limit + 1)]
DRAWN: Final[list[list[LayDrawn]]] = [[LayDrawn(drawn, field) for field in range(LIGHT)] for drawn in range(max(records.DRAWN, 1))]
BUY: Final[dict[Character, BuyCharacter]] = {character: BuyCharacter(character) for character in ALL_CHARACTERS}
ACTIVATE: Final[dict[Character, ActivateCharacter]] = {character: ActivateCharacter(character) for character in ALL_CHARACTERS}
PASS: Final = Pass(records.Pass())


def _all_moves() -> list[Move]:
    found: list[Move] = [
        *CHOOSE,
        BUILD_TEMPLE,
        *BUILD.values(),
        DECLINE,
        *PLACE,
        *LIGHT_TILE,
        *TRADE,
        *BUY.values(),
        *ACTIVATE.values(),
        PASS,
    ]
    tables: list[list[list[Any]]] = [CUBE, TAKE, LAY, SUN, PAY, DRAWN]
    for table in tables:
        for row in table:
            found += row
    return found


MOVES: Final[dict[Any, Move]] = {move.record: move for move in _all_moves()}
"""Every move by its record."""
