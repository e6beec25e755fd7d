"""Validation of states: every defect is reported at once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from engine.decoding import read_state
from engine.errors import StateInvalid
from engine.helios import GAME
from engine.helios.content import LIGHT, SPECIALS
from engine.helios.moves import (
    ActionTurn,
    BonusAction,
    BonusCube,
    BuildTemple,
    CharacterTurn,
    Decline,
    DrawnLands,
    FaceUp,
    MoveSun,
    Payment,
    RegularAction,
    ScarceLight,
    StartingLand,
    TempleSite,
    Trade,
)
from engine.helios.state import MOST_POINTS, State, Tile
from tests.engine.helios.positions import do, first_turn, put


def middle(seed: int = 2) -> State:
    """A position of a random four-player game in the second round, with an action tile to take."""
    state = first_turn(4, seed)
    rng = Random(seed)
    while state.round < 2 or state.turn < 6 or not isinstance(state.pending[-1], ActionTurn):
        GAME.play(state, rng.choice(GAME.legal_moves(state)), [])
    assert GAME.check(state) == []
    return state


def codes(state: State) -> set[tuple[str, str]]:
    return {(defect.pointer, defect.code) for defect in GAME.check(state)}


Damage = Callable[[State], object]


def ring_round_the_sun(state: State) -> None:
    player = state.players[0]
    for field in (2, 6, 7, 8, 18):
        put(state, player, field, "green")


def three_cubes(state: State) -> None:
    put(state, state.players[1], 0, "brown", "brown", "gray", "gray")


def armed_power_plant(state: State) -> None:
    state.players[1].buildings = ("power_plant",)
    state.players[1].armed = True


BOARD: list[tuple[str, Damage, str, str]] = [
    ("HEL-4.3 sun on a tile", lambda s: setattr(s.players[0], "sun", 0), "/players/0/sun", "sun_on_tile"),
    ("HEL-4.3 sun enclosed", ring_round_the_sun, "/players/0/sun", "sun_enclosed"),
    ("HEL-4.9 sun adrift", lambda s: setattr(s.players[0], "sun", 28), "/players/0/sun", "sun_adrift"),
    ("HEL-4.8 three cubes", three_cubes, "/players/1/tiles/0/cubes", "too_many_cubes"),
    ("HEL-4.8 cube with temple", lambda s: put(s, s.players[1], 0, "brown", "gray", temple=True), "/players/1/tiles/0", "cubes_and_temple"),
    ("HEL-4.3 unconnected", lambda s: put(s, s.players[0], 13, "green"), "/players/0/tiles/13", "not_connected"),
    ("HEL-3.3 blue start", lambda s: put(s, s.players[1], 0, "blue"), "/players/1/tiles/0", "wrong_starting_land"),
    ("HEL-2.3 track too far", lambda s: setattr(s.players[1], "track", 9), "/players/1/track", "wrong_track"),
    ("HEL-2.3 sun symbol", lambda s: setattr(s.players[1], "track", 15), "/players/1/track", "wrong_track"),
    ("HEL-4.12 armed power plant", armed_power_plant, "/players/1/armed", "armed"),
    ("HEL-4.13 points", lambda s: setattr(s.players[2], "points", MOST_POINTS + 1), "/players/2/points", "too_many_points"),
    ("HEL-4.1 wrong slot", lambda s: s.players[2].slots.__setitem__(0, ("sun_blue",)), "/players/2/slots/0", "wrong_slot"),
    ("HEL-4.2 four tiles", lambda s: s.players[2].slots.__setitem__(0, ("sun_red",) * 4), "/players/2/slots/0", "wrong_count"),
]  # fmt: skip

PIECES: list[tuple[str, Damage, str, str]] = [
    ("HEL-1.1 land too many", lambda s: s.removed.__setitem__(3, s.removed[3] + 1), "/stacks", "wrong_count"),
    ("HEL-1.1 special too many", lambda s: s.specials.__setitem__(0, 2 + s.specials[0]), "/specials", "wrong_count"),
    ("HEL-1.2 cube too many", lambda s: s.cubes.__setitem__(0, s.cubes[0] + 1), "/cubes", "wrong_count"),
    ("HEL-1.2 mana too little", lambda s: setattr(s, "mana", s.mana - 1), "/mana", "wrong_count"),
    ("HEL-1.2 house too many", lambda s: setattr(s, "houses", s.houses + 1), "/houses", "wrong_count"),
    ("HEL-1.1 action tile gone", lambda s: s.action_stacks.__setitem__(1, s.action_stacks[1][1:]), "/action_stacks", "wrong_count"),
    ("HEL-1.1 action tile doubled", lambda s: s.discards.__setitem__(0, ("land_red", *s.discards[0])), "/action_stacks", "wrong_count"),
    ("HEL-3.1 symbol in wrong column", lambda s: s.columns.__setitem__(0, ("sun_red",)), "/columns/0", "wrong_symbol"),
    ("HEL-8 character twice", lambda s: setattr(s.players[0], "night", ("princess", *s.players[0].night)), "/characters", "wrong_count"),
    ("HEL-4.6 building twice", lambda s: setattr(s.players[0], "buildings", ("citadel", "citadel")), "/players/0/buildings", "built_twice"),
]


def tile_thrown_away(state: State) -> None:
    *rest, tile = state.columns[0]
    state.columns[0], state.discards[0] = tuple(rest), (*state.discards[0], tile)


def long_column(state: State) -> None:
    tiles = [tile for index in (1, 2) for tile in state.columns[index]]
    state.columns[0] += tuple(tiles)
    state.columns[1] = state.columns[2] = ()


COURSE: list[tuple[str, Damage, str, str]] = [
    ("HEL-4.1 tile nobody took", tile_thrown_away, "/columns", "wrong_count"),
    ("no such turn", lambda s: setattr(s, "turn", 17), "/turn", "no_such_turn"),
    ("HEL-6.2 start player", lambda s: setattr(s, "start_seat", 3), "/start_seat", "wrong_start_player"),
    ("HEL-3.4 stack", lambda s: s.stacks.__setitem__(0, 3), "/stacks/0", "wrong_count"),
    ("HEL-3.4 colour", lambda s: s.face_up.__setitem__(0, FaceUp("gray", False)), "/face_up/0", "wrong_color"),
    ("HEL-3.4 additional", lambda s: setattr(s, "additional", s.additional[1:]), "/additional", "wrong_count"),
    ("HEL-6.1 long column", long_column, "/columns/0", "too_long"),
    ("HEL-4.1 slots", lambda s: s.players[1].slots.__setitem__(0, ()), "/players/1/slots", "wrong_count"),
    ("HEL-4.14 tile beside the sun", lambda s: setattr(s.players[1], "sun_beside", 18), "/players/1/sun_beside", "sun_not_beside"),
    ("HEL-4.1 display", lambda s: s.columns.__setitem__(slice(0, 3), [("land_red",) * 6] * 3), "/columns", "wrong_count"),
    ("options", lambda s: setattr(s, "options", msgspec.structs.replace(s.options, first_seat=3)), "/start_seat", "wrong_start_player"),
    ("version", lambda s: setattr(s, "version", 99_000), "/version", "too_long"),
    ("seat", lambda s: s.pending.__setitem__(0, ActionTurn(9)), "/pending/0/seat", "no_such_seat"),
    ("view: seed", lambda s: setattr(s, "seed", None), "/seed", "unknown"),
    ("view: stack", lambda s: s.action_stacks.__setitem__(2, (None,)), "/action_stacks/2", "unknown"),
    ("view: additional", lambda s: setattr(s, "additional", (None,)), "/additional", "unknown"),
    ("view: points", lambda s: setattr(s.players[3], "points", None), "/players/3/points", "unknown"),
]


def readable(value: object) -> str:
    """Returns a test id that is the same in every process."""
    return "damaged" if callable(value) else str(value)


@pytest.mark.parametrize(("name", "damage", "pointer", "code"), [*BOARD, *PIECES, *COURSE], ids=readable)
def test_defects_are_found_where_they_are(name: str, damage: Damage, pointer: str, code: str) -> None:
    """HEL-1.1 to HEL-6.2: each damage is reported with its pointer and code, and never raises."""
    state = middle()
    state.players[0] = first_turn(4).players[0]
    damage(state)
    assert (pointer, code) in codes(state), GAME.check(state)


def at_table() -> State:
    """Round 1, turn 3 of a sound game: two took a tile and did nothing, seat 2 is to take one."""
    state = first_turn(4)
    while state.turn < 3:
        moves = GAME.legal_moves(state)
        GAME.play(state, next((move for move in moves if isinstance(move, Decline)), moves[0]), [])
    assert GAME.check(state) == []
    return state


IMPOSSIBLE = [
    [],
    [StartingLand(2)],
    [ActionTurn(1)],
    [ActionTurn(2), ActionTurn(2)],
    [ActionTurn(2), BonusCube(2, 0)],
    [RegularAction(3, "land")],
    [RegularAction(2, "land")],
    [BonusAction(2, None)],
    [BonusAction(2, "red")],
    [BonusCube(2, None)],
    [BonusCube(2, 4)],
    [Trade(2)],
    [DrawnLands(2, (FaceUp("brown", True),))],
    [DrawnLands(2, (FaceUp("brown", True), FaceUp("brown", True))), BonusCube(2, 8)],
    [Payment(2, "architect", (), 1)],
    [Payment(2, "temple", (), 2)],
    [Payment(2, "temple", (("brown",),), 0)],
    [Payment(2, "observatory", (("black",),), 0)],
    [Payment(2, "palace", (("black",),), 0)],
    [ScarceLight(2, (0, 2))],
    [CharacterTurn(2, False, False, 0)],
    [TempleSite(2), TempleSite(2)],
]


@pytest.mark.parametrize("pending", IMPOSSIBLE, ids=str)
def test_decisions_that_cannot_be_pending_are_refused(pending: list[object]) -> None:
    """HEL-3.3 to HEL-5.1: wrong phase, wrong seat, no building for it, nothing to pay, nothing to decide."""
    state = at_table()
    state.pending = pending  # type: ignore[assignment]
    found = GAME.check(state)
    assert any(defect.pointer.startswith(("/pending", "/players/2/slots")) for defect in found)


def test_hel_5_1_decisions_of_phase_two() -> None:
    """HEL-5.1: turns, payments and bonus cubes of characters, and no more."""
    state = at_table()
    state.turn = 0
    state.pending = [CharacterTurn(0, False, False, 0)]
    assert ("/pending/0", "nothing_to_decide") not in codes(state)
    for wrong in (
        [CharacterTurn(0, True, False, 0)],
        [CharacterTurn(0, True, True, 0)],
        [CharacterTurn(0, False, False, 0), BonusCube(0, None)],
        [CharacterTurn(0, False, True, 0), BonusCube(1, None)],
        [BonusCube(0, None)],
        [],
    ):
        state.pending = wrong  # type: ignore[assignment]
        assert any(defect.pointer.startswith("/pending") for defect in GAME.check(state)), wrong


def test_a_decision_with_one_outcome_is_not_pending() -> None:
    """HEL-5.1: a state must be settled: nobody without mana and characters is asked in the character phase."""
    state = first_turn(2)
    while not isinstance(state.pending[-1], CharacterTurn):
        moves = GAME.legal_moves(state)
        chosen = [move for move in moves if getattr(move, "building", "") == "sanctuary" or isinstance(move, BuildTemple)]
        GAME.play(state, (chosen or moves)[0], [])
    player = state.players[state.pending[-1].seat]
    assert GAME.check(state) == []
    state.mana, player.mana = state.mana + player.mana, 0
    assert codes(state) == {("/pending/0", "nothing_to_decide")}


def test_all_defects_are_reported_at_once() -> None:
    """HEL-1.2, HEL-2.3, HEL-4.3: three damages, three defects with pointers."""
    state = middle()
    state.mana += 1
    state.players[1].track = 14
    state.players[2].sun = 0
    found = codes(state)
    assert {("/mana", "wrong_count"), ("/players/1/track", "wrong_track"), ("/players/2/sun", "sun_on_tile")} <= found
    assert all(defect.message.endswith(".") for defect in GAME.check(state))


def test_the_schema_refuses_values_out_of_range() -> None:
    """HEL-4.8: three cubes on a tile, numbers out of range and long lists do not match the schema."""
    data = msgspec.json.decode(msgspec.json.encode(middle()))
    data["players"][0]["tiles"][0] = {"tile": "brown", "cubes": ["brown"] * 3, "temple": False}
    data["players"][1]["sun"] = 99
    data["pending"] *= 20
    with pytest.raises(StateInvalid) as refusal:
        read_state(GAME, data)
    assert {defect.pointer for defect in refusal.value.defects} == {"/players/0/tiles/0/cubes", "/players/1/sun", "/pending"}


def test_setup_positions_hold_nothing_else() -> None:
    """HEL-3.1, HEL-3.2, HEL-3.3: before the lands are laid out nobody has played."""
    fresh = GAME.new_game(first_turn().options, 3, 1)
    assert GAME.check(fresh) == []
    state = GAME.copy(fresh)
    state.players[0].points = 5
    assert ("/players/0", "too_early") in codes(state)
    state = GAME.copy(fresh)
    state.discards[0], state.columns[0] = state.columns[0][:1], state.columns[0][1:]
    assert ("/columns", "too_early") in codes(state)
    state = GAME.copy(fresh)
    state.additional = ("brown",)
    assert ("/face_up", "too_early") in codes(state)
    state = GAME.copy(fresh)
    state.players[1].tiles[0] = Tile("brown", ("gray",), False)
    assert {("/players/1/tiles", "too_early"), ("/pending", "wrong_decisions")} <= codes(state)


def test_state_and_moves_have_a_schema() -> None:
    """HEL-2.1: the specification comes from the types."""
    schema = msgspec.json.schema(GAME.state)
    player = schema["$defs"]["Player"]["properties"]
    assert player["tiles"]["maxItems"] == LIGHT
    assert msgspec.json.schema(GAME.move_type)


def test_hel_1_2_a_shortage_of_cubes_is_a_sound_position() -> None:
    """HEL-1.2: brown cubes are on special tiles of all players, and one is left for two lit lands."""
    state = at_table()
    player = state.players[2]
    do(state, next(move for move in GAME.legal_moves(state) if getattr(move, "column", "") == "sun"))
    put(state, player, 0, "brown")
    put(state, player, 3, "brown")
    state.face_up[0] = None
    state.cubes[0] += 1
    for seat, special in ((0, 0), (0, 1), (1, 2), (1, 3), (3, 0)):
        put(state, state.players[seat], 3 + special, SPECIALS[special], "brown", "brown")
        state.specials[special] -= 1
    assert state.cubes[0] == 1
    assert GAME.check(state) == []
    GAME.play(state, MoveSun(2, False), [])
    assert state.pending == [ScarceLight(2, (3, 0))]
    assert GAME.check(state) == []
    for wrong in (ScarceLight(2, (3, 3)), ScarceLight(2, (3, 4)), ScarceLight(1, (3, 0))):
        state.pending = [wrong]
        assert GAME.check(state)
    state.pending = [ScarceLight(2, (3, 0))]
    rng = Random(1)
    while moves := GAME.legal_moves(state):
        GAME.play(state, rng.choice(moves), [])
        assert GAME.check(state) == []


def test_a_wrong_seat_or_seed_does_not_hide_other_defects() -> None:
    """HEL-1.2, HEL-4.3: all checks that are still possible are made."""
    state = middle()
    state.seed = None
    state.start_seat = 3
    state.options = msgspec.structs.replace(state.options, first_seat=3)
    state.mana += 1
    state.players[2].sun = 0
    assert {("/seed", "unknown"), ("/mana", "wrong_count"), ("/players/2/sun", "sun_on_tile")} <= codes(state)
    two = first_turn(2)
    two.start_seat = 3
    two.houses -= 1
    assert {("/start_seat", "no_such_seat"), ("/houses", "wrong_count")} <= codes(two)
