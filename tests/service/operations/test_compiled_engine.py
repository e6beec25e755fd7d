"""The variables with which workers import the compiled engine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from service.operations.compiled_engine import environment


@pytest.mark.parametrize(("present", "expected"), [({}, ["/build"]), ({"PYTHONPATH": "/packages"}, ["/build", "/packages"])])
def test_the_compiled_engine_precedes_the_packages_that_pythonpath_names(present: dict[str, str], expected: list[str]) -> None:
    found = environment(Path("/build"), {"PORT": "8000", **present})
    assert found["PYTHONPATH"].split(os.pathsep) == expected
    assert (found["PYTHONSAFEPATH"], found["PORT"]) == ("1", "8000")
