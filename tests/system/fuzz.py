"""The long run of the contract fuzzer: `python -m tests.system.fuzz` starts a server, runs Schemathesis against it, and stops it.

FUZZ_CASES is the number of cases (100,000), FUZZ_SEED the seed that an earlier run has printed. The run in the tests is short and
in-process; this one goes through sockets and gunicorn, and damages every field of every state.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
import tempfile
from pathlib import Path

from schemathesis.cli import schemathesis

from service.http.queries import MAX_POLL_SECONDS
from tests.support.http_client import HttpClient
from tests.support.linked_spec import linked_spec
from tests.support.server import serving
from tests.system.fuzzing.hooks import Filler
from tests.system.fuzzing.prepared import API_KEY_ENTRY, Prepared

CONFIG = Path(__file__).parent / "fuzzing" / "schemathesis.toml"
ROUND = 100
"""Cases of an operation in one run of Schemathesis; it keeps them in memory until its end."""

PATIENCE = MAX_POLL_SECONDS + 60
"""Seconds that an answer may take: a client that polls chooses how long it waits."""

UNLIMITED = {
    "ARBITER_LOG_REQUESTS": "0",
    "ARBITER_STREAM_SECONDS": "1",
    "ARBITER_PULSE_SECONDS": "1",
    "ARBITER_API_KEYS": API_KEY_ENTRY,
    "ARBITER_CALLS_PER_MINUTE": "0",
    "ARBITER_SESSION_CALLS_PER_MINUTE": "0",
    "ARBITER_STREAMS_PER_MINUTE": "0",
    "ARBITER_AI_MS_PER_MINUTE": "0",
    "ARBITER_SESSIONS_PER_ADDRESS": "0",
    "ARBITER_JOBS_OPEN": "1000000",
    "ARBITER_JOB_WAITERS": "0",
    "ARBITER_WEBHOOKS_PER_KEY": "1000000",
}
"""No budget of the one client runs out, live feeds end after a second, and nobody waits for jobs, which no worker runs."""


def main() -> int:
    """0 if every answer was as specified and every operation succeeded at least once, otherwise 1."""
    cases, seed = int(os.environ.get("FUZZ_CASES", 100_000)), int(os.environ.get("FUZZ_SEED", secrets.randbelow(1 << 32)))
    print(f"FUZZ_SEED={seed} FUZZ_CASES={cases}", flush=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), **UNLIMITED) as (_, port):
        filler, is_clean = Filler(seed), True
        with filler.filling(Prepared(HttpClient(port))):
            spec = Path(folder) / "openapi.json"
            spec.write_text(json.dumps(linked_spec()), encoding="utf-8")
            phases = "examples,coverage,fuzzing,stateful"
            while is_clean and filler.calls < cases:
                is_clean = attack(spec, port, seed, phases, cases - filler.calls)
                seed, phases = seed + 1, "fuzzing,stateful"
        log = (Path(folder) / "log").read_text(encoding="utf-8")
    return report(filler, is_clean, log)


def attack(spec: Path, port: int, seed: int, phases: str, left: int) -> bool:
    """One run of Schemathesis; whether it found nothing."""
    examples = max(1, min(ROUND, left // len(json.loads(spec.read_text(encoding="utf-8"))["paths"])))
    options = ["--url", f"http://127.0.0.1:{port}", "--seed", str(seed), "--phases", phases, "--max-examples", str(examples)]
    options += ["--continue-on-failure", "--output-sanitize", "false", "--suppress-health-check", "all", "--generation-database", "none"]
    options += ["--request-timeout", str(PATIENCE)]
    try:
        schemathesis(["--config-file", str(CONFIG), "run", str(spec), *options], standalone_mode=False)
    except SystemExit as end:
        return not end.code
    return True


def report(filler: Filler, is_clean: bool, log: str) -> int:
    """Prints how often each operation gave which status; the status of the process."""
    for operation, found in sorted(filler.statuses.items()):
        print(f"{operation:24}", " ".join(f"{status}:{count}" for status, count in sorted(found.items())))
    failed = filler.without_success()
    print(
        f"{filler.calls:,} cases, seed {filler.seed}.", f"Never succeeded: {', '.join(failed)}." if failed else "Every operation succeeded."
    )
    if is_clean and not failed:
        return 0
    print(f"{log[-5000:]}\nTo repeat: FUZZ_SEED={filler.seed} make fuzz")
    return 1


if __name__ == "__main__":
    sys.exit(main())
