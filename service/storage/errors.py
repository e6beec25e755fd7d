"""What storage refuses."""

from __future__ import annotations

from engine.errors import Refusal


class RedisUnavailable(Refusal):
    """Redis cannot be reached or does not accept commands now."""

    code = "redis_away"


class StorageFull(RedisUnavailable):
    """Redis has no memory for this."""

    code = "storage_full"


class IdempotencyKeyReused(Refusal):
    """The idempotency key was used before, for another request."""

    code = "idempotency_key_reused"


class IdempotencyKeyBusy(Refusal):
    """The first request with this idempotency key is still running."""

    code = "idempotency_key_busy"
