"""Validation of states: every defect is reported with its pointer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from engine.game import apply
from engine.orbis import GAME
from engine.orbis.content import COLOR_OF, NEIGHBOURS
from engine.orbis.moves import (
    AnyDecision,
    DeathPayment,
    Eruption,
    Gift,
    Overflow,
    Payment,
    Placement,
    TakeGod,
    TakeRegion,
    Turn,
    VillagePayment,
)
from engine.orbis.setup import new_game
from engine.orbis.state import Options, Region, State, tile_at
from tests.engine.orbis.positions import walk, worshippers


def reached(kind: type[AnyDecision], seats: int = 3) -> State:
    """The first position of random games, well after the start, with this decision pending."""
    for seed in range(200):
        state = new_game(Options(), seats, seed)
        for position, _, _ in walk(state, seed):
            if isinstance(position.pending[-1], kind) and position.version > 30:
                return GAME.copy(position)
    raise AssertionError(f"{kind.__name__} never came up")


def only_gods_left() -> State:
    """Both worlds are full and nobody has a god: the first moves listed are regions as long as there are any."""
    state = new_game(Options(), 2, 0)
    while not isinstance(move := GAME.legal_moves(state)[0], TakeGod):
        GAME.play(state, move, [])
    return state


def codes(state: State) -> set[tuple[str, str]]:
    return {(defect.pointer, defect.code) for defect in GAME.check(state)}


def give_first(state: State, color: int, count: int) -> None:
    player = state.players[0]
    player.worshippers = (*player.worshippers[:color], count, *player.worshippers[color + 1 :])


def lay_at(state: State, **changes: Any) -> None:
    player = state.players[0]
    player.world[0] = msgspec.structs.replace(player.world[0], **changes)


DAMAGE: list[tuple[str, str, Callable[[State], object]]] = [
    ("/seed", "view", lambda state: setattr(state, "seed", None)),
    ("/piles/2", "view", lambda state: state.piles[2].__setitem__(0, None)),
    ("/first_seat", "out_of_range", lambda state: setattr(state, "first_seat", 3)),
    ("/first_seat", "contradiction", lambda state: setattr(state, "first_seat", 1)),
    ("/options/first_seat", "out_of_range", lambda state: setattr(state, "options", Options(first_seat=3))),
    ("/pending/0/seat", "out_of_range", lambda state: state.pending.__setitem__(0, Turn(3))),
    ("/pending/0/seat", "out_of_range", lambda state: state.pending.__setitem__(0, Turn(-1))),
    ("/pending/0/seat", "wrong_turn", lambda state: state.pending.__setitem__(0, Turn((state.pending[0].seat + 1) % 3))),
    ("/pending", "nothing_asked", lambda state: state.pending.clear()),
    ("/display/0", "unknown_piece", lambda state: state.display.__setitem__(0, "L9-red-1")),
    ("/display/0", "not_in_play", lambda state: state.display.__setitem__(0, "L1-red-1")),
    ("/display/1", "duplicate_piece", lambda state: state.display.__setitem__(1, state.display[0])),
    ("", "missing_pieces", lambda state: state.piles[2].pop()),
    ("", "missing_pieces", lambda state: state.display.__setitem__(0, None)),
    (
        "/piles/2/0",
        "wrong_pile",
        lambda state: state.piles[2].__setitem__(0, state.piles[1][0]),
    ),
    ("/piles/2", "wrong_order", lambda state: state.piles[2].pop()),
    ("/gods/0", "unknown_piece", lambda state: state.gods.__setitem__(0, "luck")),
    ("/players/0/god", "duplicate_piece", lambda state: setattr(state.players[0], "god", state.gods[0])),
    ("/gods", "wrong_number", lambda state: state.gods.pop()),
    ("/players/0/god_unfulfilled", "contradiction", lambda state: setattr(state.players[0], "god_unfulfilled", True)),
    ("/players/0/world/0", "wrong_place", lambda state: lay_at(state, column=3)),
    ("/players/0/world/0/tile", "unknown_piece", lambda state: lay_at(state, tile="nowhere")),
    ("/players/0/privileges", "contradiction", lambda state: setattr(state.players[0], "privileges", ("red", "red"))),
    ("/players/0/worshippers", "over_limit", lambda state: give_first(state, 0, 11)),
    ("/version", "out_of_range", lambda state: setattr(state, "version", 3)),
    ("/version", "out_of_range", lambda state: setattr(state, "version", 500)),
    ("/display_worshippers", "too_many", lambda state: state.display_worshippers.__setitem__(0, worshippers(white=80))),
]


@pytest.mark.parametrize(("pointer", "code", "damage"), DAMAGE, ids=[f"{pointer}-{code}" for pointer, code, _ in DAMAGE])
def test_damage_is_found_where_it_is(pointer: str, code: str, damage: Callable[[State], object]) -> None:
    state = reached(Turn)
    assert GAME.check(state) == []
    damage(state)
    assert (pointer, code) in codes(state)


def test_all_defects_are_reported_at_once() -> None:
    state = reached(Turn)
    state.seed = None
    state.display[0] = "L9-red-1"
    state.gods[0] = "luck"
    state.players[1].privileges = ("red", "red", "blue")
    pointers = {defect.pointer for defect in GAME.check(state)}
    assert {"/seed", "/display/0", "/gods/0", "/players/1/privileges"} <= pointers


def test_orb_4_2_a_face_up_region_on_other_colours_is_a_defect() -> None:
    """ORB-4.2 in check: the colour below."""
    state = new_game(Options(), 2, 1)
    tiles = [tile or "" for tile in state.display]
    red, blue = (next(tile for tile in tiles if color in tile) for color in ("red", "blue"))
    green = next(tile for tile in tiles if "green" in tile)
    state.players[0].world = [Region(red, 1, 0, "up"), Region(blue, 1, 1, "up"), Region(green, 2, 0, "up")]
    assert ("/players/0/world/2", "wrong_color") in codes(state)
    state.players[0].world[2] = Region(green, 2, 0, "wilderness")
    assert ("/players/0/world/2", "wrong_color") not in codes(state)


def test_orb_5_6_an_irrigation_must_agree_with_the_regions_below_it() -> None:
    """ORB-5.6 in check: neither watered in row 1 nor dry above its colour."""
    state = new_game(Options(), 2, 1)
    state.players[0].world = [Region("L2-blue-1", 1, 0, "up")]
    assert ("/players/0/world/0/face", "contradiction") in codes(state)
    state.players[0].world = [Region("L2-blue-1", 1, 0, "unfulfilled")]
    assert ("/players/0/world/0/face", "contradiction") not in codes(state)


def test_orb_4_4_only_villages_volcanoes_and_irrigations_can_fail() -> None:
    """ORB-4.4 in check."""
    state = new_game(Options(), 2, 1)
    for tile, fails in (("L1-green-4", False), ("L2-green-1", False), ("L2-yellow-3", True), ("L2-red-1", True), ("L2-white-1", False)):
        state.players[0].world = [Region(tile, 1, 0, "unfulfilled")]
        assert (("/players/0/world/0/face", "contradiction") not in codes(state)) == fails


def other_questions(state: State) -> list[AnyDecision]:
    """Returns every decision with every possible number."""
    seat, display = state.pending[-1].seat, state.display
    laid = state.players[seat].world[-1].tile
    found: list[AnyDecision] = [Turn(seat), DeathPayment(seat, "death", 6), Gift(seat, 5, None, "love")]
    found += [Placement(seat, slot) for slot in range(9)]
    found += [Payment(seat, tile, count, slot, 1, 0) for slot, tile in enumerate(display) if tile for count in (1, 2, 3)]
    found += [Gift(seat, count, laid, None) for count in range(1, 6)]
    found += [VillagePayment(seat, laid, count) for count in range(1, 7)]
    found += [Eruption(seat, laid, left) for left in range(1, 7)]
    return found + [Overflow(seat, count) for count in range(1, 20)]


@pytest.mark.parametrize("kind", [Turn, Placement, Payment, Gift, VillagePayment, DeathPayment, Eruption, Overflow])
def test_a_decision_that_passes_the_check_can_be_played_to_the_end(kind: type[AnyDecision]) -> None:
    """Any decision in place of the right one is refused, or the game can be played to its end without a defect."""
    state = reached(kind, seats=2)
    assert GAME.check(state) == []
    refused = 0
    for question in other_questions(state):
        trial = GAME.copy(state)
        trial.pending = [question]
        if GAME.check(trial):
            refused += 1
            continue
        for position, _, _ in walk(trial, 1):
            assert GAME.check(position) == []
        assert GAME.outcome(trial) is not None
    assert refused > 30


def test_a_decision_without_a_choice_is_a_defect() -> None:
    """A village nobody can pay, ten worshippers as too many, a payment of one colour: such decisions are defects."""
    village = reached(VillagePayment)
    village.players[village.pending[-1].seat].worshippers = (0,) * 5
    overflow = reached(Overflow)
    overflow.players[overflow.pending[-1].seat].worshippers = worshippers(red=10)
    payment = reached(Payment)
    payment.players[payment.pending[-1].seat].worshippers = worshippers(red=2)
    for state in (village, overflow, payment):
        assert codes(state) == {("/pending/0", "not_asked")}


def test_orb_5_5_a_volcano_without_enough_to_remove_is_not_asked() -> None:
    """ORB-5.5 in check: the display is bare."""
    state = reached(Eruption)
    state.display_worshippers = [(0,) * 5] * 9
    assert codes(state) == {("/pending/0", "not_asked")}


def test_orb_3_1_a_full_world_is_not_asked_for_a_place() -> None:
    """ORB-3.1 in check: a player with fourteen regions cannot have taken another."""
    state = only_gods_left()
    color, slot = COLOR_OF[tile_at(state, 4)], 4
    state.display_worshippers = [tuple(int(of == color and other in NEIGHBOURS[slot]) for of in range(5)) for other in range(9)]
    state.pending = [Placement(state.pending[-1].seat, slot)]
    assert codes(state) == {("/pending/0", "not_asked")}


def test_orb_7_1_love_can_bring_fifteen_and_no_more() -> None:
    """ORB-7.1 with ORB-3.6 in check: ten and the five of the gift."""
    state = only_gods_left()
    seat = state.pending[-1].seat
    state.gods = ["love", "training", "death"]
    GAME.play(state, TakeGod("love"), [])
    for count, sound in ((15, True), (16, False)):
        state.players[seat].worshippers = worshippers(red=count)
        state.pending = [Overflow(seat, count - 10)]
        assert (GAME.check(state) == []) == sound


def test_only_a_turn_can_be_pending_at_the_start() -> None:
    state = new_game(Options(), 2, 0)
    state.pending = [Gift(0, 1, "L1-red-3", None)]
    assert ("/pending/0", "not_asked") in codes(state)


def test_a_finished_game_is_sound_and_asks_nothing() -> None:
    state = new_game(Options(), 2, 0)
    for _ in walk(state, 0):
        pass
    assert GAME.check(state) == []
    state.pending = [Turn(0)]
    assert ("/pending/0", "game_over") in codes(state)


def test_a_view_is_refused_as_a_state() -> None:
    state = reached(Turn)
    assert codes(GAME.view(state, 0)) >= {("/seed", "view")}


@pytest.mark.parametrize("slot", [0, 1, 6, 7, 8])
def test_the_moves_of_an_unfinished_turn_are_bounded_too(slot: int) -> None:
    """ORB-3.3 in check: after the first region is taken nobody owns worshippers; else laying it could lead to a refused position."""
    state = new_game(Options(), 2, 4)
    GAME.play(state, TakeRegion(slot), [])
    assert state.pending == [Placement(0, slot)]
    assert GAME.check(state) == []
    state.players[0].worshippers = (1, 1, 1, 0, 0)
    assert codes(state) == {("/version", "out_of_range")}


def test_check_accepts_what_legal_moves_lead_to() -> None:
    """Positions with a few worshippers more or less: those that pass the check lead only to positions that pass it."""
    rng = Random(11)
    accepted = 0
    for seed in range(3):
        for position, _, _ in walk(new_game(Options(), 2, seed), seed):
            trial = GAME.copy(position)
            player = trial.players[trial.pending[-1].seat]
            player.worshippers = tuple(max(0, count + rng.choice([0, 0, 1, -1])) for count in player.worshippers)
            trial.version += rng.choice([0, 1, 2])
            if not GAME.check(trial):
                accepted += 1
                for move in GAME.legal_moves(trial):
                    assert GAME.check(apply(GAME, trial, move)[0]) == [], move
    assert accepted > 50


def test_orb_3_3_a_payment_must_be_for_the_tile_just_taken() -> None:
    """ORB-3.3 in check: its slot, its place and its number of `any` symbols."""
    state = reached(Payment)
    decision = state.pending[-1]
    assert isinstance(decision, Payment)
    assert GAME.check(state) == []
    for wrong in ({"slot": (decision.slot + 1) % 9}, {"needed": decision.needed + 1}, {"row": 4}, {"tile": "L1-red-4"}):
        state.pending = [msgspec.structs.replace(decision, **wrong)]
        assert codes(state) == {("/pending/0", "not_asked")}, wrong
