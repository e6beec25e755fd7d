"""The events of Orbis."""

from __future__ import annotations

from typing import ClassVar

from engine.game import Event
from engine.orbis.content import Color

Counts = tuple[int, ...]


class RoundStarted(Event, frozen=True):
    """A new round begins, counted from 1."""

    round: int


class RegionTaken(Event, frozen=True):
    """A seat took the tile in a slot of the display."""

    seat: int
    slot: int
    tile: str


class WorshippersCreated(Event, frozen=True):
    """One worshipper of the colour was placed on each of these slots."""

    slots: tuple[int, ...]
    color: Color


class WorshippersCollected(Event, frozen=True):
    """A seat collected the worshippers on the tile it took."""

    seat: int
    slot: int
    worshippers: Counts


class RegionLaid(Event, frozen=True):
    """A seat laid a tile in its world."""

    seat: int
    tile: str
    row: int
    column: int
    wilderness: bool


class WorshippersPaid(Event, frozen=True):
    """A seat paid worshippers to the general supply."""

    seat: int
    worshippers: Counts


class WorshippersGained(Event, frozen=True):
    """A seat gained worshippers from the general supply."""

    seat: int
    worshippers: Counts


class WorshippersExchanged(Event, frozen=True):
    """A seat exchanged three worshippers of one colour for one worshipper."""

    seat: int
    give: Color
    take: Color


class WorshippersDiscarded(Event, frozen=True):
    """A seat discarded worshippers above the limit."""

    seat: int
    worshippers: Counts


class PrivilegeGained(Event, frozen=True):
    """A seat gained a privilege: from now on it pays no cost of this colour."""

    seat: int
    color: Color


class RegionUnfulfilled(Event, frozen=True):
    """The condition of the region just laid was not met, or the seat declined it."""

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
    """The seat did not pay the God of Death."""

    seat: int
    god: str


class DisplayRefilled(Event, frozen=True):
    """The next tile was placed in the empty slot."""

    reveals: ClassVar[bool] = True

    slot: int
    tile: str


class TempleTaken(Event, frozen=True):
    """A seat received the temple with this many points at the end of the game."""

    seat: int
    temple: int


class GameEnded(Event, frozen=True):
    """Every world is complete; `scores` are the points by seat."""

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
