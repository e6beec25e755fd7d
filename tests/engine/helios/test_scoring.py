"""Final scoring, with a worked example."""

from __future__ import annotations

from engine.helios import GAME
from engine.helios.content import CHARACTERS, Character
from engine.helios.native.conversion import read_player
from engine.helios.native.pieces import CHARACTERS as PIECES
from engine.helios.scoring import character_points, edge_fields, sheet
from engine.helios.state import Player, State
from tests.engine.helios.positions import asked, fill, put


def finished(seats: int = 2) -> State:
    """Returns a finished game with almost empty boards."""
    state = asked(seats=seats)
    state.round, state.turn = 4, 0
    for player in state.players:
        player.mana = 0
    return state


def points_of(player: Player, name: Character) -> int:
    return character_points(read_player(player), PIECES[name])


def lines(state: State, seat: int = 0) -> dict[str, int]:
    return {line.line: line.points for line in sheet(read_player(state.players[seat])) if line.points}


def test_hel_9_1_worked_example_of_98_points() -> None:
    """HEL-9.1: edge fields 8, empty_fields 5, temples 8, city 12, Princess on 8 16, mana 2, bag 47."""
    state = finished()
    player = state.players[0]
    player.points, player.mana, player.track = 47, 2, 8
    put(state, player, 2, "gray")
    put(state, player, 9, "gray", temple=True)  # next to edge field 22
    put(state, player, 10, "temples", temple=True)  # temples on it and on 9
    put(state, player, 11, "green")  # next to edge field 25
    put(state, player, 5, "empty_fields")  # one tile beside it: the centre
    player.buildings = ("observatory", "solar_lodge", "sacred_grove", "city_council", "citadel", "watch_tower")
    player.day = ("princess",)
    assert lines(state) == {
        "won_in_play": 47,
        "edge_fields": 8,
        "special_empty_fields": 5,
        "special_temples": 8,
        "city": 12,
        "princess": 16,
        "mana": 2,
    }
    result = GAME.outcome(state)
    assert result is not None
    assert result.scores[0] == 98


def test_hel_9_1_an_edge_field_counts_once_however_many_tiles_touch_it() -> None:
    """HEL-9.1: each edge bonus field once."""
    state = finished()
    player = state.players[0]
    fill(state, player, range(1, 19))
    assert len(edge_fields(read_player(player).land.taken)) == 5
    assert lines(state)["edge_fields"] == 20
    player.day = ("explorer",)
    assert lines(state)["explorer"] == 20, "8 instead of 4"


def test_hel_9_1_special_tiles() -> None:
    """HEL-9.1: rim and sun fields count as empty; lands, cubes and temples on the tile and beside it."""
    state = finished()
    player = state.players[0]
    put(state, player, 7, "empty_fields")
    put(state, player, 8, "brown")
    player.sun = 1
    assert lines(state)["special_empty_fields"] == 5
    state = finished()
    player = state.players[0]
    put(state, player, 2, "lands")
    put(state, player, 3, "green", "green")
    put(state, player, 9, "cubes", "gray", "blue")
    put(state, player, 10, "blue", "blue")
    assert lines(state)["special_lands"] == 2 * 5
    assert lines(state)["special_cubes"] == 2 * 3
    state = finished()
    player = state.players[0]
    put(state, player, 2, "temples", temple=True)
    put(state, player, 3, "green", temple=True)
    put(state, player, 5, "green", temple=True)
    assert lines(state)["special_temples"] == 8


def test_hel_8_every_character() -> None:
    """HEL-8: what each scores on its day side."""
    state = finished()
    player = state.players[0]
    put(state, player, 0, "brown", temple=True)
    put(state, player, 2, "gray", "gray", "blue")
    put(state, player, 9, "blue", "blue")
    put(state, player, 3, "lands")
    put(state, player, 4, "cubes")
    player.buildings = ("citadel", "warehouse")
    player.track, player.mana = 9, 4
    expected: dict[Character, int] = {
        "architect": 9,
        "prophetess": 10,
        "inventor": 10,
        "cartographer": 9,
        "princess": 18,
        "priestess": 12,
        "explorer": 4,
        "treasurer": 2 * 3 + 2 * 4,
    }
    assert {name: points_of(player, name) for name in CHARACTERS} == expected
    assert lines(state)["mana"] == 4
    assert "treasurer" not in lines(state), "only the day side scores"
    player.night = ("treasurer",)
    assert "treasurer" not in lines(state)


def test_hel_8_princess_scores_nothing_with_a_power_plant() -> None:
    """HEL-8, HEL-2.3: the sun symbol has no number."""
    state = finished()
    state.players[0].track = 15
    assert points_of(state.players[0], "princess") == 0


def test_hel_8_cartographer_counts_five_colours_at_most() -> None:
    """HEL-8: 15 for all five, the starting land included."""
    state = finished()
    for field, color in ((2, "gray"), (3, "green"), (4, "blue"), (5, "black"), (6, "black")):
        put(state, state.players[0], field, color)  # type: ignore[arg-type]
    assert points_of(state.players[0], "cartographer") == 15


def test_hel_9_2_a_tie_goes_to_more_cubes_then_is_shared() -> None:
    """HEL-9.2."""
    state = finished(4)
    for player, points in zip(state.players, (20, 30, 30, 30), strict=True):
        player.points = points
    put(state, state.players[2], 0, "brown", "green")
    result = GAME.outcome(state)
    assert result is not None
    assert result.ranking == [[2], [1, 3], [0]]
    assert result.scores == [20, 30, 30, 30]


def test_no_outcome_before_the_end() -> None:
    """HEL-9.1: scoring comes after the last round."""
    state = asked()
    assert GAME.outcome(state) is not None
    state = GAME.new_game(state.options, 2, 1)
    assert GAME.outcome(state) is None
