"""Keeps a helper process alive: started again whenever it dies, gone when we are. Use it in a `with` block."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Mapping, Sequence
from types import TracebackType

from service.operations.embedded_redis import die_with_parent

REST = 0.5
"""Seconds before a helper that died is started again."""

FAREWELL = 10.0
"""Seconds a helper may take to end when it is asked to."""


class Kept:
    """A command that runs as long as the block does."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.command, self.environment = list(command), dict(environment)
        self.process: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()
        self._turn = threading.Lock()
        self._keeper = threading.Thread(target=self._keep, name=f"keeper of {self.command[-1]}", daemon=True)

    def __enter__(self) -> Kept:
        self._keeper.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stopping.set()
        with self._turn:
            if self.process and self.process.poll() is None:
                self.process.terminate()
        self._keeper.join(timeout=FAREWELL)

    def _keep(self) -> None:
        """Starts every child from this one thread: Linux ends a child with the thread, not the process, that made it."""
        while True:
            with self._turn:
                if self._stopping.is_set():
                    return
                self.process = subprocess.Popen(self.command, env=self.environment, preexec_fn=die_with_parent)
            self.process.wait()
            self._stopping.wait(REST)
