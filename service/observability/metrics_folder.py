"""The folder in which the processes of one start of the service share their metrics; named before prometheus_client is imported."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that prometheus_client reads when it is imported."""


def is_shared() -> bool:
    """Whether this process shares its metrics with others."""
    return bool(os.environ.get(VARIABLE))


def create(name: str) -> Path:
    """Creates an empty private folder; also deletes folders of processes that were killed."""
    parent, prefix = Path(tempfile.gettempdir()), f"arbiter-{os.getuid()}-"
    for left in parent.glob(f"{prefix}*-metrics"):
        if not _is_alive(left.name.split("-")[-2]):
            shutil.rmtree(left, ignore_errors=True)
    folder = parent / f"{prefix}{name}-{os.getpid()}-metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    return folder


def _is_alive(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
        return True
    except (ProcessLookupError, ValueError):
        return False
