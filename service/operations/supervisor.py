"""Keeps a child process running: it is started again whenever it ends, and ends when this process does."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType

from service.parent_death import terminate_on_parent_death

RESTART_SECONDS = 0.5
"""Pause before a child that ended is started again."""

STOP_SECONDS = 10.0
"""How long a child may take to end after SIGTERM."""


class Supervisor:
    """Runs the child that `spawn` starts, as long as the `with` block lasts."""

    def __init__(self, spawn: Callable[[], subprocess.Popen[bytes]], name: str, restart_seconds: float = RESTART_SECONDS) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._spawn, self._restart_seconds = spawn, restart_seconds
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name=f"supervisor of {name}", daemon=True)

    def __enter__(self) -> Supervisor:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stopping.set()
        with self._lock:
            if self.process and self.process.poll() is None:
                self.process.terminate()
        if self._thread.is_alive():
            self._thread.join(timeout=STOP_SECONDS)

    def _run(self) -> None:
        """Starts every child from this one thread: PR_SET_PDEATHSIG fires when the thread that forked the child ends."""
        while True:
            with self._lock:
                if self._stopping.is_set():
                    return
                self.process = self._spawn()
            self.process.wait()
            self._stopping.wait(self._restart_seconds)


def start_worker(options: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Starts `arbiter worker`."""
    return subprocess.Popen([sys.executable, "-m", "service.cli", "worker", *options], env=environment, preexec_fn=die_with_parent)


def die_with_parent() -> None:
    """For `preexec_fn`: a process group of its own, so that Ctrl-C reaches only the parent, and SIGTERM when the parent dies."""
    os.setpgid(0, 0)
    terminate_on_parent_death()
