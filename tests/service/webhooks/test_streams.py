"""Who may deliver what at the same time: bounds for each webhook, fairness between them, leases, and news during a delivery."""

from __future__ import annotations

from service.webhooks.delivering import deliver
from tests.support.receiver import Call, Receiver, Reply
from tests.support.webhooks import Caller, Worker, attempts, told


def test_while_a_webhook_fails_one_call_is_under_way_and_else_eight(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url)
    for _ in range(12):
        caller.new_session()
    worker.dispatcher.dispatch()
    store = worker.deliverer.store
    claims = [claim for _ in range(12) if (claim := store.claim(with_slow=True))]
    assert len(claims) == 8 and len({claim.resource for claim in claims}) == 8
    for claim in claims:
        store.release(claim, 0)
    receiver.behave = lambda call: Reply(500)
    failed = store.claim(with_slow=True)
    assert failed is not None
    deliver(worker.deliverer, failed)
    assert store.claim(with_slow=False) is None, "a webhook that fails is a slow one"
    assert store.claim(with_slow=True) is not None and store.claim(with_slow=True) is None


def test_streams_of_one_webhook_do_not_hide_those_of_another(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    crowded = caller.new_webhook(receiver.url)
    for _ in range(30):
        caller.new_session()
    worker.dispatcher.dispatch()
    other = caller.new_webhook(receiver.url, key="bolt")
    caller.new_session(key="bolt")
    worker.dispatcher.dispatch()
    claimed = [claim.webhook.id for _ in range(9) if (claim := worker.deliverer.store.claim(with_slow=True))]
    assert claimed.count(crowded["id"]) == 8 and claimed.count(other["id"]) == 1


def test_a_stream_whose_worker_died_is_claimed_again_after_its_lease(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    webhook = caller.new_webhook(receiver.url)
    session = caller.new_session()
    worker.dispatcher.dispatch()
    store = worker.deliverer.store
    lost = store.claim(with_slow=True)
    assert lost is not None and store.claim(with_slow=True) is None
    store.server.client.zadd(f"arbiter:webhook:{webhook['id']}:running", {lost.stream: 1})
    store.server.client.zadd("arbiter:webhooks:fast", {webhook["id"]: 1})
    again = store.claim(with_slow=True)
    assert again is not None and again.stream == lost.stream and again.token != lost.token
    deliver(worker.deliverer, again)
    before = len(receiver.calls)
    deliver(worker.deliverer, lost)
    assert told(receiver, session["id"])[0] == ("turn", 0, 0) and len(receiver.calls) == before + 1
    assert {call.id for call in receiver.calls} == {receiver.calls[0].id}
    assert len(attempts(caller, webhook)) == 1, "the report of a worker without a lease is ignored"


def test_news_during_a_delivery_is_delivered_next(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url)
    session = caller.new_session()

    def move_meanwhile(call: Call) -> Reply:
        if len(receiver.calls) == 1:
            caller.move(session, 6)
            worker.dispatcher.dispatch()
        return Reply()

    receiver.behave = move_meanwhile
    worker.run()
    assert len(told(receiver, session["id"])) > 2
    assert worker.deliverer.store.load().waiting == 0


def test_what_is_left_of_a_deleted_webhook_expires(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    receiver.behave = lambda call: Reply(500)
    webhook = caller.new_webhook(receiver.url)
    for _ in range(3):
        caller.new_session()
    worker.run()
    caller.new_session()
    worker.dispatcher.dispatch()
    caller.good("DELETE", f"/webhooks/{webhook['id']}")
    redis = worker.deliverer.store.server.client
    left = redis.keys(f"arbiter:webhook*{webhook['id']}*")
    assert left and all(0 < redis.ttl(key) <= 2 * 24 * 3600 for key in left)
    assert not [key for key in redis.keys("arbiter:webhooks:*") if redis.type(key) == b"zset" and redis.zscore(key, webhook["id"])]
    assert worker.run() == 0 and worker.deliverer.store.load().waiting == 0
