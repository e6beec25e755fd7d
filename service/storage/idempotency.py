"""`Idempotency-Key`: the first reply is stored and sent again when the same client repeats the request.

Where the reply is written in the same atomic step as the change, a repetition finds both or neither. Where the reply comes later than the
change, the fingerprint of the request is stored first; a repetition then learns that the first request is still running. Stored replies
may hold tokens, so they are encrypted under the client's own key, which the service does not store.
"""

from __future__ import annotations

import hashlib
import os

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from service.storage.errors import IdempotencyKeyBusy, IdempotencyKeyReused

KEEP_SECONDS = 24 * 3600
"""How long a session's reply can be replayed."""

NONCE_BYTES = 12
FINGERPRINT_BYTES = 32


class Reply(msgspec.Struct, kw_only=True):
    """What a client gets for a change: the body as sent, its language, and the session (at a version) or job it describes.

    `has_position` says that the body is the position of a session, to which a clock can be added.
    """

    body: bytes
    resource: str
    language: str
    version: int | None = None
    status: int = 200
    has_position: bool = False
    is_replayed: bool = False


_replies = msgspec.msgpack.Decoder(Reply)


class IdempotencyKey(msgspec.Struct, frozen=True):
    """One client's key for one request: `name` locates the reply, `secret` encrypts it, `fingerprint` identifies the request."""

    name: str
    secret: bytes
    fingerprint: bytes


def derive_key(sent: str, client: str, request: bytes) -> IdempotencyKey:
    """The key a client sent; `request` is everything that a repetition must have in common with the first request."""
    base = client.encode() + b"\0" + sent.encode()
    return IdempotencyKey(
        name=hashlib.sha256(b"name\0" + base).hexdigest()[:40],
        secret=hashlib.sha256(b"seal\0" + base).digest(),
        fingerprint=hashlib.sha256(request).digest(),
    )


def encrypt(key: IdempotencyKey, reply: Reply) -> bytes:
    """The reply as it is stored."""
    nonce = os.urandom(NONCE_BYTES)
    return key.fingerprint + nonce + AESGCM(key.secret).encrypt(nonce, msgspec.msgpack.encode(reply), key.fingerprint)


def decrypt(key: IdempotencyKey, stored: bytes) -> Reply:
    """The first reply; raises IdempotencyKeyReused for another request and IdempotencyKeyBusy while the first one runs."""
    fingerprint, sealed = stored[:FINGERPRINT_BYTES], stored[FINGERPRINT_BYTES:]
    if fingerprint != key.fingerprint:
        raise IdempotencyKeyReused("This Idempotency-Key was used for another request; choose a new key for a new request.")
    if not sealed:
        raise IdempotencyKeyBusy("The first request with this Idempotency-Key is still running.")
    try:
        reply = _replies.decode(AESGCM(key.secret).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], fingerprint))
    except (InvalidTag, msgspec.MsgspecError):
        raise IdempotencyKeyReused("The reply stored under this Idempotency-Key cannot be read; choose a new key.") from None
    return msgspec.structs.replace(reply, is_replayed=True)
