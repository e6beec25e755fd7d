"""Files that lie beside the packages in a source tree and inside `service` in an installed wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent


def resource_path(name: str) -> Path:
    """The path of a file, named relative to the source tree; raises FileNotFoundError."""
    for folder in (PACKAGE, PACKAGE.parent):
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(f"{name} belongs to this installation but is missing.")
