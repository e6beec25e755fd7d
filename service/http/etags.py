"""ETags of sessions. They are opaque to clients: version, viewer, language, release, and the variant that the query chose.

Whatever the body depends on is in the ETag, so a 304 never stands for what another seat saw or for another language. `If-Match` of a change
needs the version alone and takes it bare or as the ETag of any read.
"""

from __future__ import annotations

import re
from hashlib import sha256

from service.http.context import context, current_request
from service.http.queries import chosen_variant
from service.sessions.changes import Expected
from service.version import version as release

RELEASE = release()
"""A release may change labels, and migrate positions to another form."""

_match_version = re.compile(r'(?:W/)?"?(\d{1,9})(?:-[^\s",]*)?"?').fullmatch
"""The bare version, or an ETag that begins with it; proxies make ETags weak and add suffixes when they compress."""


def session_etag(version: int, seat: int | None, language: str, is_over: bool = False) -> str:
    """The ETag of a read of a session, such as `12-s0-fr-0.2.0`; a spectator, or the host, is `s`.

    `is_over` is for reads of past versions, which show more once the game is over.
    """
    about = context()
    variant = chosen_variant(about.parameters, about.query) if about.query else ""
    digest = sha256(variant.encode()).hexdigest()[:12] if variant else ""
    viewer = "s" if seat is None else f"s{seat}"
    return "-".join(filter(None, (str(version), viewer, language, RELEASE, "over" if is_over else "", digest)))


def if_match() -> Expected | None:
    """The versions in If-Match; an ETag of another form matches no version."""
    sent: str | None = current_request().environ.get("HTTP_IF_MATCH")
    if sent is None:
        return None
    if sent.strip() == "*":
        return "any"
    return [int(found[1]) for part in sent.split(",") if (found := _match_version(part.strip()))]
