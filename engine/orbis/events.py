"""The events of Orbis, in the order in which they happen in a turn. They name the seat, the reason and the tile or god."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.game import Event
from engine.orbis.records import Color

Counts = tuple[int, ...]
Unfulfilled = Literal["declined", "impossible"]
"""Why a region or a god is unfulfilled: the seat chose so, or it could not meet the condition."""


class RoundStarted(Event, frozen=True):
    """A new round begins, counted from 1."""

    round: int


class TurnStarted(Event, frozen=True):
    """A seat's turn begins."""

    seat: int


class RegionTaken(Event, frozen=True):
    """A seat chose the tile in a slot of the display; it stays there until it is laid."""

    seat: int
    slot: int
    tile: str


class WorshippersCreated(Event, frozen=True):
    """The tile that a seat took placed one worshipper of its colour on each of these slots (ORB-3.3, step 1)."""

    seat: int
    tile: str
    slots: tuple[int, ...]
    color: Color


class WorshippersCollected(Event, frozen=True):
    """A seat collected the worshippers on the tile it took (ORB-3.3, step 2)."""

    seat: int
    tile: str
    slot: int
    worshippers: Counts


class WorshippersPaid(Event, frozen=True):
    """A seat paid worshippers to the general supply: for the cost of a tile, for a village, or to the God of Death."""

    seat: int
    worshippers: Counts
    reason: Literal["cost", "village", "death"]
    tile: str | None
    god: str | None


class RegionLaid(Event, frozen=True):
    """A seat laid the tile of a slot in its world, face up or as a wilderness; the slot is empty until the end of the turn."""

    seat: int
    tile: str
    slot: int
    row: int
    column: int
    wilderness: bool


class WorshippersGained(Event, frozen=True):
    """A seat gained worshippers from the general supply, by a conversion or a god."""

    seat: int
    worshippers: Counts
    reason: Literal["conversion", "god"]
    tile: str | None
    god: str | None


class WorshippersExchanged(Event, frozen=True):
    """A seat exchanged three worshippers of one colour for one of another."""

    seat: int
    give: Color
    take: Color


class PrivilegeGained(Event, frozen=True):
    """A seat gained a privilege from a farm: from now on it pays no cost of this colour."""

    seat: int
    tile: str
    color: Color


class WorshipperRemoved(Event, frozen=True):
    """The volcano of a seat removed a worshipper from the display."""

    seat: int
    tile: str
    slot: int
    color: Color


class RegionFulfilled(Event, frozen=True):
    """The condition of the village, volcano or irrigation just laid was met."""

    seat: int
    tile: str


class RegionUnfulfilled(Event, frozen=True):
    """The condition of the village, volcano or irrigation just laid was not met."""

    seat: int
    tile: str
    reason: Unfulfilled


class GodTaken(Event, frozen=True):
    """A seat took a god."""

    seat: int
    god: str


class GodFulfilled(Event, frozen=True):
    """The seat paid the God of Death."""

    seat: int
    god: str


class GodUnfulfilled(Event, frozen=True):
    """The seat did not pay the God of Death."""

    seat: int
    god: str
    reason: Unfulfilled


class WorshippersDiscarded(Event, frozen=True):
    """A seat discarded worshippers above the limit at the end of its turn."""

    seat: int
    worshippers: Counts


class DisplayRefilled(Event, frozen=True):
    """The next tile of a level was placed in the empty slot."""

    reveals: ClassVar[bool] = True

    slot: int
    tile: str
    level: int


class TempleTaken(Event, frozen=True):
    """A seat received the temple with this many points at the end of the game, for this many shrine icons."""

    seat: int
    temple: int
    icons: int


class PointsCounted(Event, frozen=True):
    """A region, a god or a temple was scored at the end of the game. `line` is the line of the score sheet to which the points belong.

    For a forest, `neighbours` says how many regions beside it have its colours and `needed` how many it needs (ORB-5.7).
    """

    seat: int
    line: str
    points: int
    tile: str | None = None
    god: str | None = None
    temple: int | None = None
    neighbours: int | None = None
    needed: int | None = None


class GameEnded(Event, frozen=True):
    """Every world is complete; `scores` are the points by seat."""

    scores: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (
    RoundStarted,
    TurnStarted,
    RegionTaken,
    WorshippersCreated,
    WorshippersCollected,
    WorshippersPaid,
    RegionLaid,
    WorshippersGained,
    WorshippersExchanged,
    PrivilegeGained,
    WorshipperRemoved,
    RegionFulfilled,
    RegionUnfulfilled,
    GodTaken,
    GodFulfilled,
    GodUnfulfilled,
    WorshippersDiscarded,
    DisplayRefilled,
    TempleTaken,
    PointsCounted,
    GameEnded,
)
