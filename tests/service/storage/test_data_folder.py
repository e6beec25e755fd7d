"""The data directory of the embedded Redis: whether its disk has room."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.storage import data_folder


def test_a_log_file_that_redis_deletes_meanwhile_takes_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis deletes the files of its log after it has written them anew."""
    kept, deleted = tmp_path / "appendonly.aof.2.incr.aof", tmp_path / "appendonly.aof.1.incr.aof"
    kept.write_bytes(bytes(100))
    monkeypatch.setattr(data_folder, "log_files", lambda data: [kept, deleted])
    monkeypatch.setattr(data_folder, "free_bytes", lambda data: data_folder.LEAST_FREE_BYTES + 101)
    assert data_folder.can_rewrite(tmp_path)
