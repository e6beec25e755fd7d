"""A long Schemathesis run against a real server: `python -m tests.system.fuzz [seconds]` starts it and stops it afterwards.

The run in the tests is short and in-process; this one uses sockets and gunicorn, and repeats until its time is over.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.server import ROOT, serving

BRIEF = {"ARBITER_LOG_REQUESTS": "0", "ARBITER_STREAM_SECONDS": "1", "ARBITER_PULSE_SECONDS": "1"}
"""Live feeds end after a second, because the run waits for their end."""


def main(seconds: int, seed: int = 1) -> int:
    """Schemathesis's exit status: 0 when every answer was as specified."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), **BRIEF) as (_, port):
        address = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(ROOT / "tests" / "system" / "schemathesis.toml")]
        command += ["run", f"{address}/openapi.json", "--max-time", str(seconds), "--seed", str(seed), "--continue-on-failure"]
        status = subprocess.run(command, check=False, cwd=folder).returncode
        sys.stdout.write((Path(folder) / "log").read_text()[-5000:] if status else "")
    return status


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) if len(sys.argv) > 1 else main(300))
