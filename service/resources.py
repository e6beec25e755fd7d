"""Files that belong to the service but lie beside the packages in a source tree, and inside `service` in an installed wheel."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent


def shipped(name: str) -> Path:
    """Where the file of that name (a path relative to the source tree) lies in this installation."""
    for place in (HERE / name, HERE.parent / name):
        if place.exists():
            return place
    raise FileNotFoundError(f"{name} belongs to this installation but is missing.")
