"""openapi.yaml is good enough to write clients from: types for TypeScript that compile, and a Python client that plays whole games."""

from __future__ import annotations

import compileall
import shutil
import sys
from pathlib import Path

import pytest

from engine.games import GAMES
from service.resources import resource_path
from tests.clients.tools import run
from tests.support.server import serving

HERE = Path(__file__).parent
GENERATOR = Path(sys.executable).parent / "openapi-python-client"
NODE_TOOLS = ("openapi-typescript@7.13.0", "typescript@5.9.3")
STRICT = (
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--noUncheckedIndexedAccess",
    "--target",
    "es2022",
    "--module",
    "es2022",
    "--moduleResolution",
    "bundler",
)


@pytest.mark.skipif(not GENERATOR.exists(), reason="openapi-python-client is not installed; it belongs to the extra dev")
def test_the_python_client_plays_every_game(tmp_path: Path) -> None:
    command = [str(GENERATOR), "generate", "--path", str(resource_path("openapi.yaml")), "--meta", "none"]
    done = run([*command, "--output-path", str(tmp_path / "arbiter_client")], tmp_path)
    assert done.returncode == 0, done.stdout
    assert compileall.compile_dir(tmp_path / "arbiter_client", quiet=1)
    with serving(tmp_path, ARBITER_AI_WORKERS="1", REDIS_URL="") as (_, port):
        played = run([sys.executable, str(HERE / "bot.py"), f"http://127.0.0.1:{port}"], tmp_path, PYTHONPATH=str(tmp_path))
    assert played.returncode == 0, played.stdout
    assert [line.partition(":")[0] for line in played.stdout.splitlines()] == [*GAMES, "session", "log"]


def test_the_typescript_types_accept_good_requests_and_reject_bad_ones(tmp_path: Path) -> None:
    tools = node_tools(tmp_path)
    done = run([str(tools / "openapi-typescript"), str(resource_path("openapi.yaml")), "-o", "arbiter.ts"], tmp_path)
    assert done.returncode == 0, done.stdout
    for name in ("play.ts", "requests.ts"):
        shutil.copy(HERE / name, tmp_path)
    compiled = run([str(tools / "tsc"), *STRICT, "--lib", "es2022,dom", "play.ts", "requests.ts"], tmp_path)
    assert compiled.returncode == 0, compiled.stdout


def node_tools(folder: Path) -> Path:
    """The generator and the compiler, from npm or its cache; without them the test is skipped."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm here")
    options = ["--prefer-offline", "--no-audit", "--no-fund", "--fetch-retries=0", "--loglevel=error"]
    if run([npm, "install", *options, "--prefix", str(folder / "tools"), *NODE_TOOLS], folder).returncode != 0:
        pytest.skip(f"npm cannot bring {' and '.join(NODE_TOOLS)}: no network and nothing in its cache")
    return folder / "tools" / "node_modules" / ".bin"
