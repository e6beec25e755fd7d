"""Sealed states: a token that a client can carry but neither read nor change.

A token is URL-safe text over: key id (4 bytes), nonce (12), AES-GCM of the compressed payload. The game and the format are associated
data, so a token of one game opens for no other. The payload is a schema version, one hash per seat key and the state. Every way in which a
token can be wrong gives the same refusal: who forges learns nothing.
"""

from __future__ import annotations

import binascii
import logging
import os
import secrets
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from hmac import compare_digest
from typing import Any

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from engine.errors import Defect, Defective, Refusal
from engine.game import Game, State

log = logging.getLogger("arbiter")

FORMAT = 1
KEY_ID, NONCE = 4, 12
WINDOW = -12
LARGEST_PAYLOAD = 256 * 1024
SHORTEST_SECRET = 16


class TokenForged(Defective):
    """Not a token that this service sealed for this game, or not any more."""

    code = "token_forged"

    def __init__(self) -> None:
        sentence = "This token was not sealed here for this game, or it was changed since; send a token exactly as it was given."
        super().__init__(sentence, [Defect("/token", self.code, sentence)])


class TokenOutdated(Defective):
    """Sealed here, but for a schema of the state that is no longer read."""

    code = "token_outdated"

    def __init__(self) -> None:
        sentence = "This token is of an older form of the game that can no longer be read; start a new game."
        super().__init__(sentence, [Defect("/token", self.code, sentence)])


class SeatKeyWrong(Defective):
    """Seat keys that belong to no seat of this token."""

    code = "seat_key_wrong"

    def __init__(self, pointers: Sequence[str]) -> None:
        sentence = "A seat key sent with this token belongs to none of its seats."
        super().__init__(sentence, [Defect(pointer, self.code, sentence) for pointer in pointers])


class SeatKeyMissing(Refusal):
    """What was asked for needs the key of a seat, and it did not come along."""

    code = "seat_key_missing"


class Sealed(msgspec.Struct, array_like=True, frozen=True):
    """What lies inside a token."""

    schema_version: int
    key_hashes: tuple[bytes, ...]
    state: msgspec.Raw


_sealed = msgspec.msgpack.Decoder(Sealed)


class Opened(msgspec.Struct, frozen=True):
    """A token that was opened: its state, and whose keys it honours."""

    state: Any
    key_hashes: tuple[bytes, ...]

    def seats_of(self, keys: Mapping[str, str]) -> list[int]:
        """The seats that the keys (by their pointers in the request) belong to, in the order given; keys that fit none are refused."""
        found = {pointer: self._seat_of(key) for pointer, key in keys.items()}
        if None in found.values():
            raise SeatKeyWrong([pointer for pointer, seat in found.items() if seat is None])
        return [seat for seat in found.values() if seat is not None]

    def _seat_of(self, key: str) -> int | None:
        offered = hash_of(key)
        return next((seat for seat, known in enumerate(self.key_hashes) if compare_digest(known, offered)), None)


def random_secret() -> str:
    """A secret for a service that was given none: tokens sealed with it end with the service."""
    log.warning("ARBITER_SEAL_KEYS is not set: sealed games will end when this service stops")
    return secrets.token_urlsafe(32)


def new_seat_keys(seats: int) -> list[str]:
    """One secret for each seat, told once and never stored."""
    return [secrets.token_urlsafe(16) for _ in range(seats)]


def hash_of(seat_key: str) -> bytes:
    """What a token keeps of a seat key: enough to know it again, not to guess it."""
    return sha256(b"arbiter seat key/" + seat_key.encode("utf-8", "surrogatepass")).digest()[:16]


class Sealer:
    """Seals with the first of its secrets and opens with any, so that secrets can be rotated."""

    def __init__(self, secrets_: Sequence[str]) -> None:
        ciphers = [_cipher(secret) for secret in secrets_]
        self._first_id = ciphers[0][0]
        self._by_id = dict(reversed(ciphers))

    def seal(self, game: Game[Any, Any, Any], state: State, key_hashes: Sequence[bytes]) -> str:
        """A new token for the state; two tokens of the same state differ."""
        sealed = Sealed(game.schema_version, tuple(key_hashes), msgspec.Raw(msgspec.msgpack.encode(state)))
        payload = _packed(msgspec.msgpack.encode(sealed))
        nonce = os.urandom(NONCE)
        body = self._by_id[self._first_id].encrypt(nonce, payload, _associated(game))
        return urlsafe_b64encode(self._first_id + nonce + body).rstrip(b"=").decode("ascii")

    def open(self, game: Game[Any, Any, Any], token: str) -> Opened:
        """The state inside; it is trusted, because only this service could have sealed it."""
        sealed = _sealed.decode(self._payload(game, token))
        if sealed.schema_version != game.schema_version:
            raise TokenOutdated
        return Opened(msgspec.msgpack.decode(sealed.state, type=game.state), sealed.key_hashes)

    def _payload(self, game: Game[Any, Any, Any], token: str) -> bytes:
        raw = _bytes_of(token)
        cipher = self._by_id.get(raw[:KEY_ID])
        if cipher is None:
            raise TokenForged
        try:
            packed = cipher.decrypt(raw[KEY_ID : KEY_ID + NONCE], raw[KEY_ID + NONCE :], _associated(game))
        except (InvalidTag, ValueError):
            raise TokenForged from None
        return zlib.decompressobj(WINDOW).decompress(packed, LARGEST_PAYLOAD)


def _cipher(secret: str) -> tuple[bytes, AESGCM]:
    if len(secret) < SHORTEST_SECRET:
        raise ValueError(f"A seal key has at least {SHORTEST_SECRET} characters.")
    key = sha256(b"arbiter seal/" + secret.encode()).digest()
    return sha256(b"arbiter seal id/" + key).digest()[:KEY_ID], AESGCM(key)


def _packed(payload: bytes) -> bytes:
    """Raw deflate with little memory and fixed codes: for a few kilobytes, setting up more would cost longer than packing."""
    packer = zlib.compressobj(1, zlib.DEFLATED, WINDOW, 6, zlib.Z_FIXED)
    return packer.compress(payload) + packer.flush()


def _associated(game: Game[Any, Any, Any]) -> bytes:
    return f"arbiter/{FORMAT}/{game.id}".encode()


def _bytes_of(token: str) -> bytes:
    """The token's bytes; text that only decodes alike (stray bits, other alphabet) is refused too."""
    try:
        text = token.encode("ascii")
        raw = urlsafe_b64decode(text + b"=" * (-len(text) % 4))
    except (UnicodeEncodeError, binascii.Error, ValueError):
        raise TokenForged from None
    if urlsafe_b64encode(raw).rstrip(b"=") != text or len(raw) <= KEY_ID + NONCE:
        raise TokenForged
    return raw
