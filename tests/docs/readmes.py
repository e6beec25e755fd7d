"""The documentation of the project: its files, the code blocks in them, and the commands that tests cannot run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]

READMES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("README.md", "CHANGELOG.md", "[a-z]*/README.md", "tests/*/README.md", ".github/*.md")
    for path in ROOT.glob(pattern)
)

NOT_RUN = {
    "make serve": "test_make.py starts the service with it",
    "make serve PORT=9000 DATA_DIR=/srv/arbiter": "test_make.py chooses port and folder the same way",
    "make test": "it runs this test",
    "make check": "it runs a part of `make test`",
    "make bench": "it measures for many minutes, on a machine that does nothing else",
    ".venv/bin/arbiter bench engine": "it measures for a minute, on a machine that does nothing else",
    ".venv/bin/arbiter bench webhooks": "it measures for a minute, on a machine that does nothing else",
    ".venv/bin/arbiter bench bounds": "it measures for minutes, on a machine that does nothing else",
    ".venv/bin/arbiter bench shares": "it measures for minutes, on a machine that does nothing else",
    ".venv/bin/arbiter bench slow_clients": "it measures for minutes, on a machine that does nothing else",
    "make soak": "it takes ten minutes; test_soak.py runs 20 seconds of it",
    "SOAK_SECONDS=180 make soak": "it takes three minutes; test_soak.py runs 20 seconds of it",
    ".venv/bin/python -m tests.bench.jobs --hard 1000": "it takes many minutes",
    ".venv/bin/arbiter selfplay --game orbis --seats normal:300,easy --games 30 --seed 7": "it takes minutes; test_selfplay.py plays less",
    "docker build -f deploy/Dockerfile -t arbiter:0.2.0 .": "it needs a container daemon; test_deploy.py lints the file",
    "ARBITER_SEAL_KEYS=$(openssl rand -hex 32) docker compose -f deploy/compose.yaml up --build": (
        "it needs a container daemon; test_deploy.py lints the file"
    ),
    "kubectl apply -f deploy/kubernetes/": "it needs a cluster; test_deploy.py validates the manifests",
    "npx openapi-typescript openapi.yaml -o arbiter.ts": "test_clients.py runs the generator in the version it pins",
    "pip install openapi-python-client": "the extra dev has it",
    "openapi-python-client generate --path openapi.yaml --meta none --output-path arbiter_client": "test_clients.py runs it",
    "pip install pre-commit": "it needs the network; test_references.py checks the commands of the hooks",
    "pre-commit install": "it changes the repository; test_references.py checks the commands of the hooks",
}
"""Lines of `sh` blocks that are left out, each with the reason and the test that covers it."""


def read(name: str) -> str:
    """The text of a file of the source tree."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[str]:
    """The fenced code blocks of a file in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", read(name), re.MULTILINE | re.DOTALL)


def prose(name: str) -> str:
    """The text of a file without its code blocks."""
    return re.sub(r"^```.*?^```$", "", read(name), flags=re.MULTILINE | re.DOTALL)
