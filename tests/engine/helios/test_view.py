"""Views and their determinization."""

from __future__ import annotations

from random import Random

import msgspec

from engine.helios import GAME
from engine.helios.events import BagsOpened, GameEnded
from engine.helios.moves import CharacterTurn, Pass
from engine.helios.state import State
from tests.engine.helios.pieces import expected, pieces
from tests.engine.helios.positions import do, first_turn, only


def test_the_order_of_the_stacks_is_hidden_but_not_their_size() -> None:
    """HEL-3.1, HEL-3.4: everything else is open."""
    state = first_turn(3)
    for seat in (None, 0, 1, 2):
        seen = GAME.view(state, seat)
        assert seen.seed is None
        assert [len(stack) for stack in seen.action_stacks] == [10, 10, 10]
        assert len(seen.additional) == len(state.additional)
        assert not any(tile for stack in seen.action_stacks for tile in stack)
        assert not any(seen.additional)
        assert (seen.columns, seen.face_up, seen.players) == (state.columns, state.face_up, state.players)


def test_open_scores_false_hides_the_points_of_others_until_the_end() -> None:
    """HEL-9.1: a player knows the own points; at the end all points are revealed."""
    state = first_turn(2, open_scores=False)
    for player, points in zip(state.players, (12, 34), strict=True):
        player.points = points
    assert [player.points for player in GAME.view(state, 1).players] == [None, 34]
    assert [player.points for player in GAME.view(state, None).players] == [None, None]
    state.round, state.turn = 4, 0
    state.columns = [(), (), ()]
    state.players[0].mana = 5
    state.pending = [CharacterTurn(0, False, False, 1)]
    events = do(state, Pass())
    assert only(events, BagsOpened).points == (12, 34)
    assert only(events, BagsOpened).reveals
    assert only(events, GameEnded).scores == tuple(GAME.outcome(state).scores)  # type: ignore[union-attr]
    assert [player.points for player in GAME.view(state, 0).players] == [12, 34]


def test_open_scores_show_all_points() -> None:
    """HEL-9.1: the default."""
    state = first_turn(2)
    state.players[1].points = 7
    assert GAME.view(state, None).players[1].points == 7


def test_determinize_deals_exactly_the_unseen_pieces() -> None:
    """HEL-1.1: pieces are conserved, during set-up and later, and determinizations differ."""
    for state in (GAME.new_game(first_turn().options, 4, 3), first_turn(4)):
        worlds: list[State] = [GAME.determinize(GAME.view(state, 0), 0, Random(world)) for world in range(3)]
        for world in worlds:
            assert pieces(world) == expected(state.options, 4)
            assert GAME.check(world) == []
        assert len({msgspec.json.encode(world) for world in worlds}) == 3


def test_a_copy_shares_nothing_that_changes() -> None:
    """HEL-3.1: playing on a copy does not change the original."""
    state = first_turn(2)
    before = msgspec.json.encode(state)
    other = GAME.copy(state)
    rng = Random(5)
    while moves := GAME.legal_moves(other):
        GAME.play(other, rng.choice(moves), [])
    assert msgspec.json.encode(state) == before
