"""The data directory of the embedded Redis: where its socket is, and whether its disk has room."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

LEAST_FREE_BYTES = 1024 * 1024
"""With less free space than this a disk counts as full: the server could not write for long."""


def socket_path(data: Path) -> Path:
    """The socket of a data directory: always the same, and short because socket paths are limited to about 100 bytes."""
    name = f"arbiter-{os.getuid()}-{hashlib.sha256(str(data.resolve()).encode()).hexdigest()[:12]}"
    folder = Path(tempfile.gettempdir()) / name
    return (folder if len(str(folder)) < 90 else Path("/tmp") / name) / "redis.sock"


def url_of(data: Path) -> str:
    """The URL of the server of a data directory."""
    return f"unix://{socket_path(data)}"


def log_files(data: Path) -> list[Path]:
    """The files of the append-only log; Redis 6 has a single one."""
    return [*data.glob("appendonlydir/*.aof"), *data.glob("appendonlydir/*.rdb"), *data.glob("appendonly.aof")]


def free_bytes(data: Path) -> int:
    """The space that is left on the disk of a data directory."""
    return shutil.disk_usage(data).free


def is_full(data: Path) -> bool:
    """Whether the disk of a data directory is full."""
    return free_bytes(data) < LEAST_FREE_BYTES


def can_rewrite(data: Path) -> bool:
    """Whether the disk has room for a compacted copy of the log beside the log."""
    return free_bytes(data) > LEAST_FREE_BYTES + sum(map(_size, log_files(data)))


def _size(file: Path) -> int:
    """The size of a file; 0 if Redis has deleted it since it was listed, as it does after compacting its log."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0
