"""The positions that illustrate the page; `python -m tests.recorded.page_positions` records them anew."""

from __future__ import annotations

import msgspec

from engine.ai import choose
from engine.game import State, start, to_act
from engine.games import GAMES
from service.http.routes.web import FOLDER

POSITIONS = FOLDER / "positions"
OPTIONS = {"first_seat": 0}
CHOSEN = {"helios": (3, 76), "orbis": (3, 76), "blue_moon_city": (3, 250)}
"""The seed and the number of moves of each game: far enough for a full board, well before the end."""


def record(game_id: str) -> State:
    """A position of a game of two AI players."""
    game, (seed, count) = GAMES[game_id], CHOSEN[game_id]
    state: State = start(game, OPTIONS, 2, seed)
    for _ in range(count):
        decision = to_act(state)
        assert decision is not None, "the game is over too early"
        move = choose(game, game.view(state, decision.seat), decision.seat, "easy", seed).move
        game.play(state, move, [])
    return state


if __name__ == "__main__":
    for each in GAMES:
        (POSITIONS / f"{each}.json").write_bytes(msgspec.json.encode(record(each)) + b"\n")
