"""Thread safety of decoding: type information is built at import time. A failure here crashes the whole process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys, threading
import msgspec
from engine.decoding import read_move, read_state
from engine.game import list_moves, start
from engine.games import GAMES

sys.setswitchinterval(1e-6)
together = threading.Barrier(16)
positions = [(game, msgspec.to_builtins(start(game, {}, game.seats[0], 1))) for game in GAMES.values()]

def read():
    together.wait()
    for game, data in positions:
        state = read_state(game, data)
        read_move(game, list_moves(game, state)[0])

threads = [threading.Thread(target=read) for _ in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


@pytest.mark.parametrize("attempt", range(4))
def test_threads_can_decode_at_once_right_after_import(attempt: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
