"""`make serve`: the whole service, stopped by Ctrl-C, with every game still there after a restart; AI workers change to machine code."""

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
from typing import IO, Any
from urllib.request import Request, urlopen

import pytest

from tests.support import compiled
from tests.support.ports import free_port, listens
from tests.support.waiting import eventually

SEATS = [{"kind": "ai", "level": "easy"}, {"kind": "human"}]


@contextmanager
def made(port: int, folder: Path) -> Iterator[IO[str]]:
    """What `make serve` starts, until Ctrl-C; gives its output."""
    command = ["make", "serve", f"PORT={port}", f"DATA_DIR={folder / 'data'}"]
    environment = os.environ | {"MAKEFLAGS": "", "ARBITER_LOG_REQUESTS": "false", "ARBITER_COMPILED_DIR": str(folder / "compiled")}
    with subprocess.Popen(command, cwd=compiled.ROOT, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout
        finally:
            os.killpg(server.pid, signal.SIGINT)
            server.stdout.read()
            server.wait(timeout=60)


def line_with(output: IO[str], words: str) -> str:
    """The next line of the output with these words."""
    return next(line for line in output if words in line)


def call(address: str, path: str, body: Any = None) -> Any:
    """The JSON answer to a request."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address + path, data, {"Content-Type": "application/json"}), timeout=30) as answer:
        return json.load(answer)


def play(address: str) -> tuple[str, Any]:
    """A new session in which an AI player has moved: its path and its position."""
    path = f"/v1/sessions/{call(address, '/v1/sessions', {'game': 'orbis', 'seats': SEATS, 'seed': 1})['id']}"
    return path, eventually(lambda: seen if (seen := call(address, path))["to_act"]["seat"] == 1 else None)


@pytest.mark.slow
@pytest.mark.skipif(not (compiled.ROOT / ".venv" / "dev-ready").exists(), reason="there is no .venv made by make here")
def test_make_serve_plays_compiles_the_engine_stops_and_goes_on(tmp_path: Path) -> None:
    port, can_compile = free_port(), not compiled.why_not()
    address = f"http://127.0.0.1:{port}"
    with made(port, tmp_path) as output:
        assert address in line_with(output, "Arbiter listens on")
        path, seen = play(address)
        assert not compiled_workers(port, tmp_path / "compiled")
        if can_compile:
            assert line_with(output, "The engine is compiled")
            eventually(lambda: compiled_workers(port, tmp_path / "compiled"))
            assert play(address)[1]["view"] == seen["view"]
    assert not listens(port)
    with made(port, tmp_path) as output:
        assert address in line_with(output, "Arbiter listens on")
        assert call(address, path) == seen
        if can_compile:
            eventually(lambda: compiled_workers(port, tmp_path / "compiled"))


def test_a_build_that_fails_leaves_the_players_on_the_sources(tmp_path: Path) -> None:
    """The folder of the build cannot be made, because a file is in its place."""
    port = free_port()
    (tmp_path / "compiled.lock").mkdir()
    with made(port, tmp_path) as output:
        if not compiled.why_not():
            assert line_with(output, "AI players run from the sources.")
        assert play(f"http://127.0.0.1:{port}")
        assert not compiled_workers(port, tmp_path / "compiled")


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


def compiled_workers(port: int, folder: Path) -> list[str]:
    """The worker processes of this server that run machine code of this folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            variables = (path / "environ").read_bytes().split(b"\0")
            is_worker = b"service.cli\0worker" in (path / "cmdline").read_bytes() and f"PORT={port}".encode() in variables
            if is_worker and f"{folder}/engine/ai/search." in (path / "maps").read_text():
                found.append(path.name)
        except OSError:
            continue
    return found
