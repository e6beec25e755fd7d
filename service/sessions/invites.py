"""Invite codes without a session: which session and seat a code was issued for.

`arbiter:invite:<hash of the code>` holds the session and the seat. It is written before the change that issues the code, and kept longer
than the session. An entry is only a hint: the session itself says whether the code can be used.
"""

from __future__ import annotations

from collections.abc import Mapping

from service.sessions.errors import InviteWrong
from service.sessions.tokens import hash_token, normal_code
from service.storage.errors import IdempotencyKeyReused
from service.storage.idempotency import KEEP_SECONDS, IdempotencyKey
from service.storage.redis_client import RedisServer


class Invites:
    """The invite codes of one Redis; `seconds` is how long a code is kept."""

    def __init__(self, server: RedisServer, seconds: int) -> None:
        self._server, self._seconds = server, seconds

    def add(self, session_id: str, codes: Mapping[int, str]) -> None:
        """Stores for which seats of a session these codes are issued, in one trip to each node."""
        if not codes:
            return
        with self._server.guard():
            pipe = self._server.client.pipeline(transaction=False)
            for seat, code in codes.items():
                pipe.set(_invite_key(code), f"{session_id}:{seat}", ex=self._seconds)
            pipe.execute()

    def find(self, code: str) -> tuple[str, int]:
        """The session and the seat that a code was issued for; raises InviteWrong."""
        found = self._server.command("GET", _invite_key(code))
        if found is None:
            raise InviteWrong("This invite code is unknown.")
        session_id, _, seat = found.decode().partition(":")
        return session_id, int(seat)

    def hold(self, key: IdempotencyKey) -> None:
        """Keeps an idempotency key for one request; raises IdempotencyKeyReused if another request has it.

        Replies are stored with their session, and two requests with the same key may carry codes of two sessions.
        """
        if self._server.command("SET", _holder_key(key), key.fingerprint, "NX", "EX", KEEP_SECONDS):
            return
        if self._server.command("GET", _holder_key(key)) not in (None, key.fingerprint):
            raise IdempotencyKeyReused("This Idempotency-Key was used for another request; choose a new key for a new request.")

    def release(self, key: IdempotencyKey) -> None:
        """Gives the idempotency key of a refused request back."""
        self._server.command("DEL", _holder_key(key))


def _invite_key(code: str) -> str:
    return f"arbiter:invite:{hash_token(normal_code(code))}"


def _holder_key(key: IdempotencyKey) -> str:
    return f"arbiter:invite:key:{key.name}"
