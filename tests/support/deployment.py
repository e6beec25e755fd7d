"""The whole service as processes of this machine, and everything that can be done to them: killed, frozen, slowed, cut off."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random

from service.operations.embedded_redis import EmbeddedRedis
from service.operations.supervisor import die_with_parent
from tests.support.http_client import Live
from tests.support.ports import free_port
from tests.support.server import Server
from tests.support.waiting import PATIENCE, eventually
from tests.support.workers import Crew

FROZEN = 2.0
"""Seconds for which a process stands still, or Redis is slow."""

SLOW = "0.04"
"""Seconds by which a slow Redis answers late, each way."""


class Stage:
    """A Redis behind a way that can be made bad, web processes, workers. Use it in a `with` block."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.parts = folder, ExitStack()

    def __enter__(self) -> Stage:
        self.redis = self.parts.enter_context(EmbeddedRedis(self.folder / "redis"))
        port = free_port()
        command = [sys.executable, "-m", "tests.support.fault_proxy", str(port), str(self.redis.socket)]
        self.way = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, preexec_fn=die_with_parent)
        self.parts.callback(self._close_way)
        self.url = f"redis://127.0.0.1:{port}/0"
        self.server = Server(self.url, self.folder, ARBITER_SEAL_KEYS="a secret for the soak")
        self.live: Live = self.parts.enter_context(self.server)
        self.crew = Crew(self.url, self.folder)
        self.crew.__enter__()
        self.parts.callback(self._dismiss)
        eventually(lambda: self.live.call("GET", "/readyz").status == 200)
        return self

    def __exit__(self, *_: object) -> None:
        self.parts.close()

    def _close_way(self) -> None:
        if self.way.stdin:
            self.way.stdin.close()
        self.way.wait(timeout=PATIENCE)

    def _dismiss(self) -> None:
        self.crew.__exit__(None, None, None)

    def tell_way(self, line: str) -> None:
        """Makes the way to Redis good or bad."""
        assert self.way.stdin is not None
        self.way.stdin.write(f"{line}\n")
        self.way.stdin.flush()

    def web(self) -> list[int]:
        """The processes that answer requests."""
        assert self.server.process is not None
        return children(self.server.process.pid)

    def disasters(self) -> dict[str, Callable[[Random], None]]:
        """Everything that may happen, by its name."""
        return {
            "kill a web process": lambda rng: kill(rng.choice(self.web())),
            "freeze a web process": lambda rng: freeze(rng.choice(self.web())),
            "kill a worker": lambda rng: kill(rng.choice(self.crew.horses() or [0])),
            "freeze a worker": lambda rng: freeze(rng.choice(self.crew.horses() or [0])),
            "kill all workers and who looks after them": lambda rng: self.replace_crew(),
            "kill Redis": lambda rng: kill(self.redis.process.pid if self.redis.process else 0),
            "freeze Redis": lambda rng: freeze(self.redis.process.pid if self.redis.process else 0),
            "slow Redis": lambda rng: self.slow_down(),
            "cut all ways to Redis": lambda rng: self.tell_way("drop"),
        }

    def replace_crew(self) -> None:
        """The workers' machine dies; another one takes over."""
        self.crew.kill_all()
        self.crew.__enter__()

    def slow_down(self) -> None:
        """Every trip to Redis takes its time, for a while."""
        self.tell_way(f"delay {SLOW}")
        time.sleep(FROZEN)
        self.tell_way("delay 0")

    def megabytes(self) -> dict[str, float]:
        """The memory of the web processes and of the workers, the largest of each."""
        return {"web": max(map(resident, self.web()), default=0.0), "worker": max(map(resident, self.crew.horses()), default=0.0)}


def children(pid: int) -> list[int]:
    """The child processes there are now."""
    try:
        return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    except OSError:
        return []


def kill(pid: int) -> None:
    """Ends a process without a word; one that is gone is left in peace."""
    if pid:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return


def freeze(pid: int) -> None:
    """Lets a process stand still for a while."""
    if pid:
        try:
            os.kill(pid, signal.SIGSTOP)
            time.sleep(FROZEN)
            os.kill(pid, signal.SIGCONT)
        except ProcessLookupError:
            return


def resident(pid: int) -> float:
    """Megabytes a process has in memory."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return 0.0
