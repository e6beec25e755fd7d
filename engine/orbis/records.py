"""The types of the components of Orbis: region tiles with their costs and effects, gods, and the set-up by number of players.

The ranges of the numbers are those that the referee can play: no list of moves grows beyond a few hundred moves.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

Color = Literal["red", "blue", "yellow", "green", "white"]
COLORS: tuple[Color, ...] = get_args(Color)
"""The order of the five counts wherever worshippers are counted."""

DISPLAY_SIZE = 9
ROW_LENGTHS = (5, 4, 3, 2)
REGIONS_PER_WORLD = sum(ROW_LENGTHS)
TURNS_PER_SEAT = REGIONS_PER_WORLD + 1
EXCHANGE_RATE = 3

SUPPLY_LIMIT = 10
"""ORB-3.6: the most worshippers a player keeps; no component asks for more or gives more."""

MOST_CHOSEN = 6
"""The most worshippers that a player may choose freely from the general supply: there are 210 ways to choose six."""

Points = Annotated[int, Meta(ge=0, le=99)]
Worshippers = Annotated[int, Meta(ge=0, le=SUPPLY_LIMIT)]
SomeWorshippers = Annotated[int, Meta(ge=1, le=SUPPLY_LIMIT)]
SomeColors = Annotated[tuple[Color, ...], Meta(min_length=1, max_length=5)]
ComponentId = Annotated[str, Meta(min_length=1, max_length=16)]
EffectName = Literal["conversion", "rock", "farm", "village", "volcano", "irrigation", "forest", "shrine"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the records below."""


class Effect(Record, frozen=True, tag_field="type", tag=str.lower):
    """The effect of a region, when it is laid or at the end of the game (ORB-5)."""


class Conversion(Effect, frozen=True):
    """ORB-5.1: the player gains worshippers at once."""

    color: Color | Literal["any"]
    amount: SomeWorshippers


class Rock(Effect, frozen=True):
    """ORB-5.2: the tile has no effect but its points."""


class Farm(Effect, frozen=True):
    """ORB-5.3: the player gains a privilege."""

    color: Color


class Village(Effect, frozen=True):
    """ORB-5.4: the player may pay this many worshippers."""

    pay: SomeWorshippers


class Volcano(Effect, frozen=True):
    """ORB-5.5: the player may remove this many worshippers from the display."""

    count: SomeWorshippers
    colors: SomeColors


class Irrigation(Effect, frozen=True):
    """ORB-5.6: one of the two regions below must have the colour."""

    color: Color


class Forest(Effect, frozen=True):
    """ORB-5.7: at the end this many of up to six neighbours must have one of the colours."""

    count: Annotated[int, Meta(ge=1, le=6)]
    colors: SomeColors


class Shrine(Effect, frozen=True):
    """ORB-5.8: icons that count for the temples."""

    icons: Annotated[int, Meta(ge=1, le=9)]


AnyEffect = Conversion | Rock | Farm | Village | Volcano | Irrigation | Forest | Shrine


class Cost(Record, frozen=True):
    """Worshippers to pay; `any` stands for any colour (ORB-3.4)."""

    red: Worshippers = 0
    blue: Worshippers = 0
    yellow: Worshippers = 0
    green: Worshippers = 0
    white: Worshippers = 0
    any: Worshippers = 0


class Tile(Record, frozen=True):
    """A region tile (ORB-1.1). Only white tiles have a mystic value."""

    id: ComponentId
    level: Literal[1, 2, 3]
    color: Color
    cost: Cost
    effect: AnyEffect
    points: Points
    stars: Literal["none", "white", "purple"]
    mystic: Annotated[int, Meta(ge=1, le=99)] | None


class God(Record, frozen=True):
    """A god tile (ORB-7): its points, the condition for scoring them, and what happens when a player takes it."""

    id: ComponentId
    points: Points
    scoring: Literal["always", "most", "fewest_wildernesses", "one_of_each", "paid"]
    effects: tuple[EffectName, ...] = ()
    gift: Annotated[int, Meta(ge=0, le=MOST_CHOSEN)] = 0
    payment: Worshippers = 0
    free_wildernesses: bool = False


class GodsFile(Record, frozen=True):
    """The content of gods.toml."""

    gods: tuple[God, ...]


class SeatNumbers(Record, frozen=True):
    """The set-up for one number of players (ORB-2.1, ORB-2.3)."""

    removed_stars: tuple[Literal["white", "purple"], ...]
    tiles_by_level: tuple[int, int, int]
    gods: int
    temples: tuple[Annotated[int, Meta(ge=1, le=99)], ...]


def effect_name(tile: Tile) -> EffectName:
    """Returns the id of the effect in the data, such as `volcano`."""
    tag: EffectName = type(tile.effect).__struct_config__.tag  # type: ignore[assignment]
    return tag
