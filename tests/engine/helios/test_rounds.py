"""Set-up, the table of rounds, refill and the start player."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.game import start
from engine.helios import GAME
from engine.helios.content import COLORS, CUBE_FIELDS, EDGE_FIELDS, FIELDS, GOLD, HEXES, LIGHT, OPPOSITE, SLOTS, START, SUN, action_tiles
from engine.helios.events import ActionsDiscarded, ActionsLaidOut, ActionTaken, LandRemoved, LandsTurnedUp, RoundStarted, TurnStarted
from engine.helios.moves import ActionTurn, BonusCube, CharacterTurn, ChooseLand, Decline, FaceUp, Pass, PlaceCube, StartingLand, TakeAction
from engine.helios.native.fields import fields_in
from engine.helios.rules.rounds import end_actions, lay_out_actions, refill
from engine.helios.state import State
from engine.hexes import distance
from tests.engine.helios.pieces import expected, pieces
from tests.engine.helios.positions import change, clear, cubes_on, do, first_turn, moves_of, of, only


def test_hel_1_1_what_is_in_the_box() -> None:
    """HEL-1.1, HEL-1.2, HEL-1.3: 48 action tiles, 36 lands, 8 special tiles, 8 characters, cubes, mana and houses."""
    box = expected(first_turn().options, 2)
    assert sum(box[tile] for symbol in ("land", "build", "sun") for tile in set(action_tiles(symbol))) == 48
    assert {box[tile] for tile in action_tiles("sun")} == {4}
    assert [box[f"land {color}"] for color in COLORS] == [8, 8, 8, 6, 6]
    assert [box[f"cube {color}"] for color in COLORS] == [14] * 5
    assert (box["mana"], box["house"]) == (30, 35)
    assert sum(count for name, count in box.items() if name.startswith("special")) == 8
    assert pieces(first_turn()) == box


def test_hel_2_1_the_board() -> None:
    """HEL-2.1, HEL-2.2: 19 light fields, 18 on the rim; start, sun, gold line and edge bonus fields."""
    assert (LIGHT, FIELDS) == (19, 37)
    assert [distance(place) for place in HEXES] == sorted(distance(place) for place in HEXES)
    assert (HEXES[START], HEXES[SUN]) == ((0, 0), (0, -1))
    assert [HEXES[field] for field in fields_in(GOLD)] == [(0, -1), (0, -2), (0, -3)]
    assert [HEXES[field] for field in fields_in(OPPOSITE)] == [(0, 1), (0, 2), (0, 3)]
    assert {HEXES[field] for field in EDGE_FIELDS} == {(3, -3), (3, 0), (0, 3), (-3, 3), (-3, 0)}
    assert {HEXES[field] for field in fields_in(CUBE_FIELDS)} == {(1, -2), (1, 1), (-1, 2), (-1, -1)}


def test_hel_3_2_starting_position_of_every_player() -> None:
    """HEL-3.2: marker on 2, sun on its field, 1 mana; first_seat chooses first."""
    state = start(GAME, {"first_seat": 2}, 4, 7)
    assert all((player.track, player.sun, player.mana, player.points) == (2, SUN, 1, 0) for player in state.players)
    assert state.mana == 26
    assert [decision.seat for decision in reversed(state.pending)] == [2, 3, 0, 1]
    assert all(isinstance(decision, StartingLand) for decision in state.pending)
    firsts = {start(GAME, {"first_seat": "random"}, 4, seed).start_seat for seed in range(40)}
    assert firsts == {0, 1, 2, 3}


@pytest.mark.parametrize(("seats", "additional"), [(2, 14), (3, 13), (4, 12)])
def test_hel_3_4_five_stacks_of_four_and_the_rest_shuffled(seats: int, additional: int) -> None:
    """HEL-3.4: the top of all six is turned up with its cube."""
    state = first_turn(seats)
    assert state.stacks == [3] * 5
    assert len(state.additional) == additional - 1
    lands = [land for land in state.face_up if land is not None]
    assert [land.land for land in lands[:5]] == list(COLORS)
    assert len(lands) == 6
    assert all(land.cube for land in lands)


def test_hel_3_4_turning_up_lands_is_a_revealing_event() -> None:
    """HEL-3.4: the last starting land turns up the additional stack, so it cannot be taken back."""
    state = start(GAME, {}, 2, 1)
    do(state, ChooseLand("brown"))
    assert only(do(state, ChooseLand("brown")), LandsTurnedUp).reveals


def test_hel_3_5_third_and_fourth_choose_an_extra_cube() -> None:
    """HEL-3.5: any colour, also the one that is there."""
    state = start(GAME, {"first_seat": 1}, 4, 1)
    for _ in range(4):
        do(state, ChooseLand("gray"))
    assert state.pending == [ActionTurn(1), BonusCube(0, START), BonusCube(3, START)]
    assert PlaceCube("gray", START) in GAME.legal_moves(state)
    do(state, PlaceCube("gray", START))
    do(state, PlaceCube("blue", START))
    assert [len(cubes_on(state, seat)) for seat in range(4)] == [2, 1, 1, 2]
    assert state.pending == [ActionTurn(1)]


def course(seats: int, seed: int = 3) -> tuple[State, list[Any], list[list[int]]]:
    """Plays a game in which all players only take tiles; returns the events, and the seats that took a tile, by round."""
    state = first_turn(seats, seed)
    rng = Random(seed)
    seen: list[Any] = []
    while moves := GAME.legal_moves(state):
        dull = [move for move in moves if isinstance(move, Decline | Pass)]
        GAME.play(state, dull[0] if dull else rng.choice(moves), seen)
    takers: list[list[int]] = [[], []]
    for event in seen:
        if isinstance(event, RoundStarted):
            takers.append([])
        elif isinstance(event, ActionTaken):
            takers[-1].append(event.seat)
    return state, seen, takers


@pytest.mark.parametrize(("seats", "rounds", "displays"), [(2, 4, 1), (3, 3, 2), (4, 4, 3)])
def test_rounds_and_displays_by_number_of_players(seats: int, rounds: int, displays: int) -> None:
    """HEL-6.1, HEL-6.2: the numbers of rounds and of new displays, and the start player changes clockwise."""
    _, events, _ = course(seats)
    starts = [(event.round, event.start_seat) for event in of(events, RoundStarted)]
    assert starts == [(round_, (round_ - 1) % seats) for round_ in range(2, rounds + 1)]
    assert len(of(events, ActionsLaidOut)) == displays


def test_four_players_take_sixteen_and_two_are_discarded() -> None:
    """HEL-4.1: turn order repeats four times; the two tiles left go to the discards."""
    _, events, takers = course(4)
    assert takers[1] == [0, 1, 2, 3] * 4
    assert takers[2] == [1, 2, 3, 0] * 4
    left = [event for event in of(events, ActionsDiscarded) if len(event.tiles) == 2]
    assert len(left) == 4


def test_two_players_use_the_ten_tiles_left_over() -> None:
    """HEL-6.1: rounds 2 and 4 begin with ten tiles, and their last two are discarded."""
    state = first_turn(2)
    while state.round == 1:
        moves = GAME.legal_moves(state)
        do(state, next((move for move in moves if isinstance(move, Decline | Pass)), moves[0]))
    assert sum(map(len, state.columns)) == 10
    state, events, takers = course(2)
    assert takers[1:] == [[0, 1] * 4, [1, 0] * 4] * 2
    assert len([event for event in of(events, ActionsDiscarded) if len(event.tiles) == 2]) == 2
    assert not any(state.columns)


def test_three_players_have_six_turns_and_take_all() -> None:
    """HEL-4.1: 18 turns, the last tile without a choice of column."""
    _, events, takers = course(3)
    assert takers[1:3] == [[0, 1, 2] * 6, [1, 2, 0] * 6]
    assert len(takers[3]) == sum(map(len, of(events, ActionsLaidOut)[-1].columns))
    assert all(len(event.tiles) == 4 for event in of(events, ActionsDiscarded))


def test_hel_6_1_lands_not_taken_leave_the_game_and_new_ones_come() -> None:
    """HEL-6.1: their cubes go back before the new ones are taken."""
    state = first_turn(2)
    state.face_up[0] = None
    events: list[Any] = []
    change(state, lambda position: refill(position, events))
    assert len(of(events, LandRemoved)) == 5
    assert state.removed[1:] != [0] * 4
    assert all(land is not None and land.cube for land in state.face_up)
    assert state.stacks == [2] * 5


def test_hel_1_2_a_land_turned_up_without_a_cube_left_shows_none() -> None:
    """HEL-1.2: the display then holds a bare land."""
    state = first_turn(2)
    state.face_up = [None] * 6
    state.cubes[3] = 0
    change(state, lambda position: refill(position, []))
    assert state.face_up[3] == FaceUp("blue", False)


def test_hel_6_1_a_short_stack_takes_its_own_shuffled_discards() -> None:
    """HEL-6.1: the discards go below the rest of the stack."""
    state = first_turn(4)
    rest = state.action_stacks[0][:2]
    state.discards[0] = tuple(tile for tile in (*state.columns[0], *state.action_stacks[0][2:]) if tile is not None)
    state.action_stacks[0] = rest
    state.columns = [(), (), ()]
    change(state, lambda position: lay_out_actions(position, []))
    assert len(state.columns[0]) == 6
    assert Counter(state.columns[0][:2]) == Counter(rest), "the old tiles come first"
    assert state.discards[0] == ()
    assert len(state.action_stacks[0]) == 10


def test_hel_6_1_a_short_column_is_made_up_for_by_the_other_stacks() -> None:
    """HEL-6.1: sixteen tiles are needed for four players; the other stacks lay one more in turn until they lie there."""
    state = first_turn(4)
    state.action_stacks[0], state.discards[0] = ("land_red",), ("land_blue",)
    events: list[Any] = []
    change(state, lambda position: lay_out_actions(position, events))
    assert sorted(state.columns[0]) == ["land_blue", "land_red"]
    assert [len(column) for column in state.columns] == [2, 7, 7]
    assert only(events, ActionsLaidOut).reshuffled == ("land",)
    assert only(events, ActionsLaidOut).stacks == (0, 3, 3)


def test_hel_6_1_a_column_two_short_is_enough_for_four_players() -> None:
    """HEL-6.1: of eighteen tiles two would be left over, so nothing is added; three players need all eighteen."""
    for seats, lengths in ((4, [4, 6, 6]), (3, [4, 7, 7])):
        state = first_turn(seats)
        state.action_stacks[0], state.discards[0] = state.action_stacks[0][:4], ()
        change(state, lambda position: lay_out_actions(position, []))
        assert [len(column) for column in state.columns] == lengths


def hoarding_game(seed: int) -> tuple[State, list[Any]]:
    """Plays a game in which four players collect action tiles under their slots; returns it with the events from the first turn on."""
    state = first_turn(4, seed)
    events: list[Any] = []
    while moves := GAME.legal_moves(state):
        decision = state.pending[-1]
        slots = state.players[decision.seat].slots
        takes = [move for move in moves if isinstance(move, TakeAction)]
        kept = [move for move in takes if len(slots[SLOTS.index(move.slot)]) < 3] or takes
        dull = [move for move in moves if isinstance(move, Decline | Pass)]
        GAME.play(state, (kept or dull or moves)[0], events)
        assert GAME.check(state) == []
    return state, events


def test_hel_6_1_every_player_has_all_turns_of_every_round() -> None:
    """HEL-6.1: also where players keep most tiles under their slots and columns are short."""
    laid = []
    for seed in (6, 10, 19):
        _, events = hoarding_game(seed)
        assert Counter(event.seat for event in of(events, ActionTaken)) == {0: 16, 1: 16, 2: 16, 3: 16}
        laid += [tuple(map(len, event.columns)) for event in of(events, ActionsLaidOut)]
    assert any(max(lengths) > 6 for lengths in laid), "a column was longer than six"
    assert min(map(sum, laid)) == 16


def test_hel_3_5_bonus_cubes_differ_from_their_tile_if_the_option_says_so() -> None:
    """HEL-3.5: with `bonus_cubes_differ` the extra cube of the set-up is not of the starting land's colour."""
    state = start(GAME, {"bonus_cubes_differ": True}, 3, 1)
    for _ in range(3):
        do(state, ChooseLand("gray"))
    assert {move.color for move in moves_of(state, PlaceCube)} == {"brown", "green", "blue", "black"}


