"""What a player can pay for at the moment; the listed moves and their previews rest on the same rules."""

from __future__ import annotations

from typing import Literal

from engine.helios.content import CHARACTER, Building, Character
from engine.helios.native.conversion import PURPOSES
from engine.helios.native.position import Player
from engine.helios.rules.building import can_build_temple
from engine.helios.rules.paying import is_affordable, price
from engine.helios.state import State

Standing = Literal["exact", "exchange", "short", "unknown"]
"""Whether a cost can be paid with the colours it names, only with two other cubes for a colour, or not; unknown if nobody asks."""


def can_pay(player: Player, name: Building | Character) -> Standing:
    """Returns whether the player's cubes cover the cost of a city building or a character (HEL-4.7)."""
    land, purpose = player.land, PURPOSES[name]
    if not is_affordable(land, purpose):
        return "short"
    return "exact" if len(price(0, purpose, land.cube_colors()).required) == len(purpose.cost) else "exchange"


def can_pay_building(view: State, player: Player, name: Building) -> Standing:
    """Returns whether the player could build a city building now (HEL-1.2, HEL-4.6)."""
    return can_pay(player, name) if view.houses else "short"


def can_pay_temple(view: State, player: Player) -> Standing:
    """Returns whether the player could build a temple now (HEL-4.5)."""
    return "exact" if view.houses and can_build_temple(player) else "short"


def can_activate(player: Player, name: Character) -> Standing:
    """Returns whether the player's cubes cover the activation of a character (HEL-5.1)."""
    return can_pay(player, name)


def can_buy(mana: int, name: Character) -> Standing:
    """Returns whether this much mana buys a character (HEL-5.1)."""
    return "exact" if mana >= CHARACTER[name].price else "short"
