"""A supervisor keeps its child running, whatever happens when it starts one; the workers end with it."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import pytest

from service.operations import compiled_engine, compiled_workers
from service.operations.compiled_workers import CompiledWorkers
from service.operations.supervisor import Supervisor
from tests.support.waiting import PATIENCE, eventually

SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]
IGNORE_SIGTERM = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(600)"
DEAF = [sys.executable, "-c", IGNORE_SIGTERM]


def test_a_child_that_cannot_be_started_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    errors: list[Exception] = [OSError("no memory"), subprocess.SubprocessError("in the child")]

    def spawn() -> subprocess.Popen[bytes]:
        if errors:
            raise errors.pop(0)
        return subprocess.Popen(SLEEP)

    with caplog.at_level(logging.ERROR, "arbiter"), Supervisor(spawn, "sleeper", 0.01) as supervisor:
        child = eventually(lambda: supervisor.process)
    assert child is not None
    assert child.wait(timeout=PATIENCE) != 0
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["sleeper", "sleeper"]


def test_workers_end_although_the_build_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_workers, "STOP_SECONDS", 0.01)
    monkeypatch.setattr(compiled_workers, "start_worker", lambda *_: subprocess.Popen(SLEEP))
    monkeypatch.setattr(compiled_engine, "why_not", lambda: "This is a test.")
    with CompiledWorkers([], {}, tmp_path) as workers:
        worker = eventually(lambda: workers._supervisor.process)
        workers._builder = builder = subprocess.Popen(DEAF, stdout=subprocess.PIPE)
        assert builder.stdout is not None
        assert builder.stdout.readline() == b"deaf\n"
    assert worker is not None
    assert worker.wait(timeout=PATIENCE) != 0 != builder.wait(timeout=PATIENCE)
    builder.stdout.close()
