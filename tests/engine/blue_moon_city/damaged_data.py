"""How the data of Blue Moon City are changed: what was rebuilt can be replaced (BMC-1.1), contradictions with the rules are refused."""

from __future__ import annotations

from typing import Any

from tests.support.damaged_data import Damage, Data, with_id


def box(data: Data) -> dict[str, Any]:
    components: dict[str, Any] = data["components.json"]
    return components


def tile(data: Data, name: str) -> dict[str, Any]:
    return with_id(data["tiles.json"], name)


def other_values(data: Data) -> None:
    """BMC-1.2: another number of cards of each value."""
    box(data)["cards"]["peoples"][0]["counts"] = {"1": 0, "2": 5, "3": 5}


def other_costs(data: Data) -> None:
    """BMC-3.2, BMC-4.2: other spaces and bonuses."""
    tile(data, "hospital")["spaces"] = [{"color": "any", "value": 6}] * 8
    tile(data, "mill")["majority"] = {"crystals": 0, "scales": 9, "cards": 9}


def other_numbers(data: Data) -> None:
    """BMC-1.4, BMC-2.3: a longer obelisk and larger hands."""
    box(data)["constants"] |= {"starting_hand": 20, "base_movement": 5, "reset_discard_max": 0, "markers_per_player": 6}
    box(data)["obelisk"]["two_players"] = [1] * 20


def too_few_cards(data: Data) -> None:
    box(data)["cards"]["peoples"][4]["counts"]["1"] = 9


def too_many_tiles(data: Data) -> None:
    data["tiles.json"].append(tile(data, "mill") | {"id": "windmill"})


def unknown_color(data: Data) -> None:
    tile(data, "mill")["spaces"][0]["color"] = "purple"


def second_courtyard(data: Data) -> None:
    tile(data, "mill")["special"] = "courtyard"


def short_obelisk(data: Data) -> None:
    box(data)["obelisk"]["two_players"] = [7] * 10


def small_pool(data: Data) -> None:
    box(data)["players"]["4"]["scales"] = 6


def cut_off(data: Data) -> None:
    box(data)["layout"]["base"]["cells"][0] = [-2, -3]


def not_a_number(data: Data) -> None:
    box(data)["players"]["four"] = box(data)["players"].pop("4")


DAMAGE = Damage(
    allowed={"as printed": lambda data: None, "other values": other_values, "other costs": other_costs, "other numbers": other_numbers},
    refused={
        "too few cards": (too_few_cards, ["khind: not 10 cards"]),
        "too many tiles": (too_many_tiles, ["layout base: the number of cells is not the number of tiles"]),
        "an unknown colour": (unknown_color, ["mill: a space has an unknown colour or an impossible number"]),
        "a second courtyard": (second_courtyard, ["mill: a building has 1 to 8 spaces, and no obelisk"]),
        "a short obelisk": (short_obelisk, ["2 players: the obelisk has too few spaces"]),
        "a small pool of scales": (small_pool, ["4 players: the number of scales is impossible"]),
        "a cell that cannot be reached": (cut_off, ["layout base: some cells cannot be reached"]),
        "a number of players that is no number": (not_a_number, ["components.json"]),
    },
    options=({"round_limit": 2}, {"round_limit": 2, "expansion": True}, {"round_limit": 3, "layout": "scattered"}),
    random_variants=40,
)
