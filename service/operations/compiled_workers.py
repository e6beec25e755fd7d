"""The AI workers of `arbiter serve`, which change to the compiled engine as soon as it is built."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

from service.operations import compiled_engine
from service.operations.supervisor import STOP_SECONDS, Supervisor, die_with_parent, start_worker


class CompiledWorkers:
    """Keeps `arbiter worker` running, as long as the `with` block lasts: from the sources, and on the compiled engine once there is one."""

    def __init__(self, options: Sequence[str], environment: Mapping[str, str], folder: Path) -> None:
        self._folder = folder
        self._options, self._environment = options, dict(environment)
        self._builder: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()
        self._supervisor = Supervisor(self._start, "workers")

    def __enter__(self) -> CompiledWorkers:
        if self._is_ready():
            self._environment = compiled_engine.environment(self._folder, self._environment)
        self._supervisor.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stopping.set()
        self._stop_build()
        self._supervisor.__exit__(kind, error, trace)

    def _stop_build(self) -> None:
        if self._builder is None or self._builder.poll() is not None:
            return
        self._builder.terminate()
        try:
            self._builder.wait(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._builder.kill()

    def build(self) -> None:
        """Builds the engine in the background, with low priority, unless it is built already or cannot be built here."""
        if compiled_engine.why_not() or self._is_ready():
            return
        threading.Thread(target=self._build, name="build of the engine", daemon=True).start()

    def _build(self) -> None:
        """Builds, then lets the workers finish their jobs and starts new ones; a failed build changes nothing."""
        command = [sys.executable, "-m", compiled_engine.__name__, str(self._folder)]
        self._builder = subprocess.Popen(command, stderr=subprocess.PIPE, preexec_fn=_as_background)
        _, told = self._builder.communicate()
        if self._stopping.is_set():
            return
        if self._builder.returncode:
            print(f"AI players run from the sources. {told.decode(errors='replace').strip()}", flush=True)
            return
        self._environment = compiled_engine.environment(self._folder, self._environment)
        self._supervisor.restart()
        print("The engine is compiled; AI players now run as machine code.", flush=True)

    def _is_ready(self) -> bool:
        return not compiled_engine.why_not() and compiled_engine.is_ready(self._folder)

    def _start(self) -> subprocess.Popen[bytes]:
        return start_worker(self._options, self._environment)


def _as_background() -> None:
    """For `preexec_fn`: the build gets the time that nobody else needs, and ends with this process."""
    os.nice(19)
    die_with_parent()
