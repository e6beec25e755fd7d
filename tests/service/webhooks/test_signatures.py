"""Signatures: checked with the package of the convention, and by hand."""

from __future__ import annotations

import base64
import hashlib
import hmac

import pytest
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from service.webhooks.model import Secret
from service.webhooks.signatures import MAX_SECRETS, OVERLAP_MS, new_secret, rotated, signed_headers, valid
from tests.support.receiver import Call, Receiver
from tests.support.webhooks import Caller, Worker


def is_signed_by(secret: str, call: Call) -> bool:
    """Whether the package of the convention accepts a call."""
    try:
        Webhook(secret).verify(call.body, call.headers)
    except WebhookVerificationError:
        return False
    return True


def test_a_signature_is_that_of_the_convention() -> None:
    """The example of the specification of Standard Webhooks' Python package, computed by hand."""
    secret, body = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), b'{"test": 2432232314}'
    headers = signed_headers("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body, [secret])
    assert headers == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_a_delivery_is_signed(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    webhook = caller.new_webhook(receiver.url)
    caller.new_session()
    worker.run()
    call = receiver.calls[0]
    assert is_signed_by(webhook["secret"], call)
    assert not is_signed_by(new_secret().value, call)
    call.body = call.body.replace('"seat":0', '"seat":1')
    assert not is_signed_by(webhook["secret"], call)


def test_a_signature_by_hand(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    webhook = caller.new_webhook(receiver.url)
    caller.new_session()
    worker.run()
    call = receiver.calls[0]
    signed = f"{call.headers['webhook-id']}.{call.headers['webhook-timestamp']}.{call.body}".encode()
    key = base64.b64decode(webhook["secret"].removeprefix("whsec_"))
    digest = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert call.headers["webhook-signature"] == f"v1,{digest}" and len(key) == 32
    assert abs(int(call.headers["webhook-timestamp"]) - call.at) < 60


def test_a_replaced_secret_signs_for_a_day_beside_the_new_one(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    webhook = caller.new_webhook(receiver.url)
    new = caller.good("POST", f"/webhooks/{webhook['id']}/secrets", {})
    caller.new_session()
    worker.run()
    call = receiver.calls[-1]
    assert new["secret"] != webhook["secret"] and is_signed_by(webhook["secret"], call) and is_signed_by(new["secret"], call)
    assert caller.good("GET", f"/webhooks/{webhook['id']}")["old_secrets"] == 1
    redis = worker.deliverer.store.server.client
    stored = redis.hget(f"arbiter:webhook:{webhook['id']}", "secrets").decode()
    expiry = stored.rpartition(":")[2].rstrip("}]")
    redis.hset(f"arbiter:webhook:{webhook['id']}", "secrets", stored.replace(expiry, str(int(expiry) - OVERLAP_MS)))
    caller.new_session()
    worker.run()
    call = receiver.calls[-1]
    assert not is_signed_by(webhook["secret"], call) and is_signed_by(new["secret"], call)


def test_secrets_end_one_by_one_and_are_few() -> None:
    known, now = [new_secret()], 1000
    for _ in range(MAX_SECRETS + 2):
        known = rotated(known, new_secret(), now)
        now += 1
    assert len(known) == MAX_SECRETS and known[0].expires_at is None
    assert len(valid(known, now + OVERLAP_MS - 3)) == 3 and valid(known, now + OVERLAP_MS) == known[:1]


@pytest.mark.parametrize("path", ["", "/deliveries"])
def test_secrets_are_returned_once(caller: Caller, path: str) -> None:
    webhook = caller.new_webhook("https://93.184.216.34/hooks")
    shown = [caller.call("GET", address).get_data(as_text=True) for address in (f"/webhooks/{webhook['id']}{path}", "/webhooks")]
    assert webhook["secret"].startswith("whsec_") and "whsec_" not in "".join(shown)
