"""Golden games: recorded once, replayed byte for byte. `python -m tests.engine.test_golden` records them again."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.decoding import read_move
from engine.game import apply, start
from engine.games import GAMES
from tests.engine.cases import CASES, case_id, new_game, random_game

FOLDER = Path(__file__).parent / "golden"
SEED = 2026


def path_of(game_id: str, seats: int, options: dict[str, Any]) -> Path:
    return FOLDER / game_id / f"{seats}-{case_id(options)}.json"


def digest(*parts: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:16]


def record(game_id: str, seats: int, options: dict[str, Any]) -> bytes:
    """Returns one random game: its set-up, every move with a digest of the resulting state and events, and the outcome."""
    game, state = new_game(game_id, seats, options, SEED)
    lines = [{"game": game_id, "seats": seats, "options": options, "seed": SEED, "start": digest(state)}]
    for position, move, moves in random_game(game, state, SEED):
        after, events = apply(game, position, move)
        lines.append({"move": msgspec.to_builtins(move), "legal": len(moves), "after": digest(after, events)})
    lines.append({"outcome": msgspec.to_builtins(game.outcome(state))})
    return b"\n".join(msgspec.json.encode(line) for line in lines) + b"\n"


@pytest.mark.parametrize(("game_id", "seats", "options"), CASES, ids=case_id)
def test_golden_game_replays_byte_for_byte(game_id: str, seats: int, options: dict[str, Any]) -> None:
    head, *moves, end = map(msgspec.json.decode, path_of(game_id, seats, options).read_bytes().splitlines())
    game = GAMES[head["game"]]
    state = start(game, head["options"], head["seats"], head["seed"])
    assert digest(state) == head["start"]
    for number, line in enumerate(moves):
        assert len(game.legal_moves(state)) == line["legal"], number
        state, events = apply(game, state, read_move(game, line["move"]))
        assert digest(state, events) == line["after"], number
    assert msgspec.to_builtins(game.outcome(state)) == end["outcome"]


def main() -> None:
    for game_id, seats, options in CASES:
        path = path_of(game_id, seats, options)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(record(game_id, seats, options))


if __name__ == "__main__":
    main()
