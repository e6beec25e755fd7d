"""The search in toy games with a known best move, and the contract of `choose`."""

from __future__ import annotations

import gc
from copy import copy
from random import Random
from typing import Any

import pytest

from engine.ai import LEVELS, choose, orbis
from engine.ai.evaluation import Evaluation, Playout
from engine.ai.record_evaluation import RecordEvaluation
from engine.ai.search import Tree
from engine.errors import GameOver
from engine.game import Outcome
from tests.engine.ai.toys import COIN, HEAP, WIDE, Options, Take
from tests.engine.cases import new_game

WIDE_WORTH = [(card * 37) % 301 for card in range(300)]


def position(game: Any, seats: int, left: int) -> Any:
    return game.view(game.new_game(Options(), seats, left), 0)


def tree_of(game: Any, evaluation: Evaluation, view: Any) -> Tree:
    """Returns the tree for the decision of seat 0."""
    return Tree(game.rules, evaluation, game.rules.read_state(view), 0, Random(1))


def best_move(tree: Tree) -> Any:
    return tree.rules.write_move(tree.candidates()[0][0])


@pytest.mark.parametrize("left", [5, 6, 7, 9, 10, 11])
def test_search_finds_the_only_winning_move(left: int) -> None:
    choice = choose(HEAP, position(HEAP, 2, left), 0, "hard", seed=1, iterations=1500)
    assert choice.move == Take(left % 4)
    assert choice.rung == "search"
    assert choice.iterations == 1500


@pytest.mark.parametrize(("seats", "left"), [(2, 3), (3, 2), (4, 3), (4, 1)])
def test_search_takes_a_win_in_one(seats: int, left: int) -> None:
    assert choose(HEAP, position(HEAP, seats, left), 0, "normal", seed=3, iterations=60).move == Take(left)


@pytest.mark.parametrize("seats", [3, 4])
def test_results_are_vectors_in_which_each_seat_seeks_its_own_win(seats: int) -> None:
    """Four left: whatever seat 0 takes, seat 1 takes the rest; the analysis shows that seat 1 wins."""
    choice = choose(HEAP, position(HEAP, seats, 4), 0, "hard", seed=2, iterations=800, analysis=True)
    assert choice.analysis is not None
    for candidate in choice.analysis:
        assert len(candidate.expected) == seats
        assert max(range(seats), key=candidate.expected.__getitem__) == 1
        assert candidate.expected[1] > 0.7 > 0.3 > candidate.expected[0]


def test_a_move_without_a_choice_has_probability_one() -> None:
    choice = choose(HEAP, position(HEAP, 2, 1), 0, "hard", seed=1, analysis=True)
    assert choice.analysis is not None and [candidate.probability for candidate in choice.analysis] == [1]


def test_300_moves_are_all_evaluated_at_the_root_and_widened_below() -> None:
    best_card = RecordEvaluation(lambda state: [float(taken) for taken in state.taken], 100.0, width=9)
    tree = tree_of(WIDE, best_card, position(WIDE, 3, 0))
    tree.think(1, lambda: False, None)
    assert best_move(tree) == Take(122)
    tree.think(400, lambda: False, None)
    assert len(tree.candidates()) == 300
    assert WIDE_WORTH[best_move(tree).count] > 270
    opened = [child for child in tree.root.children.values() if child.children]
    assert len(opened) > 10
    assert all(9 <= len(child.children) <= 9 + child.visits for child in opened)


def test_results_are_averaged_over_worlds() -> None:
    """Both guesses of the covered coin win in half of the worlds, so they are worth as much as the certain draw."""
    choice = choose(COIN, position(COIN, 2, 0), 0, "hard", seed=5, iterations=2000, analysis=True)
    assert choice.analysis is not None
    for candidate in choice.analysis:
        assert candidate.expected[0] == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("checks", range(12))
def test_stopped_after_any_number_of_checks_the_move_is_legal_and_the_rung_is_reported(level: str, checks: int) -> None:
    view, left = position(HEAP, 2, 30), iter(range(checks))
    choice = choose(HEAP, view, 0, level, seed=1, stop=lambda: next(left, None) is None)
    assert choice.move in HEAP.legal_moves(view)
    assert choice.rung == ("any" if checks == 0 or level == "random" else choice.rung)
    assert (choice.rung == "search") == (choice.iterations > 0)


def test_the_rungs_fall_back_from_search_to_heuristic_to_any() -> None:
    view = position(HEAP, 2, 30)
    answers = iter([False, True, False, False, False, True])
    assert choose(HEAP, view, 0, "hard", seed=1, stop=lambda: next(answers)).rung == "heuristic"
    answers = iter([False, True, True])
    assert choose(HEAP, view, 0, "hard", seed=1, stop=lambda: next(answers)).rung == "any"


