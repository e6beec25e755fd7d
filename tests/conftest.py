"""What holds for all tests: those that run whole servers are slow; how many processes run them, and in which order."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SLOW_FOLDERS = {Path(__file__).parent / name for name in ("clients", "system")}
"""Folders all of whose tests are slow; elsewhere each slow test is marked by itself."""

LONGEST = Path(__file__).parent / "system" / "test_make.py"
"""Waits for a build with low priority, for minutes. It begins first, so that nothing waits for it alone at the end."""

EXTRA_PROCESSES = 2
"""Test processes beyond one per core: many tests wait for servers."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of the slow folders, and puts the longest first."""
    for item in items:
        if SLOW_FOLDERS & set(item.path.parents):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.path != LONGEST)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """The number of test processes of `-n auto`."""
    return (os.cpu_count() or 1) + EXTRA_PROCESSES
