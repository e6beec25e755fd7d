"""`arbiter serve` starts a Redis and workers, replaces workers that die, and stops cleanly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import msgspec
import pytest

from tests.support.ports import free_port
from tests.support.waiting import PATIENCE, eventually


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    bare = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    environment = bare | {
        "PORT": str(port),
        "DATA_DIR": str(tmp_path / "data"),
        "ARBITER_AI_WORKERS": "1",
        "ARBITER_COMPILE": "false",
        "WEB_CONCURRENCY": "1",
    }
    with (tmp_path / "serve.log").open("wb") as log:
        server = subprocess.Popen([sys.executable, "-m", "service.cli", "serve"], env=environment, stdout=log, stderr=log)
    yield f"http://127.0.0.1:{port}"
    server.send_signal(signal.SIGINT)
    assert server.wait(timeout=PATIENCE) == 0, (tmp_path / "serve.log").read_text()


def call(address: str, body: Any = None, **headers: str) -> Any:
    """The answer of a call; None if no server answers yet."""
    sent = None if body is None else msgspec.json.encode(body)
    request = Request(address, sent, {"Content-Type": "application/json", **headers})
    try:
        with urlopen(request, timeout=PATIENCE) as answer:
            return msgspec.json.decode(answer.read())
    except URLError:
        return None


def supervisor(address: str) -> int | None:
    """The supervisor of the workers of the server at this address."""
    port = address.rpartition(":")[2]
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command, environment = (folder / "cmdline").read_bytes(), (folder / "environ").read_bytes()
            ours = b"service.cli\0worker" in command and f"PORT={port}".encode() in environment.split(b"\0")
            if ours and b"service.cli\0worker" not in (Path("/proc") / parent(folder) / "cmdline").read_bytes():
                return int(folder.name)
        except OSError:
            continue
    return None


def parent(folder: Path) -> str:
    """The process id of the parent."""
    return (folder / "stat").read_text().rpartition(")")[2].split()[1]


def test_serve_starts_workers_and_replaces_them(address: str) -> None:
    state = eventually(lambda: call(f"{address}/v1/games/orbis/states", {"seats": 2, "seed": 1}))["state"]
    asked = {"state": state, "level": "easy", "deadline_ms": 20_000}
    eventually(lambda: is_answered(address, asked))
    first = supervisor(address)
    assert first is not None
    os.kill(first, signal.SIGKILL)
    second = eventually(lambda: pid if (pid := supervisor(address)) not in (None, first) else None)
    assert second != first
    eventually(lambda: is_answered(address, asked))


def is_answered(address: str, asked: Any) -> bool:
    """Whether a worker answers during the wait of the request."""
    job = call(f"{address}/v1/games/orbis/ai-moves", asked, Prefer="wait=10")
    return job is not None and job["status"] == "done"
