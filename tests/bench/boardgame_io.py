"""boardgame.io's own server, accepting moves of tic-tac-toe, as a yardstick for rates. npm brings it into a folder that is thrown away."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.operations.supervisor import die_with_parent
from tests.support.ports import free_port, listens
from tests.support.waiting import eventually

SCRIPT = Path(__file__).with_suffix(".js")
PACKAGES = ("boardgame.io@0.50", "socket.io-client@4")


class BoardgameIo:
    """A server that runs, and a process full of clients, which both stay warm."""

    def __init__(self, clients: subprocess.Popen[str]) -> None:
        self.clients = clients

    def rate(self, clients: int, seconds: float) -> float:
        """Moves accepted in a second, with so many clients at once."""
        assert self.clients.stdin and self.clients.stdout
        self.clients.stdin.write(f"{clients} {seconds}\n")
        self.clients.stdin.flush()
        return float(self.clients.stdout.readline())


@contextmanager
def boardgame_io() -> Iterator[BoardgameIo | None]:
    """Installs and serves it; None, and it is said why, where that cannot be done."""
    with tempfile.TemporaryDirectory() as name:
        if not shutil.which("npm"):
            print("boardgame.io left out: there is no npm.")
            yield None
        elif subprocess.run(["npm", "install", "--silent", "--prefix", name, *PACKAGES], capture_output=True, check=False).returncode:
            print("boardgame.io left out: npm could not install it.")
            yield None
        else:
            shutil.copy(SCRIPT, name)
            port = free_port()
            with _node(name, "serve", port), _node(name, "play", port) as clients:
                eventually(lambda: listens(port), 60)
                yield BoardgameIo(clients)


@contextmanager
def _node(folder: str, mode: str, port: int) -> Iterator[subprocess.Popen[str]]:
    command, production = ["node", str(Path(folder) / SCRIPT.name), mode, str(port)], os.environ | {"NODE_ENV": "production"}
    told = subprocess.PIPE if mode == "play" else subprocess.DEVNULL
    process = subprocess.Popen(command, env=production, text=True, preexec_fn=die_with_parent, stdin=subprocess.PIPE, stdout=told)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=60)
