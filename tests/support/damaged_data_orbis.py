"""Plays Orbis with changed data files: `python -m tests.support.damaged_data_orbis` prints one JSON line per variant.

Content is read when a game is imported, so each variant runs in a forked process that imports the game for the first time.
"""

from __future__ import annotations

import importlib
import importlib.resources
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engine.game import list_moves, start
from engine.words import LANGUAGES

Data = dict[str, Any]
"""The parsed data files of a game, by file name."""

ROOT = Path(__file__).parent.parent.parent
GAME_ID = "orbis"
RANDOM_VARIANTS = 36

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
ODD_VALUES: tuple[Any, ...] = (None, True, -1, 0, 1, 7, 10**6, 2**70, 1.5, "", "red", "any", "none", "<tile>", [], {}, ["red", "red"])


def read_folder(folder: Path) -> Data:
    """Returns the data files that `faults` examines."""
    readers: dict[str, Callable[[bytes], Any]] = {".json": msgspec.json.decode, ".toml": msgspec.toml.decode}
    return {path.name: readers[path.suffix](path.read_bytes()) for path in sorted(folder.iterdir()) if path.name != "words.toml"}


def write_folder(folder: Path, data: Data) -> None:
    for name, content in data.items():
        text = json.dumps(content) if name.endswith(".json") else "\n".join(f"{json.dumps(key)} = {toml(content[key])}" for key in content)
        (folder / name).write_text(text, encoding="utf-8")


def toml(value: Any) -> str:
    """Returns a value in TOML, which has no null."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {toml(inner)}" for name, inner in value.items() if inner is not None) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(inner) for inner in value if inner is not None) + "]"
    return json.dumps(value)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Returns every place in a JSON value, by path."""
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return ([path] if len(path) > 1 else []) + [place for step, inner in steps for place in places(inner, (*path, step))]


def damage(data: Data, rng: Random) -> str:
    """Changes one thing at random, in about half of the cases to something that the rules allow; returns what was done."""
    tile = rng.choice(data["tiles.json"])
    match rng.randrange(11):
        case 0:
            return _new_tiles(data, rng)
        case 1:
            tile["effect"] = rng.choice(EFFECTS)(rng)
            return f"{tile['id']}/effect = {tile['effect']}"
        case 2:
            tile["points"] = rng.choice([0, 1, 5, 30, 99, 100, -1])
            return f"{tile['id']}/points = {tile['points']}"
        case 3 | 4:
            color = rng.choice([*COLORS, "any"])
            tile["cost"][color] = rng.choice([0, 1, 2, 3, 4, 5, 10, 11, -1])
            return f"{tile['id']}/cost/{color} = {tile['cost'][color]}"
        case 5 if tile["mystic"] is not None:
            tile["mystic"] = rng.randint(0, 14)
            return f"{tile['id']}/mystic = {tile['mystic']}"
        case 6:
            god = rng.choice(data["gods.toml"]["gods"])
            name = rng.choice(["points", "gift", "payment"])
            god[name] = rng.choice([0, 1, 2, 6, 7, 10, 11])
            return f"{god['id']}/{name} = {god[name]}"
    return _damage_anything(data, rng)


def _new_tiles(data: Data, rng: Random) -> str:
    """Gives every tile another effect, cost and points within the limits of the rules."""
    effects = [json.dumps(tile["effect"]) for tile in data["tiles.json"]]
    for tile in data["tiles.json"]:
        tile["effect"] = json.loads(rng.choice(effects))
        for name in ("amount", "pay", "count", "icons"):
            if name in tile["effect"]:
                tile["effect"][name] = rng.randint(1, 6)
        tile["cost"] = {color: rng.randint(0, 2) for color in rng.sample([*COLORS, "any"], k=rng.randint(0, 3))}
        tile["points"] = rng.randint(0, 7)
    return "another list of tiles"


def _damage_anything(data: Data, rng: Random) -> str:
    every = places(data)
    path = rng.choice(every)
    parent: Any = data
    for step in path[:-1]:
        parent = parent[step]
    last, kind = path[-1], rng.randrange(4)
    if kind == 0 and type(parent[last]) is int:
        parent[last] += rng.choice([-3, -1, 1, 2, 50])
    elif kind == 1:
        parent.pop(last)
    elif kind == 2 and isinstance(parent, list):
        parent.insert(last, parent[last])
    else:
        parent[last] = rng.choice(ODD_VALUES)
    return f"{kind} at {'/'.join(map(str, path))}"


def set_at(*path: Any, to: Any) -> Callable[[Data], None]:
    """Returns a change of one value; a tile or god is named by its id."""

    def change(data: Data) -> None:
        parent: Any = data
        for step in path[:-1]:
            parent = next(item for item in parent if item["id"] == step) if isinstance(parent, list) else parent[step]
        parent[path[-1]] = to

    return change


def tile(name: str, *path: Any, to: Any) -> Callable[[Data], None]:
    return set_at("tiles.json", name, *path, to=to)


