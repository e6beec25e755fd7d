"""What webhooks refuse."""

from __future__ import annotations

from engine.errors import Defective, Refusal


class WebhookUnknown(Refusal):
    """There is no such webhook, or it belongs to another client."""

    code = "webhook_unknown"


class TooManyWebhooks(Refusal):
    """The API key or the session has as many webhooks as it may."""

    code = "too_many_webhooks"


class WebhookRefused(Defective):
    """The webhook cannot be registered like this: the service does not call the address, or the events do not fit."""

    code = "webhook_refused"


class KeyNeeded(Refusal):
    """Only an API key, or the host of a session, can have webhooks."""

    code = "webhook_owner_missing"
