"""What happens, for clients to animate."""

from __future__ import annotations

from typing import ClassVar

from engine.game import Event
from engine.orbis.content import Color

Counts = tuple[int, ...]


class RoundStarted(Event, frozen=True):
    """A new round begins; the first is 1."""

    round: int


class RegionTaken(Event, frozen=True):
    """A seat chose the tile in a slot of the display."""

    seat: int
    slot: int
    tile: str


class WorshippersCreated(Event, frozen=True):
    """One worshipper of the colour came onto each of the slots."""

    slots: tuple[int, ...]
    color: Color


class WorshippersCollected(Event, frozen=True):
    """A seat took the worshippers that stood on the chosen tile."""

    seat: int
    slot: int
    worshippers: Counts


class RegionLaid(Event, frozen=True):
    """A tile came into a world."""

    seat: int
    tile: str
    row: int
    column: int
    wilderness: bool


class WorshippersPaid(Event, frozen=True):
    """Worshippers went back to the general supply as a payment."""

    seat: int
    worshippers: Counts


class WorshippersGained(Event, frozen=True):
    """Worshippers came from the general supply."""

    seat: int
    worshippers: Counts


class WorshippersExchanged(Event, frozen=True):
    """Three worshippers of one colour became one."""

    seat: int
    give: Color
    take: Color


class WorshippersDiscarded(Event, frozen=True):
    """Worshippers over the limit went back to the general supply."""

    seat: int
    worshippers: Counts


class PrivilegeGained(Event, frozen=True):
    """From now on the seat pays no cost of this colour."""

    seat: int
    color: Color


class RegionUnfulfilled(Event, frozen=True):
    """The condition of the region just laid failed or was declined."""

    seat: int
    tile: str


class WorshipperRemoved(Event, frozen=True):
    """A volcano removed a worshipper from the display."""

    slot: int
    color: Color


class GodTaken(Event, frozen=True):
    """A seat took a god."""

    seat: int
    god: str


class GodUnfulfilled(Event, frozen=True):
    """Death was not paid."""

    seat: int
    god: str


class DisplayRefilled(Event, frozen=True):
    """The next tile came into the empty slot."""

    reveals: ClassVar[bool] = True

    slot: int
    tile: str


class TempleTaken(Event, frozen=True):
    """A seat got a temple of this worth at the end."""

    seat: int
    temple: int


class GameEnded(Event, frozen=True):
    """Every world is complete; the points by seat."""

    scores: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (
    RoundStarted,
    RegionTaken,
    WorshippersCreated,
    WorshippersCollected,
    RegionLaid,
    WorshippersPaid,
    WorshippersGained,
    WorshippersExchanged,
    WorshippersDiscarded,
    PrivilegeGained,
    RegionUnfulfilled,
    WorshipperRemoved,
    GodTaken,
    GodUnfulfilled,
    DisplayRefilled,
    TempleTaken,
    GameEnded,
)
