"""How the data of Orbis are changed: what the rules allow (ORB-1.1, ORB-5, ORB-7), what is refused, and other lists of tiles."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.support.damaged_data import Damage, Data, copied, with_id

COLORS = ("red", "blue", "yellow", "green", "white")
EFFECTS: tuple[Callable[[Random], dict[str, Any]], ...] = (
    lambda rng: {"type": "conversion", "color": rng.choice([*COLORS, "any"]), "amount": rng.randint(1, 7)},
    lambda rng: {"type": "rock"},
    lambda rng: {"type": "farm", "color": rng.choice(COLORS)},
    lambda rng: {"type": "village", "pay": rng.randint(0, 11)},
    lambda rng: {"type": "volcano", "count": rng.randint(0, 11), "colors": rng.choices(COLORS, k=rng.randint(0, 3))},
    lambda rng: {"type": "irrigation", "color": rng.choice(COLORS)},
    lambda rng: {"type": "forest", "count": rng.randint(0, 7), "colors": rng.sample(COLORS, k=rng.randint(1, 5))},
    lambda rng: {"type": "shrine", "icons": rng.randint(0, 4)},
)


def tile(data: Data, name: str) -> dict[str, Any]:
    return with_id(data["tiles.json"], name)


def god(data: Data, name: str) -> dict[str, Any]:
    return with_id(data["gods.toml"]["gods"], name)


def points_on_any_tile(data: Data) -> None:
    tile(data, "L1-white-3")["points"] = 4
    tile(data, "L1-yellow-2")["points"] = 2
    tile(data, "L1-red-2")["points"] = 1


def larger_numbers(data: Data) -> None:
    """ORB-5.1, ORB-5.4, ORB-5.5, ORB-5.7, ORB-7: numbers up to the supply of a player."""
    tile(data, "L2-yellow-3")["effect"]["pay"] = 10
    tile(data, "L2-red-1")["effect"]["count"] = 9
    tile(data, "L1-red-2")["effect"]["amount"] = 10
    tile(data, "L1-green-3")["effect"]["amount"] = 6
    tile(data, "L1-red-4")["cost"] = {"yellow": 5, "any": 4}
    tile(data, "L2-red-3")["cost"] = {"any": 10}
    tile(data, "L2-green-1")["effect"] = {"type": "forest", "count": 6, "colors": list(COLORS)}
    god(data, "death")["payment"] = 4
    god(data, "love")["gift"] = 6


def two_farms_of_a_color(data: Data) -> None:
    """ORB-5.3: a privilege may be gained twice."""
    tile(data, "L1-yellow-2")["effect"]["color"] = "blue"
    for name in ("L1-red-2", "L1-blue-2"):
        tile(data, name)["effect"] = {"type": "farm", "color": "red"}


def ties_for_a_temple(data: Data) -> None:
    """ORB-5.8: shrines of other colours, mystic values of other tiles."""
    tile(data, "L2-red-1")["effect"] = {"type": "shrine", "icons": 2}
    tile(data, "L1-white-2")["mystic"] = 12


def two_faults(data: Data) -> None:
    tile(data, "L2-red-1")["points"] = -1
    tile(data, "L1-red-4")["cost"]["yellow"] = "one"


def other_tiles(data: Data, rng: Random) -> str:
    """Gives every tile another effect, cost and points within the limits of the rules."""
    effects = [each["effect"] for each in data["tiles.json"]]
    for each in data["tiles.json"]:
        effect = copied(rng.choice(effects))
        numbers = effect.keys() & {"amount", "pay", "count", "icons"}
        each["effect"] = effect | {name: rng.randint(1, 6) for name in sorted(numbers)}
        each["cost"] = {color: rng.randint(0, 2) for color in rng.sample([*COLORS, "any"], k=rng.randint(0, 3))}
        each["points"] = rng.randint(0, 7)
    return "another list of tiles"


def other_effect(data: Data, rng: Random) -> str:
    """Gives a tile an effect of any type, with numbers that may be too large."""
    chosen = rng.choice(data["tiles.json"])
    chosen["effect"] = rng.choice(EFFECTS)(rng)
    return f"{chosen['id']}/effect = {chosen['effect']}"


def other_cost(data: Data, rng: Random) -> str:
    chosen, color = rng.choice(data["tiles.json"]), rng.choice([*COLORS, "any"])
    chosen["cost"][color] = rng.choice([0, 1, 2, 3, 4, 5, 10, 11, -1])
    return f"{chosen['id']}/cost/{color} = {chosen['cost'][color]}"


DAMAGE = Damage(
    allowed={
        "points on any tile": points_on_any_tile,
        "larger numbers": larger_numbers,
        "two farms of a colour": two_farms_of_a_color,
        "ties for a temple": ties_for_a_temple,
    },
    refused={
        "a village for eleven": (lambda data: tile(data, "L2-yellow-3")["effect"].update(pay=11), ["L2-yellow-3/effect/pay"]),
        "a conversion of seven of any colour": (
            lambda data: tile(data, "L1-red-3")["effect"].update(amount=7),
            ["L1-red-3/effect/amount"],
        ),
        "a red tile with a mystic value": (lambda data: tile(data, "L2-red-1").update(mystic=14), ["L2-red-1/mystic"]),
        "a colour twice": (lambda data: tile(data, "L2-red-1")["effect"].update(colors=["red", "red"]), ["L2-red-1/effect/colors"]),
        "two faults": (two_faults, ["L2-red-1/points", "L1-red-4/cost/yellow"]),
        "a tile too few": (lambda data: data["tiles.json"].pop(), ["2 players", "3 players", "4 players", "level 3"]),
        "a god who gives and asks": (lambda data: god(data, "death").update(gift=2), ["death/gift"]),
        "no set-up for three": (lambda data: data["setup.toml"].pop("3"), ["setup.toml"]),
    },
    options=({"first_seat": "random"}, {"first_seat": "random", "majority_needs_one": True}),
    special=(other_tiles, other_effect, other_cost),
)
