"""`Idempotency-Key`: the first answer is kept beside the change it belongs to, and given again to whoever repeats the request.

The answer is recorded in the same atomic step as the change, so a repetition finds either both or neither and never has to wait for a
first request that is still running. What is stored is sealed under the client's own key, which we do not keep: answers carry tokens.
"""

from __future__ import annotations

import hashlib
import os

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from engine.errors import Refusal

KEEP_SECONDS = 24 * 3600
"""How long an answer can be had again."""

NONCE = 12
DIGEST = 32


class KeyReused(Refusal):
    """The key came before, with another request."""

    code = "idempotency_key_reused"


class Reply(msgspec.Struct):
    """What a client gets for a change: the body as sent, the session it speaks of and its version then."""

    body: bytes
    session: str
    version: int
    language: str
    is_repeated: bool = False


_replies = msgspec.msgpack.Decoder(Reply)


class Key(msgspec.Struct, frozen=True):
    """One client's key for one request: `name` says where its answer lies, `secret` seals it, `fingerprint` is the request's."""

    name: str
    secret: bytes
    fingerprint: bytes


def key_of(sent: str, client: str, request: bytes) -> Key:
    """The key as sent, told apart by who sent it (`client`); `request` is everything a repetition must have in common with the first."""
    base = client.encode() + b"\0" + sent.encode()
    return Key(
        name=hashlib.sha256(b"name\0" + base).hexdigest()[:40],
        secret=hashlib.sha256(b"seal\0" + base).digest(),
        fingerprint=hashlib.sha256(request).digest(),
    )


def seal(key: Key, reply: Reply) -> bytes:
    """The answer as it is stored."""
    nonce = os.urandom(NONCE)
    return key.fingerprint + nonce + AESGCM(key.secret).encrypt(nonce, msgspec.msgpack.encode(reply), key.fingerprint)


def unseal(key: Key, stored: bytes) -> Reply:
    """The first answer again, or a refusal when the key came with another request."""
    fingerprint, nonce, sealed = stored[:DIGEST], stored[DIGEST : DIGEST + NONCE], stored[DIGEST + NONCE :]
    if fingerprint != key.fingerprint:
        raise KeyReused("This Idempotency-Key came before with another request; choose a new key for a new request.")
    try:
        reply = _replies.decode(AESGCM(key.secret).decrypt(nonce, sealed, fingerprint))
    except InvalidTag:
        raise KeyReused("The answer kept under this Idempotency-Key cannot be read; choose a new key.") from None
    return msgspec.structs.replace(reply, is_repeated=True)
