"""The events of Blue Moon City. In views, cards that a seat may not see are None."""

from __future__ import annotations

from typing import ClassVar, Literal, get_args

from engine.blue_moon_city.content import Card, Color, TileId
from engine.game import Event

Reason = Literal["offerings", "no_markers", "nobody_can_pay", "quiet_round", "round_limit"]


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
    """A seat laid cards face up; `worth` is the total value laid for the space."""

    seat: int
    cards: tuple[Card, ...]
    worth: int


class Contributed(Event, frozen=True):
    """A seat paid for a space: the cards were discarded and a marker was placed on the space."""

    seat: int
    cell: int
    space: int
    cards: tuple[Card, ...]


class BuildingRebuilt(Event, frozen=True):
    """A building is complete; the seat `majority` gains the majority bonus, and all markers return to their owners."""

    cell: int
    tile: TileId
    majority: int


class BonusGained(Event, frozen=True):
    """A seat gained crystals, scales and face-down cards; `source` is `dragons`, `majority`, `construction` or `neighborhood`."""

    seat: int
    source: Literal["dragons", "majority", "construction", "neighborhood"]
    tile: TileId
    crystals: int
    scales: int
    cards: int


class ScalesScored(Event, frozen=True):
    """The pool of scales ran out: crystals gained and scales returned, by seat (BMC-5.1)."""

    crystals: tuple[int, ...]
    returned: tuple[int, ...]


class Offered(Event, frozen=True):
    """A seat made an offering at the obelisk."""

    seat: int
    space: int
    price: int


class CityStands(Event, frozen=True):
    """Every building is rebuilt, and at least one player can pay for the next space of the obelisk (BMC-6.2)."""

    reveals: ClassVar[bool] = True


class CardDiscarded(Event, frozen=True):
    """A seat discarded a card in the reset."""

    seat: int
    card: Card


class DeckShuffled(Event, frozen=True):
    """The discards were shuffled into a new deck."""

    cards: int


class CardsDrawn(Event, frozen=True):
    """A seat drew cards."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[Card | None, ...]


class WaitingTaken(Event, frozen=True):
    """A seat took its waiting bonus cards into its hand (BMC-4.2)."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[Card | None, ...]


class GameEnded(Event, frozen=True):
    """The game is over, and all crystals are revealed."""

    reveals: ClassVar[bool] = True
    reason: Reason


AnyEvent = (
    TurnStarted | MiniatureMoved | PowerPlayed | DragonMoved | StepsGained | ContributionBegun | CardsLaid | Contributed | BuildingRebuilt
    | BonusGained | ScalesScored | Offered | CityStands | CardDiscarded | DeckShuffled | CardsDrawn | WaitingTaken | GameEnded
)  # fmt: skip
EVENTS: tuple[type[AnyEvent], ...] = get_args(AnyEvent)
