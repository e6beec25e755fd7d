"""API keys: who may call, for what. Only hashes are kept in the settings; a key is told once, when it is made."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.errors import Refusal
from service.sessions.auth import digest, new_token

SCOPES = ("play", "ai", "admin")
"""What a key may be good for: games and sessions, computer players, the figures of the service."""


class KeyMissing(Refusal):
    """This service is for holders of a key."""

    code = "api_key_missing"


class KeyUnknown(Refusal):
    """Nobody holds this key."""

    code = "api_key_unknown"


class ScopeMissing(Refusal):
    """The key is good, but not for this."""

    code = "scope_missing"


class ApiKey(msgspec.Struct, frozen=True):
    """Whose key it is and what it is good for."""

    name: str
    scopes: frozenset[str]


def read_keys(entries: Iterable[str]) -> dict[str, ApiKey]:
    """The keys by their hashes; an entry of the settings is name:scopes:hash, scopes joined by +."""
    found: dict[str, ApiKey] = {}
    for entry in entries:
        name, _, rest = entry.partition(":")
        scopes, _, hashed = rest.partition(":")
        chosen = frozenset(scopes.split("+"))
        if not name or len(hashed) != 64 or not chosen <= set(SCOPES):
            raise SystemExit(f"ARBITER_API_KEYS: {name or entry!r} is not name:scopes:hash with scopes of {'+'.join(SCOPES)}.")
        found[hashed.lower()] = ApiKey(name, chosen)
    return found


def new_key(name: str, scopes: Iterable[str]) -> tuple[str, str]:
    """A key to hand over, and its entry for the settings."""
    key = new_token("key")
    return key, f"{name}:{'+'.join(scopes)}:{digest(key)}"


def holder(keys: dict[str, ApiKey], sent: str | None, is_required: bool) -> ApiKey | None:
    """Who sent this key; nobody, where none is needed."""
    if sent is None:
        if is_required:
            raise KeyMissing("Send your key as X-Api-Key.")
        return None
    key = keys.get(digest(sent))
    if key is None:
        raise KeyUnknown("Nobody holds this key; it may have been withdrawn.")
    return key


def require_scope(key: ApiKey | None, scope: str) -> None:
    """Refuses a key that is not good for this; who needed none has every scope but the operator's."""
    if key is not None and scope not in key.scopes:
        raise ScopeMissing(f"This key has not the scope {scope}.")
