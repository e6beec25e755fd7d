"""Previews: what a listed move means for the player."""

from __future__ import annotations

from random import Random

import pytest

from engine.game import Preview
from engine.orbis import GAME
from engine.orbis.moves import Decline, Exchange, Gain, LayRegion, Pay, TakeGod, TakeRegion
from engine.orbis.native.bags import bag_of
from engine.orbis.preview import LayPreview, PayPreview, Swap, TakePreview
from engine.orbis.rules.paying import covers_cost
from engine.orbis.setup import new_game
from engine.orbis.state import Options
from tests.engine.orbis.positions import laid, lay, play, position, walk, worshippers


def taking(tile: str, **given: object) -> TakePreview:
    """The preview of taking this tile from the centre."""
    found = GAME.preview(position({4: tile}, **given), TakeRegion(4))  # type: ignore[arg-type]
    assert isinstance(found, TakePreview)
    return found


def test_orb_3_3_taking_shows_tile_worshippers_and_price() -> None:
    """ORB-3.3, ORB-3.4: the worshippers on the tile are the player's before the price after privileges is paid."""
    found = taking("L2-red-1", standing={4: worshippers(red=2)}, owned=worshippers(blue=1), privileges=("yellow",))
    assert (found.tile, found.worshippers, found.owned) == ("L2-red-1", worshippers(red=2), worshippers(red=2, blue=1))
    assert (found.price, found.any) == (worshippers(), 1)
    assert found.payable and found.payable_after_exchanges and not found.exchanges
    assert (found.created_on, found.created) == ((1, 3, 5, 7), "red")
    assert not found.ends_turn and not found.is_pass


def test_orb_3_2_taking_shows_the_exchanges_that_would_pay() -> None:
    """ORB-3.2: four green become a yellow, and the fourth pays `any`."""
    found = taking("L2-red-1", owned=worshippers(green=4))
    assert not found.payable
    assert found.payable_after_exchanges
    assert found.exchanges == (Swap("green", "yellow"),)
    assert not found.becomes_wilderness


def test_orb_3_5_taking_shows_that_only_a_wilderness_is_possible() -> None:
    """ORB-3.5: without worshippers, or with a full bottom row and no matching colour above it."""
    poor = taking("L2-red-1", owned=worshippers(green=3))
    assert poor.becomes_wilderness and not poor.payable_after_exchanges and poor.places == 1
    assert poor.ends_turn
    world = laid("L1-blue-1", "L1-blue-2", "L1-blue-3", "L1-green-1", "L1-green-2")
    mismatched = taking("L1-red-1", world=world)
    assert mismatched.becomes_wilderness and mismatched.payable and mismatched.places == 0
    assert taking("L1-blue-4", world=world, owned=worshippers(white=1)).places == 3


def test_orb_5_6_laying_shows_whether_an_irrigation_is_fulfilled() -> None:
    """ORB-5.6: on green, and never in row 1; unfulfilled it scores nothing."""
    state = position({4: "L2-blue-1"}, world=laid("L1-blue-1", "L1-green-1"), owned=worshippers(green=2))
    state, _ = play(state, TakeRegion(4))
    up = GAME.preview(state, LayRegion(2, 0, False))
    assert up == LayPreview("L2-blue-1", False, worshippers(green=1), 1, 2, True, ends_turn=True)
    assert GAME.preview(state, LayRegion(1, 2, False)) == LayPreview("L2-blue-1", False, worshippers(green=1), 1, 0, False, ends_turn=True)
    assert GAME.preview(state, LayRegion(1, 2, True)) == LayPreview("L2-blue-1", True, worshippers(), 0, -1, ends_turn=True)
    state.players[0].god = "idleness"
    assert GAME.preview(state, LayRegion(1, 2, True)) == LayPreview("L2-blue-1", True, worshippers(), 0, 0, ends_turn=True)


def test_orb_5_7_laying_shows_the_neighbours_of_a_forest_so_far() -> None:
    """ORB-5.7: blue or red, two needed."""
    state, _ = play(position({4: "L2-green-1"}, world=laid("L1-blue-1", "L1-green-1"), owned=worshippers(red=2)), TakeRegion(4))
    for place, neighbours in (((2, 0), 1), ((1, -1), 1), ((1, 2), 0)):
        found = GAME.preview(state, LayRegion(*place, False))
        assert isinstance(found, LayPreview)
        assert (found.neighbours, found.needed, found.points) == (neighbours, 2, 2)


def test_paying_shows_what_is_left_and_the_points() -> None:
    """ORB-3.4, ORB-5.4, ORB-7.7: for a tile, a village and the God of Death."""
    payment = lay(position({4: "L2-red-1"}, owned=worshippers(red=1, yellow=1, blue=2)), 4)
    assert GAME.preview(payment, Pay(worshippers(red=1))) == PayPreview(worshippers(blue=2), 2, ends_turn=True)
    village = lay(position({4: "L2-yellow-3"}, owned=worshippers(red=3, yellow=1, green=1)), 4)
    assert GAME.preview(village, Pay(worshippers(red=2))) == PayPreview(worshippers(), 3, ends_turn=True)
    assert GAME.preview(village, Decline()) == Preview(ends_turn=True, is_pass=True)
    state = position(owned=worshippers(red=7))
    state.gods = ["death", "love"]
    death, _ = play(state, TakeGod("death"))
    assert GAME.preview(death, Pay(worshippers(red=6))) == PayPreview(worshippers(red=1), 3, ends_turn=True)


def test_other_moves_show_whether_the_turn_ends() -> None:
    """ORB-3.6, ORB-7.1: Love's gift ends the turn unless worshippers have to go."""
    state = position(owned=worshippers(red=6))
    state.gods = ["love", "training"]
    assert GAME.preview(state, TakeGod("love")) == Preview()
    assert GAME.preview(state, TakeGod("training")) == Preview(ends_turn=True)
    gift, _ = play(state, TakeGod("love"))
    assert GAME.preview(gift, Gain(worshippers(red=5))) == Preview()
    assert GAME.preview(gift, Exchange("red", "blue")) == Preview()
    over, _ = play(gift, Gain(worshippers(red=5)))
    assert GAME.preview(over, Exchange("red", "blue")) == Preview(ends_turn=True)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_exchanges_shown_make_the_tile_payable(seats: int) -> None:
    """ORB-3.2: in random games; without exchanges the tile is payable or cannot be paid at all."""
    state = new_game(Options(), seats, seats)
    rng, followed = Random(seats), 0
    for position_, _, moves in walk(state, seats):
        takes = [move for move in moves if isinstance(move, TakeRegion)]
        if takes:
            found = GAME.preview(position_, takes[int(rng.random() * len(takes))])
            assert isinstance(found, TakePreview)
            owned = list(found.owned)
            for swap in found.exchanges:
                colors = ("red", "blue", "yellow", "green", "white")
                owned[colors.index(swap.give)] -= 3
                owned[colors.index(swap.take)] += 1
                assert min(owned) >= 0
                followed += 1
            assert covers_cost(bag_of(owned), bag_of(found.price), found.any) == found.payable_after_exchanges
            assert found.payable == (found.payable_after_exchanges and not found.exchanges)
    assert followed
