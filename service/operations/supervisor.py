"""Keeps a child process running: it is started again whenever it ends, and ends when this process does."""

from __future__ import annotations

import logging
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

log = logging.getLogger("arbiter")


class Supervisor:
    """Runs the child that `spawn` starts, as long as the `with` block lasts. If it raises or returns None, it is called again later."""

    def __init__(self, spawn: Callable[[], subprocess.Popen[bytes] | None], name: str, restart_seconds: float = RESTART_SECONDS) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._spawn, self._name, self._restart_seconds = spawn, name, restart_seconds
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name=f"supervisor of {name}", daemon=True)

    def __enter__(self) -> Supervisor:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stopping.set()
        self.restart()
        if self._thread.is_alive():
            self._thread.join(timeout=STOP_SECONDS)

    def restart(self) -> None:
        """Ends the child; a new one starts, unless the `with` block has ended."""
        with self._lock:
            if self.process and self.process.poll() is None:
                self.process.terminate()

    def _run(self) -> None:
        """Starts every child from this one thread: PR_SET_PDEATHSIG fires when the thread that forked the child ends."""
        while True:
            with self._lock:
                if self._stopping.is_set():
                    return
                self.process = self._start()
            if self.process is not None:
                self.process.wait()
            self._stopping.wait(self._restart_seconds)

    def _start(self) -> subprocess.Popen[bytes] | None:
        """A new child; None if it cannot be started, for example because there is no memory for it."""
        try:
            return self._spawn()
        except Exception:
            log.exception("%s: the process cannot be started; the next attempt follows in %g s", self._name, self._restart_seconds)
            return None


def start_worker(options: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Starts `arbiter worker`."""
    return subprocess.Popen([sys.executable, "-m", "service.cli", "worker", *options], env=environment, preexec_fn=die_with_parent)


def die_with_parent() -> None:
    """For `preexec_fn`: a process group of its own, so that Ctrl-C reaches only the parent, and SIGTERM when the parent dies."""
    os.setpgid(0, 0)
    terminate_on_parent_death()
