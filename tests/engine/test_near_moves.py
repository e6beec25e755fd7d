"""A refused move is compared with the legal moves: which parameter is wrong, what would be legal there, and the nearest moves."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from engine.errors import MoveNotAvailable
from engine.game import Move, submit
from engine.games import GAMES
from engine.near_moves import MAX_NEAR_MOVES, near_moves, wrong_parameters
from tests.engine.cases import CASES, case_id, new_game, random_game


class Place(Move, frozen=True):
    """Places a piece."""

    row: int
    column: int
    piece: str = "cube"


class Swap(Move, frozen=True):
    """Swaps cards."""

    cards: tuple[str, ...]


class Spend(Move, frozen=True):
    """Spends cubes by colour."""

    cubes: tuple[int, ...]


LEGAL = [Place(1, 1), Place(1, 2), Place(2, 2), Place(2, 3, "temple"), Swap(("a", "b"))]


def told(move: Move, legal: list[Move] = LEGAL) -> list[tuple[str, str]]:
    return [(defect.pointer, defect.message) for defect in wrong_parameters(move, legal)]


def test_a_value_that_no_legal_move_has_is_wrong_and_the_legal_values_are_listed() -> None:
    assert told(Place(7, 2)) == [("/row", "row cannot be 7 now; legal: 1, 2.")]


def test_every_impossible_value_is_reported() -> None:
    assert [pointer for pointer, _ in told(Place(7, 9, "dragon"))] == ["/row", "/column", "/piece"]


def test_values_that_do_not_go_together_are_reported_at_the_first_that_does_not_fit() -> None:
    assert told(Place(1, 3)) == [("/column", "With row 1, column cannot be 3 now; legal: 1, 2.")]
    assert told(Place(2, 3)) == [("/piece", 'With row 2, column 3, piece cannot be "cube" now; legal: "temple".')]


def test_a_long_list_of_values_is_cut() -> None:
    legal: list[Move] = [Place(row, 0) for row in range(15)]
    assert told(Place(99, 0), legal) == [("/row", "row cannot be 99 now; legal: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 3 more.")]


def test_moves_with_the_most_equal_parameters_come_first_then_the_nearest_values() -> None:
    assert near_moves(Place(2, 1), LEGAL) == [Place(1, 1), Place(2, 2), Place(1, 2), Place(2, 3, "temple")]
    assert near_moves(Place(9, 2), LEGAL)[:2] == [Place(2, 2), Place(1, 2)]


def test_lists_are_near_by_what_they_share() -> None:
    pairs = [Swap(("c", "d")), Swap(("a", "c")), Swap(("a", "b"))]
    assert near_moves(Swap(("b", "a")), pairs) == [Swap(("a", "b")), Swap(("a", "c")), Swap(("c", "d"))]
    costs = [Spend((3, 0, 0)), Spend((0, 0, 3)), Spend((2, 0, 1))]
    assert near_moves(Spend((2, 1, 0)), costs) == [Spend((3, 0, 0)), Spend((2, 0, 1)), Spend((0, 0, 3))]


def test_at_most_five_moves_of_the_same_type_are_near() -> None:
    legal: list[Move] = [Swap(("a",)), *(Place(row, 0) for row in range(9))]
    assert near_moves(Place(0, 1), legal) == [Place(row, 0) for row in range(MAX_NEAR_MOVES)]


@pytest.mark.parametrize(("game_id", "seats", "options"), CASES[::3], ids=case_id)
def test_every_refused_move_says_what_is_wrong_and_what_is_legal(game_id: str, seats: int, options: dict[str, Any]) -> None:
    game, state = new_game(game_id, seats, options, 3)
    earlier: list[Any] = []
    rng, refused = Random(3), 0
    for position, _, legal in random_game(game, state, 3):
        for move in rng.sample(earlier, min(5, len(earlier))):
            if move in legal or not any(type(other) is type(move) for other in legal):
                continue
            with pytest.raises(MoveNotAvailable) as caught:
                submit(game, position, move)
            assert caught.value.defects and {defect.pointer[1:] for defect in caught.value.defects} <= set(move.__struct_fields__)
            assert caught.value.near_moves and all(near in legal for near in caught.value.near_moves)
            refused += 1
        earlier += [other for other in rng.sample(legal, 1) if other not in earlier]
    assert refused


@pytest.mark.parametrize("game_id", GAMES)
def test_a_refusal_reveals_nothing_that_the_acting_seat_may_not_see(game_id: str) -> None:
    """The comparison of a move with the legal moves of the seat's view gives the same as with those of the full state."""
    game, state = new_game(game_id, 2, {}, 5)
    earlier: list[Any] = []
    for position, chosen, _ in random_game(game, state, 5):
        view = game.view(position, position.pending[-1].seat)
        for move in earlier[-3:]:
            assert comparison(game, position, move) == comparison(game, view, move)
        earlier.append(chosen)


def comparison(game: Any, state: Any, move: Any) -> object:
    legal = game.legal_moves(state)
    return msgspec.to_builtins((wrong_parameters(move, legal), near_moves(move, legal)))
