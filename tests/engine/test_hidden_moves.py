"""What may be told of a move: everything that other seats see of it anyway, and no more."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Move, apply, view_move, visible
from tests.engine.cases import CASES, case_id, new_game, random_game


class Bury(Move, frozen=True):
    """A move whose parameters other seats do not know."""

    hidden = True
    card: str


class Show(Move, frozen=True):
    """A move that everybody sees."""

    card: str


def test_only_the_seat_that_made_a_hidden_move_sees_it() -> None:
    assert [view_move(Bury("a"), 1, seat) for seat in (None, 0, 1)] == [None, None, Bury("a")]
    assert [view_move(Show("a"), 1, seat) for seat in (None, 0, 1)] == [Show("a")] * 3


@pytest.mark.parametrize(("game_id", "seats", "options"), CASES, ids=case_id)
def test_a_move_that_is_not_hidden_tells_nothing_that_others_do_not_see(game_id: str, seats: int, options: dict[str, Any]) -> None:
    """Law 16: two legal moves that look alike to a seat, in the events and in the position after them, must be hidden from it."""
    game, state = new_game(game_id, seats, options, seed=14)
    for step, (position, _, moves) in enumerate(random_game(game, state, 14)):
        if step % 12:
            continue
        actor = position.pending[-1].seat
        for seat in (None, (actor + 1) % seats):
            public = [move for move in moves[:30] if view_move(move, actor, seat) is not None]
            told = {encoded_sight(game, position, move, seat) for move in public}
            assert len(told) == len(public)


def encoded_sight(game: Any, position: Any, move: Any, seat: int | None) -> str:
    """All that a seat sees of a move: its view of the position after it, and the events."""
    after, events = apply(game, position, move)
    return repr((game.view(after, seat), [game.view_event(event, seat) for event in events]))


@pytest.mark.parametrize(("game_id", "seats", "options"), CASES, ids=case_id)
def test_a_finished_position_is_visible_as_it_is(game_id: str, seats: int, options: dict[str, Any]) -> None:
    game, state = new_game(game_id, seats, options, seed=15)
    for position, _, _ in random_game(game, state, 15):
        seat = position.version % seats
        assert visible(game, position, seat) == game.view(position, seat)
    for seat in (None, *range(seats)):
        assert visible(game, state, seat) is state
