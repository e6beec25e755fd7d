"""Webhooks and their deliveries in Redis, beside the AI jobs: a single server, so that one script can see all of them.

The streams of a webhook are the source of truth; RQ only calls a worker, which then claims streams. A worker that dies loses its lease, and
another one delivers the same message again, with the same id.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
import redis
from rq import Queue as RqQueue

from service.storage.idempotency import IdempotencyKey, Reply, decrypt, encrypt
from service.storage.memory import RESERVE, Memory
from service.storage.outbox import JOB_NEWS, Outbox
from service.storage.owners import JOB_OWNERS, Owners
from service.storage.redis_client import RedisServer
from service.storage.scripts import Script
from service.webhooks.errors import TooManyWebhooks, WebhookUnknown
from service.webhooks.model import Attempt, Claim, Health, Load, NewWebhook, Secret, StoredWebhook, StreamKind, Verdict, Wake, Webhook

SCRIPT, LOAD = (Script(Path(__file__).with_name(name)) for name in ("webhooks.lua", "load.lua"))

QUEUE = "arbiter-webhooks"
"""The name of RQ's queue."""

TASK_FUNCTION = "service.webhooks.tasks.run"
"""What RQ calls."""

RUN_SECONDS = 60
"""After how many seconds RQ aborts a run, which stops by itself long before."""

REPLY_SECONDS = 24 * 3600
"""How long a reply can be replayed under its idempotency key."""

LEASE_MS = 15_000
"""How long a worker may take for one delivery, which has a time-out of its own; after that another worker repeats it."""

KEYS = [f"arbiter:webhooks:{name}" for name in ("fast", "slow", "waiting", "all", "off")]
LOAD_KEYS = [*KEYS, "arbiter:webhooks:workers", f"rq:queue:{QUEUE}"]
FIELDS = ("facts", "secrets", "state", "off_at", "off_reason", "failing_since", "succeeded_at", "error")


