"""A long attack on a live server: `python -m tests.fuzz [seconds]` starts one, lets Schemathesis loose on it, and stops it.

The run in the tests is short and in-process; this one goes through sockets and gunicorn, and repeats until its time is spent.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.linked_spec import linked_spec
from tests.support.server import ROOT, serving

BRIEF = {"ARBITER_LOG_REQUESTS": "0", "ARBITER_STREAM_SECONDS": "1", "ARBITER_PULSE_SECONDS": "1"}
"""Live feeds end after a second: a longer one would only be waited for."""


def main(seconds: int, seed: int = 1) -> int:
    """Schemathesis's exit status: 0 when every answer was as specified."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), **BRIEF) as (_, port):
        address = f"http://127.0.0.1:{port}"
        spec = Path(folder) / "openapi.json"
        spec.write_text(json.dumps(linked_spec()), encoding="utf-8")
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(ROOT / "tests" / "system" / "schemathesis.toml")]
        command += ["run", str(spec), "--url", address, "--max-time", str(seconds), "--seed", str(seed), "--continue-on-failure"]
        status = subprocess.run(command, check=False, cwd=folder).returncode
        sys.stdout.write((Path(folder) / "log").read_text()[-5000:] if status else "")
    return status


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) if len(sys.argv) > 1 else main(300))
