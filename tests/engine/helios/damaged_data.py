"""How the data of Helios are changed: what the rules allow, and what is refused (HEL-1.1, HEL-2.2, HEL-6.1, HEL-7, HEL-8)."""

from __future__ import annotations

from typing import Any

from tests.support.damaged_data import Damage, Data


def box(data: Data) -> dict[str, Any]:
    components: dict[str, Any] = data["components.toml"]
    return components


def board(data: Data) -> dict[str, Any]:
    fields: dict[str, Any] = data["board.toml"]
    return fields


DAMAGE = Damage(
    allowed={
        "as printed": lambda data: None,
        "fewer cubes": lambda data: box(data)["supply"].update(cubes=2),
        "no houses": lambda data: box(data)["supply"].update(houses=0),
        "more lands": lambda data: box(data)["lands"].update(blue=12),
        "uneven action tiles": lambda data: box(data)["actions"].update(sun={"red": 2, "blue": 6, "yellow": 5, "gray": 3}),
        "other starting lands": lambda data: box(data).update(starting_lands=["gray", "green"]),
        "three tiles for a bonus action": lambda data: box(data).update(tiles_for_bonus=3),
        "a longer track": lambda data: box(data)["track"].update(last=20),
        "other bonus fields": lambda data: board(data).update(cube_fields=[[1, 0]], mana_fields=[[1, 0], [2, 0]], edge_fields=[]),
        "another cost": lambda data: data["buildings.toml"]["palace"].update(cost=[["black", "blue"], ["gray"]], any=3),
        "two bonus cubes": lambda data: data["characters.toml"]["architect"].update(cubes=2),
    },
    refused={
        "less than no cubes": (lambda data: box(data)["supply"].update(cubes=-1), ["components.toml/supply/cubes"]),
        "pink action tiles": (lambda data: box(data)["actions"]["sun"].update(pink=4), ["components.toml"]),
        "points for luck": (lambda data: data["characters.toml"]["architect"].update(per="luck"), ["characters.toml/architect/per"]),
        "more starting mana than there is": (lambda data: box(data)["begin"].update(mana=8), ["starting mana"]),
        "a marker beyond the track": (lambda data: box(data)["begin"].update(track=15), ["sun marker"]),
        "one starting land": (lambda data: box(data).update(starting_lands=["gray"]), ["two or more starting lands"]),
        "too many rounds": (lambda data: box(data)["tables"][0].update(rounds=5), ["land of every stack"]),
        "no table for four": (lambda data: box(data)["tables"].pop(), ["one table of rounds"]),
        "displays out of order": (lambda data: box(data)["tables"][2].update(new_display=[1, 3, 2, 4]), ["ascending order"]),
        "too many turns": (lambda data: box(data)["tables"][2].update(turns=5), ["tile for every turn"]),
        "too many tiles kept": (lambda data: box(data).update(tiles_for_bonus=5), ["whatever players keep"]),
        "an edge field twice": (lambda data: board(data)["edge_fields"].append([3, -3]), ["bonus field is listed twice"]),
        "mana below the starting land": (
            lambda data: board(data)["mana_fields"].append([0, 0]),
            ["other than that of the starting land"],
        ),
        "too large a board": (lambda data: board(data)["rim"].extend([9, row] for row in range(26)), ["at most 62 fields"]),
        "a palace for nothing": (lambda data: data["buildings.toml"]["palace"].update(cost=[], any=0), ["palace: the cost"]),
        "temples for nothing": (lambda data: data["buildings.toml"]["citadel"].update(amount=0), ["temple must cost"]),
    },
    options=({"first_seat": "random"}, {"open_scores": False, "bonus_cubes_differ": True}),
)