class WebhookStore:
    """The webhooks of one Redis server."""

    def __init__(self, url: str, reserve: int = RESERVE) -> None:
        self.url = url
        self.server = RedisServer(url, "webhooks")
        self.memory = Memory(self.server, reserve)
        self.job_news, self.job_owners = Outbox(self.server, JOB_NEWS), Owners(self.server, JOB_OWNERS)
        self._queue = RqQueue(QUEUE, connection=self.server.client, serializer="json")

    def register(self, new: NewWebhook, key: IdempotencyKey | None, reply: Reply) -> Reply | None:
        """Stores a webhook; returns the first reply to a repeated request. Raises TooManyWebhooks."""
        webhook, most = new.webhook, new.most
        begun = [f"session:{webhook.session}", new.cursor] if webhook.session else ["", 0]
        limits = [webhook.scope, most, "" if new.seconds is None else new.seconds, *begun]
        since = 0 if webhook.session else webhook.created_at
        fields = ["facts", _encode(webhook), "secrets", _encode([new.secret]), "since", since]
        wants = ["wants_jobs", int("job" in webhook.events), "wants_sessions", int(set(webhook.events) != {"job"})]
        verdict = self._reply_step("register", webhook.id, key, reply, *limits, *fields, *wants)
        if verdict == "full":
            raise TooManyWebhooks(f"There are {most} webhooks already; delete one first.")
        return verdict if isinstance(verdict, Reply) else None

    def find(self, webhook_id: str) -> StoredWebhook:
        """The webhook; raises WebhookUnknown."""
        found = self.server.command("HMGET", _key(webhook_id), *FIELDS)
        if found[0] is None:
            raise WebhookUnknown("There is no webhook with this id.")
        return _decode(found)

    def list_scope(self, scope: str) -> list[StoredWebhook]:
        """The webhooks of an API key or a session, the oldest first."""
        with self.server.guard():
            ids = self.server.client.smembers(f"arbiter:webhooks:of:{scope}")
            pipe = self.server.client.pipeline(transaction=False)
            for webhook_id in ids:
                pipe.hmget(_key(webhook_id.decode()), FIELDS)
            found = pipe.execute()
        return sorted((_decode(values) for values in found if values[0]), key=lambda each: (each.webhook.created_at, each.webhook.id))

    def delete(self, webhook_id: str) -> bool:
        """Deletes a webhook; returns whether there was one."""
        return bool(self._step("delete", webhook_id))

    def replace_secrets(
        self, webhook_id: str, before: Sequence[Secret], after: Sequence[Secret], key: IdempotencyKey | None, reply: Reply
    ) -> Reply | bool:
        """Replaces the secrets; returns whether they were as expected, or the first reply to a repeated request."""
        verdict = self._reply_step("rotate", webhook_id, key, reply, _encode(before), _encode(after))
        return verdict if isinstance(verdict, Reply) else verdict == "done"

    def send_test(self, webhook_id: str, test_id: str, payload: bytes, key: IdempotencyKey | None, reply: Reply) -> Reply | None:
        """Makes a test due at once; returns the first reply to a repeated request. Raises WebhookUnknown."""
        verdict = self._reply_step("test", webhook_id, key, reply, f"test:{test_id}", payload)
        if verdict == "gone":
            raise WebhookUnknown("There is no webhook with this id.")
        return verdict if isinstance(verdict, Reply) else None

    def attempts(self, webhook_id: str) -> list[Attempt]:
        """The last attempts to deliver, the newest first."""
        found = self.server.command("LRANGE", f"{_key(webhook_id)}:attempts", 0, -1)
        return [_attempts.decode(each) for each in found]

    def wake(self, news: Sequence[Wake]) -> None:
        """Makes the streams due for which there is news."""
        if news:
            self._step("wake", "", *(part for each in news for part in (each.scope, f"{each.kind}:{each.resource}", each.payload)))

    def tick(self, worker: str, alive_ms: int) -> int:
        """Reports a living worker, and calls one if something is due; returns how many webhooks there are."""
        webhooks, is_due = self.server.run(LOAD, LOAD_KEYS, "tick", worker, alive_ms)
        if is_due:
            self._call_worker()
        return int(webhooks)

    def _call_worker(self) -> None:
        try:
            self._queue.enqueue(TASK_FUNCTION, job_timeout=RUN_SECONDS, ttl=RUN_SECONDS, result_ttl=0, failure_ttl=RUN_SECONDS)
        except redis.RedisError:
            return  # The next tick calls again.

    def claim(self, with_slow: bool) -> Claim | None:
        """Claims the stream that has waited longest; None if nothing is due."""
        found = self._step("claim", "", LEASE_MS, int(with_slow))
        if not found:
            return None
        stream, token, facts, secrets, since, is_slow, cursor, failures, news, payload = found
        kind, _, resource = stream.decode().partition(":")
        return Claim(
            webhook=_webhooks.decode(facts),
            secrets=_secrets.decode(secrets),
            kind=cast(StreamKind, kind),
            resource=resource,
            token=token,
            cursor=int(cursor),
            failures=int(failures),
            news=int(news),
            since=int(since),
            is_slow=is_slow == b"1",
            payload=payload,
        )

    def report(self, claim: Claim, result: str, attempt: Attempt, cursor: int, milliseconds: int, is_slow: bool) -> Verdict:
        """Stores an attempt and what follows from it; `milliseconds` is until the next attempt if this one failed."""
        after = LEASE_MS if result == "delivered" else milliseconds
        verdict: bytes = self._held_step("report", claim, result, _encode(attempt), cursor, after, int(is_slow))
        return cast(Verdict, verdict.decode())

    def finish(self, claim: Claim, cursor: int, seconds: int | None, with_webhook: bool = False) -> None:
        """Ends a claim with nothing left to deliver; keeps the stream for some seconds (None: deletes it), and `with_webhook` that too."""
        self._held_step("finish", claim, claim.news, cursor, "" if seconds is None else seconds, int(with_webhook))

    def release(self, claim: Claim, milliseconds: int) -> None:
        """Gives a stream back, to be claimed again after so many milliseconds."""
        self._held_step("release", claim, milliseconds)

    def load(self) -> Load:
        """The load of the deliveries; raises RedisUnavailable."""
        return Load(*map(int, self.server.run(LOAD, LOAD_KEYS, "load")))

    def _held_step(self, step: str, claim: Claim, *arguments: Any) -> Any:
        return self._step(step, claim.webhook.id, claim.stream, claim.token, *arguments)

    def _reply_step(self, step: str, webhook_id: str, key: IdempotencyKey | None, reply: Reply, *arguments: Any) -> Reply | str:
        """Runs a step that stores its reply; returns its verdict, or the reply that is already stored."""
        stored = [encrypt(key, reply), REPLY_SECONDS] if key else [b"", 0]
        verdict, *rest = self._step(step, webhook_id, *stored, *arguments, reply_key=_reply_key(key) if key else None)
        return decrypt(key, rest[0]) if key and rest else str(verdict.decode())

    def find_reply(self, key: IdempotencyKey | None) -> Reply | None:
        """The reply stored under an idempotency key, if the request is a repetition."""
        stored = self.server.command("GET", _reply_key(key)) if key else None
        return decrypt(key, stored) if key and stored is not None else None

    def _step(self, step: str, webhook_id: str, *arguments: Any, reply_key: str | None = None) -> Any:
        keys = [*KEYS, reply_key or "arbiter:webhooks:none"]
        return self.server.run(SCRIPT, keys, step, webhook_id, *arguments)


def _key(webhook_id: str) -> str:
    return f"arbiter:webhook:{webhook_id}"


def _reply_key(key: IdempotencyKey) -> str:
    return f"arbiter:webhooks:key:{key.name}"


_encode = msgspec.json.Encoder().encode
_webhooks: msgspec.json.Decoder[Webhook] = msgspec.json.Decoder(Webhook)
_secrets: msgspec.json.Decoder[list[Secret]] = msgspec.json.Decoder(list[Secret])
_attempts: msgspec.json.Decoder[Attempt] = msgspec.json.Decoder(Attempt)


def _decode(values: Sequence[Any]) -> StoredWebhook:
    facts, secrets, state, off_at, off_reason, failing_since, succeeded_at, error = values
    health = Health(
        is_on=state == b"on",
        off_at=int(off_at) if off_at else None,
        off_reason=off_reason.decode() if off_reason else None,
        failing_since=int(failing_since) if failing_since else None,
        last_success_at=int(succeeded_at) if succeeded_at else None,
        last_error=_attempts.decode(error) if error else None,
    )
    return StoredWebhook(_webhooks.decode(facts), _secrets.decode(secrets), health)
