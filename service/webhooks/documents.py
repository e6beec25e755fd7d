"""The documents of webhooks, and the bodies of their deliveries."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from service.referee.documents import Answer, GameId, Language, Seat
from service.sessions.documents import AnyLogEntry, Metadata, Moment, Version
from service.webhooks.model import DeliveryResult, DeliveryType, WebhookEvent, WebhookOffReason

WebhookState = Literal["on", "off"]

JobEndStatus = Literal["done", "failed"]

SessionEvent = Literal["turn", "claimed", "timed_out", "over"]

Url = Annotated[str, Meta(description="The address that is called.")]
SigningSecret = Annotated[str, Meta(description="The secret that signs deliveries, `whsec_` and base64. It is returned only here.")]
MessageId = Annotated[str, Meta(description="The `webhook-id` of the delivery: the same for every attempt, to tell repetitions.")]


class WebhookError(Answer, kw_only=True):
    """Why the last attempt that failed did so."""

    at: Moment
    status: Annotated[int | None, Meta(description="The status of the answer; null if there was none.")]
    error: str


class Webhook(Answer, kw_only=True):
    """A webhook and how its deliveries go."""

    id: str
    url: Url
    events: list[WebhookEvent]
    session: Annotated[str, Meta(description="The session it is about; without it, all of the API key.")] | UnsetType = UNSET
    language: Annotated[Language, Meta(description="The language of labels, chosen by `Accept-Language` of the registration.")]
    state: WebhookState
    off_reason: (
        Annotated[WebhookOffReason, Meta(description="`gone`: the receiver answered 410. `failing`: every delivery failed for a day.")]
        | UnsetType
    ) = UNSET
    off_at: Moment | UnsetType = UNSET
    failing_since: Annotated[Moment | None, Meta(description="When the first attempt failed since the last success.")]
    last_success_at: Moment | None
    last_error: Annotated[WebhookError | None, Meta(description="The last attempt that failed, even if later ones succeeded.")]
    old_secrets: Annotated[int, Meta(ge=0, description="How many replaced secrets still sign deliveries beside the current one.")]
    created_at: Moment


class NewWebhook(Webhook, kw_only=True):
    """A new webhook, with its secret."""

    secret: SigningSecret


class Webhooks(Answer):
    """The webhooks of an API key or of a session, the oldest first."""

    webhooks: list[Webhook]


class NewSecret(Answer, kw_only=True):
    """A new secret. Until `overlap_until` the old one signs too: every delivery carries both signatures."""

    secret: SigningSecret
    overlap_until: Moment


class Delivery(Answer, kw_only=True):
    """One attempt to deliver a message."""

    id: MessageId
    type: DeliveryType
    session: Annotated[str, Meta(description="The session that the message is about.")] | UnsetType = UNSET
    job: Annotated[str, Meta(description="The AI job that the message is about.")] | UnsetType = UNSET
    at: Moment
    attempt: Annotated[int, Meta(ge=1, description="The number of the attempt at this message.")]
    result: DeliveryResult
    status: Annotated[int | None, Meta(description="The status of the answer; null if there was none.")]
    error: Annotated[str, Meta(description="Why the attempt failed.")] | UnsetType = UNSET
    elapsed_ms: Annotated[int, Meta(ge=0, description="Milliseconds that the attempt took.")]


class Deliveries(Answer):
    """The last 100 attempts to deliver, the newest first."""

    deliveries: list[Delivery]


class TestReceipt(Answer):
    """A test that will be sent at once; look for its id among the deliveries."""

    id: MessageId


class SessionNews(Answer, kw_only=True):
    """What happened in a session, as a spectator may see it."""

    session: str
    game: GameId
    seat: Annotated[Seat | None, Meta(description="The seat whose turn it is, that was claimed or timed out; null when the game is over.")]
    version: Version
    entry: AnyLogEntry
    metadata: Metadata


class SessionMessage(Answer, kw_only=True):
    """The body of a delivery about a session. `timestamp` is when it happened; the header is when it was sent."""

    type: SessionEvent
    timestamp: Moment
    data: SessionNews


class JobNews(Answer, kw_only=True):
    """An AI job of the API key has ended; read its result from `/v1/jobs/{job_id}`."""

    job: str
    status: JobEndStatus


class JobMessage(Answer, kw_only=True):
    """The body of a delivery about an AI job."""

    type: Literal["job"]
    timestamp: Moment
    data: JobNews


class TestNews(Answer, kw_only=True):
    """The webhook that is tested."""

    webhook: str


class TestMessage(Answer, kw_only=True):
    """The body of a test."""

    type: Literal["test"]
    timestamp: Moment
    data: TestNews
