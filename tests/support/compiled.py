"""The compiled build of the engine for tests; it is built once, and again when the sources change."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".venv" / "compiled"


def why_not() -> str:
    """The reason why the engine cannot be compiled here; empty if it can."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    if not shutil.which(compiler) or not headers.exists():
        return "there is no C compiler here, or Python came without its headers"
    return "" if shutil.which("make") and (ROOT / ".venv" / "dev-ready").exists() else "there is no .venv made by make here"


def environment() -> dict[str, str]:
    """An environment in which Python imports the compiled engine instead of the sources."""
    with (ROOT / ".venv" / "compiling").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)  # Held until the file is closed: one process builds, the others wait.
        subprocess.run(["make", "--silent", "compiled"], cwd=ROOT, env=os.environ | {"MAKEFLAGS": ""}, check=True)
    return os.environ | {"PYTHONPATH": f"{FOLDER}{os.pathsep}{ROOT}", "PYTHONSAFEPATH": "1"}
