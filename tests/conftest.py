"""What holds for all tests: those that run whole servers are slow."""

from __future__ import annotations

from pathlib import Path

import pytest

SLOW_FOLDERS = {Path(__file__).parent / name for name in ("clients", "system")}
"""Folders all of whose tests are slow; elsewhere each slow test is marked by itself."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of these folders."""
    for item in items:
        if SLOW_FOLDERS & set(item.path.parents):
            item.add_marker(pytest.mark.slow)
