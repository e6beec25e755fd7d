"""The events of Helios. From the view of a new game and the events a client can follow everything that is visible."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.game import Event
from engine.helios.content import ActionTile, Building, Character, Color, Slot, Special, Symbol
from engine.helios.moves import FaceUp, Purpose

CubeReason = Literal["light", "cube_field", "position", "character"]
"""Why a cube is gained: a lit land, a tile laid on a cube field, third or fourth position in turn order, an activated character."""
ManaReason = Literal["temple", "building", "mana_field", "character"]
"""Why mana is gained: a new temple, a new city building, a tile laid on a mana field, an activated character."""
PointsReason = Literal["orbit", "temple", "trade"]
"""Why points are scored in play: a full orbit, a lit temple, mana traded at the Exchange Bazaar."""


class RoundStarted(Event, frozen=True):
    """A new round begins, counted from 1; `start_seat` is the start player."""

    round: int
    start_seat: int


class TurnStarted(Event, frozen=True):
    """A seat's turn begins: to choose a starting land, to place the bonus cube of its position, an action turn or a character turn.

    `turn` counts the action turns of all seats in the round from 1; during set-up and in the character phase it is 0.
    """

    seat: int
    phase: Literal["starting_land", "bonus_cube", "actions", "characters"]
    turn: int


class ActionsLaidOut(Event, frozen=True):
    """New action tiles were laid out in the columns land, build and sun; the lowest tile is the last.

    `stacks` are the numbers of tiles left in the three stacks; `reshuffled` names the symbols whose discards were shuffled into the stack.
    """

    reveals: ClassVar[bool] = True

    columns: tuple[tuple[ActionTile, ...], ...]
    stacks: tuple[int, ...]
    reshuffled: tuple[Symbol, ...]


class ActionsDiscarded(Event, frozen=True):
    """Action tiles were discarded: those left in the display after the phase, or the four under a seat's slot for a bonus action."""

    seat: int | None
    slot: Slot | None
    reason: Literal["display", "bonus_action"]
    tiles: tuple[ActionTile, ...]


class LandsTurnedUp(Event, frozen=True):
    """New lands were turned face up: those of the five stacks by colour, then that of the additional stack.

    `stacks` are the numbers of lands left in the five stacks, `additional` that of the additional stack.
    """

    reveals: ClassVar[bool] = True

    lands: tuple[FaceUp | None, ...]
    stacks: tuple[int, ...]
    additional: int


class LandRemoved(Event, frozen=True):
    """A land left the game, and its cube, if it had one, returned to the supply.

    `source` is the stack whose face-up land nobody took; or a seat drew the land with Land Management and could not lay it.
    """

    land: Color
    cube: bool
    source: Color | Literal["additional", "drawn"]
    seat: int | None


class ActionTaken(Event, frozen=True):
    """A seat took an action tile and put it under a slot."""

    seat: int
    tile: ActionTile
    slot: Slot


class ActionSkipped(Event, frozen=True):
    """A seat did not use the action of its tile, or a bonus action."""

    seat: int
    action: Symbol | Literal["bonus"]


class TileLaid(Event, frozen=True):
    """A seat laid a land or special tile; `cube` says whether with a cube of its colour.

    `source` is the stack of a colour, the additional stack, a kind of special tile, the starting lands, or the lands drawn with Land
    Management.
    """

    seat: int
    tile: Color | Special
    field: int
    cube: bool
    source: Color | Special | Literal["additional", "starting_land", "drawn"]


class CubeGained(Event, frozen=True):
    """A seat gained a cube from the supply on a tile."""

    seat: int
    color: Color
    field: int
    reason: CubeReason


class CubeLost(Event, frozen=True):
    """A seat could not place a bonus cube: no tile has room for it, or no colour is left."""

    seat: int
    reason: CubeReason


class CubePaid(Event, frozen=True):
    """A seat paid a cube from a tile to the supply; `purpose` is what it pays for."""

    seat: int
    color: Color
    field: int
    purpose: Purpose


class CubesReturned(Event, frozen=True):
    """The cubes on the tile of a new temple were returned to the supply."""

    seat: int
    field: int
    colors: tuple[Color, ...]


class ManaGained(Event, frozen=True):
    """A seat gained mana from the supply; `source` is the city building or the character that gave it."""

    seat: int
    mana: int
    reason: ManaReason
    source: Building | Character | None


class ManaPaid(Event, frozen=True):
    """A seat paid mana to the supply: for a character, or at the Exchange Bazaar."""

    seat: int
    mana: int
    source: Building | Character


class TrackAdvanced(Event, frozen=True):
    """The sun marker moved to this space; the space after the last number is the sun symbol. `source` is what moved it."""

    seat: int
    track: int
    source: Building | Character


class TempleBuilt(Event, frozen=True):
    """A seat built a temple on a tile."""

    seat: int
    field: int


class BuildingBuilt(Event, frozen=True):
    """A seat built a city building."""

    seat: int
    building: Building


class SunMoved(Event, frozen=True):
    """The sun moved over these fields and stopped on the last one.

    `beside` and `armed` are the new values of the player's `sun_beside` and `armed`.
    """

    seat: int
    path: tuple[int, ...]
    beside: int
    armed: bool


class PointsScored(Event, frozen=True):
    """A seat scored victory points in play; `field` is the field of the lit temple."""

    seat: int
    points: int
    reason: PointsReason
    field: int | None


class BonusActionEarned(Event, frozen=True):
    """A seat earned a bonus action with four tiles under a slot, or with the Palace (None)."""

    seat: int
    slot: Slot | None


class LandsDrawn(Event, frozen=True):
    """A seat drew these lands from the bottom of the additional stack with Land Management."""

    reveals: ClassVar[bool] = True

    seat: int
    lands: tuple[FaceUp, ...]


class CharactersStarted(Event, frozen=True):
    """The character phase begins with this seat."""

    seat: int


class CharacterBought(Event, frozen=True):
    """A seat bought a character, which lies on its night side."""

    seat: int
    character: Character


class CharacterActivated(Event, frozen=True):
    """A seat activated a character, which turns to its day side."""

    seat: int
    character: Character


class Passed(Event, frozen=True):
    """A seat did nothing in its character turn; the phase ends when all seats have passed in succession."""

    seat: int


class CharacterTurnEnded(Event, frozen=True):
    """A seat that bought or activated a character ended its character turn."""

    seat: int


class BagsOpened(Event, frozen=True):
    """The hidden points scored in play are revealed, by seat."""

    reveals: ClassVar[bool] = True

    points: tuple[int, ...]


class PointsCounted(Event, frozen=True):
    """Final scoring: a seat counts these points on a line of its score sheet.

    They come from an edge bonus field or special tile (`field`), a city building or a character; else from the line as a whole.
    """

    seat: int
    line: str
    points: int
    field: int | None
    building: Building | None
    character: Character | None


class GameEnded(Event, frozen=True):
    """The last round is over; `scores` are the final scores by seat."""

    scores: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (
    RoundStarted, TurnStarted, ActionsLaidOut, ActionsDiscarded, LandsTurnedUp, LandRemoved, ActionTaken, ActionSkipped, TileLaid,
    CubeGained, CubeLost, CubePaid, CubesReturned, ManaGained, ManaPaid, TrackAdvanced, TempleBuilt, BuildingBuilt,
    SunMoved, PointsScored, BonusActionEarned, LandsDrawn, CharactersStarted, CharacterBought, CharacterActivated, Passed,
    CharacterTurnEnded, BagsOpened, PointsCounted, GameEnded,
)  # fmt: skip
