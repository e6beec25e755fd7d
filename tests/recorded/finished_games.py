"""Records of the golden games. `python -m tests.recorded.finished_games` records them again."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from service.referee.documents import RecordSeat
from service.referee.records import build_record
from tests.engine.cases import CASES, case_id, new_game, random_game
from tests.engine.test_golden import SEED

FOLDER = Path(__file__).parent / "games"


def path_of(game_id: str, seats: int, options: dict[str, Any]) -> Path:
    """Where the record of a golden game is stored."""
    return FOLDER / game_id / f"{seats}-{case_id(options)}.json"


def read_record(game_id: str, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """The record of a golden game."""
    record: dict[str, Any] = msgspec.json.decode(path_of(game_id, seats, options).read_bytes())
    return record


def record_game(game_id: str, seats: int, options: dict[str, Any]) -> bytes:
    """Plays a golden game and returns its record; the first seat is a person, the second was invited, the others are AI players."""
    game, state = new_game(game_id, seats, options, SEED)
    moves = [move for _, move, _ in random_game(game, state, SEED)]
    people = [RecordSeat(kind="human", name="Ada"), RecordSeat(kind="invited", name="Grace")]
    record = build_record(
        game,
        options=options,
        seed=SEED,
        salt=hashlib.sha256(f"{game_id}/{seats}/{case_id(options)}".encode()).hexdigest()[:32],
        seats=[*people, *[RecordSeat(kind="ai", level="random")] * (seats - len(people))],
        moves=moves,
        outcome=game.outcome(state),
    )
    return msgspec.json.encode(record) + b"\n"


def main() -> None:
    for case in CASES:
        path = path_of(*case)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(record_game(*case))


if __name__ == "__main__":
    main()
