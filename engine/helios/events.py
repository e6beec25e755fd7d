"""The events of Helios."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.game import Event
from engine.helios.content import ActionTile, Building, Character, Color, Slot, Special
from engine.helios.moves import FaceUp


class RoundStarted(Event, frozen=True):
    """A new round begins, counted from 1; `start_seat` is the start player."""

    round: int
    start_seat: int


class ActionsLaidOut(Event, frozen=True):
    """New action tiles were laid out in the columns land, build and sun; the lowest tile is the last."""

    reveals: ClassVar[bool] = True

    columns: tuple[tuple[ActionTile, ...], ...]


class ActionsDiscarded(Event, frozen=True):
    """Action tiles were discarded: those left in the display, or the four that earned a bonus action."""

    tiles: tuple[ActionTile, ...]


class LandsTurnedUp(Event, frozen=True):
    """New lands were turned face up: those of the five stacks by colour, then that of the additional stack."""

    reveals: ClassVar[bool] = True

    lands: tuple[FaceUp | None, ...]


class LandRemoved(Event, frozen=True):
    """A land was removed from the game."""

    land: Color


class ActionTaken(Event, frozen=True):
    """A seat took an action tile and put it under a slot."""

    seat: int
    tile: ActionTile
    slot: Slot


class ActionSkipped(Event, frozen=True):
    """A seat skipped an action."""

    seat: int


class TileLaid(Event, frozen=True):
    """A seat laid a land or special tile; `cube` says whether with a cube of its colour."""

    seat: int
    tile: Color | Special
    field: int
    cube: bool


class CubeGained(Event, frozen=True):
    """A seat gained a cube from the supply on a tile."""

    seat: int
    color: Color
    field: int


class CubeLost(Event, frozen=True):
    """A seat could not place a bonus cube."""

    seat: int


class CubePaid(Event, frozen=True):
    """A seat paid a cube from a tile to the supply."""

    seat: int
    color: Color
    field: int


class CubesReturned(Event, frozen=True):
    """The cubes on the tile of a new temple were returned to the supply."""

    seat: int
    field: int
    colors: tuple[Color, ...]


class ManaGained(Event, frozen=True):
    """A seat gained mana from the supply."""

    seat: int
    mana: int


class ManaPaid(Event, frozen=True):
    """A seat paid mana to the supply."""

    seat: int
    mana: int


class TrackAdvanced(Event, frozen=True):
    """The sun marker moved to this space; the space after the last number is the sun symbol."""

    seat: int
    track: int


class TempleBuilt(Event, frozen=True):
    """A seat built a temple on a tile."""

    seat: int
    field: int


class BuildingBuilt(Event, frozen=True):
    """A seat built a city building."""

    seat: int
    building: Building


class SunMoved(Event, frozen=True):
    """The sun moved over these fields and stopped on the last one, beside this tile; `armed`: the next gold field completes an orbit."""

    seat: int
    path: tuple[int, ...]
    beside: int
    armed: bool


class PointsScored(Event, frozen=True):
    """A seat scored victory points in play; `field` is the field of the lit temple."""

    seat: int
    points: int
    reason: Literal["orbit", "temple", "trade"]
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
    """A seat bought a character."""

    seat: int
    character: Character


class CharacterActivated(Event, frozen=True):
    """A seat activated a character, which turns to its day side."""

    seat: int
    character: Character


class Passed(Event, frozen=True):
    """A seat passed in the character phase."""

    seat: int


class BagsOpened(Event, frozen=True):
    """The hidden points scored in play are revealed, by seat."""

    reveals: ClassVar[bool] = True

    points: tuple[int, ...]


class GameEnded(Event, frozen=True):
    """The last round is over; `scores` are the final scores by seat."""

    scores: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (
    RoundStarted, ActionsLaidOut, ActionsDiscarded, LandsTurnedUp, LandRemoved, ActionTaken, ActionSkipped, TileLaid,
    CubeGained, CubeLost, CubePaid, CubesReturned, ManaGained, ManaPaid, TrackAdvanced, TempleBuilt, BuildingBuilt,
    SunMoved, PointsScored, BonusActionEarned, LandsDrawn, CharactersStarted, CharacterBought, CharacterActivated, Passed,
    BagsOpened, GameEnded,
)  # fmt: skip
