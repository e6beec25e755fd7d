"""A whole deployment as processes of this machine, and the faults that a soak test injects."""

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
from tests.support.http_client import HttpClient
from tests.support.ports import free_port
from tests.support.server import Server
from tests.support.waiting import PATIENCE, eventually
from tests.support.workers import WebhookWorkers, Workers

PAUSED = 2.0
"""Seconds for which a process is stopped, or Redis is slow."""

DELAY = "0.04"
"""Seconds by which a slow Redis delays data in each direction."""


LOCAL_WEBHOOKS = {"ARBITER_WEBHOOK_HTTP": "true", "ARBITER_WEBHOOK_NETWORKS": "127.0.0.0/8"}
"""Settings that allow receivers on this machine."""


class Deployment:
    """A Redis behind a fault proxy, web processes, AI workers and workers for webhooks. Use it in a `with` block."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.parts = folder, ExitStack()

    def __enter__(self) -> Deployment:
        self.redis = self.parts.enter_context(EmbeddedRedis(self.folder / "redis" / "data"))
        port = free_port()
        command = [sys.executable, "-m", "tests.support.fault_proxy", str(port), str(self.redis.socket)]
        self.proxy = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, preexec_fn=die_with_parent)
        self.parts.callback(self._close_proxy)
        self.url = f"redis://127.0.0.1:{port}/0"
        self.server = Server(self.url, self.folder, ARBITER_SEAL_KEYS="a secret for the soak", **LOCAL_WEBHOOKS)
        self.live: HttpClient = self.parts.enter_context(self.server)
        self.workers = self.parts.enter_context(Workers(self.url, self.folder))
        self.deliveries = self.parts.enter_context(WebhookWorkers(self.url, self.folder, 2, **LOCAL_WEBHOOKS))
        eventually(lambda: self.live.call("GET", "/readyz").status == 200)
        return self

    def __exit__(self, *_: object) -> None:
        self.parts.close()

    def _close_proxy(self) -> None:
        if self.proxy.stdin:
            self.proxy.stdin.close()
        self.proxy.wait(timeout=PATIENCE)

    def command_proxy(self, line: str) -> None:
        """Sends a command to the fault proxy."""
        assert self.proxy.stdin is not None
        self.proxy.stdin.write(f"{line}\n")
        self.proxy.stdin.flush()

    def web(self) -> list[int]:
        """The processes that answer requests."""
        assert self.server.process is not None
        return children(self.server.process.pid)

    def faults(self) -> dict[str, Callable[[Random], None]]:
        """Every fault that can be injected, by its name."""
        return {
            "kill a web process": lambda rng: kill(rng.choice(self.web())),
            "freeze a web process": lambda rng: freeze(rng.choice(self.web())),
            "kill a worker": lambda rng: kill(rng.choice(self.workers.children() or [0])),
            "freeze a worker": lambda rng: freeze(rng.choice(self.workers.children() or [0])),
            "kill all workers and their supervisor": lambda rng: self.replace_workers(),
            "kill a worker for webhooks": lambda rng: kill(rng.choice(children(self.deliveries.process.pid) or [0])),
            "freeze a worker for webhooks": lambda rng: freeze(rng.choice(children(self.deliveries.process.pid) or [0])),
            "kill Redis": lambda rng: kill(self.redis.process.pid if self.redis.process else 0),
            "freeze Redis": lambda rng: freeze(self.redis.process.pid if self.redis.process else 0),
            "slow Redis": lambda rng: self.slow_down(),
            "drop all connections to Redis": lambda rng: self.command_proxy("drop"),
        }

    def replace_workers(self) -> None:
        """Kills all workers with their supervisor and starts new ones."""
        self.workers.kill_all()
        self.workers.__enter__()

    def slow_down(self) -> None:
        """Delays all data from and to Redis for a while."""
        self.command_proxy(f"delay {DELAY}")
        time.sleep(PAUSED)
        self.command_proxy("delay 0")

    def megabytes(self) -> dict[str, float]:
        """The resident memory of the largest process of each kind."""
        deliveries = children(self.deliveries.process.pid)
        parts = {"web": self.web(), "worker": self.workers.children(), "webhooks": deliveries}
        return {part: max(map(resident, pids), default=0.0) for part, pids in parts.items()}


def children(pid: int) -> list[int]:
    """The child processes of a process; none if it has ended."""
    try:
        return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    except OSError:
        return []


def kill(pid: int) -> None:
    """Kills a process unless it has ended; 0 is no process."""
    if pid:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return


def freeze(pid: int) -> None:
    """Stops a process for a while; 0 is no process."""
    if pid:
        try:
            os.kill(pid, signal.SIGSTOP)
            time.sleep(PAUSED)
            os.kill(pid, signal.SIGCONT)
        except ProcessLookupError:
            return


def resident(pid: int) -> float:
    """Megabytes of resident memory; 0 if the process has ended."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return 0.0
