"""The exact analysis of the players in positions of every game and number of players: `python -m tests.engine.ai.thoughts`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.ai import LEVELS, choose
from engine.game import start
from engine.games import GAMES

EVERY = 25
"""The number of moves between two analysed positions of a random game."""


def thoughts() -> Iterator[str]:
    """Yields a line for each level in each position: the move, and every candidate with its visits and expected results."""
    for game in GAMES.values():
        for seats in game.seats:
            rng, state = Random(seats), start(game, {}, seats, seats)
            while moves := game.legal_moves(state):
                if state.version % EVERY == 0:
                    seat = state.pending[-1].seat
                    for level in LEVELS:
                        view = game.view(state, seat)
                        yield f"{game.id} {seats} {state.version} {choose(game, view, seat, level, 1, iterations=60, analysis=True)!r}"
                game.play(state, moves[int(rng.random() * len(moves))], [])


if __name__ == "__main__":
    import engine.ai.search

    print(engine.ai.search.__file__)
    for line in thoughts():
        print(line)