def test_a_single_legal_move_is_answered_without_search() -> None:
    choice = choose(HEAP, position(HEAP, 2, 1), 0, "hard", seed=1)
    assert (choice.move, choice.rung, choice.iterations) == (Take(1), "any", 0)


def test_progress_is_reported_and_grows() -> None:
    told: list[tuple[int, int | None]] = []
    choose(HEAP, position(HEAP, 2, 30), 0, "hard", seed=1, iterations=40, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert told[0] == (0, 40)
    assert len(told) > 5


def test_a_finished_game_and_another_seat_are_refused() -> None:
    view = position(HEAP, 2, 5)
    with pytest.raises(ValueError, match="seat 0 has to act"):
        choose(HEAP, view, 1, "easy", seed=1)
    view.pending = []
    with pytest.raises(GameOver):
        choose(HEAP, view, 0, "easy", seed=1)


def test_easy_looks_one_move_ahead() -> None:
    nearly = RecordEvaluation(lambda state: [float(state.left == 4) * 2 - 1, 0.0], 1.0)
    tree = tree_of(HEAP, nearly, position(HEAP, 2, 6))
    tree.think(1, lambda: False, None)
    assert best_move(tree) == Take(2)


def test_chances_follow_the_lead_and_results_the_victory() -> None:
    even = Evaluation(3.0)
    assert even.chances([10.0, 10.0], even.offsets([10.0, 10.0])) == [0.5, 0.5]
    behind = even.offsets([20.0, 10.0, 15.0])
    first, second, third = even.chances([20.0, 10.0, 15.0], behind)
    assert first > 0.5 > third >= second
    assert even.chances([1e9, 0.0], even.offsets([0.0, 0.0])) == [pytest.approx(1.0), pytest.approx(0.0)]
    tied = Outcome([[0, 2], [1]], [7, 3, 7], [[], [], []], "done")
    results = even.results(tied, even.offsets([5.0, 5.0, 5.0]))
    assert results[0] == results[2] > results[1]


def test_with_less_rivalry_other_seats_points_count_less() -> None:
    calm = Evaluation(3.0, rivalry=0.5)
    offsets = calm.offsets([10.0, 10.0])
    assert calm.chances([12.0, 12.0], offsets)[0] > 0.5 > calm.chances([10.0, 12.0], offsets)[0] > calm.chances([8.0, 10.0], offsets)[0]


def test_a_game_without_evaluation_is_evaluated_by_a_playout_on_a_copy() -> None:
    state = HEAP.new_game(Options(), 3, 9)
    assert sum(Playout(HEAP.rules).worth(HEAP.rules.read_state(state))) == 1.0
    assert state == HEAP.new_game(Options(), 3, 9)


@pytest.mark.parametrize(("settles", "visits"), [(3, 2), (2, 1)])
def test_where_turns_are_settled_a_line_goes_on_until_another_seat_is_to_act(settles: int, visits: int) -> None:
    """Orbis: laying follows taking in the same turn; each iteration expands one node."""
    game, state = new_game("orbis", 2, {"first_seat": 0}, 1)
    evaluation = copy(orbis.EVALUATION)
    evaluation.settles = settles
    tree = tree_of(game, evaluation, game.view(state, 0))
    assert tree.think(2, lambda: False, None) == 2
    assert sum(bool(node.children) for node in [tree.root, *tree.root.children.values()]) == 2
    assert tree.root.visits == visits


def test_a_line_stopped_in_the_middle_of_a_turn_is_backed_up() -> None:
    game, state = new_game("orbis", 2, {"first_seat": 0}, 1)
    for iterations in range(1, 12):
        tree = tree_of(game, orbis.EVALUATION, game.view(state, 0))
        assert tree.think(iterations, lambda: False, None) == iterations
        assert not tree.line
        tried = tree.candidates()
        assert sum(visits - 1 for _, visits, _ in tried) <= tree.root.visits <= iterations
        assert all(0.0 <= chance <= 1.0 for _, _, expected in tried for chance in expected)


def test_garbage_collection_is_enabled_again_after_a_search_even_if_it_fails() -> None:
    game, state = new_game("orbis", 2, {"first_seat": 0}, 1)

    def fail() -> bool:
        assert not gc.isenabled()
        raise RuntimeError

    tree = tree_of(game, orbis.EVALUATION, game.view(state, 0))
    with pytest.raises(RuntimeError):
        tree.think(1, fail, None)
    assert gc.isenabled()
