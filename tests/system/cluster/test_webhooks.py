"""Tests of webhooks again, with sessions on a Redis Cluster and everything about webhooks on another Redis; and crashes between the two."""

from __future__ import annotations

from typing import Any

import pytest

from service.operations.embedded_redis import EmbeddedRedis
from service.sessions.changes import Sessions
from service.sessions.store import COMMIT, SessionStore
from service.settings import Settings
from service.storage.outbox import NEWS
from tests.service.webhooks.conftest import app, caller, deliverer, receiver, worker
from tests.service.webhooks.test_deliveries import test_a_failure_holds_up_its_session_alone_and_keeps_the_order
from tests.service.webhooks.test_events import (
    expected_turns,
    test_a_new_session_and_every_change_of_turn_is_told_in_order,
    test_a_webhook_hears_only_of_sessions_of_its_key_and_of_events_it_asked_for,
    test_the_end_of_an_ai_job_is_told_without_its_result,
    test_the_host_of_a_session_without_a_key_hears_of_that_session_alone,
    test_the_turn_of_a_free_seat_is_told_once_it_is_claimed,
)
from tests.support.receiver import Receiver
from tests.support.stores import raw
from tests.support.webhooks import KEYS, Caller, Worker, told

__all__ = [
    "app",
    "caller",
    "deliverer",
    "receiver",
    "test_a_failure_holds_up_its_session_alone_and_keeps_the_order",
    "test_a_new_session_and_every_change_of_turn_is_told_in_order",
    "test_a_webhook_hears_only_of_sessions_of_its_key_and_of_events_it_asked_for",
    "test_the_end_of_an_ai_job_is_told_without_its_result",
    "test_the_host_of_a_session_without_a_key_hears_of_that_session_alone",
    "test_the_turn_of_a_free_seat_is_told_once_it_is_claimed",
    "worker",
]


class Crash(BaseException):
    """The process ends here."""


@pytest.fixture
def settings(store: SessionStore, embedded: EmbeddedRedis) -> Settings:
    """A service that may call this machine, with sessions on the Cluster."""
    entries = tuple(entry for _, entry in KEYS.values())
    return Settings(
        sessions_url=store.url,
        queue_url=embedded.url,
        log_requests=False,
        api_keys=entries,
        webhook_http=True,
        webhook_networks=("127.0.0.0/8",),
    )


@pytest.fixture(autouse=True)
def emptied(deliverer: Any) -> Any:
    """Leaves nothing behind on the Redis of webhooks."""
    yield
    deliverer.store.server.client.flushall()


@pytest.mark.parametrize("is_done", [False, True], ids=["before", "after"])
def test_a_crash_around_a_commit_loses_no_news(
    caller: Caller, receiver: Receiver, worker: Worker, sessions: Sessions, monkeypatch: pytest.MonkeyPatch, is_done: bool
) -> None:
    caller.new_webhook(receiver.url)
    session = caller.new_session()
    caller.move(session)
    worker.run()
    run = sessions.store.server.run

    def crash(script: Any, *arguments: Any) -> Any:
        if script is COMMIT:
            if is_done:
                run(script, *arguments)
            raise Crash
        return run(script, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(sessions.store.server, "run", crash)
        with pytest.raises(Crash):
            caller.move(session)
    noted: Any = raw(sessions.store).zrange(NEWS, 0, -1)
    assert len(noted) == 1, "the news was noted before the commit"
    raw(sessions.store).zadd(NEWS, {noted[0]: 1})
    worker.run()
    assert told(receiver, session["id"]) == [("turn", 0, 0), *expected_turns(caller, session)]
    assert raw(sessions.store).zcard(NEWS) == 0
