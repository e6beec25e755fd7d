"""Damages the data files of Blue Moon City at random and tries to play with them; `tests/engine/blue_moon_city/test_data.py` runs it.

`python -m tests.support.damaged_data_blue_moon_city 60` prints one JSON line for each of 60 variants: what was damaged, and whether the
data were refused, were played, or failed. Content is read when a game is imported, so each variant is read in a process of its own.
"""

from __future__ import annotations

import importlib.resources
import json
import os
import sys
import tempfile
import traceback
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec

from engine import game as contract
from engine.words import LANGUAGES

GAME_ID = "blue_moon_city"
DATA = Path(contract.__file__).parent / GAME_ID / "data"
DAMAGED = ("components.json", "tiles.json")
OPTIONS: tuple[dict[str, Any], ...] = ({"round_limit": 2}, {"round_limit": 2, "expansion": True}, {"round_limit": 3, "layout": "scattered"})
NUMBERS = (-1000, -1, 0, 1, 2, 3, 7, 20, 99, 100, 1000, 10**12)
OTHER_TYPES: tuple[Any, ...] = (None, True, 1.5, "red", [], {})


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Returns the path to every value in a JSON document."""
    found = [path] if path else []
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return found + [place for key, value in items for place in places(value, (*path, key))]


def at(data: Any, path: tuple[Any, ...]) -> Any:
    """Returns the value at a path."""
    for step in path:
        data = data[step]
    return data


def damage(data: Any, rng: Random) -> str:
    """Damages one place of a document: a number, the presence of an entry, a word or a type; returns a description."""
    every = places(data)
    path = rng.choice(every)
    kind = rng.choice(("number", "number", "number", "number", "remove", "repeat", "word", "word", "type"))
    if kind in ("number", "word"):
        wanted = int if kind == "number" else str
        path = rng.choice([place for place in every if type(at(data, place)) is wanted])
    parent, last = at(data, path[:-1]), path[-1]
    match kind:
        case "number":
            parent[last] = parent[last] + rng.choice((-2, -1, 1, 2)) if rng.random() < 0.6 else rng.choice(NUMBERS)
        case "remove":
            del parent[last]
        case "repeat" if isinstance(parent, list):
            parent.insert(last, json.loads(json.dumps(parent[last])))
        case "word":
            parent[last] = rng.choice([at(data, place) for place in every if place[-1] == last and type(at(data, place)) is str])
        case _:
            parent[last] = rng.choice(OTHER_TYPES)
    return f"{kind} at {'/'.join(map(str, path))}"


def variant(seed: int, folder: Path) -> list[str]:
    """Writes the data files to the folder, damaged in one to three places; returns the descriptions."""
    rng = Random(f"damaged data {seed}")
    files = {name: json.loads((DATA / name).read_text(encoding="utf-8")) for name in DAMAGED}
    done = []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        name = rng.choice(DAMAGED)
        done.append(f"{name}: {damage(files[name], rng)}")
    for path in DATA.iterdir():
        (folder / path.name).write_bytes(json.dumps(files[path.name]).encode() if path.name in files else path.read_bytes())
    return done


def read_from(folder: Path) -> None:
    """Lets the game read its data files from the folder."""
    original = importlib.resources.files

    def files(package: str | ModuleType) -> Any:
        return folder.parent if package == f"engine.{GAME_ID}" else original(package)

    importlib.resources.files = files


def play(seed: int) -> None:
    """Plays a random game of every player count to its end, and uses every function of the game on the way."""
    game = import_module(f"engine.{GAME_ID}").GAME
    worth = import_module(f"engine.ai.{GAME_ID}").EVALUATION.worth
    for seats in game.seats:
        rng = Random(seed + seats)
        state = contract.start(game, rng.choice(OPTIONS), seats, seed)
        game.opening(state)
        while moves := game.legal_moves(state):
            assert not (defects := game.check(state)), defects
            if rng.random() < 0.05:
                look(game, state, rng)
                worth(state)
            events: list[contract.Event] = []
            game.play(state, rng.choice(moves), events)
            for event in events:
                game.label(state, event, "en")
        assert not (defects := game.check(state)), defects
        assert contract.read_state(game, msgspec.to_builtins(state)) == state
        outcome = game.outcome(state)
        assert outcome.scores == [sum(line.points for line in sheet) for sheet in outcome.score_sheet]


def look(game: Any, state: Any, rng: Random) -> None:
    """Lists the moves in every language, and draws and completes a view."""
    for language in LANGUAGES:
        contract.list_moves(game, state, language)
    for seat in (None, state.pending[-1].seat):
        view = game.view(state, seat)
        game.board(view, seat, rng.choice(LANGUAGES))
        assert not game.check(game.determinize(view, seat, rng))


def attempt(seed: int) -> dict[str, Any]:
    """Reads one variant and plays with it; returns what came of it."""
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root) / "data"
        folder.mkdir()
        found: dict[str, Any] = {"seed": seed, "damage": variant(seed, folder)}
        read_from(folder)
        try:
            try:
                import_module(f"engine.{GAME_ID}.content")
            except ValueError as refusal:
                return {**found, "result": "refused", "reason": str(refusal)}
            play(seed)
        except Exception:
            return {**found, "result": "failed", "reason": traceback.format_exc()}
        return {**found, "result": "played", "reason": ""}


def main(count: int) -> None:
    """Prints what came of each variant, each tried in a child process that has not imported the game."""
    for seed in range(count):
        sys.stdout.flush()
        child = os.fork()
        if not child:
            print(json.dumps(attempt(seed)), flush=True)
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            print(json.dumps({"seed": seed, "damage": [], "result": "failed", "reason": "The process died."}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
