"""The version of this package, which is also the version of the API's specification."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path

DISTRIBUTION = "arbiter-referee"
PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def version() -> str:
    """The version in pyproject.toml in a source tree, the version of the installed distribution in a wheel."""
    if PROJECT.exists():
        return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])
    return metadata.version(DISTRIBUTION)
