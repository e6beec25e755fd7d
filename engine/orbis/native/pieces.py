"""The pieces of Orbis, one object each: region tiles and gods."""

from __future__ import annotations

from typing import Final

from engine.orbis import content, records
from engine.orbis.native.bags import Bag, bag_of
from engine.orbis.records import COLORS

CONVERSION: Final = 0
ROCK: Final = 1
FARM: Final = 2
VILLAGE: Final = 3
VOLCANO: Final = 4
IRRIGATION: Final = 5
FOREST: Final = 6
SHRINE: Final = 7
EFFECTS: Final[list[records.EffectName]] = ["conversion", "rock", "farm", "village", "volcano", "irrigation", "forest", "shrine"]
"""The names of the effects, in the order of the numbers above."""

ALWAYS: Final = 0
PAID: Final = 1
MOST: Final = 2
FEWEST_WILDERNESSES: Final = 3
ONE_OF_EACH: Final = 4
SCORINGS: Final = ["always", "paid", "most", "fewest_wildernesses", "one_of_each"]
"""The conditions under which gods score, in the order of the numbers above."""


class Tile:
    """A region tile (ORB-1.1). `amount` and `colors` are what its effect counts and names; a conversion without a colour gives any."""

    def __init__(self, index: int, tile: records.Tile) -> None:
        amount, colors = _parameters(tile.effect)
        self.index = index
        self.id = tile.id
        self.level = tile.level
        self.color = COLORS.index(tile.color)
        self.cost: Bag = bag_of(content.COST_OF[tile.id])
        self.any = tile.cost.any
        self.points = tile.points
        self.mystic = tile.mystic or 0
        self.effect = EFFECTS.index(records.effect_name(tile))
        self.amount = amount
        self.colors = colors


def _parameters(effect: records.AnyEffect) -> tuple[int, list[int]]:
    """Returns the number that an effect counts, and its colours."""
    match effect:
        case records.Conversion(color=color, amount=amount):
            return amount, [] if color == "any" else [COLORS.index(color)]
        case records.Farm(color=color) | records.Irrigation(color=color):
            return 0, [COLORS.index(color)]
        case records.Village(pay=amount) | records.Shrine(icons=amount):
            return amount, []
        case records.Volcano(count=amount, colors=colors) | records.Forest(count=amount, colors=colors):
            return amount, [COLORS.index(color) for color in colors]
    return 0, []


class God:
    """A god (ORB-7)."""

    def __init__(self, god: records.God) -> None:
        self.id = god.id
        self.points = god.points
        self.scoring = SCORINGS.index(god.scoring)
        self.effects = [EFFECTS.index(effect) for effect in god.effects]
        self.gift = god.gift
        self.payment = god.payment
        self.free_wildernesses = god.free_wildernesses


TILES: Final[dict[str, Tile]] = {tile.id: Tile(index, tile) for index, tile in enumerate(content.TILES.values())}
GODS: Final[dict[str, God]] = {god.id: God(god) for god in content.GODS.values()}
