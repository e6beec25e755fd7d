"""`worthwhile` returns a non-empty subset of the legal moves, without moves that are hardly ever the best."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ai import choose
from engine.ai.evaluations import EVALUATIONS
from engine.blue_moon_city.moves import CallDragon, Movement, Pay, Payment
from engine.games import GAMES
from engine.orbis.moves import Exchange, LayRegion, Placement
from tests.engine.cases import new_game, random_game

SEEDS = range(4)


def worthwhile(game: Any, state: Any) -> list[Any]:
    """Returns the worthwhile moves of a state."""
    position = game.rules.read_state(state)
    moves = EVALUATIONS[game.id].worthwhile(position, game.rules.legal_moves(position))
    return [game.rules.write_move(move) for move in moves]


@pytest.mark.parametrize("game_id", list(GAMES))
def test_worthwhile_moves_are_a_non_empty_subset_of_the_legal_moves(game_id: str) -> None:
    for seed in SEEDS:
        game, state = new_game(game_id, 2, {}, seed)
        for _ in random_game(game, state, seed):
            moves = game.legal_moves(state)
            found = worthwhile(game, state)
            assert bool(found) == bool(moves)
            assert [move for move in moves if move in found] == found


def test_orbis_exchanges_are_worthwhile_only_to_pay_for_the_tile_taken() -> None:
    left_out = kept = 0
    for seed in SEEDS:
        game, state = new_game("orbis", 2, {}, seed)
        for _ in random_game(game, state, seed):
            moves = game.legal_moves(state)
            exchanges = [move for move in worthwhile(game, state) if isinstance(move, Exchange)]
            left_out += sum(isinstance(move, Exchange) for move in moves) - len(exchanges)
            kept += len(exchanges)
            if exchanges:
                assert isinstance(state.pending[-1], Placement)
                assert not any(isinstance(move, LayRegion) and not move.wilderness for move in moves)
    assert kept and left_out


def test_blue_moon_city_does_not_overpay_and_moves_dragons_only_to_reachable_ruins() -> None:
    paid = called = 0
    for seed in SEEDS:
        game, state = new_game("blue_moon_city", 2, {"round_limit": 20}, seed)
        for _ in random_game(game, state, seed):
            moves = game.legal_moves(state)
            found = worthwhile(game, state)
            decision = state.pending[-1] if state.pending else None
            if isinstance(decision, Payment) and Pay() in moves:
                assert found == [Pay()]
                paid += len(moves) > 1
            if isinstance(decision, Movement):
                calls = [move for move in found if isinstance(move, CallDragon)]
                assert not any(state.city[move.cell].rebuilt for move in calls)
                called += len(calls)
    assert paid and called


def test_a_single_worthwhile_move_is_played_without_a_search() -> None:
    for seed in SEEDS:
        game, state = new_game("blue_moon_city", 2, {"round_limit": 20}, seed)
        for _ in random_game(game, state, seed):
            moves = game.legal_moves(state)
            if len(moves) > 1 and len(worthwhile(game, state)) == 1:
                seat = state.pending[-1].seat
                choice = choose(game, game.view(state, seat), seat, "hard", seed, iterations=8, analysis=True)
                assert (choice.move, choice.rung, choice.iterations) == (Pay(), "heuristic", 0)
                assert [candidate.move for candidate in choice.analysis or []] == [Pay()]
                return
    raise AssertionError("no such position was met")
