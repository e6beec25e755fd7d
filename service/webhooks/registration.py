"""What clients do with webhooks: register, read, delete and test them, and replace their secrets."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from engine.errors import Defect
from service.sessions.auth import Caller, require_host
from service.sessions.changes import find_open
from service.sessions.model import Session
from service.sessions.presentation import present_time
from service.sessions.store import SessionStore
from service.storage.idempotency import IdempotencyKey, Reply
from service.webhooks.addresses import AddressPolicy
from service.webhooks.documents import Deliveries, NewSecret, TestReceipt, Webhook, Webhooks
from service.webhooks.errors import KeyNeeded, TooManyWebhooks, WebhookRefused, WebhookUnknown
from service.webhooks.messages import first_position, message_id
from service.webhooks.model import Health, NewWebhook, Secret, StoredWebhook
from service.webhooks.model import Webhook as Facts
from service.webhooks.presentation import present_deliveries, present_new_webhook, present_webhook, present_webhooks
from service.webhooks.signatures import OVERLAP_MS, new_secret, rotated
from service.webhooks.store import WebhookStore

MAX_OF_SESSION = 5
"""Webhooks that one session may have."""

KEEP_SECONDS = 24 * 3600
"""How long after its session a webhook is kept, so that its deliveries can still be read."""

ID_BYTES = 12


class Registry(msgspec.Struct, frozen=True):
    """Where webhooks are kept, the sessions that they are about, what they may call, and how many an API key may have."""

    store: WebhookStore
    sessions: SessionStore
    policy: AddressPolicy
    max_of_key: int


def register_webhook(registry: Registry, body: Mapping[str, Any], caller: Caller, client: str) -> Reply:
    """A new webhook of a session, for its host, or of the caller's API key; `client` is whose budget its calls spend."""
    if (first := registry.store.find_reply(caller.key)) is not None:
        return first
    registry.store.memory.require_room()
    registry.policy.target(body["url"])
    session = _require_scope(registry, body.get("session"), caller)
    if session is not None and "job" in body["events"]:
        sentence = "AI jobs belong to an API key: leave out `session` to hear of them."
        raise WebhookRefused(sentence, [Defect("/events", "wrong_value", sentence)])
    webhook = Facts(
        id=_new_id(caller.key),
        url=body["url"],
        events=list(dict.fromkeys(body["events"])),
        session=session.id if session else None,
        owner=None if session else caller.owner,
        client=client,
        language=caller.form.language,
        created_at=registry.sessions.now_ms(),
    )
    return _store(registry, webhook, session, caller)


def _store(registry: Registry, webhook: Facts, session: Session | None, caller: Caller) -> Reply:
    """Notes for every commit that there is a webhook, then stores it: no change after the reply goes unnoticed."""
    secret = new_secret()
    document = present_new_webhook(StoredWebhook(webhook, [secret], Health(is_on=True)), webhook.created_at)
    reply = _reply(document, webhook.id, caller, 201)
    if session is None:
        _count(registry, webhook)
        try:
            return registry.store.register(NewWebhook(webhook, secret, registry.max_of_key), caller.key, reply) or reply
        except TooManyWebhooks:
            _uncount(registry, webhook)
            raise
    registry.sessions.add_webhooks(session.id)
    seconds = max(0, session.expires_at - int(time.time())) + KEEP_SECONDS
    new = NewWebhook(webhook, secret, MAX_OF_SESSION, seconds, first_position(session.version + 1))
    return registry.store.register(new, caller.key, reply) or reply


def _count(registry: Registry, webhook: Facts) -> None:
    if webhook.owner is not None:
        registry.sessions.owners.add(webhook.owner)
        registry.store.job_owners.add(webhook.owner)


def _uncount(registry: Registry, webhook: Facts) -> None:
    if webhook.owner is not None:
        registry.sessions.owners.remove(webhook.owner)
        registry.store.job_owners.remove(webhook.owner)


