"""How messages are delivered: in order, again after failures with the same id, until a webhook is switched off."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pytest

from service.webhooks.delivering import FIRST_DELAY, JITTER, LONGEST_DELAY, delay_ms
from service.webhooks.sender import Answer
from tests.support.receiver import Receiver, Reply
from tests.support.webhooks import Caller, Worker, attempts, told

DAY_MS = 24 * 3600 * 1000


def record(worker: Worker, webhook: Any) -> Any:
    """What Redis holds about a webhook."""
    return worker.deliverer.store.server.client.hgetall(f"arbiter:webhook:{webhook['id']}")


def set_back(worker: Worker, key: str, field: str, milliseconds: int) -> None:
    """Lets a stored time have been earlier."""
    redis = worker.deliverer.store.server.client
    redis.hset(key, field, int(redis.hget(key, field)) - milliseconds)


def test_a_failure_holds_up_its_session_alone_and_keeps_the_order(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url)
    bad, good = caller.new_session(), caller.new_session()
    receiver.behave = lambda call: Reply(500 if call.json["data"]["session"] == bad["id"] else 204)
    caller.move(bad, 6)
    caller.move(good, 6)
    worker.run()
    assert told(receiver, bad["id"]) == [("turn", 0, 0)] and len(told(receiver, good["id"])) > 2
    receiver.behave = lambda call: Reply()
    worker.retry()
    first, again, *rest = receiver.of(bad["id"])
    assert (again.id, again.body) == (first.id, first.body)
    assert [call.json["data"]["version"] for call in rest] == sorted({call.json["data"]["version"] for call in rest})
    assert [one[1:] for one in told(receiver, bad["id"])[1:]] == [one[1:] for one in told(receiver, good["id"])]


def test_a_delivery_that_failed_is_due_again_after_five_seconds(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    receiver.behave = lambda call: Reply(503)
    webhook = caller.new_webhook(receiver.url)
    session = caller.new_session()
    worker.run()
    worker.run()
    assert len(receiver.calls) == 1
    store = worker.deliverer.store
    due = store.server.client.zscore(f"arbiter:webhook:{webhook['id']}:due", f"session:{session['id']}")
    left = (due - worker.deliverer.sessions.now_ms()) / 1000
    assert FIRST_DELAY * (1 - JITTER) - 2 < left < FIRST_DELAY * (1 + JITTER)


def test_delays_double_from_five_seconds_to_an_hour_with_jitter_over_a_day() -> None:
    failed = Answer(0.1, 500, "failed")
    delays = [[delay_ms(failures, failed) / 1000 for _ in range(200)] for failures in range(40)]
    for failures, found in enumerate(delays):
        middle = min(LONGEST_DELAY, FIRST_DELAY * 2**failures)
        assert middle * (1 - JITTER) - 0.01 <= min(found) < middle < max(found) <= middle * (1 + JITTER)
    in_a_day = sum(sum(found[0] for found in delays[:count]) < 24 * 3600 for count in range(40))
    assert 28 <= in_a_day <= 38


def test_a_receiver_may_ask_for_a_longer_delay_but_not_for_ever() -> None:
    assert delay_ms(0, Answer(0.1, 429, "failed", retry_after=100)) == 100_000
    assert delay_ms(0, Answer(0.1, 503, "failed", retry_after=10**6)) <= 1000 * LONGEST_DELAY * (1 + JITTER)


def test_410_switches_a_webhook_off_and_says_so(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    receiver.behave = lambda call: Reply(410)
    webhook = caller.new_webhook(receiver.url)
    session = caller.new_session()
    worker.run()
    caller.move(session, 6)
    worker.retry()
    seen = caller.good("GET", f"/webhooks/{webhook['id']}")
    assert (seen["state"], seen["off_reason"], seen["last_error"]["status"]) == ("off", "gone", 410) and seen["off_at"]
    assert len(receiver.calls) == 1
    load = worker.deliverer.store.load()
    assert (load.off, load.waiting) == (1, 0)


def test_a_day_of_failures_switches_a_webhook_off(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    receiver.behave = lambda call: Reply(500)
    webhook = caller.new_webhook(receiver.url)
    caller.new_session()
    worker.run()
    set_back(worker, f"arbiter:webhook:{webhook['id']}", "failing_since", DAY_MS - 60_000)
    worker.retry()
    assert caller.good("GET", f"/webhooks/{webhook['id']}")["state"] == "on"
    set_back(worker, f"arbiter:webhook:{webhook['id']}", "failing_since", 60_000)
    worker.retry()
    seen = caller.good("GET", f"/webhooks/{webhook['id']}")
    assert (seen["state"], seen["off_reason"], len(receiver.calls)) == ("off", "failing", 3)


def test_a_message_that_fails_for_a_day_while_others_succeed_is_given_up(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    webhook = caller.new_webhook(receiver.url)
    session, other = caller.new_session(), caller.new_session()
    receiver.behave = lambda call: Reply(500 if ("turn", 0, 0) in told(receiver, session["id"])[-1:] else 204)
    worker.run()
    set_back(worker, f"arbiter:webhook:{webhook['id']}:stream:session:{session['id']}", "failed_at", DAY_MS)
    caller.move(session, 6)
    caller.move(other, 6)
    worker.retry()
    versions = [version for _, version, _ in told(receiver, session["id"])]
    assert versions[:2] == [0, 0] and len(versions) > 2 and min(versions[2:]) > 0
    assert caller.good("GET", f"/webhooks/{webhook['id']}")["state"] == "on"


def test_a_test_that_succeeds_switches_a_webhook_on_from_then_on(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    receiver.behave = lambda call: Reply(410)
    webhook = caller.new_webhook(receiver.url)
    session = caller.new_session()
    worker.run()
    caller.good("POST", f"/webhooks/{webhook['id']}/tests", {})
    worker.run()
    assert caller.good("GET", f"/webhooks/{webhook['id']}")["state"] == "off"
    caller.move(session, 6)
    before = caller.good("GET", f"/sessions/{session['id']}")["version"]
    receiver.behave = lambda call: Reply()
    time.sleep(0.002)  # The moves and the test are told apart by their milliseconds.
    sent = caller.good("POST", f"/webhooks/{webhook['id']}/tests", {})
    worker.run()
    call = receiver.calls[-1]
    assert (call.id, call.json["type"], call.json["data"]) == (sent["id"], "test", {"webhook": webhook["id"]})
    seen = caller.good("GET", f"/webhooks/{webhook['id']}")
    assert seen["state"] == "on" and "off_at" not in seen and "off_reason" not in seen
    caller.move(session, 6)
    worker.run()
    versions = [version for _, version, _ in told(receiver, session["id"])]
    assert len(versions) > 2 and min(versions[1:]) > before


def test_a_test_that_fails_is_sent_once_and_changes_nothing(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    receiver.behave = lambda call: Reply(500)
    webhook = caller.new_webhook(receiver.url)
    caller.good("POST", f"/webhooks/{webhook['id']}/tests", {})
    worker.run()
    worker.retry()
    seen = caller.good("GET", f"/webhooks/{webhook['id']}")
    assert (len(receiver.calls), seen["state"], seen["failing_since"]) == (1, "on", None)
    assert seen["last_error"]["error"] == "The receiver answered 500."


def test_deliveries_show_every_attempt_with_status_and_time(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    replies = [Reply(500), Reply(302, headers={"Location": "/elsewhere"}), Reply()]
    receiver.behave = lambda call: replies[len(receiver.calls) - 1]
    webhook = caller.new_webhook(receiver.url)
    session = caller.new_session()
    worker.run()
    worker.retry()
    worker.retry()
    found = attempts(caller, webhook)
    shown = [(each["attempt"], each["result"], each["status"]) for each in found]
    assert shown == [(1, "failed", 500), (2, "failed", 302), (3, "delivered", 204)]
    assert "redirect" in found[1]["error"] and "error" not in found[2]
    assert {each["id"] for each in found} == {receiver.calls[0].id} and {each["session"] for each in found} == {session["id"]}
    assert all(each["elapsed_ms"] >= 0 and each["at"].endswith("Z") for each in found)
    seen = caller.good("GET", f"/webhooks/{webhook['id']}")
    assert seen["failing_since"] is None and seen["last_success_at"] and seen["last_error"]["status"] == 302


def test_the_last_hundred_attempts_are_kept(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    webhook = caller.new_webhook(receiver.url)
    for _ in range(105):
        caller.good("POST", f"/webhooks/{webhook['id']}/tests", {})
    worker.run()
    found = attempts(caller, webhook)
    assert len(found) == 100 and [each["id"] for each in found] == [call.id for call in receiver.calls][-100:]


def test_a_receiver_that_is_back_gets_everything_that_waits_at_once(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    receiver.behave = lambda call: Reply(500)
    webhook = caller.new_webhook(receiver.url)
    sessions = [caller.new_session() for _ in range(5)]
    worker.run()
    assert len(receiver.calls) == 5
    receiver.behave = lambda call: Reply()
    set_back(worker, f"arbiter:webhook:{webhook['id']}", "failing_since", 61_000)
    caller.good("POST", f"/webhooks/{webhook['id']}/tests", {})
    worker.run()
    assert all(len(receiver.of(session["id"])) == 2 for session in sessions)


def test_the_age_of_the_oldest_waiting_is_told(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    receiver.behave = lambda call: Reply(500)
    webhook = caller.new_webhook(receiver.url)
    session = caller.new_session()
    worker.run()
    store = worker.deliverer.store
    store.server.client.zincrby("arbiter:webhooks:waiting", -60_000, f"{webhook['id']}/session:{session['id']}")
    load = store.load()
    assert (load.waiting, load.webhooks, load.workers) == (1, 1, 1) and load.oldest_ms >= 60_000
    receiver.behave = lambda call: Reply()
    worker.retry()
    assert store.load().waiting == store.load().oldest_ms == 0


def test_a_client_over_its_budget_waits_and_loses_nothing(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    worker.deliverer = msgspec.structs.replace(worker.deliverer, calls_per_minute=2)
    caller.new_webhook(receiver.url)
    sessions = [caller.new_session() for _ in range(4)]
    worker.run()
    assert len(receiver.calls) == 2
    worker.deliverer = msgspec.structs.replace(worker.deliverer, calls_per_minute=0)
    worker.retry()
    assert all(len(receiver.of(session["id"])) == 1 for session in sessions)


def test_a_session_that_is_gone_ends_its_webhook(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    session = caller.new_session(key=None)
    body = {"url": receiver.url, "events": ["turn"], "session": session["id"]}
    webhook = caller.good("POST", "/webhooks", body, key=None, token=session["host_token"])
    caller.move(session, 2)
    worker.dispatcher.dispatch()
    worker.deliverer.sessions.server.client.delete(*worker.deliverer.sessions.server.client.keys(f"arbiter:{{{session['id']}}}*"))
    worker.run()
    assert not record(worker, webhook) and worker.deliverer.store.load().waiting == 0


def test_webhooks_of_a_session_expire_with_it(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    session = caller.new_session(key=None)
    body = {"url": receiver.url, "events": ["turn"], "session": session["id"]}
    webhook = caller.good("POST", "/webhooks", body, key=None, token=session["host_token"])
    caller.move(session, 6)
    worker.run()
    redis = worker.deliverer.store.server.client
    for key in redis.keys(f"arbiter:webhook:{webhook['id']}*"):
        assert 30 * 24 * 3600 < redis.ttl(key) <= 31 * 24 * 3600, key


@pytest.mark.parametrize("kind", ["deleted", "off"])
def test_a_webhook_that_is_deleted_or_off_hears_nothing(caller: Caller, receiver: Receiver, worker: Worker, kind: str) -> None:
    webhook = caller.new_webhook(receiver.url)
    caller.new_session()
    if kind == "deleted":
        caller.good("DELETE", f"/webhooks/{webhook['id']}")
    else:
        worker.deliverer.store.server.client.hset(f"arbiter:webhook:{webhook['id']}", "state", "off")
    worker.run()
    assert not receiver.calls and worker.deliverer.store.load().waiting == 0
