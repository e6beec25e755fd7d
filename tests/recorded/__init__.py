"""What earlier versions of the service recorded; see README.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def recorded_lines(version: str, name: str) -> Iterator[str]:
    """Yields the lines of a recorded file."""
    yield from (Path(__file__).parent / version / name).read_text(encoding="utf-8").splitlines()
