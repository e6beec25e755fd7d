"""A process above its memory limit stops, even if its log cannot be written."""

from __future__ import annotations

import tempfile
from types import SimpleNamespace

import pytest

from service.operations import memory_limit


def test_a_process_above_its_limit_stops_before_the_log_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    worker, seen = SimpleNamespace(alive=True), []
    monkeypatch.setattr(memory_limit, "CHECK_SECONDS", 0)
    monkeypatch.setattr(memory_limit.log, "warning", lambda *_: seen.append(worker.alive))
    with tempfile.TemporaryFile() as turn:
        memory_limit._watch(worker, 0, turn)
    assert seen == [False]
