"""API keys and their scopes. The settings hold only hashes; a key is shown once, when it is made."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from engine.errors import Refusal
from service.sessions.tokens import hash_token, new_token

SCOPES = ("play", "ai", "admin")
"""play: games and sessions; ai: AI players; admin: metrics."""


class ApiKeyMissing(Refusal):
    """The service requires an API key."""

    code = "api_key_missing"


class ApiKeyUnknown(Refusal):
    """The API key is not in the settings."""

    code = "api_key_unknown"


class ScopeMissing(Refusal):
    """The API key does not have the scope of the call."""

    code = "scope_missing"


class ApiKey(msgspec.Struct, frozen=True):
    """The name and scopes of a key."""

    name: str
    scopes: frozenset[str]


@lru_cache(maxsize=8)
def parse_keys(entries: tuple[str, ...]) -> dict[str, ApiKey]:
    """The keys by their hashes. An entry is name:scopes:hash, with scopes joined by +; a wrong one ends the process."""
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
    """A new key, and its entry for the settings."""
    key = new_token("key")
    return key, f"{name}:{'+'.join(scopes)}:{hash_token(key)}"


def find_key(keys: dict[str, ApiKey], sent: str | None, is_required: bool) -> ApiKey | None:
    """The key that was sent, or None if none was sent and none is required; raises ApiKeyMissing or ApiKeyUnknown."""
    if sent is None:
        if is_required:
            raise ApiKeyMissing("Send your API key as X-Api-Key.")
        return None
    key = keys.get(hash_token(sent))
    if key is None:
        raise ApiKeyUnknown("This API key is unknown; it may have been withdrawn.")
    return key


def require_scope(key: ApiKey | None, scope: str) -> None:
    """Raises ScopeMissing if the key does not have the scope; calls without a key have every scope but admin."""
    if key is not None and scope not in key.scopes:
        raise ScopeMissing(f"This API key does not have the scope {scope}.")
