"""What happens, for clients to animate."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.game import Event
from engine.helios.content import ActionTile, Building, Character, Color, Slot, Special
from engine.helios.moves import FaceUp


class RoundStarted(Event, frozen=True):
    """A new round begins; the first is 1. This seat is the start player."""

    round: int
    start_seat: int


class ActionsLaidOut(Event, frozen=True):
    """New action tiles lie in the columns land, build and sun; the lowest stands last."""

    reveals: ClassVar[bool] = True

    columns: tuple[tuple[ActionTile, ...], ...]


class ActionsDiscarded(Event, frozen=True):
    """Action tiles went to the discards: those left in the display, or the four that earned a bonus action."""

    tiles: tuple[ActionTile, ...]


class LandsTurnedUp(Event, frozen=True):
    """New lands lie face up: five stacks by colour, then the additional one."""

    reveals: ClassVar[bool] = True

    lands: tuple[FaceUp | None, ...]


class LandRemoved(Event, frozen=True):
    """A land left the game."""

    land: Color


class ActionTaken(Event, frozen=True):
    """A seat took an action tile and put it under a slot."""

    seat: int
    tile: ActionTile
    slot: Slot


class ActionSkipped(Event, frozen=True):
    """A seat did not use an action."""

    seat: int


class TileLaid(Event, frozen=True):
    """A land or special tile came onto a board; `cube`: with a cube of its colour."""

    seat: int
    tile: Color | Special
    field: int
    cube: bool


class CubeGained(Event, frozen=True):
    """A cube came from the supply onto a tile."""

    seat: int
    color: Color
    field: int


class CubeLost(Event, frozen=True):
    """A bonus cube could not be placed."""

    seat: int


class CubePaid(Event, frozen=True):
    """A cube went from a tile back to the supply as payment."""

    seat: int
    color: Color
    field: int


class CubesReturned(Event, frozen=True):
    """Cubes had to leave the tile of a new temple."""

    seat: int
    field: int
    colors: tuple[Color, ...]


class ManaGained(Event, frozen=True):
    """Mana came from the supply."""

    seat: int
    mana: int


class ManaPaid(Event, frozen=True):
    """Mana went back to the supply."""

    seat: int
    mana: int


class TrackAdvanced(Event, frozen=True):
    """The sun marker moved to this space; one beyond the last number is the sun symbol."""

    seat: int
    track: int


class TempleBuilt(Event, frozen=True):
    """A temple stands on a tile."""

    seat: int
    field: int


class BuildingBuilt(Event, frozen=True):
    """A city building was built."""

    seat: int
    building: Building


class SunMoved(Event, frozen=True):
    """The sun went over these fields and stopped on the last."""

    seat: int
    path: tuple[int, ...]


class PointsScored(Event, frozen=True):
    """Victory points went into a bag; `field` names the lit temple."""

    seat: int
    points: int
    reason: Literal["orbit", "temple", "trade"]
    field: int | None


class BonusActionEarned(Event, frozen=True):
    """Four tiles under a slot, or the Palace (None), give a bonus action."""

    seat: int
    slot: Slot | None


class LandsDrawn(Event, frozen=True):
    """Land Management drew these lands from the bottom of the additional stack."""

    reveals: ClassVar[bool] = True

    seat: int
    lands: tuple[FaceUp, ...]


class CharactersStarted(Event, frozen=True):
    """The phase of the characters begins with this seat."""

    seat: int


class CharacterBought(Event, frozen=True):
    """A seat bought a character."""

    seat: int
    character: Character


class CharacterActivated(Event, frozen=True):
    """A character was turned to its day side."""

    seat: int
    character: Character


class Passed(Event, frozen=True):
    """A seat did nothing in its turn with the characters."""

    seat: int


class BagsOpened(Event, frozen=True):
    """The points won in play, hidden until now, by seat."""

    reveals: ClassVar[bool] = True

    points: tuple[int, ...]


class GameEnded(Event, frozen=True):
    """The last round is over; the final scores by seat."""

    scores: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (
    RoundStarted, ActionsLaidOut, ActionsDiscarded, LandsTurnedUp, LandRemoved, ActionTaken, ActionSkipped, TileLaid,
    CubeGained, CubeLost, CubePaid, CubesReturned, ManaGained, ManaPaid, TrackAdvanced, TempleBuilt, BuildingBuilt,
    SunMoved, PointsScored, BonusActionEarned, LandsDrawn, CharactersStarted, CharacterBought, CharacterActivated, Passed,
    BagsOpened, GameEnded,
)  # fmt: skip
