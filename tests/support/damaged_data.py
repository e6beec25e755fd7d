"""Plays a game with changed data files: `python -m tests.support.damaged_data <game_id>` prints one JSON line per variant of the data.

`tests/engine/<game_id>/damaged_data.py` says which changes a game adds to random damage. It must not import the game: content is read when
a game is imported, so each variant is tried in a forked process that imports the game for the first time.
"""

from __future__ import annotations

import importlib.resources
import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec

from engine.decoding import read_state
from engine.game import Event, list_moves, start
from engine.words import LANGUAGES

ROOT = Path(__file__).parents[2]
CORE = ("board", "drawing", "first_seat", "hexes", "shape")
NOT_DAMAGED = "words.toml"
"""The vocabulary is not examined by `faults`."""

ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1000,
    -1,
    0,
    1,
    7,
    99,
    100,
    10**12,
    2**70,
    1.5,
    "",
    "red",
    "any",
    "<tile>",
    [],
    {},
    ["red", "red"],
)
KINDS = ("number", "number", "number", "number", "alike", "alike", "remove", "repeat", "odd")
CHECK_EVERY, LOOK_EVERY = 8, 40
"""The number of moves from one call of `check`, and from one use of every other function, to the next."""

Data = dict[str, Any]
"""The parsed data files of a game, by file name."""

Change = Callable[[Data], object]
"""Changes the data in place."""


@dataclass(frozen=True)
class Damage:
    """The changes of one game: those that the rules allow, and those that are refused, with words that the refusal must contain.

    Each of `special` makes one random change that generic damage seldom makes, and returns a description.
    """

    allowed: Mapping[str, Change]
    refused: Mapping[str, tuple[Change, Sequence[str]]]
    options: Sequence[dict[str, Any]]
    special: Sequence[Callable[[Data, Random], str]] = ()
    random_variants: int = 24


class Result(msgspec.Struct):
    """What became of a variant; the message is the refusal or the traceback."""

    variant: str
    result: Literal["played", "refused", "failed"]
    message: str = ""


def with_id(items: Sequence[dict[str, Any]], name: str) -> dict[str, Any]:
    """Returns the item with this id."""
    return next(item for item in items if item["id"] == name)


def damage_of(game_id: str) -> Damage:
    """Returns the changes of a game."""
    damage: Damage = import_module(f"tests.engine.{game_id}.damaged_data").DAMAGE
    return damage


def read_folder(folder: Path) -> Data:
    """Returns the data files that `faults` examines."""
    decoders: dict[str, Callable[[bytes], Any]] = {".json": msgspec.json.decode, ".toml": msgspec.toml.decode}
    return {path.name: decoders[path.suffix](path.read_bytes()) for path in sorted(folder.iterdir()) if path.name != NOT_DAMAGED}


def write_folder(folder: Path, data: Data) -> None:
    """Writes data files that `read_folder` returned."""
    for name, content in data.items():
        lines = [json.dumps(content)] if name.endswith(".json") else [f"{json.dumps(key)} = {toml(content[key])}" for key in content]
        (folder / name).write_text("\n".join(lines), encoding="utf-8")


