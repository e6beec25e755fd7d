"""Sealed states: a token that a client can carry but neither read nor change.

A token is URL-safe text over: key id (4 bytes), nonce (12), AES-GCM of the payload. The game and the format are associated data, so a token
of one game opens for no other. The payload is a schema version, one hash per seat key and the state, as MessagePack, compressed by LZ4:
deflate would save another fifth and cost more time than everything else about a token. Every way in which a token can be wrong gives the
same refusal: who forges learns nothing.
"""

from __future__ import annotations

import logging
import os
import secrets
from binascii import Error as Base64Error
from binascii import a2b_base64, b2a_base64
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from hmac import compare_digest
from typing import Any

import lz4.block
import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from engine.errors import Defect, Defective, Refusal
from engine.game import Game, State

log = logging.getLogger("arbiter")

FORMAT = 1
KEY_ID, NONCE = 4, 12
SHORTEST_SECRET = 16

TO_URL, FROM_URL = bytes.maketrans(b"+/", b"-_"), bytes.maketrans(b"-_+/=", b"+/   ")
"""Between the alphabet of base64 and the one for URLs; back, whatever is of the first alone becomes what neither has."""

_encode = msgspec.msgpack.Encoder().encode


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


class Opened(msgspec.Struct, frozen=True):
    """A token that was opened: its state, and whose keys it honours."""

    state: Any
    key_hashes: tuple[bytes, ...]

    def seats_of(self, keys: Mapping[str, str]) -> tuple[int, ...]:
        """The seats that the keys (by their pointers in the request) belong to, in the order given; keys that fit none are refused."""
        found = {pointer: self._seat_of(hash_of(key)) for pointer, key in keys.items()}
        seats = tuple(seat for seat in found.values() if seat is not None)
        if len(seats) < len(found):
            raise SeatKeyWrong([pointer for pointer, seat in found.items() if seat is None])
        return seats

    def _seat_of(self, offered: bytes) -> int | None:
        for seat, known in enumerate(self.key_hashes):
            if compare_digest(known, offered):
                return seat
        return None


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
        self._first_id, self._first = ciphers[0]
        self._by_id = dict(reversed(ciphers))

    def seal(self, game: Game[Any, Any, Any], state: State, key_hashes: Sequence[bytes]) -> str:
        """A new token for the state; two tokens of the same state differ."""
        payload = lz4.block.compress(_encode((game.schema_version, key_hashes, state)))
        nonce = os.urandom(NONCE)
        return _text_of(self._first_id + nonce + self._first.encrypt(nonce, payload, _associated(game.id)))

    def open(self, game: Game[Any, Any, Any], token: str) -> Opened:
        """The state inside; it is trusted, because only this service could have sealed it."""
        try:
            schema_version, key_hashes, state = _decoder(game.state).decode(self._payload(game.id, _bytes_of(token)))  # type: ignore[arg-type]
        except msgspec.ValidationError:
            raise TokenOutdated from None
        if schema_version != game.schema_version:
            raise TokenOutdated
        return Opened(state, key_hashes)

    def _payload(self, game: str, raw: bytes) -> bytes:
        cipher = self._by_id.get(raw[:KEY_ID])
        if cipher is None:
            raise TokenForged
        try:
            payload = cipher.decrypt(raw[KEY_ID : KEY_ID + NONCE], raw[KEY_ID + NONCE :], _associated(game))
        except (InvalidTag, ValueError):
            raise TokenForged from None
        return bytes(lz4.block.decompress(payload))


def _cipher(secret: str) -> tuple[bytes, AESGCM]:
    if len(secret) < SHORTEST_SECRET:
        raise ValueError(f"A seal key has at least {SHORTEST_SECRET} characters.")
    key = sha256(b"arbiter seal/" + secret.encode()).digest()
    return sha256(b"arbiter seal id/" + key).digest()[:KEY_ID], AESGCM(key)


@cache
def _associated(game: str) -> bytes:
    return f"arbiter/{FORMAT}/{game}".encode()


@cache
def _decoder(state: Any) -> msgspec.msgpack.Decoder[tuple[int, tuple[bytes, ...], Any]]:
    return msgspec.msgpack.Decoder(tuple[int, tuple[bytes, ...], state])


def _text_of(raw: bytes) -> str:
    return b2a_base64(raw, newline=False).rstrip(b"=").translate(TO_URL).decode("ascii")


def _bytes_of(token: str) -> bytes:
    """The token's bytes; text that only decodes alike (stray bits, other alphabet) is refused too."""
    try:
        raw = a2b_base64(token.encode("ascii").translate(FROM_URL) + b"=" * (-len(token) % 4), strict_mode=True)
    except (UnicodeEncodeError, Base64Error):
        raise TokenForged from None
    end = len(raw) - len(raw) % 3
    if len(raw) <= KEY_ID + NONCE or not token.endswith(_text_of(raw[end:])):
        raise TokenForged
    return raw