def list_webhooks(registry: Registry, session_id: str | None, caller: Caller) -> Webhooks:
    """The webhooks of a session, for its host, or of the caller's API key."""
    session = _require_scope(registry, session_id, caller)
    scope = f"key:{caller.owner}" if session is None else f"session:{session.id}"
    return present_webhooks(registry.store.list_scope(scope), registry.sessions.now_ms())


def read_webhook(registry: Registry, webhook_id: str, caller: Caller) -> Webhook:
    """The webhook; raises WebhookUnknown if the caller does not own it."""
    return present_webhook(_find(registry, webhook_id, caller), registry.sessions.now_ms())


def delete_webhook(registry: Registry, webhook_id: str, caller: Caller) -> None:
    """Deletes the webhook; a delivery that is under way still arrives."""
    webhook = _find(registry, webhook_id, caller).webhook
    if registry.store.delete(webhook_id):
        _uncount(registry, webhook)


def replace_secret(registry: Registry, webhook_id: str, caller: Caller) -> Reply:
    """A new secret; the one before signs beside it for OVERLAP_MS."""
    while True:
        stored, now, secret = _find(registry, webhook_id, caller), registry.sessions.now_ms(), new_secret()
        reply = _reply(_present_secret(secret, now), webhook_id, caller, 201)
        done = registry.store.replace_secrets(webhook_id, stored.secrets, rotated(stored.secrets, secret, now), caller.key, reply)
        if done:
            return reply if done is True else done


def _present_secret(secret: Secret, now: int) -> NewSecret:
    return NewSecret(secret=secret.value, overlap_until=present_time(now + OVERLAP_MS))


def read_deliveries(registry: Registry, webhook_id: str, caller: Caller) -> Deliveries:
    """The last attempts to deliver."""
    _find(registry, webhook_id, caller)
    return present_deliveries(registry.store.attempts(webhook_id))


def send_test(registry: Registry, webhook_id: str, caller: Caller) -> Reply:
    """Lets a worker send a test at once, even if the webhook is off; a test that succeeds switches it on."""
    webhook, test_id = _find(registry, webhook_id, caller).webhook, secrets.token_hex(ID_BYTES)
    reply = _reply(TestReceipt(message_id(webhook, f"test/{test_id}")), webhook_id, caller, 202)
    payload = str(registry.sessions.now_ms()).encode()
    return registry.store.send_test(webhook_id, test_id, payload, caller.key, reply) or reply


def _require_scope(registry: Registry, session_id: str | None, caller: Caller) -> Session | None:
    """The session whose host the caller must be; None if the caller has an API key and names no session."""
    if session_id is not None:
        session = find_open(registry.sessions, session_id)
        require_host(session, caller.token)
        return session
    if caller.owner is None:
        raise KeyNeeded("Name a session and send its host's token, or send an API key to hear of all its sessions.")
    return None


def _find(registry: Registry, webhook_id: str, caller: Caller) -> StoredWebhook:
    """The webhook, which the caller must own; the host of a session owns the session's."""
    stored = registry.store.find(webhook_id)
    webhook = stored.webhook
    if webhook.session is not None:
        require_host(registry.sessions.find(webhook.session), caller.token)
    elif webhook.owner != caller.owner:
        raise WebhookUnknown("There is no webhook with this id.")
    return stored


def _new_id(key: IdempotencyKey | None) -> str:
    """A random id; with an idempotency key it is derived from the key, so that a request that ran twice makes one webhook."""
    return hashlib.sha256(b"webhook\0" + key.name.encode()).hexdigest()[: 2 * ID_BYTES] if key else secrets.token_hex(ID_BYTES)


def _reply(document: Any, webhook_id: str, caller: Caller, status: int) -> Reply:
    return Reply(body=msgspec.json.encode(document), resource=webhook_id, language=caller.form.language, status=status)
