"""The events of Blue Moon City. In views, cards that a seat may not see are None."""

from __future__ import annotations

from typing import ClassVar, Literal, get_args

from engine.blue_moon_city.content import Card, Color, TileId
from engine.game import Event

Reason = Literal["offerings", "no_markers", "nobody_can_pay", "quiet_rounds", "round_limit"]
Source = Literal["dragons", "majority", "construction", "neighborhood"]


class RoundStarted(Event, frozen=True):
    """A round begins, counted from 1: every seat has a turn, the first seat first."""

    round: int


class TurnStarted(Event, frozen=True):
    """A seat's turn begins."""

    seat: int
    round: int


class MiniatureMoved(Event, frozen=True):
    """A seat's miniature moved to another tile."""

    seat: int
    cell: int


class PowerPlayed(Event, frozen=True):
    """A seat discarded a card for its power."""

    seat: int
    card: Card


class DragonMoved(Event, frozen=True):
    """A dragon moved to a tile."""

    dragon: str
    cell: int


class StepsGained(Event, frozen=True):
    """A seat gained steps with a Flit of value 2."""

    seat: int
    steps: int


class ContributionBegun(Event, frozen=True):
    """A seat began to pay for a space in this colour."""

    seat: int
    cell: int
    space: int
    color: Color


class CardsLaid(Event, frozen=True):
    """A seat laid cards face up; `worth` is the total value laid for the space, `needed` is what is still missing."""

    seat: int
    cards: tuple[Card, ...]
    worth: int
    needed: int


class Contributed(Event, frozen=True):
    """A seat paid for a space: the cards were discarded and a marker was placed on the space."""

    seat: int
    cell: int
    space: int
    cards: tuple[Card, ...]


class BuildingCompleted(Event, frozen=True):
    """The last space of a building has a marker; the seat `majority` has the majority. The bonuses follow."""

    cell: int
    tile: TileId
    majority: int


class BonusGained(Event, frozen=True):
    """A seat gained crystals, scales and face-down cards from `tile`, the building with the dragons, the complete one or its neighbour.

    The pool owes the seat `owed` of the scales, because it is empty (BMC-5.1). If the deck runs out, the cards come in two of these events.
    """

    seat: int
    source: Source
    tile: TileId
    crystals: int
    scales: int
    owed: int
    cards: int


class BuildingRebuilt(Event, frozen=True):
    """A building is turned to its rebuilt side; `returned` are the markers that go back to their owners, by seat."""

    cell: int
    tile: TileId
    returned: tuple[int, ...]


class ScalesScored(Event, frozen=True):
    """The pool of scales ran out: crystals gained and scales returned by seat; the scales in the pool afterwards (BMC-5.1, BMC-5.2)."""

    crystals: tuple[int, ...]
    returned: tuple[int, ...]
    pool: int


class Offered(Event, frozen=True):
    """A seat paid crystals and placed a marker on a space of the obelisk."""

    seat: int
    space: int
    price: int


class CityStands(Event, frozen=True):
    """Every building is rebuilt; from the end of this turn on the game ends as BMC-6.2 says."""


class SpecialUsed(Event, frozen=True):
    """A seat uses the action of the special building under its miniature (BMC-3.6)."""

    seat: int
    cell: int
    tile: TileId


class CardDiscarded(Event, frozen=True):
    """A seat discarded a card in the reset."""

    seat: int
    card: Card


class DeckShuffled(Event, frozen=True):
    """The discards were shuffled into a new deck."""

    cards: int


class CardsDrawn(Event, frozen=True):
    """A seat drew cards into its hand, in the reset or with the Hospital; if the deck runs out, in two of these events."""

    reveals: ClassVar[bool] = True
    seat: int
    reason: Literal["reset", "hospital"]
    cards: tuple[Card | None, ...]


class WaitingTaken(Event, frozen=True):
    """A seat took its waiting bonus cards into its hand (BMC-4.2)."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[Card | None, ...]


class CrystalsShown(Event, frozen=True):
    """At the end all players show their crystals, which break ties (BMC-6.2)."""

    reveals: ClassVar[bool] = True
    crystals: tuple[int, ...]


class PointsCounted(Event, frozen=True):
    """One line of a seat's score sheet at the end: its offerings."""

    seat: int
    line: Literal["offerings"]
    points: int


class GameEnded(Event, frozen=True):
    """The game is over."""

    reveals: ClassVar[bool] = True
    reason: Reason


AnyEvent = (
    RoundStarted | TurnStarted | MiniatureMoved | PowerPlayed | DragonMoved | StepsGained | ContributionBegun | CardsLaid | Contributed
    | BuildingCompleted | BonusGained | BuildingRebuilt | ScalesScored | Offered | CityStands | SpecialUsed | CardDiscarded | DeckShuffled
    | CardsDrawn | WaitingTaken | CrystalsShown | PointsCounted | GameEnded
)  # fmt: skip
EVENTS: tuple[type[AnyEvent], ...] = get_args(AnyEvent)
