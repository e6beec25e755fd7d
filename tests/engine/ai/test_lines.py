"""The lines of an analysis, glances at a running search, and the course of turns, in every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.ai import Choice, Glance, choose
from engine.ai.turns import view_after
from engine.game import apply, to_act
from engine.games import GAMES
from tests.engine.ai.test_players import EVERY, positions


def analysed(game: Any, position: Any, seat: int, iterations: int = 80) -> Choice[Any]:
    return choose(game, game.view(position, seat), seat, "hard", seed=3, iterations=iterations, analysis=True)


@pytest.mark.parametrize(("game_id", "seats"), EVERY)
def test_each_line_is_playable_where_nothing_is_hidden(game_id: str, seats: int) -> None:
    """In the world of the first line, found among a few, every move of each line is legal for its seat."""
    game = GAMES[game_id]
    for position in positions(game_id, seats, 2):
        seat = position.pending[-1].seat
        view = game.view(position, seat)
        world = game.determinize(view, seat, Random(f"3/hard/{view.version}/{seat}/lines"))
        for candidate in analysed(game, position, seat).analysis or []:
            state = world
            for step in candidate.line:
                acting, move = step.seat, step.move
                decision = to_act(state)
                assert decision is not None and decision.seat == acting
                assert move in game.legal_moves(state) and (acting == seat or not move.hidden)
                state, _ = apply(game, state, move)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_search_that_runs_can_be_looked_at_without_changing_it(game_id: str) -> None:
    game, position = GAMES[game_id], positions(game_id, 2, 3)[1]
    seat = position.pending[-1].seat
    seen: list[Choice[Any]] = []
    looks: list[Glance] = []

    def look(done: int, limit: int | None) -> None:
        if (found := looks[0](2)) is not None:
            seen.append(found)

    view = game.view(position, seat)
    watched = choose(game, view, seat, "hard", seed=3, iterations=40, progress=look, watch=looks.append, analysis=True)
    assert watched == analysed(game, position, seat, iterations=40)
    legal = game.legal_moves(position)
    assert seen and all(choice.move in legal and 0 < len(choice.analysis or []) <= 2 for choice in seen)


@pytest.mark.parametrize(("game_id", "seats"), EVERY)
def test_what_a_seat_sees_later_in_its_turn_can_be_foreseen_until_something_is_revealed(game_id: str, seats: int) -> None:
    game, foreseen = GAMES[game_id], 0
    for position in positions(game_id, seats, 12):
        seat, state = position.pending[-1].seat, position
        view: Any = game.view(position, seat)
        while view is not None:
            assert view == game.view(state, seat)
            move = choose(game, view, seat, "easy", seed=5).move
            ends_turn, before = game.preview(view, move).ends_turn, view
            state, events = apply(game, state, move)
            view = view_after(game, before, seat, move)
            decision = to_act(state)
            goes_on = decision is not None and decision.seat == seat and not ends_turn
            assert (view is not None) == (goes_on and not any(event.reveals for event in events))
            foreseen += view is not None
    assert foreseen
