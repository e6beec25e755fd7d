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
from service.operations.embedded_redis import EmbeddedRedis
from service.settings import Settings
from service.storage.data_folder import url_of
from tests.support.linked_spec import linked_spec
from tests.support.stores import close, proved
from tests.support.tables import InProcess
from tests.system.fuzzing.hooks import Filler
from tests.system.fuzzing.prepared import API_KEY_ENTRY, Prepared

DATA = Path(tempfile.gettempdir()) / f"arbiter-fuzz-{os.getpid()}"
"""Where the Redis of this process keeps its files; it runs while the tests of this module do."""

app = create_app(
    Settings(
        redis_url=url_of(DATA),
        log_requests=False,
        gzip_min_bytes=0,
        stream_seconds=1,
        pulse_seconds=1,
        api_keys=(API_KEY_ENTRY,),
        webhooks_per_key=1000,
        job_waiters=0,
    )
)
SHORTER = """
[generation]
deterministic = true
database = "none"

[[operations]]
include-path-regex = "/(moves|checks|legal-moves|views|boards|records|ai-moves|sessions)$"
phases.coverage.generation.mode = "positive"
"""
"""`make fuzz` spoils every field of every state in turn, for all operations that take one."""

attack = (Path(__file__).parent / "fuzzing" / "schemathesis.toml").read_text(encoding="utf-8")
config = schemathesis.config.SchemathesisConfig.from_str(attack + SHORTER)
schema = schemathesis.openapi.from_dict(linked_spec(), config=config)
schema.app = app
bounded = settings(max_examples=10, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
filler = Filler()


@pytest.fixture(scope="module", autouse=True)
def redis() -> Iterator[None]:
    with EmbeddedRedis(DATA) as server, proved(server.url):
        with filler.filling(Prepared(InProcess(app.test_client()))):
            yield
        close(app)
    shutil.rmtree(DATA)


@pytest.fixture(autouse=True)
def succeeding(request: pytest.FixtureRequest) -> Iterator[None]:
    """The operation that a test calls has to succeed at least once."""
    filler.statuses.clear()
    yield
    if request.cls is None:
        assert filler.calls
        assert filler.without_success() == []


@schema.parametrize()
@bounded
def test_every_answer_is_as_specified(case: Any) -> None:
    case.call_and_validate()


TestLinks = schema.as_state_machine().TestCase
TestLinks.settings = settings(bounded, max_examples=10, stateful_step_count=15)
