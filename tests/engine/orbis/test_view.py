"""Views: only the order of the piles is hidden."""

from __future__ import annotations

from random import Random

from engine.orbis import GAME
from engine.orbis.setup import new_game
from engine.orbis.state import Options
from tests.engine.orbis.pieces import expected, pieces
from tests.engine.orbis.positions import walk


def test_the_order_of_the_piles_is_hidden() -> None:
    state = new_game(Options(), 3, 4)
    for seat in (None, 0, 1, 2):
        seen = GAME.view(state, seat)
        assert seen.piles == [[None] * 6, [None] * 15, [None] * 21]
        assert seen.seed is None
        assert (seen.display, seen.gods, seen.players) == (state.display, state.gods, state.players)


def test_determinized_piles_hold_the_unseen_tiles_of_their_level() -> None:
    state = new_game(Options(), 2, 4)
    for number, (position_, _, _) in enumerate(walk(state, 4)):
        if number % 10 == 0:
            world = GAME.determinize(GAME.view(position_, 0), 0, Random(number))
            assert pieces(world) == expected(Options(), 2)
            assert GAME.check(world) == []
    assert len({str(GAME.determinize(GAME.view(new_game(Options(), 2, 4), 0), 0, Random(n)).piles) for n in range(5)}) == 5