def test_every_turn_is_announced_in_its_order() -> None:
    """HEL-3.3, HEL-3.5, HEL-4.1, HEL-5.1: starting lands, bonus cubes, action turns and character turns."""
    state = start(GAME, {}, 3, 1)
    events: list[Any] = [*GAME.opening(state)]
    while state.round < 2:
        moves = GAME.legal_moves(state)
        events += do(state, next((move for move in moves if isinstance(move, Decline | Pass)), moves[0]))
    told = [(event.phase, event.seat, event.turn) for event in of(events, TurnStarted)]
    assert told[:4] == [("starting_land", 0, 0), ("starting_land", 1, 0), ("starting_land", 2, 0), ("bonus_cube", 2, 0)]
    assert told[4:22] == [("actions", turn % 3, turn + 1) for turn in range(18)]
    assert {phase for phase, _, _ in told[22:25]} == {"characters"}
    assert [event.round for event in of(events, RoundStarted)] == [1, 2]


def test_hel_6_2_third_and_fourth_position_place_a_bonus_cube() -> None:
    """HEL-6.2: counted from the new start player, on any own tile with room."""
    state = first_turn(4)
    for player in state.players:
        clear(state, player)
    change(state, lambda position: end_actions(position, []))
    state.pending = [CharacterTurn(3, False, False, 3)]
    state.players[3].mana = 9
    do(state, Pass())
    assert state.round == 2
    assert state.start_seat == 1
    assert state.pending == [ActionTurn(1), BonusCube(0, None), BonusCube(3, None)]
