"""What a player can pay for at the moment; the listed moves and their previews rest on the same rules."""

from __future__ import annotations

from typing import Literal

from engine.helios.content import BUILDING, CHARACTER, Building, Character
from engine.helios.rules.building import can_build_temple
from engine.helios.rules.paying import Required, cubes_of, total_price
from engine.helios.state import Player, State

Standing = Literal["exact", "exchange", "short", "unknown"]
"""Whether a cost can be paid with the colours it names, only with two other cubes for a colour, or not; unknown if nobody asks."""


def can_pay(player: Player, cost: Required, any_: int) -> Standing:
    """Returns whether the player's cubes cover a cost (HEL-4.7)."""
    owned = cubes_of(player)
    colors = {color for _, color in owned}
    if total_price(colors, cost, any_) > len(owned):
        return "short"
    return "exchange" if any(colors.isdisjoint(choices) for choices in cost) else "exact"


def can_pay_building(view: State, player: Player, name: Building) -> Standing:
    """Returns whether the player could build a city building now (HEL-1.2, HEL-4.6)."""
    return can_pay(player, BUILDING[name].cost, BUILDING[name].any) if view.houses else "short"


def can_pay_temple(view: State, player: Player) -> Standing:
    """Returns whether the player could build a temple now (HEL-4.5)."""
    return "exact" if view.houses and can_build_temple(player, len(cubes_of(player))) else "short"


def can_activate(player: Player, name: Character) -> Standing:
    """Returns whether the player's cubes cover the activation of a character (HEL-5.1)."""
    return can_pay(player, CHARACTER[name].cost, CHARACTER[name].any)


def can_buy(player: Player, name: Character) -> Standing:
    """Returns whether the player has the mana for a character (HEL-5.1)."""
    return "exact" if player.mana >= CHARACTER[name].price else "short"
