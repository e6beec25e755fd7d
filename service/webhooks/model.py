"""The records of webhooks and their deliveries.

The deliveries of a webhook form streams: one for each session, in the order of its log, one for each AI job, one for each test. At most one
delivery of a stream is under way, so that a delivery that fails holds up its own stream only.
"""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

WebhookEvent = Literal["turn", "claimed", "timed_out", "over", "job"]

WEBHOOK_EVENTS: tuple[WebhookEvent, ...] = get_args(WebhookEvent)

DeliveryType = Literal["turn", "claimed", "timed_out", "over", "job", "test"]
"""What a delivery tells: an event, or that it is a test."""

WebhookOffReason = Literal["gone", "failing"]
"""Why a webhook was switched off: the receiver answered 410, or every delivery failed for a day."""

DeliveryResult = Literal["delivered", "failed"]
"""What became of an attempt."""

Verdict = Literal["delivered", "failed", "given_up", "off", "lost"]
"""What follows from an attempt: `lost` says that the stream has been given to another worker, or that the webhook is gone."""

StreamKind = Literal["session", "job", "test"]


class Secret(msgspec.Struct, omit_defaults=True):
    """A secret that signs deliveries; `expires_at` (milliseconds since 1970) is set once it was replaced."""

    value: str
    expires_at: int | None = None


class Webhook(msgspec.Struct, kw_only=True):
    """What never changes: whom to call about what. It belongs to a session or to an owner, the name of an API key.

    `client` is whose budget its calls spend, `language` that of the labels, `created_at` in milliseconds since 1970.
    """

    id: str
    url: str
    events: list[WebhookEvent]
    session: str | None = None
    owner: str | None = None
    client: str
    language: str
    created_at: int

    @property
    def scope(self) -> str:
        """The name of what the webhook belongs to."""
        return f"key:{self.owner}" if self.session is None else f"session:{self.session}"


class NewWebhook(msgspec.Struct, frozen=True):
    """A webhook to store, with how many its scope may have. That of a session is kept for some seconds, and begins at a cursor."""

    webhook: Webhook
    secret: Secret
    most: int
    seconds: int | None = None
    cursor: int = 0


class Attempt(msgspec.Struct, kw_only=True):
    """One attempt to deliver a message; `status` is that of the answer, `error` says why the attempt failed."""

    id: str
    type: DeliveryType
    resource: str
    at: int
    number: int
    result: DeliveryResult
    elapsed_ms: int
    status: int | None = None
    error: str | None = None


class Health(msgspec.Struct, kw_only=True):
    """How the deliveries of a webhook go. Times are in milliseconds since 1970; `last_error` stays after later successes."""

    is_on: bool
    off_at: int | None = None
    off_reason: WebhookOffReason | None = None
    failing_since: int | None = None
    last_success_at: int | None = None
    last_error: Attempt | None = None


class StoredWebhook(msgspec.Struct):
    """A webhook with its secrets, the newest first, and its health."""

    webhook: Webhook
    secrets: list[Secret]
    health: Health


class Wake(msgspec.Struct, frozen=True):
    """News of a resource for all webhooks of a scope; `payload` is all that is known of a job or a test."""

    scope: str
    kind: StreamKind
    resource: str
    payload: bytes = b""


class JobEnd(msgspec.Struct, frozen=True):
    """How and when (milliseconds since 1970) an AI job ended."""

    status: str
    at: int


class Claim(msgspec.Struct, kw_only=True):
    """A stream that a worker delivers now. `cursor` is the position of the next message, `since` the time before which nothing is told.

    `token` proves that the worker still holds the stream; `news` counts what has been told about it, `failures` the failed attempts at its
    next message.
    """

    webhook: Webhook
    secrets: list[Secret]
    kind: StreamKind
    resource: str
    token: int
    cursor: int
    failures: int
    news: int
    since: int
    is_slow: bool
    payload: bytes

    @property
    def stream(self) -> str:
        """The name of the stream."""
        return f"{self.kind}:{self.resource}"


class Load(msgspec.Struct, frozen=True):
    """How many streams wait, how long the oldest has waited, how many webhooks exist and are switched off, and how many workers deliver.

    A stream also waits for its next attempt. `overdue_ms` is how long a delivery to a receiver that works has waited for a worker.
    """

    waiting: int
    oldest_ms: int
    webhooks: int
    off: int
    workers: int
    overdue_ms: int
