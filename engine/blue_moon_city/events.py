"""What happens in a game of Blue Moon City, for clients to animate. In views, cards that a seat may not see are None."""

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
    """A miniature stands on another tile."""

    seat: int
    cell: int


class PowerPlayed(Event, frozen=True):
    """A card was discarded for its power."""

    seat: int
    card: Card


class DragonMoved(Event, frozen=True):
    """A dragon came to a tile."""

    dragon: str
    cell: int


class StepsGained(Event, frozen=True):
    """A Flit of value 2 gave more steps."""

    seat: int
    steps: int


class ContributionBegun(Event, frozen=True):
    """A seat pays for a space, in this colour."""

    seat: int
    cell: int
    space: int
    color: Color


class CardsLaid(Event, frozen=True):
    """Cards were laid openly; `worth` is all that has been laid for the space."""

    seat: int
    cards: tuple[Card, ...]
    worth: int


class Contributed(Event, frozen=True):
    """The space is paid: the cards go to the discards, a marker onto the space."""

    seat: int
    cell: int
    space: int
    cards: tuple[Card, ...]


class BuildingRebuilt(Event, frozen=True):
    """The building is complete; `majority` takes its majority bonus, all markers go home."""

    cell: int
    tile: TileId
    majority: int


class BonusGained(Event, frozen=True):
    """Crystals, scales and a number of face-down cards for a seat; `source` is `dragons`, `majority`, `construction` or `neighborhood`."""

    seat: int
    source: Literal["dragons", "majority", "construction", "neighborhood"]
    tile: TileId
    crystals: int
    scales: int
    cards: int


class ScalesScored(Event, frozen=True):
    """The pool ran out: crystals paid and scales returned, by seat (BMC-5.1)."""

    crystals: tuple[int, ...]
    returned: tuple[int, ...]


class Offered(Event, frozen=True):
    """Crystals went to the obelisk."""

    seat: int
    space: int
    price: int


class CityStands(Event, frozen=True):
    """Every building stands and somebody can still pay for the next space of the obelisk (BMC-6.2)."""

    reveals: ClassVar[bool] = True


class CardDiscarded(Event, frozen=True):
    """A card was thrown away in the reset."""

    seat: int
    card: Card


class DeckShuffled(Event, frozen=True):
    """The discards became the new deck."""

    cards: int


class CardsDrawn(Event, frozen=True):
    """A seat drew cards into its hand."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[Card | None, ...]


class WaitingTaken(Event, frozen=True):
    """Bonus cards in waiting joined their owner's hand (BMC-4.2)."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: tuple[Card | None, ...]


class GameEnded(Event, frozen=True):
    """The game is over, and crystals are shown."""

    reveals: ClassVar[bool] = True
    reason: Reason


AnyEvent = (
    TurnStarted | MiniatureMoved | PowerPlayed | DragonMoved | StepsGained | ContributionBegun | CardsLaid | Contributed | BuildingRebuilt
    | BonusGained | ScalesScored | Offered | CityStands | CardDiscarded | DeckShuffled | CardsDrawn | WaitingTaken | GameEnded
)  # fmt: skip
EVENTS: tuple[type[AnyEvent], ...] = get_args(AnyEvent)
