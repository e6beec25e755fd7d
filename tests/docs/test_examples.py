"""Every command and script in the READMEs runs, in the order in which a reader would type it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.readmes import NOT_RUN, READMES, ROOT, blocks
from tests.support.server import serving

SHOWN_AT = "http://127.0.0.1:8000"
PRINT_STATUS = "curl() { command curl -w '%{stderr}%{http_code}\\n' \"$@\"; }\n"
REFUSED = re.compile(r"  # (\d{3})$", re.MULTILINE)
"""The comment behind a request that is meant to be refused."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of a running service with one AI worker, and the folder of its data."""
    folder = tmp_path_factory.mktemp("service")
    with serving(folder, ARBITER_AI_WORKERS="1") as (_, port):
        yield f"http://127.0.0.1:{port}", folder / "data"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder that looks like the source tree, in which examples may leave files behind."""
    for path in ROOT.iterdir():
        if path.name not in (".git", ".venv", ".pytest_cache", ".hypothesis"):
            (tmp_path / path.name).symlink_to(path)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    return tmp_path


def commands(name: str) -> str:
    """The commands of a file that can be run, as one script."""
    lines = "".join(blocks(name, "sh")).splitlines()
    return "\n".join(line for line in lines if line not in NOT_RUN)


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
@pytest.mark.parametrize("name", [name for name in READMES if commands(name)])
def test_every_command_works(name: str, service: tuple[str, Path], tree: Path) -> None:
    address, data = service
    script = PRINT_STATUS + commands(name).replace(SHOWN_AT, address)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "REDIS_URL", "ARBITER_", "COV_"))}
    environment |= {"PATH": f"{Path(sys.prefix) / 'bin'}{os.pathsep}{os.environ['PATH']}", "DATA_DIR": str(data)}
    ran = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], cwd=tree, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    statuses = re.findall(r"^\d{3}$", ran.stderr, re.MULTILINE)
    assert len(statuses) == script.count("curl -s")
    assert [status for status in statuses if not status.startswith("2")] == REFUSED.findall(script), ran.stdout


SCRIPTS = [(name, script) for name in READMES for script in blocks(name, "python") if "app.run(" not in script]
"""The scripts that end by themselves; test_webhook_receiver.py runs the one that serves."""


@pytest.mark.parametrize(("name", "script"), SCRIPTS)
def test_every_python_script_works(name: str, script: str, service: tuple[str, Path], tmp_path: Path) -> None:
    address, _ = service
    path = tmp_path / "example.py"
    path.write_text(script, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [sys.executable, str(path), address, "5"], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout
    if "score_sheet" in script:
        assert "total" in ran.stdout and " won: " in ran.stdout
        assert len(script.splitlines()) <= 60


def test_every_command_that_is_left_out_stands_in_a_readme() -> None:
    shown = {line for name in READMES for block in blocks(name, "sh") for line in block.splitlines()}
    assert set(NOT_RUN) <= shown, "NOT_RUN names a command that no README shows"


def test_every_test_that_covers_a_command_exists() -> None:
    for reason in NOT_RUN.values():
        for test in re.findall(r"\btest_\w+\.py\b", reason):
            assert list((ROOT / "tests").rglob(test)), f"there is no {test}"
