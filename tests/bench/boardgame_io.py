"""boardgame.io's own server, which accepts moves of tic-tac-toe, with each of its storages: in memory, FlatFile, and Postgres
(as it comes, and without forcing every move to disk).

npm installs the packages into a temporary folder. node-persist, which FlatFile needs, is the oldest version in the range that boardgame.io
0.50.2 names (^3.1.0). It is also the fastest: later ones write once a second by default, so that a single client waits most of the time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from service.operations.supervisor import die_with_parent
from tests.bench.postgres import postgres
from tests.support.ports import free_port, listens
from tests.support.waiting import eventually

SCRIPT = Path(__file__).with_suffix(".js")
PACKAGES = ("boardgame.io@0.50.2", "bgio-postgres@1.0.16", "node-persist@3.1.0", "socket.io-client@4")

STORAGES = ("FlatFile", "Postgres", "Postgres without fsync", "memory")


class BoardgameIo:
    """A running server and a process with its clients; both stay warm between measurements."""

    def __init__(self, clients: subprocess.Popen[str]) -> None:
        self._clients = clients

    def rate(self, clients: int, seconds: float) -> float:
        """Accepted moves per second with this number of clients."""
        assert self._clients.stdin and self._clients.stdout
        self._clients.stdin.write(f"{clients} {seconds}\n")
        self._clients.stdin.flush()
        return float(self._clients.stdout.readline())


@contextmanager
def boardgame_io() -> Iterator[dict[str, BoardgameIo]]:
    """Installs boardgame.io and starts one server per storage; prints which of them are left out, and why."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as servers:
        folder, found = Path(name), dict[str, BoardgameIo]()
        if _is_installed(folder):
            locations = {
                "memory": "",
                "FlatFile": str(folder / "matches"),
                "Postgres": servers.enter_context(postgres()),
                "Postgres without fsync": servers.enter_context(postgres("fsync=off")),
            }
            for storage, location in locations.items():
                if location is not None:
                    found[storage] = servers.enter_context(_server(folder, storage.split()[0].lower(), location))
        yield found


def _is_installed(folder: Path) -> bool:
    if not shutil.which("npm"):
        print("boardgame.io left out: npm is not installed.")
        return False
    done = subprocess.run(["npm", "install", "--silent", "--prefix", str(folder), *PACKAGES], capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"boardgame.io left out: npm could not install it. {done.stderr.strip()}")
        return False
    shutil.copy(SCRIPT, folder)
    return True


@contextmanager
def _server(folder: Path, storage: str, location: str) -> Iterator[BoardgameIo]:
    port = free_port()
    with _node(folder, "serve", str(port), storage, location), _node(folder, "play", str(port)) as clients:
        eventually(lambda: listens(port), 60)
        yield BoardgameIo(clients)


@contextmanager
def _node(folder: Path, mode: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = ["node", str(folder / SCRIPT.name), mode, *arguments]
    output = subprocess.PIPE if mode == "play" else subprocess.DEVNULL
    environment = os.environ | {"NODE_ENV": "production"}
    process = subprocess.Popen(command, env=environment, text=True, preexec_fn=die_with_parent, stdin=subprocess.PIPE, stdout=output)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=60)
