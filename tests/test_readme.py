"""The README tells the truth: its commands run, its script plays, its tables are complete."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.problem_codes import PROBLEM_CODES
from service.settings import Settings
from tests.support.server import ROOT, serving

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN_AT = "http://127.0.0.1:8000"
SAY_STATUS = "curl() { command curl -w '%{stderr}%{http_code}\\n' \"$@\"; }\n"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running service with one AI worker."""
    with serving(tmp_path_factory.mktemp("readme"), ARBITER_AI_WORKERS="1") as (_, port):
        yield f"http://127.0.0.1:{port}"


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_every_shell_example_works(address: str, tmp_path: Path) -> None:
    """All in one shell, in the order in which a reader would type them; only the example of a refusal is refused."""
    lines = [line for block in blocks("sh") for line in block.splitlines() if not line.startswith(("make ", "docker ", "kubectl "))]
    script = SAY_STATUS + "\n".join(lines).replace(SHOWN_AT, address)
    ran = subprocess.run(["bash", "-eu", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    statuses = re.findall(r"^\d{3}$", ran.stderr, re.MULTILINE)
    assert len(statuses) == script.count("curl -s")
    assert [status for status in statuses if not status.startswith("2")] == ["422"], ran.stdout


def test_the_script_plays_a_game_to_its_score_sheet(address: str, tmp_path: Path) -> None:
    script = next(block for block in blocks("python") if "score_sheet" in block)
    assert len(script.splitlines()) <= 60
    path = tmp_path / "random_game.py"
    path.write_text(script, encoding="utf-8")
    played = subprocess.run([sys.executable, str(path), address, "5"], capture_output=True, text=True, timeout=120, check=True)
    assert "total" in played.stdout
    assert " won: " in played.stdout


def test_every_make_target_that_is_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"\bmake ([a-z]+)\b", "\n".join(re.findall(r"`[^`\n]+`|^make .*$", README, re.MULTILINE))))
    assert {"serve", "test"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_problem_code_stands_with_its_status() -> None:
    rows = dict(re.findall(r"^\| (\d{3}) \| (.+) \|$", README, re.MULTILINE))
    told = {(code, int(status)) for status, codes in rows.items() for code in re.findall(r"`(\w+)`", codes)}
    assert told == {(code, status) for code, (status, _) in PROBLEM_CODES.items()}


def test_every_setting_is_named() -> None:
    for field in dataclasses.fields(Settings):
        assert f"`ARBITER_{field.name.upper()}`" in README, field.name


def test_every_file_that_is_linked_is_there() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
