"""Statuses of many sessions in one call, each with a token of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from service.sessions.auth import Bearer, find_bearer
from service.sessions.changes import require_open
from service.sessions.errors import SessionUnknown, TokenUnknown
from service.sessions.listing_documents import RefusedStatus, SessionSummary, Statuses
from service.sessions.listing_presentation import present_status, present_status_refusal
from service.sessions.model import Session
from service.sessions.presentation import present_time
from service.sessions.store import SessionStore, require_found


def list_statuses(store: SessionStore, requested: Sequence[Mapping[str, str]]) -> Statuses:
    """The statuses of sessions in the order requested, in one trip to each node; the callers count as present.

    A session that is unknown, or whose token is wrong, is a refusal in its place.
    """
    ids = list(dict.fromkeys(each["id"] for each in requested))
    found = dict(zip(ids, store.load_all(ids), strict=True))
    now, listed, seen = store.now_ms(), list[SessionSummary | RefusedStatus](), []
    for each in requested:
        try:
            session, bearer = _open_as(found[each["id"]], each["token"])
        except (SessionUnknown, TokenUnknown) as refusal:
            listed.append(present_status_refusal(each["id"], refusal))
        else:
            listed.append(present_status(session, bearer.seat, now))
            seen.append((session.id, bearer.seat))
    store.presence.saw_all(seen)
    return Statuses(statuses=listed, now=present_time(now))


def _open_as(session: Session | None, token: str) -> tuple[Session, Bearer]:
    """The session and whom the token stands for; raises SessionUnknown or TokenUnknown."""
    opened = require_open(require_found(session))
    return opened, find_bearer(opened, token)
