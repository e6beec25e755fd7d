"""Random tokens and invite codes, and the hashes that are stored of them."""

from __future__ import annotations

import hashlib
import hmac
import secrets

CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Characters of invite codes: none that is easily mistaken for another."""

CODE_LENGTH = 12


def new_token(kind: str) -> str:
    """A random token, prefixed with its kind so that people can tell tokens apart."""
    return f"{kind}_{secrets.token_urlsafe(24)}"


def new_code() -> str:
    """A random invite code of 60 bits, in groups of four characters."""
    letters = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
    return "-".join(letters[start : start + 4] for start in range(0, CODE_LENGTH, 4))


def hash_token(token: str) -> str:
    """The stored hash of a token; a plain SHA-256 is enough for 192 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()


def normal_code(code: str) -> str:
    """The characters of an invite code; hyphens, spaces and case do not matter."""
    return code.upper().replace("-", "").replace(" ", "")


def hash_code(session_id: str, code: str) -> str:
    """The stored hash of an invite code."""
    return hash_token(f"{session_id}:{normal_code(code)}")


def is_same(stored: str | None, offered: str) -> bool:
    """Compares two hashes in constant time; None matches nothing."""
    return stored is not None and hmac.compare_digest(stored, offered)
