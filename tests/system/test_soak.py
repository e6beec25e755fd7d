"""The short form of `make soak`: every kind of client and a few faults."""

from __future__ import annotations

from pathlib import Path

from tests.system.soak import soak


def test_nothing_is_lost_while_parts_are_killed_frozen_and_slowed(tmp_path: Path) -> None:
    found = soak(20, tmp_path, least=4)
    assert found["failures"] == []
    assert sum(found["faults"].values()) >= 4
    assert found["full_disk"]["filled"] or found["full_disk"]["skipped"]
    for what in ("stateless moves", "moves acknowledged", "AI moves", "feed entries", "jobs done", "time-outs", "webhook messages"):
        assert found["counts"].get(what, 0) > 0, what
    for what in ("slow heads", "slow bodies", "slow readers", "junk bodies", "junk answered 413"):
        assert found["hostile"].get(what, 0) > 0, what
