"""What the tests of clients share: running commands, and finding openapi-generator."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

import pytest

FAST = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""Options of the JVM for programs that run for seconds only."""


def run(command: list[str], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command and returns what it printed."""
    printed = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "timeout": 480}
    return subprocess.run(command, cwd=folder, env=os.environ | environment, check=False, **printed)  # type: ignore[call-overload,no-any-return]


def tool(name: str) -> str:
    """The path of a program; without it the test is skipped."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"there is no {name} here; Debian has it in openjdk-17-jdk-headless")
    return found


def generator_jar() -> Path:
    """The jar of openapi-generator, which the package openapi-generator-cli contains; without it the test is skipped."""
    found = importlib.util.find_spec("openapi_generator_cli")
    if found is None or found.origin is None:
        pytest.skip("openapi-generator-cli is not installed; it belongs to the extra dev")
    return Path(found.origin).parent / "openapi-generator.jar"
