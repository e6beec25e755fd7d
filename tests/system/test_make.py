"""`make serve`: the whole service, stopped by Ctrl-C, with every game still there after a restart; from sources and compiled."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.support import compiled
from tests.support.ports import free_port, listens
from tests.support.waiting import eventually

WITH_COMPILER = pytest.mark.skipif(bool(compiled.why_not()), reason=compiled.why_not())
SEATS = [{"kind": "ai", "level": "easy"}, {"kind": "human"}]


@contextmanager
def made(*words: str) -> Iterator[str]:
    """What `make serve` starts, until Ctrl-C; gives the address it prints."""
    command, quiet = ["make", "serve", *words], os.environ | {"MAKEFLAGS": "", "ARBITER_LOG_REQUESTS": "false"}
    with subprocess.Popen(command, cwd=compiled.ROOT, env=quiet, stdout=subprocess.PIPE, text=True, start_new_session=True) as server:
        assert server.stdout is not None
        try:
            yield next(word for line in server.stdout if "Arbiter listens on" in line for word in line.split() if word.startswith("http"))
        finally:
            os.killpg(server.pid, signal.SIGINT)
            server.stdout.read()
            server.wait(timeout=60)


def call(address: str, path: str, body: Any = None) -> Any:
    """The JSON answer to a request."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address + path, data, {"Content-Type": "application/json"}), timeout=30) as answer:
        return json.load(answer)


@pytest.mark.skipif(not (compiled.ROOT / ".venv" / "dev-ready").exists(), reason="there is no .venv made by make here")
@pytest.mark.parametrize("build", ["", pytest.param("COMPILED=1", marks=WITH_COMPILER)])
def test_make_serve_plays_stops_and_goes_on(tmp_path: Path, build: str) -> None:
    if build:
        compiled.environment()
    port = free_port()
    words = [f"PORT={port}", f"DATA_DIR={tmp_path / 'data'}", *([build] if build else [])]
    with made(*words) as address:
        assert address == f"http://127.0.0.1:{port}"
        session = call(address, "/v1/sessions", {"game": "orbis", "seats": SEATS, "seed": 1})
        moved = eventually(lambda: seen if (seen := call(address, f"/v1/sessions/{session['id']}"))["to_act"]["seat"] == 1 else None)
        assert is_compiled(port) == bool(build)
    assert not listens(port)
    with made(*words) as address:
        assert call(address, f"/v1/sessions/{session['id']}") == moved


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
@pytest.mark.parametrize(("target", "has_tools"), [("serve", False), ("check", True), ("test", True), ("lint", True)])
def test_only_developers_install_developer_tools(tmp_path: Path, target: str, has_tools: bool) -> None:
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(compiled.ROOT / name, tmp_path)
    plan = subprocess.run(["make", "--dry-run", target], cwd=tmp_path, env=os.environ | {"MAKEFLAGS": ""}, capture_output=True, text=True)
    assert plan.returncode == 0, plan.stderr
    assert ("[dev]" in plan.stdout) == has_tools


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        chosen = os.environ | {"PORT": port, "DATA_DIR": str(tmp_path / "data")}
        told = subprocess.run(
            [sys.executable, "-m", "service.cli", "serve"], env=chosen, capture_output=True, text=True, timeout=60, check=False
        )
    assert told.returncode == 1
    assert told.stderr == f"Another process listens on http://127.0.0.1:{port}; choose another PORT.\n"
    assert not (tmp_path / "data").exists()


def is_compiled(port: int) -> bool:
    """Whether all processes that serve this port run machine code of ours."""
    maps = [(path / "maps").read_text() for path in Path("/proc").glob("[0-9]*") if serves(path, port)]
    assert maps
    return all(str(compiled.FOLDER) in each for each in maps)


def serves(process: Path, port: int) -> bool:
    """Whether a process of gunicorn was started for this port."""
    try:
        environment = (process / "environ").read_bytes().split(b"\0")
        return f"PORT={port}".encode() in environment and b"gunicorn" in (process / "cmdline").read_bytes()
    except OSError:
        return False
