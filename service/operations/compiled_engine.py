"""The compiled engine: rules and search as machine code, built from the source tree where there is a C compiler.

`python -m service.operations.compiled_engine [FOLDER]` builds it if it is missing or does not belong to the present sources.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import FrameType

from service.resources import PACKAGE

ROOT = PACKAGE.parent
SOURCES = ("pyproject.toml", "README.md", "openapi.yaml", "deploy/gunicorn.conf.py", "engine", "service")
"""What a build needs of the source tree."""

COMPILED = ("pyproject.toml", "engine")
"""What the result depends on."""

FOLDER = Path(sys.prefix) / "compiled"
"""Where the build usually lies: with the installed packages, never beside the sources, which it would hide long after they were changed."""

TOOLS = ("hatchling", "hatch_mypyc", "mypy")
"""The modules that a build needs. Where they are not installed, pip installs them into an environment of their own and removes it."""


class BuildFailed(Exception):
    """The engine could not be compiled; the message says why."""


def why_not() -> str:
    """The reason why the engine cannot be compiled here; empty if it can."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if not (ROOT / "pyproject.toml").exists():
        return "this installation has no source tree"
    if not shutil.which(compiler):
        return "there is no C compiler here"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "Python came without its headers (on Debian: python3-dev)"
    return ""


def is_ready(folder: Path) -> bool:
    """Whether the folder has a build of the present sources."""
    mark = folder / "ready"
    return mark.exists() and mark.read_text() == _digest()


def environment(folder: Path, present: Mapping[str, str]) -> dict[str, str]:
    """The variables with which a new Python process imports the compiled engine, and everything else as with the present variables."""
    paths = [str(folder), present.get("PYTHONPATH", "")]
    return {**present, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONSAFEPATH": "1"}


def build(folder: Path) -> None:
    """Builds the engine unless it is ready; of several processes one builds and the others wait. Raises BuildFailed."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # Held until the file is closed.
        if not is_ready(folder):
            with tempfile.TemporaryDirectory(prefix="arbiter-build-") as copy:
                _copy_sources(Path(copy))
                _build_from(Path(copy), folder)


def _copy_sources(folder: Path) -> None:
    """Copies the sources, because the build writes beside them."""
    for name in SOURCES:
        source, copy = ROOT / name, folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, copy)


def _build_from(sources: Path, folder: Path) -> None:
    """Builds in a neighbouring folder and moves the engine to its place, together with the digest of its sources."""
    digest, built = _digest(), folder.with_name(f"{folder.name}.new")
    shutil.rmtree(built, ignore_errors=True)
    isolation = ["--no-build-isolation"] if all(map(importlib.util.find_spec, TOOLS)) else []
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", *isolation]
    variables = os.environ | {"HATCH_BUILD_HOOKS_ENABLE": "true"}
    ran = subprocess.run([*command, "--target", str(built), str(sources)], env=variables, capture_output=True, text=True)
    if ran.returncode:
        raise BuildFailed(ran.stderr.strip() or ran.stdout.strip())
    for path in (built / "service", built / "bin", *built.glob("*.dist-info")):
        shutil.rmtree(path, ignore_errors=True)
    (built / "ready").write_text(digest)
    shutil.rmtree(folder, ignore_errors=True)
    built.rename(folder)


def _digest() -> str:
    """Identifies the sources and the Python that a build belongs to."""
    found = hashlib.sha256(sys.version.encode())
    for name in COMPILED:
        source = ROOT / name
        for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if path.is_file() and path.suffix != ".pyc":
                found.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def _stop(number: int, frame: FrameType | None) -> None:
    """Ends the processes of a build in the background, which has a process group of its own."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGTERM)
    sys.exit(1)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _stop)
    if reason := why_not():
        sys.exit(f"The engine cannot be compiled: {reason}.")
    try:
        build(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
    except BuildFailed as error:
        sys.exit(f"The engine cannot be compiled: {error}")
