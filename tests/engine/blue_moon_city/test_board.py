"""The picture of Blue Moon City shows all visible pieces and no hidden information (BMC-1 to BMC-5)."""

from __future__ import annotations

from random import Random

import pytest

from engine.blue_moon_city import GAME
from engine.blue_moon_city.board.signs import LETTERS
from engine.blue_moon_city.content import COLORS, PEOPLE_OF, TILES, obelisk
from engine.blue_moon_city.moves import Contribution, Payment
from engine.blue_moon_city.rules.paying import cards_of
from engine.blue_moon_city.state import State, building_under, geometry
from engine.game import start
from tests.engine.pictures import drawn, ids, offered, words


def played(seats: int, seed: int, moves_made: int, until: type | None = None, **options: object) -> State:
    """A random game up to a decision after a number of moves."""
    state = start(GAME, {"round_limit": 30, **options}, seats, seed)
    rng = Random(seed)
    while moves := GAME.legal_moves(state):
        if state.version >= moves_made and (until is None or isinstance(state.pending[-1], until)):
            break
        GAME.play(state, moves[int(rng.random() * len(moves))], [])
    return state


@pytest.mark.parametrize(("expansion", "cells"), [(False, 21), (True, 25)])
def test_the_whole_city_is_shown(expansion: bool, cells: int) -> None:
    """BMC-2.1, BMC-2.2: every cell with its building's spaces, as people's letter and number."""
    state = start(GAME, {"expansion": expansion}, 2, 4)
    picture = drawn(GAME, state)
    assert len(ids(picture, "cell-")) == cells == len(geometry(state).cells)
    spaces = [f"{LETTERS.get(space.color, '')}{space.value}" for place in state.city for space in TILES[place.tile].spaces]
    assert not set(spaces) - set(words(picture))


def test_free_spaces_under_the_acting_miniature_can_be_paid_for() -> None:
    """BMC-3.2."""
    state = played(3, 2, 60, Contribution)
    place = state.city[state.players[state.pending[-1].seat].miniature]
    free = [str(space) for space, seat in enumerate(place.markers) if seat is None]
    assert [element.get("data-space") for element in offered(drawn(GAME, state), "contribute") if element.get("data-space")] == free != []


def test_the_cards_laid_are_shown_to_everybody() -> None:
    """BMC-3.2: while a space is paid for, with the sum so far and the number to reach."""
    state = next(found for seed in range(50) if (found := played(2, seed, 30, Payment)).pending and is_begun(found))
    question = state.pending[-1]
    assert isinstance(question, Payment)
    number = TILES[building_under(state, question.seat).tile].spaces[question.space].value
    (goal,) = offered(drawn(GAME, state, None), "pay")
    assert "".join(goal.itertext()).endswith(f"{question.worth} / {number}")
    laid = [PEOPLE_OF[card].name for step in question.laid for card in cards_of(step)]
    legend = 1
    assert [words(drawn(GAME, state, None)).count(name) - legend for name in laid] == [laid.count(name) for name in laid]


def is_begun(state: State) -> bool:
    question = state.pending[-1]
    return isinstance(question, Payment) and bool(question.laid)


def test_hands_and_crystals_of_others_are_hidden() -> None:
    """Own cards once each, of others only their number; crystals of others are a question mark."""
    state = played(4, 1, 40)
    for seat in range(4):
        picture = drawn(GAME, state, seat)
        assert ids(picture, "card-") == [f"card-{card}" for card in sorted(set(filter(None, state.players[seat].hand)))]
        assert words(picture).count("?") == 3
    spectator = drawn(GAME, state, None)
    assert not ids(spectator, "card-")
    assert words(spectator).count("?") == 4


def test_only_the_seat_to_act_can_play_its_cards() -> None:
    state = start(GAME, {"first_seat": 1}, 2, 1)
    assert offered(drawn(GAME, state, 1), "discard_card")
    assert not offered(drawn(GAME, state, 0), "discard_card")


def test_the_obelisk_shows_prices_and_the_next_one() -> None:
    """BMC-1.4, BMC-3.5: spaces with an offering show the seat's number instead."""
    state = start(GAME, {}, 2, 1)
    state.obelisk = [0, 1, 0]
    (following,) = offered(drawn(GAME, state), "offer")
    assert "".join(following.itertext()) == str(obelisk(2)[3])


def test_dragons_are_outside_until_they_are_moved() -> None:
    """BMC-2.3, BMC-3.1."""
    state = start(GAME, {}, 2, 1)
    outside = next(element for element in drawn(GAME, state).iter() if element.get("id") == "dragons")
    assert "".join(outside.itertext()) == "Dragons outsideVTA3"
    state.dragons = [0, None, 5]
    outside = next(element for element in drawn(GAME, state).iter() if element.get("id") == "dragons")
    assert "".join(outside.itertext()) == "Dragons outsideT1"


def test_every_colour_has_its_own_letter() -> None:
    assert set(LETTERS) == set(COLORS)
    assert len(set(LETTERS.values())) == len(COLORS)