def toml(value: Any) -> str:
    """Returns a value as TOML on one line; members that are null are left out, since TOML has no null."""
    match value:
        case dict():
            return "{" + ", ".join(f"{json.dumps(name)} = {toml(inner)}" for name, inner in value.items() if inner is not None) + "}"
        case list():
            return "[" + ", ".join(toml(inner) for inner in value if inner is not None) + "]"
    return json.dumps(value, ensure_ascii=False)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Returns the path to every value in a JSON document."""
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return ([path] if path else []) + [place for step, inner in steps for place in places(inner, (*path, step))]


def at(data: Any, path: tuple[Any, ...]) -> Any:
    """Returns the value at a path."""
    for step in path:
        data = data[step]
    return data


def copied(data: Any) -> Any:
    return json.loads(json.dumps(data))


def damage_anything(data: Data, rng: Random) -> str:
    """Changes one random place of a random file; returns a description."""
    name = rng.choice(list(data))
    every, kind = places(data[name]), rng.choice(KINDS)
    numbers = [place for place in every if type(at(data[name], place)) is int]
    path = rng.choice(numbers if kind == "number" and numbers else every)
    parent, last = at(data[name], path[:-1]), path[-1]
    match kind, parent[last]:
        case "number", int(value):
            parent[last] = value + rng.choice((-2, -1, 1, 2, 3, 50))
        case "alike", value:
            alike = [place for place in every if type(at(data[name], place)) is type(value)]
            namesakes = [place for place in alike if place[-1] == last]
            parent[last] = copied(at(data[name], rng.choice(rng.choice((alike, namesakes)))))
        case "remove", _:
            del parent[last]
        case "repeat", value if isinstance(parent, list):
            parent.insert(last, copied(value))
        case _:
            parent[last] = rng.choice(ODD_VALUES)
    return f"{kind} at {name}/{'/'.join(map(str, path))}"


def variants(game_id: str, damage: Damage) -> Iterator[tuple[str, Data]]:
    """Yields a description and the changed data of each variant: those with a name, then random ones."""
    original = read_folder(ROOT / "engine" / game_id / "data")
    for name, change in {**damage.allowed, **{name: change for name, (change, _) in damage.refused.items()}}.items():
        data: Data = copied(original)
        change(data)
        yield name, data
    for number in range(damage.random_variants):
        rng, data = Random(f"{game_id} {number}"), copied(original)
        ways = [rng.choice((damage_anything, rng.choice(damage.special or (damage_anything,)))) for _ in range(rng.choice((1, 1, 1, 2, 3)))]
        yield f"{number}: {'; '.join(way(data, rng) for way in ways)}", data


def play(game_id: str, options: Sequence[dict[str, Any]], rng: Random) -> None:
    """Imports the game and plays a random game of every player count to its end."""
    game = import_module(f"engine.{game_id}").GAME
    evaluation = import_module(f"engine.ai.{game_id}").EVALUATION
    msgspec.json.decode(msgspec.json.encode(game.content), type=game.content_type)
    for seats in game.seats:
        state = start(game, rng.choice(options), seats, seed=rng.randrange(2**32))
        assert all(game.label(state, event, "en") for event in game.opening(state))
        bound = game.bound(state.options, seats)
        while moves := game.legal_moves(state):
            assert state.version < bound, "The game does not end."
            if state.version % CHECK_EVERY == 0:
                assert not (defects := game.check(state)), defects
            if state.version % LOOK_EVERY == 0:
                look(game, state, moves, rng)
                position = game.rules.read_state(state)
                assert len(evaluation.worth(position)) == seats
                assert evaluation.worthwhile(position, game.rules.legal_moves(position))
            events: list[Event] = []
            game.play(state, rng.choice(moves), events)
            assert all(game.label(state, event, LANGUAGES[state.version % len(LANGUAGES)]) for event in events)
        finish(game, state)


def look(game: Any, state: Any, moves: list[Any], rng: Random) -> None:
    """Lists the moves with labels and previews; draws and completes the views of the acting seat and of a spectator."""
    language = rng.choice(LANGUAGES)
    assert read_state(game, msgspec.to_builtins(state)) == state
    assert len(list_moves(game, game.view(state, state.pending[-1].seat), language)) == len(moves)
    for seat in (None, state.pending[-1].seat):
        view = game.view(state, seat)
        assert game.board(view, seat, language)
        assert not (defects := game.check(game.determinize(view, seat, rng))), defects


def finish(game: Any, state: Any) -> None:
    """Examines the last position of a game."""
    assert read_state(game, msgspec.to_builtins(state)) == state
    assert game.board(state, 0, "de") and game.board(game.view(state, None), None, "fr")
    outcome = game.outcome(state)
    assert outcome.scores == [sum(line.points for line in sheet) for sheet in outcome.score_sheet]


def attempt(game_id: str, options: Sequence[dict[str, Any]], variant: str, data: Data) -> Result:
    """Imports the game with changed data and plays it; runs in a process that has not imported the game."""
    package, original = f"engine.{game_id}", importlib.resources.files
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        folder.mkdir()
        (folder / NOT_DAMAGED).write_bytes((ROOT / "engine" / game_id / "data" / NOT_DAMAGED).read_bytes())
        write_folder(folder, data)
        importlib.resources.files = lambda anchor: folder.parent if anchor == package else original(anchor)  # type: ignore[assignment]
        try:
            import_module(f"{package}.content")
        except ValueError as refusal:
            if str(refusal).startswith(f"{game_id}/data: "):
                return Result(variant, "refused", str(refusal))
            raise
        play(game_id, options, Random(variant))
    return Result(variant, "played")


def try_in_fork(game_id: str, options: Sequence[dict[str, Any]], variant: str, data: Data) -> Result:
    """Tries a variant in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            result = attempt(game_id, options, variant, data)
        except BaseException:
            result = Result(variant, "failed", traceback.format_exc())
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(msgspec.json.encode(result))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return msgspec.json.decode(answer, type=Result) if answer else Result(variant, "failed", "The process died.")


def run_variants(game_id: str) -> dict[str, Result]:
    """Tries all variants of a game; returns the results by the description of the variant."""
    command = [sys.executable, "-m", "tests.support.damaged_data", game_id]
    lines = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout.splitlines()
    return {result.variant: result for result in (msgspec.json.decode(line, type=Result) for line in lines)}


def main(game_id: str) -> None:
    """Prints the result of each variant. What variants share is imported first, to save time."""
    others = sorted(path.parent.name for path in (ROOT / "engine").glob("*/RULES.md") if path.parent.name != game_id)
    for name in (*CORE, *others):
        import_module(f"engine.{name}")
    damage = damage_of(game_id)
    assert not any(name.startswith(f"engine.{game_id}") for name in sys.modules)
    for variant, data in variants(game_id, damage):
        print(msgspec.json.encode(try_in_fork(game_id, damage.options, variant, data)).decode(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