NAMED: dict[str, tuple[Callable[[Data], None], ...]] = {
    "points on any tile": (
        tile("L1-white-3", "points", to=4),
        tile("L1-yellow-2", "points", to=2),
        tile("L1-red-2", "points", to=1),
    ),
    "larger numbers": (
        tile("L2-yellow-3", "effect", "pay", to=10),
        tile("L2-red-1", "effect", "count", to=9),
        tile("L1-red-2", "effect", "amount", to=10),
        tile("L1-green-3", "effect", "amount", to=6),
        tile("L1-red-4", "cost", to={"yellow": 5, "any": 4}),
        tile("L2-red-3", "cost", to={"any": 10}),
        tile("L2-green-1", "effect", to={"type": "forest", "count": 6, "colors": list(COLORS)}),
        set_at("gods.toml", "gods", "death", "payment", to=4),
        set_at("gods.toml", "gods", "love", "gift", to=6),
    ),
    "two farms of a colour": (
        tile("L1-yellow-2", "effect", "color", to="blue"),
        tile("L1-red-2", "effect", to={"type": "farm", "color": "red"}),
        tile("L1-blue-2", "effect", to={"type": "farm", "color": "red"}),
    ),
    "ties for a temple": (tile("L2-red-1", "effect", to={"type": "shrine", "icons": 2}), tile("L1-white-2", "mystic", to=12)),
    "a village for eleven": (tile("L2-yellow-3", "effect", "pay", to=11),),
    "a conversion of seven of any colour": (tile("L1-red-3", "effect", "amount", to=7),),
    "a red tile with a mystic value": (tile("L2-red-1", "mystic", to=14),),
    "a colour twice": (tile("L2-red-1", "effect", "colors", to=["red", "red"]),),
    "two faults": (tile("L2-red-1", "points", to=-1), tile("L1-red-4", "cost", "yellow", to="one")),
    "a tile too few": (lambda data: data["tiles.json"].pop(),),
    "a god who gives and asks": (set_at("gods.toml", "gods", "death", "gift", to=2),),
    "no set-up for three": (lambda data: data["setup.toml"].pop("3"),),
}
"""Changes that have a name in the tests."""


def variants(original: Data) -> Iterator[tuple[str, Data]]:
    """Yields a description and the changed data of each variant."""
    for name, changes in NAMED.items():
        data = msgspec.json.decode(msgspec.json.encode(original))
        for change in changes:
            change(data)
        yield name, data
    for number in range(RANDOM_VARIANTS):
        rng, data = Random(f"{GAME_ID} {number}"), msgspec.json.decode(msgspec.json.encode(original))
        done = [damage(data, rng) for _ in range(rng.choice([1, 1, 2, 4]))]
        yield f"{number}: {'; '.join(done)}", data


def play(game_id: str) -> None:
    """Imports the game and plays random games of every player count; views, labels, previews, pictures and players are used on the way."""
    game = importlib.import_module(f"engine.{game_id}").GAME
    evaluation = importlib.import_module(f"engine.ai.{game_id}").EVALUATION
    msgspec.convert(game.content, game.content_type)
    for seats in game.seats:
        state, rng = start(game, {"first_seat": "random"}, seats, seats), Random(seats)
        limit = game.bound(state.options, seats)
        while moves := game.legal_moves(state):
            assert state.version < limit, "the game does not end"
            language = LANGUAGES[state.version % len(LANGUAGES)]
            if state.version % 24 == 0:
                assert game.check(state) == [], game.check(state)
                view = game.view(state, state.pending[-1].seat)
                assert len(list_moves(game, view, language)) == len(moves)
                assert evaluation.worth(state) and evaluation.worthwhile(state, moves)
                assert game.board(view, None, language)
                assert msgspec.json.decode(msgspec.json.encode(state), type=game.state) == state
            events: list[Any] = []
            game.play(state, moves[int(rng.random() * len(moves))], events)
            assert all(game.label(state, event, language) for event in events)
        assert game.check(state) == [] and game.outcome(state) and game.board(state, 0, "de")


def try_variant(game_id: str, data: Data) -> tuple[str, str]:
    """Returns `played`, `refused` or `failed`, and the message; runs in a process that has not imported the game."""
    with tempfile.TemporaryDirectory() as folder:
        original = importlib.resources.files
        package, source = f"engine.{game_id}", ROOT / "engine" / game_id / "data"
        changed = Path(folder) / "data"
        changed.mkdir()
        (changed / "words.toml").write_bytes((source / "words.toml").read_bytes())
        write_folder(changed, data)
        importlib.resources.files = lambda name: Path(folder) if name == package else original(name)  # type: ignore[assignment]
        try:
            try:
                importlib.import_module(f"{package}.content")
            except ValueError as refusal:
                return "refused", str(refusal)
            play(game_id)
        except Exception:
            return "failed", traceback.format_exc()
    return "played", ""


def main() -> None:
    """Plays every variant, each in its own process."""
    for name in ("board", "drawing", "first_seat", "shape", "helios", "blue_moon_city"):
        importlib.import_module(f"engine.{name}")
    assert not any(name.startswith(f"engine.{GAME_ID}") for name in sys.modules)
    for name, data in variants(read_folder(ROOT / "engine" / GAME_ID / "data")):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            result, message = try_variant(GAME_ID, data)
            with os.fdopen(writing, "w") as pipe:
                pipe.write(json.dumps({"variant": name, "result": result, "message": message}))
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            print(pipe.read() or json.dumps({"variant": name, "result": "failed", "message": "the process died"}), flush=True)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
