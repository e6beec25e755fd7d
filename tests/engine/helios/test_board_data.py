"""The board is data (HEL-2.1): loading refuses wrong data, and a larger board needs only another data file."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from engine.helios.content import DATA_FILES, FOLDER, BoardData, load
from engine.helios.faults import board_faults, box_faults, cost_faults
from engine.hexes import Hex, disk, distance, neighbours, ring, turn_over

ROOT = Path(__file__).parent.parent.parent.parent

PLAY_LARGE = """
from random import Random
from engine.game import start
from engine.helios import GAME
from engine.helios.content import FIELDS, LIGHT
from tests.engine.helios.pieces import expected, pieces
from tests.engine.helios.test_sun_oracle import compare
assert (LIGHT, FIELDS) == (37, 61)
largest = 0
for seed in range(6):
    state = start(GAME, {"first_seat": "random"}, 2 + seed % 3, seed)
    rng = Random(seed)
    while moves := GAME.legal_moves(state):
        laying = [move for move in moves if type(move).__name__ in ("LayTile", "LayDrawn")] or moves
        GAME.play(state, rng.choice(rng.choice([moves, laying])), [])
        assert GAME.check(state) == [], state
    assert GAME.outcome(state) is not None
    assert pieces(state) == expected(state.options, len(state.players))
    largest = max(largest, *(field for player in state.players for field, tile in enumerate(player.tiles) if tile))
assert largest > 18, "the outer ring is built on"
compare("large", 60)
print("played")
"""


def large_board() -> str:
    """A board with 37 light fields and its rim at distance 4."""

    def listed(places: list[Hex]) -> str:
        return str([list(place) for place in places])

    printed = (FOLDER / "board.toml").read_text(encoding="utf-8").splitlines()
    kept = [line for line in printed if line.startswith(("start", "sun", "cube_fields", "mana_fields"))]
    edge = [place for place in ring(4) if 4 in map(abs, place) and 0 in place]
    return "\n".join(
        [
            f"light = {listed(disk(3))}",
            f"rim = {listed(ring(4))}",
            f"gold = {listed([(0, -steps) for steps in range(1, 5)])}",
            f"opposite = {listed([(0, steps) for steps in range(1, 5)])}",
            f"edge_fields = {listed(edge)}",
            *kept,
        ]
    )


def test_hel_2_1_a_board_of_radius_three_plays_by_swapping_the_data_file(tmp_path: Path) -> None:
    """HEL-2.1: whole games and the oracle's paths, without a change of code."""
    unwanted = shutil.ignore_patterns("__pycache__", "golden")
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=unwanted)
    shutil.copytree(ROOT / "tests" / "engine" / "helios", tmp_path / "tests" / "engine" / "helios", ignore=unwanted)
    for package in ("tests", "tests/engine"):
        (tmp_path / package / "__init__.py").touch()
    (tmp_path / "engine" / "helios" / "data" / "board.toml").write_text(large_board(), encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", PLAY_LARGE], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert done.stdout.strip() == "played", done.stderr


def replaced(**changes: object) -> BoardData:
    return msgspec.structs.replace(DATA_FILES.board, **changes)


@pytest.mark.parametrize(
    ("board", "fault"),
    [
        (replaced(light=(*DATA_FILES.board.light, (0, 0))), "twice"),
        (replaced(rim=DATA_FILES.board.rim[1:]), "rim"),
        (replaced(start=(9, 9)), "starting land"),
        (replaced(sun=(0, -2)), "sun"),
        (replaced(cube_fields=((0, -3),)), "cube and mana"),
        (replaced(edge_fields=((0, 0),)), "edge"),
        (replaced(gold=((0, -1),)), "gold line"),
    ],
)
def test_hel_2_2_an_inconsistent_board_is_refused(board: BoardData, fault: str) -> None:
    """HEL-2.2: with a sentence that says why."""
    assert any(fault in sentence for sentence in board_faults(board))


def test_hel_1_1_inconsistent_components_are_refused() -> None:
    """HEL-1.1, HEL-4.7: too few lands or action tiles, a cost with one colour twice, a function twice."""
    assert box_faults(DATA_FILES.box) == []
    assert box_faults(msgspec.structs.replace(DATA_FILES.box, lands={**DATA_FILES.box.lands, "brown": 5}))
    assert box_faults(msgspec.structs.replace(DATA_FILES.box, stack_size=2))
    assert box_faults(msgspec.structs.replace(DATA_FILES.box, actions={**DATA_FILES.box.actions, "sun": {"red": 3}}))
    assert box_faults(msgspec.structs.replace(DATA_FILES.box, actions={**DATA_FILES.box.actions, "sun": {"pink": 9}}))
    assert box_faults(msgspec.structs.replace(DATA_FILES.box, specials={"cubes": 8}))
    twice = msgspec.structs.replace(DATA_FILES.buildings["sanctuary"], cost=(("brown",), ("brown",)))
    assert cost_faults({**DATA_FILES.buildings, "sanctuary": twice}, DATA_FILES.characters)
    again = msgspec.structs.replace(DATA_FILES.buildings["sanctuary"], function="orbit")
    assert cost_faults({**DATA_FILES.buildings, "sanctuary": again}, DATA_FILES.characters)
    assert cost_faults({}, DATA_FILES.characters)


def test_load_raises_with_the_name_of_the_game(tmp_path: Path) -> None:
    """HEL-2.1: load raises with all faults."""
    shutil.copytree(str(FOLDER), tmp_path / "data")
    path = tmp_path / "data" / "board.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("sun = [0, -1]", "sun = [0, -2]"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"helios/data: .*sun must start next to it"):
        load(tmp_path / "data")


def test_hel_2_1_hexes_are_numbered_clockwise_from_the_top() -> None:
    """HEL-2.1: directions, rings and distances."""
    assert neighbours((0, 0)) == [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)] == ring(1)
    assert [len(ring(radius)) for radius in range(5)] == [1, 6, 12, 18, 24]
    assert len(set(disk(3))) == 37
    assert {distance(place) for place in ring(3)} == {3}
    assert distance((2, -1), (-1, 1)) == 3
    assert ring(2)[0] == (0, -2)
    assert turn_over((-1, -1), (0, -2), (0, 0)) == 1
    assert turn_over((0, -2), (-1, -1), (0, 0)) == -1
    assert turn_over((0, 1), (-1, 2), (0, 0)) == 0
    assert turn_over((0, -2), (1, -2), (0, 0)) == 0
