"""Native positions of Blue Moon City: the conversion from and to records, and what copies share."""

from __future__ import annotations

from typing import Any

import pytest

from engine.blue_moon_city import GAME
from engine.blue_moon_city.native.city import KEPT_MOST, building_of
from engine.blue_moon_city.native.moves import all_moves
from engine.game import start
from tests.engine.cases import VARIANTS, random_game

RULES = GAME.rules


@pytest.mark.parametrize("options", VARIANTS["blue_moon_city"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_states_and_views_survive_the_conversion(seats: int, options: dict[str, Any]) -> None:
    for position, _, _ in random_game(GAME, start(GAME, {**options, "round_limit": 6}, seats, 4), 4):
        for record in (position, *[GAME.view(position, seat) for seat in (None, *range(seats))]):
            assert RULES.write_state(RULES.read_state(record)) == record


def test_every_move_has_one_record() -> None:
    moves = all_moves()
    assert [RULES.read_move(RULES.write_move(move)) for move in moves] == moves
    assert {type(RULES.write_move(move)) for move in moves} == set(GAME.moves)


def test_a_copy_shares_nothing_that_play_changes() -> None:
    """Also the hands, cities and buildings that remember what follows from them."""
    for record, _, _ in random_game(GAME, start(GAME, {"expansion": True, "round_limit": 6}, 3, 5), 5):
        position = RULES.read_state(record)
        for move in RULES.legal_moves(position):
            RULES.play(RULES.copy(position), move, None)
        assert RULES.write_state(position) == record


def test_events_do_not_change_what_a_move_does() -> None:
    for record, move, _ in random_game(GAME, start(GAME, {"round_limit": 6}, 2, 6), 6):
        native = RULES.read_move(move)
        assert native is not None
        silent, told = RULES.read_state(record), RULES.read_state(record)
        RULES.play(silent, native, None)
        RULES.play(told, native, [])
        assert RULES.write_state(silent) == RULES.write_state(told)


def test_the_number_of_buildings_that_are_kept_is_limited() -> None:
    """A Main Hall alone has several hundred thousand combinations of markers."""
    for number in range(KEPT_MOST + 10):
        markers = tuple(number // 5**space % 5 for space in range(8))
        assert building_of("main_hall", markers).markers == markers
    assert building_of("main_hall", ()).rebuilt
