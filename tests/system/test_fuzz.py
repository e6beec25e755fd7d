"""Schemathesis reads the specification and attacks: every operation, every phase, every check."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from service import create_app
from service.operations.embedded_redis import EmbeddedRedis, socket_path
from service.settings import Settings
from tests.support.linked_spec import linked_spec
from tests.support.stores import close, proved

DATA = Path(tempfile.gettempdir()) / f"arbiter-fuzz-{os.getpid()}"
"""Where the Redis of this process keeps its files; it runs while the tests of this module do."""

app = create_app(Settings(redis_url=f"unix://{socket_path(DATA)}", log_requests=False, gzip_min_bytes=0, stream_seconds=1, pulse_seconds=1))
SHORTER = """
[[operations]]
include-path-regex = "/(legal-moves|views|boards|records|ai-moves)$"
phases.coverage.generation.mode = "positive"
"""
"""Every field of every state is spoiled in turn for one operation here; tests/system/fuzz.py does so for all that take a state."""

attack = (Path(__file__).parent / "schemathesis.toml").read_text(encoding="utf-8")
config = schemathesis.config.SchemathesisConfig.from_str(attack + SHORTER)
schema = schemathesis.openapi.from_dict(linked_spec(), config=config)
schema.app = app
bounded = settings(max_examples=10, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module", autouse=True)
def redis() -> Iterator[None]:
    with EmbeddedRedis(DATA) as server, proved(server.url):
        yield
        close(app)
    shutil.rmtree(DATA)


@schema.parametrize()
@bounded
def test_every_answer_is_as_specified(case: Any) -> None:
    case.call_and_validate()


TestLinks = schema.as_state_machine().TestCase
TestLinks.settings = settings(bounded, max_examples=10, stateful_step_count=15)
