"""Damages the data files of a game at random, and plays with each variant in a process of its own.

`python -m tests.support.damaged_data_helios GAME FIRST LAST` prints one line for each variant: its number, then "played", or "refused" and
the faults, or "failed" and why. Each variant is read by a fork that has not imported the game.
"""

from __future__ import annotations

import importlib.resources
import os
import shutil
import sys
import tempfile
import tomllib
import traceback
from copy import deepcopy
from importlib import import_module
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random
from typing import Any

ENGINE = Path(__file__).parent.parent.parent / "engine"
NOT_DAMAGED = ("words",)
"""Data files that hold no components."""

Place = tuple[Any, str | int]


def toml(value: Any) -> str:
    """Returns a value as TOML, on one line."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "{" + ", ".join(f"{name} = {toml(each)}" for name, each in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case str():
            return f'"{value}"'
        case _:
            return str(value)


def places(data: Any) -> list[Place]:
    """Returns every place in the data: its parent and its name or index."""
    names = list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
    return [place for name in names for place in ((data, name), *places(data[name]))]


def damage(data: dict[str, Any], rng: Random) -> str:
    """Changes one place of the data; returns a description."""
    every = places(data)
    parent, name = rng.choice(every)
    value = parent[name]
    alike = [other[key] for other, key in every if type(other[key]) is type(value)]
    match rng.randrange(6), value:
        case ((0 | 1 | 2), int()):
            parent[name] = value + rng.choice([-1, 1, -2, 2, 3, 10, 100])
        case 3, _ if isinstance(parent, list):
            parent.insert(int(name), value)
        case 4, _:
            parent.pop(name)
        case _:
            parent[name] = deepcopy(rng.choice(alike))
    return f"{name}: {value}"


def damaged_folder(game_id: str, variant: int, folder: Path) -> list[str]:
    """Writes the data files of a variant to a folder; returns what was damaged."""
    rng = Random(f"{game_id}/{variant}")
    shutil.copytree(ENGINE / game_id / "data", folder / "data")
    paths = [path for path in sorted((folder / "data").glob("*.toml")) if path.stem not in NOT_DAMAGED]
    done = []
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        path = rng.choice(paths)
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        done.append(f"{path.name} {damage(data, rng)}")
        path.write_text("".join(f"{name} = {toml(value)}\n" for name, value in data.items()), encoding="utf-8")
    return done


def play(game_id: str) -> None:
    """Plays one random game with every number of players; every function of the game is called."""
    game = import_module(f"engine.{game_id}").GAME
    for seats in game.seats:
        rng = Random(seats)
        state = import_module("engine.game").start(game, {}, seats, seed=seats)
        bound = game.bound(state.options, seats)
        while moves := game.legal_moves(state):
            move = rng.choice(moves)
            events: list[Any] = []
            if state.version % 8 == 0:
                assert game.check(state) == [], game.check(state)
                game.preview(state, move)
                game.label(state, move, "fr")
            if state.version % 40 == 0:
                game.board(game.view(state, 0), 0, "de")
            game.play(state, move, events)
            assert all(game.label(state, event, "en") for event in events)
            assert state.version < bound
        assert game.check(state) == []
        outcome = game.outcome(state)
        assert outcome.scores == [sum(line.points for line in sheet) for sheet in outcome.score_sheet]
        game.board(game.view(state, None), None, "en")


def attempt(game_id: str, folder: Path) -> str:
    """Reads the data of a folder and plays with them; returns what happened."""
    original = importlib.resources.files

    def files(package: str) -> Traversable:
        return folder if package == f"engine.{game_id}" else original(package)

    importlib.resources.files = files  # type: ignore[assignment]
    try:
        import_module(f"engine.{game_id}.content")
    except ValueError as refusal:
        return f"refused {refusal}" if str(refusal).startswith(f"{game_id}/data: ") else f"failed {refusal!r}"
    play(game_id)
    return "played"


def main() -> None:
    """Tries the variants of a game one by one."""
    game_id, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    import_module("engine.game")
    for variant in range(first, last):
        if os.fork() == 0:
            with tempfile.TemporaryDirectory() as name:
                done = damaged_folder(game_id, variant, Path(name))
                try:
                    told = attempt(game_id, Path(name))
                except BaseException:
                    told = f"failed {done} {traceback.format_exc()[-1500:]!r}"
            print(variant, told, flush=True)
            os._exit(0)
        os.wait()


if __name__ == "__main__":
    main()
