"""The compiled build of the engine for tests; it is built once, and again when the sources change."""

from __future__ import annotations

import os

from service.operations import compiled_engine
from service.operations.compiled_engine import FOLDER, ROOT, why_not

__all__ = ["FOLDER", "ROOT", "environment", "why_not"]


def environment() -> dict[str, str]:
    """An environment in which Python imports the compiled engine, and the tests beside it."""
    compiled_engine.build(FOLDER)
    return compiled_engine.environment(FOLDER, os.environ | {"PYTHONPATH": str(ROOT)})
