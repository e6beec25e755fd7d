"""Native positions: their conversion, what copies share, and what is kept with them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ai import helios
from engine.helios import GAME
from engine.helios.content import FIELDS
from engine.helios.native import bags, colors, fields
from engine.helios.native.conversion import read_state, write_state
from engine.helios.native.moves import MOVES
from engine.helios.native.rules import RULES
from tests.engine.cases import new_game, random_game

OPTIONS: list[dict[str, Any]] = [{"first_seat": "random"}, {"open_scores": False, "bonus_cubes_differ": True}]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_states_views_and_moves_survive_the_conversion(seats: int) -> None:
    for seed, options in enumerate(OPTIONS):
        game, state = new_game("helios", seats, options, seed)
        for position, _, moves in random_game(game, state, seed):
            assert write_state(read_state(position)) == position
            for seat in (None, *range(seats)):
                view = GAME.view(position, seat)
                assert write_state(read_state(view)) == view
            assert all(MOVES[move].record == move for move in moves)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_move_changes_no_copy_and_a_kept_worth_is_that_of_a_fresh_position(seats: int) -> None:
    """Copies share players and lands, and each player keeps its worth."""
    game, state = new_game("helios", seats, {"first_seat": 0}, seats)
    for record, _, _ in random_game(game, state, seats):
        position = read_state(record)
        helios.EVALUATION.worth(position)
        for move in RULES.legal_moves(position)[::7]:
            after = position.copy()
            RULES.play(after, move, None)
            assert helios.EVALUATION.worth(after) == helios.EVALUATION.worth(read_state(write_state(after)))
        assert write_state(position) == record


def test_sets_and_bags_hold_every_field_and_colour() -> None:
    everywhere = fields.fields_of(list(range(FIELDS)))
    assert fields.size(everywhere) == FIELDS
    assert [fields.fields_in(fields.only(field)) for field in range(FIELDS)] == [[field] for field in range(FIELDS)]
    assert fields.first_of(fields.without(everywhere, fields.plus(fields.only(0), 1))) == 2
    bag = bags.bag_of([3, 0, 14, 0, 99])
    assert bags.counts_of(bag + bags.one(1), 5) == [3, 1, 14, 0, 99]
    assert (bags.total(bag), bags.count(bag, 4), colors.size(colors.colors_in(bag))) == (116, 99, 3)
