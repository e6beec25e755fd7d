"""Signatures of deliveries after the Standard Webhooks convention: HMAC-SHA256 over id, timestamp and body."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence

from service.webhooks.model import Secret

PREFIX = "whsec_"

SECRET_BYTES = 32

OVERLAP_MS = 24 * 3600 * 1000
"""How long a secret that was replaced still signs beside the new one."""

MAX_SECRETS = 5
"""Secrets that sign at the same time; the oldest is dropped if a webhook's secrets are replaced more often within the overlap."""


def new_secret() -> Secret:
    """A random secret."""
    return Secret(PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode())


def rotated(known: Sequence[Secret], new: Secret, now: int) -> list[Secret]:
    """The secrets after a new one came in: the newest old one still signs for OVERLAP_MS."""
    ending = [Secret(each.value, each.expires_at or now + OVERLAP_MS) for each in valid(known, now)]
    return [new, *ending][:MAX_SECRETS]


def valid(known: Sequence[Secret], now: int) -> list[Secret]:
    """The secrets that sign at a time in milliseconds since 1970."""
    return [each for each in known if each.expires_at is None or each.expires_at > now]


def signed_headers(message_id: str, timestamp: int, body: bytes, known: Sequence[Secret]) -> dict[str, str]:
    """The headers of a delivery; `timestamp` is in seconds since 1970."""
    signatures = [_sign(each, message_id, timestamp, body) for each in known]
    return {"webhook-id": message_id, "webhook-timestamp": str(timestamp), "webhook-signature": " ".join(signatures)}


def _sign(secret: Secret, message_id: str, timestamp: int, body: bytes) -> str:
    signed = b"%s.%d.%s" % (message_id.encode(), timestamp, body)
    key = base64.b64decode(secret.value.removeprefix(PREFIX))
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
