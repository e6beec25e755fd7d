"""Calls a real service, with a real Redis and a worker, and records its answers for openapi.yaml.

Whatever differs from run to run (ids, tokens, times) is recorded as a fixed value.
"""

from __future__ import annotations

import json
import logging
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service import create_app
from service.openapi.generate import SOURCE
from service.openapi.operations import operations
from service.openapi.recorded import Recorded
from service.operations.embedded_redis import EmbeddedRedis
from service.settings import Settings
from tests.support.stores import close
from tests.support.waiting import eventually
from tests.support.workers import Workers, workers_alive

REQUEST_ID = "5f1c9a0be24d7713"
MOMENT, EXPIRY = "2026-01-05T10:00:00.000Z", "2026-02-04T10:00:00.000Z"
FIXED: dict[str, Any] = {
    "at": MOMENT,
    "created_at": MOMENT,
    "expires_at": EXPIRY,
    "seed_commitment": "3a1f0c62f2a9e2a6c9d7c1b5b1a0e7a4f3d2c1b0a9f8e7d6c5b4a39281706f5e",
    "last_seen_at": MOMENT,
    "now": MOMENT,
    "deadline_at": MOMENT,
    "salt": "9f86d081884c7d659a2feaa0c55ad015",
    "elapsed_ms": 12,
    "oldest_ms": 0,
    "failing_since": MOMENT,
    "last_success_at": MOMENT,
    "overlap_until": "2026-01-06T10:00:00.000Z",
}
"""Members whose values depend on the run, and what they are recorded as."""

MAX_LINES = 12
"""Lines of a long text that are recorded."""


class Recorder:
    """Calls operations by their names and records the answers."""

    def __init__(self, client: FlaskClient) -> None:
        spec = yaml.load(SOURCE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        self.client, self.recorded = client, Recorded()
        self.addresses = {operation["operationId"]: name for name, operation in operations(spec)}
        self.replaced: dict[str, str] = {}

    def fix(self, found: str, shown: str) -> str:
        """Records `shown` wherever this text occurs; returns the text."""
        self.replaced[found] = shown
        return found

    def call(
        self, operation: str, body: Any = None, token: str | None = None, query: str = "", name: str = "example", **sent: Any
    ) -> TestResponse:
        """Calls an operation and records its answer; `sent` holds path parameters and, with capitals, headers."""
        response = self.send(self.client, operation, body, token, query, **sent)
        if response.status_code >= 400:
            problem = response.get_json()
            self.recorded.problems.setdefault(problem["code"], problem)
        elif response.content_type and response.status_code != 204:
            statuses = self.recorded.answers.setdefault(operation, {})
            by_type = statuses.setdefault(str(response.status_code), {}).setdefault(response.content_type.partition(";")[0], {})
            by_type.setdefault(name, response.get_json() if response.is_json else shortened(response.get_data(as_text=True)))
        return response

    def send(self, client: FlaskClient, operation: str, body: Any, token: str | None, query: str, **sent: Any) -> TestResponse:
        """Calls an operation."""
        method, _, path = self.addresses[operation].partition(" ")
        headers = {name.replace("_", "-"): str(value) for name, value in sent.items() if name[0].isupper()}
        headers |= {"X-Request-Id": REQUEST_ID} | ({"Authorization": f"Bearer {token}"} if token else {})
        content: dict[str, Any] = {"data": body} if isinstance(body, bytes) else {} if body is None else {"json": body}
        if isinstance(body, bytes):
            headers.setdefault("Content-Type", "application/json")
        return client.open(path.format(**sent) + query, method=method, headers=headers, **content)

    def refuse(self, app: Flask, operation: str, body: Any = None, query: str = "", **sent: Any) -> None:
        """Records the problem that another application answers with."""
        problem = self.send(app.test_client(), operation, body, None, query, **sent).get_json()
        self.recorded.problems.setdefault(problem["code"], problem)
        close(app)

    def result(self) -> Recorded:
        """Everything recorded, with fixed values."""
        text = json.dumps({"answers": self.recorded.answers, "problems": self.recorded.problems})
        for found, shown in self.replaced.items():
            text = text.replace(found, shown)
        fixed = with_fixed_values(json.loads(text))
        return Recorded(fixed["answers"], fixed["problems"])


def shortened(text: str) -> str:
    """The beginning of a long text, without the times in it, and without metrics that exist only once something was counted."""
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", MOMENT, text)
    lines = [line for line in text.splitlines() if not re.match(r"(arbiter|python|process)_|# \w+ \w+_created ", line)]
    lines = [line if len(line) <= 1000 else f"{line[:1000]} ..." for line in lines]
    return "\n".join(lines if len(lines) <= MAX_LINES else [*lines[:MAX_LINES], "..."]) + "\n"


def with_fixed_values(part: Any) -> Any:
    """The document with the values of FIXED where they stand."""
    if isinstance(part, list):
        return [with_fixed_values(item) for item in part]
    if not isinstance(part, dict):
        return part
    if "progress" in part and part["status"] != "done":
        part = {**part, "progress": 0.0}
    return {name: FIXED[name] if name in FIXED and value is not None else with_fixed_values(value) for name, value in part.items()}


@contextmanager
def silent_log() -> Iterator[None]:
    """Logs nothing of the service: some failures are recorded on purpose."""
    log = logging.getLogger("arbiter")
    log.disabled = True
    try:
        yield
    finally:
        log.disabled = False


@contextmanager
def busy_service() -> Iterator[tuple[FlaskClient, str]]:
    """A service with a Redis and one worker, and the address of the Redis."""
    with silent_log(), tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder) / "redis") as redis:
        app = create_app(
            Settings(
                redis_url=redis.url,
                log_requests=False,
                gzip_min_bytes=0,
                stream_seconds=1,
                pulse_seconds=1,
                webhook_http=True,
                webhook_networks=("127.0.0.0/8",),
            )
        )
        with Workers(redis.url, Path(folder), processes=1):
            eventually(lambda: workers_alive(app.test_client()) == 1)
            yield app.test_client(), redis.url
        close(app)
