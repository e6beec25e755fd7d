"""Builds the documents of webhooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from service.sessions.presentation import present_time
from service.webhooks.documents import Deliveries, Delivery, NewWebhook, Webhook, WebhookError, Webhooks
from service.webhooks.model import Attempt, StoredWebhook
from service.webhooks.signatures import valid


def present_webhook(stored: StoredWebhook, now: int) -> Webhook:
    """A webhook as its owner sees it, without its secrets."""
    return Webhook(**_fields(stored, now))


def present_new_webhook(stored: StoredWebhook, now: int) -> NewWebhook:
    """A new webhook with its secret."""
    return NewWebhook(**_fields(stored, now), secret=stored.secrets[0].value)


def present_webhooks(found: Sequence[StoredWebhook], now: int) -> Webhooks:
    """All webhooks of an API key or a session."""
    return Webhooks([present_webhook(stored, now) for stored in found])


def _fields(stored: StoredWebhook, now: int) -> dict[str, Any]:
    webhook, health = stored.webhook, stored.health
    return {
        "id": webhook.id,
        "url": webhook.url,
        "events": webhook.events,
        "session": webhook.session or UNSET,
        "language": webhook.language,
        "state": "on" if health.is_on else "off",
        "off_reason": health.off_reason or UNSET,
        "off_at": present_time(health.off_at) if health.off_at else UNSET,
        "failing_since": _time(health.failing_since),
        "last_success_at": _time(health.last_success_at),
        "last_error": None if health.last_error is None else _present_error(health.last_error),
        "old_secrets": len(valid(stored.secrets, now)) - 1,
        "created_at": present_time(webhook.created_at),
    }


def _time(milliseconds: int | None) -> str | None:
    return None if milliseconds is None else present_time(milliseconds)


def _present_error(attempt: Attempt) -> WebhookError:
    return WebhookError(at=present_time(attempt.at), status=attempt.status, error=attempt.error or "")


def present_deliveries(attempts: Sequence[Attempt]) -> Deliveries:
    """The last attempts to deliver."""
    return Deliveries([_present_attempt(attempt) for attempt in attempts])


def _present_attempt(attempt: Attempt) -> Delivery:
    def about(kind: str) -> str | UnsetType:
        return attempt.resource.removeprefix(f"{kind}:") if attempt.resource.startswith(f"{kind}:") else UNSET

    return Delivery(
        id=attempt.id,
        type=attempt.type,
        session=about("session"),
        job=about("job"),
        at=present_time(attempt.at),
        attempt=attempt.number,
        result=attempt.result,
        status=attempt.status,
        error=attempt.error or UNSET,
        elapsed_ms=attempt.elapsed_ms,
    )
