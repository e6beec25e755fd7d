"""The players in every registered game: legal moves to the end, no use of hidden information, and the same moves in any process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from engine.ai import LEVELS, choose
from engine.ai.evaluations import EVALUATIONS
from engine.game import to_act
from engine.games import GAMES
from tests.engine.cases import new_game, random_game

EVERY = [(game_id, seats) for game_id, game in GAMES.items() for seats in game.seats]
ITERATIONS = 2


def options(game_id: str) -> dict[str, Any]:
    return {"first_seat": 0, **({"round_limit": 3, "expansion": True} if game_id == "blue_moon_city" else {})}


def positions(game_id: str, seats: int, count: int) -> list[Any]:
    """Yields positions with several legal moves, spread over a random game."""
    game, state = new_game(game_id, seats, options(game_id), seed=seats)
    reached = [game.copy(position) for position, _, moves in random_game(game, state, seats) if len(moves) > 1]
    return reached[:: max(1, len(reached) // count)][:count]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game_id", "seats"), EVERY)
def test_every_level_plays_legal_games_to_the_end(game_id: str, seats: int, level: str) -> None:
    """The other seats move at random, so that the player also gets unusual positions."""
    game, state = new_game(game_id, seats, options(game_id), seed=5)
    rng = Random(5)
    while decision := to_act(state):
        moves = game.legal_moves(state)
        move = moves[int(rng.random() * len(moves))]
        if decision.seat == 0:
            choice = choose(game, game.view(state, 0), 0, level, seed=5, iterations=ITERATIONS)
            assert choice.move in moves
            move = choice.move
        game.play(state, move, [])
    assert game.outcome(state) is not None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game_id", "seats"), EVERY)
def test_players_use_no_hidden_information(game_id: str, seats: int, level: str) -> None:
    for position in positions(game_id, seats, 3):
        game, seat = GAMES[game_id], position.pending[-1].seat
        worlds = [game.determinize(game.view(position, seat), seat, Random(world)) for world in (1, 2)]
        answers = [choose(game, game.view(world, seat), seat, level, seed=7, iterations=10, analysis=True) for world in (position, *worlds)]
        assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game_id", "seats"), EVERY)
def test_an_analysis_consists_of_probabilities(game_id: str, seats: int, level: str) -> None:
    """Over the candidates the probabilities sum to 1, and so do the seats' chances after each; the chosen move is among them."""
    game = GAMES[game_id]
    for position in positions(game_id, seats, 3):
        seat = position.pending[-1].seat
        choice = choose(game, game.view(position, seat), seat, level, seed=3, iterations=20, analysis=True)
        candidates = choice.analysis or []
        assert sum(candidate.probability for candidate in candidates) == pytest.approx(1)
        assert all(len(candidate.expected) == seats and sum(candidate.expected) == pytest.approx(1) for candidate in candidates)
        assert all(0 <= chance <= 1 for candidate in candidates for chance in (candidate.probability, *candidate.expected))
        assert choice.move in [candidate.move for candidate in candidates]
        assert all(
            len(candidate.points) == seats and (candidate.line[0].seat, candidate.line[0].move) == (seat, candidate.move)
            for candidate in candidates
        )
        assert choice.rung == "any" or choice.move == max(candidates, key=lambda candidate: candidate.probability).move


def test_a_player_stopped_at_once_has_no_analysis() -> None:
    game, state = new_game("orbis", 2, {}, seed=1)
    seat = state.pending[-1].seat
    assert choose(game, game.view(state, seat), seat, "hard", seed=1, analysis=True, stop=lambda: True).analysis == []


def answers(game_id: str) -> str:
    """Returns the answers of every level in a few positions, with their analysis."""
    game = GAMES[game_id]
    said = []
    for position in positions(game_id, 3, 3):
        seat = position.pending[-1].seat
        said += [choose(game, game.view(position, seat), seat, level, seed=9, iterations=12, analysis=True) for level in LEVELS]
    return repr(said)


@pytest.mark.parametrize("game_id", GAMES)
def test_same_view_level_iterations_and_seed_give_the_same_answer_in_any_process(game_id: str) -> None:
    call = f"from tests.engine.ai.test_players import answers; print(answers({game_id!r}))"
    for hash_seed in ("0", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        found = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, check=True, env=environment)
        assert found.stdout.strip() == answers(game_id)


@pytest.mark.parametrize(("game_id", "seats"), EVERY)
def test_choosing_does_not_change_the_view(game_id: str, seats: int) -> None:
    for position in positions(game_id, seats, 2):
        game, seat = GAMES[game_id], position.pending[-1].seat
        view = game.view(position, seat)
        choose(game, view, seat, "hard", seed=1, iterations=5)
        choose(game, view, seat, "easy", seed=1)
        assert view == game.view(position, seat)


def runs_out(left: Iterator[int]) -> bool:
    return next(left, None) is None


@pytest.mark.parametrize("checks", [0, 1, 2, 3, 10, 50])
@pytest.mark.parametrize("game_id", GAMES)
def test_stopped_after_any_number_of_checks_the_answer_is_legal(game_id: str, checks: int) -> None:
    for position in positions(game_id, 2, 3):
        game, seat, left = GAMES[game_id], position.pending[-1].seat, iter(range(checks))
        choice = choose(game, game.view(position, seat), seat, "hard", seed=1, iterations=30, stop=partial(runs_out, left))
        assert choice.move in game.legal_moves(position)
        assert choice.rung == ("any" if checks == 0 else choice.rung)


@pytest.mark.parametrize(("game_id", "seats"), EVERY)
def test_evaluations_give_one_number_for_each_seat_and_change_nothing(game_id: str, seats: int) -> None:
    game, state = new_game(game_id, seats, options(game_id), seed=2)
    worth, read_state = EVALUATIONS[game_id].worth, game.rules.read_state
    for position, _, _ in random_game(game, state, 2):
        before = game.copy(position)
        assert len(worth(read_state(position))) == seats
        assert all(abs(value) < 500 for value in worth(read_state(position)))
        assert position == before
