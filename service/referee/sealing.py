"""Sealed states: tokens that a client can carry but neither read nor change.

A token is URL-safe base64 of a key id (4 bytes), a nonce (12) and the payload encrypted with AES-GCM. The game and the format are
associated data, so a token of one game does not open for another. The payload is the schema version, one hash per seat key and the state,
encoded as MessagePack and compressed with LZ4; deflate saves another fifth and costs more time than all other steps together. Every invalid
token gets the same refusal, so that a forger learns nothing.
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

from engine.decoding import migrate
from engine.errors import StateInvalid
from engine.game import State
from service.referee.errors import SeatKeyWrong, TokenForged, TokenOutdated
from service.referee.moves import AnyGame

log = logging.getLogger("arbiter")

FORMAT = 1
KEY_ID_BYTES, NONCE_BYTES = 4, 12
MIN_SECRET_LENGTH = 16

TO_URL, FROM_URL = bytes.maketrans(b"+/", b"-_"), bytes.maketrans(b"-_+/=", b"+/   ")
"""Translate between base64 and its URL-safe alphabet; FROM_URL turns characters of plain base64 into invalid ones."""

_encode = msgspec.msgpack.Encoder().encode


class Opened(msgspec.Struct, frozen=True):
    """The content of a token: its state, and the hash of each seat's key."""

    state: Any
    key_hashes: tuple[bytes, ...]

    def seats_of(self, keys: Mapping[str, str]) -> tuple[int, ...]:
        """The seats of the keys (given by JSON pointer), in order; raises SeatKeyWrong for keys that belong to no seat."""
        found = {pointer: self._seat_of(hash_seat_key(key)) for pointer, key in keys.items()}
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
    """A secret for a service that was configured with none; its tokens cannot be opened after a restart."""
    log.warning("ARBITER_SEAL_KEYS is not set: sealed games end when this service stops")
    return secrets.token_urlsafe(32)


def new_seat_keys(seats: int) -> list[str]:
    """One secret per seat; they are returned once and never stored."""
    return [secrets.token_urlsafe(16) for _ in range(seats)]


def hash_seat_key(seat_key: str) -> bytes:
    """The hash of a seat key that a token holds."""
    return sha256(b"arbiter seat key/" + seat_key.encode("utf-8", "surrogatepass")).digest()[:16]


class Sealer:
    """Seals with the first secret and opens with any of them, so that secrets can be rotated."""

    def __init__(self, secrets_: Sequence[str]) -> None:
        ciphers = [_cipher(secret) for secret in secrets_]
        self._first_id, self._first = ciphers[0]
        self._by_id = dict(reversed(ciphers))

    def seal(self, game: AnyGame, state: State, key_hashes: Sequence[bytes]) -> str:
        """A new token for the state; two tokens of the same state differ."""
        payload = lz4.block.compress(_encode((game.schema_version, key_hashes, state)))
        nonce = os.urandom(NONCE_BYTES)
        return _text_of(self._first_id + nonce + self._first.encrypt(nonce, payload, _associated(game.id)))

    def open(self, game: AnyGame, token: str) -> Opened:
        """The content of a token, trusted because only this service can seal; raises TokenForged or TokenOutdated."""
        payload = self._payload(game.id, _bytes_of(token))
        try:
            _, key_hashes, state = _decoder(game.state).decode(payload)  # type: ignore[arg-type]
        except msgspec.ValidationError:
            return _open_earlier(game, payload)
        return Opened(state, key_hashes)

    def _payload(self, game: str, raw: bytes) -> bytes:
        cipher = self._by_id.get(raw[:KEY_ID_BYTES])
        if cipher is None:
            raise TokenForged
        try:
            payload = cipher.decrypt(raw[KEY_ID_BYTES : KEY_ID_BYTES + NONCE_BYTES], raw[KEY_ID_BYTES + NONCE_BYTES :], _associated(game))
        except (InvalidTag, ValueError):
            raise TokenForged from None
        return bytes(lz4.block.decompress(payload))


def _open_earlier(game: AnyGame, payload: bytes) -> Opened:
    """The content of a token with a state of an earlier schema version, which is migrated; raises TokenOutdated."""
    try:
        _, key_hashes, data = _decoder(object).decode(payload)
        return Opened(msgspec.convert(migrate(game, data), game.state), key_hashes)
    except (msgspec.ValidationError, StateInvalid):
        raise TokenOutdated from None


def _cipher(secret: str) -> tuple[bytes, AESGCM]:
    if len(secret) < MIN_SECRET_LENGTH:
        raise ValueError(f"A seal key has at least {MIN_SECRET_LENGTH} characters.")
    key = sha256(b"arbiter seal/" + secret.encode()).digest()
    return sha256(b"arbiter seal id/" + key).digest()[:KEY_ID_BYTES], AESGCM(key)


@cache
def _associated(game: str) -> bytes:
    return f"arbiter/{FORMAT}/{game}".encode()


@cache
def _decoder(state: Any) -> msgspec.msgpack.Decoder[tuple[int, tuple[bytes, ...], Any]]:
    return msgspec.msgpack.Decoder(tuple[int, tuple[bytes, ...], state])


def _text_of(raw: bytes) -> str:
    return b2a_base64(raw, newline=False).rstrip(b"=").translate(TO_URL).decode("ascii")


def _bytes_of(token: str) -> bytes:
    """The token's bytes; raises TokenForged also for text that decodes to the same bytes (stray bits, other alphabet)."""
    try:
        raw = a2b_base64(token.encode("ascii").translate(FROM_URL) + b"=" * (-len(token) % 4), strict_mode=True)
    except (UnicodeEncodeError, Base64Error):
        raise TokenForged from None
    end = len(raw) - len(raw) % 3
    if len(raw) <= KEY_ID_BYTES + NONCE_BYTES or not token.endswith(_text_of(raw[end:])):
        raise TokenForged
    return raw
