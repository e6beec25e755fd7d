"""The compiled build plays the same games as the sources, and its players choose the same moves."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.engine.ai.thoughts import thoughts
from tests.support import compiled

PYTEST = ("pytest", "--import-mode=importlib", "-p", "no:cacheprovider", "-p", "no:xdist")


def run(*module: str) -> str:
    """Returns the output of a module that runs with the compiled engine."""
    command = [sys.executable, "-m", *module]
    ran = subprocess.run(command, cwd=compiled.ROOT, env=compiled.environment(), capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.slow
@pytest.mark.skipif(bool(compiled.why_not()), reason=compiled.why_not())
def test_compiled_rules_replay_every_golden_game_and_compiled_players_choose_the_same_moves() -> None:
    where, *lines = run("tests.engine.ai.thoughts").splitlines()
    assert where.startswith(str(compiled.FOLDER)) and not where.endswith(".py")
    assert lines == list(thoughts())
    assert " passed" in run(*PYTEST, "tests/engine/test_golden.py", "tests/engine/test_perft.py")
