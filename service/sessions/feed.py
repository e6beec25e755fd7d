"""Following a session: as a stream of entries, or by polling."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

import msgspec

from service.referee.moves import AnyGame
from service.sessions.auth import find_bearer
from service.sessions.documents import History
from service.sessions.errors import VersionUnknown
from service.sessions.feed_hub import FeedItem, Hub, Listener
from service.sessions.model import AnyEntry, Claimed, Ended, Session
from service.sessions.presentation import is_over, present_history
from service.sessions.store import SessionStore
from service.storage.errors import RedisUnavailable

PAGE = 200
"""Entries that are read from the log at once."""


class Subscription(msgspec.Struct, frozen=True):
    """What a client follows: a session from the viewpoint of its seat, after version `since`; its token was valid at `session.version`.

    `hides` says whether the game was still running then, so that entries are redacted; the entry that ends a game never is.
    """

    session: Session
    seat: int | None
    since: int
    hides: bool = True

    def encode(self, item: FeedItem, language: str) -> bytes:
        """An entry as JSON, as the client may see it."""
        return item.encode(self.seat, language, self.hides)

    def is_last(self, version: int, entry: AnyEntry) -> bool:
        """Whether the feed ends with this entry: the session was ended, or a claim has replaced the client's token."""
        return isinstance(entry, Ended) or (isinstance(entry, Claimed) and entry.seat == self.seat and version > self.session.version)

    def is_over(self) -> bool:
        """Whether the client already has the last entry of an ended session."""
        return self.session.ended and self.since == self.session.version


def subscribe(store: SessionStore, session_id: str, token: str | None, since: int) -> Subscription:
    """A subscription for the token's seat; raises SessionUnknown, TokenUnknown or VersionUnknown."""
    session = store.find(session_id)
    seat = find_bearer(session, token).seat
    if since > session.version:
        raise VersionUnknown(f"The session is at version {session.version}; read it again.")
    return Subscription(session, seat, since, hides=not is_over(session))


def stream(hub: Hub, listener: Listener, subscription: Subscription, seconds: float, keepalive: float) -> Iterator[FeedItem | None]:
    """Every entry after `since`, without gaps or repetitions, for at most `seconds`; None as a keep-alive.

    The stream ends early if Redis becomes unavailable; the client then reconnects and resumes.
    """
    try:
        for item in _follow(hub, listener, subscription, seconds, keepalive):
            listener.sending_since = time.monotonic()
            yield item
            listener.sending_since = None
    except RedisUnavailable:
        return


def _follow(hub: Hub, listener: Listener, subscription: Subscription, seconds: float, keepalive: float) -> Iterator[FeedItem | None]:
    last, ends_at = subscription.since, time.monotonic() + seconds
    while True:
        items: Iterable[FeedItem | None]
        if listener.start_reading_log():
            items = _read_log(hub.store, subscription.session.game, listener.session_id, last)
        elif not listener.is_ended and (left := ends_at - time.monotonic()) > 0:
            items = [listener.get(min(keepalive, left))]
        else:
            return
        for item in items:
            if item is None:
                yield None
            elif item.version > last:
                yield item
                last = item.version
                if subscription.is_last(last, item.entry) or time.monotonic() > ends_at:
                    return


def _read_log(store: SessionStore, game: AnyGame, session_id: str, since: int) -> Iterator[FeedItem]:
    while page := store.entries(session_id, since, PAGE):
        for since, entry in page:
            yield FeedItem(game, since, entry)
        if len(page) < PAGE:
            return


def poll(hub: Hub, subscription: Subscription, wait: int, language: str) -> History:
    """The entries after `since`: at once if there are any, else as soon as one comes, at the latest after `wait` seconds."""
    session = subscription.session
    found = hub.store.entries(session.id, subscription.since, PAGE)
    if not found and wait and not session.ended:
        found = _await_entries(hub, subscription, wait)
    return present_history(session, _until_last(subscription, found), subscription.seat, language)


def _until_last(subscription: Subscription, found: list[tuple[int, AnyEntry]]) -> list[tuple[int, AnyEntry]]:
    """The entries up to one that ends the feed."""
    count = next((index for index, (version, entry) in enumerate(found, start=1) if subscription.is_last(version, entry)), len(found))
    return found[:count]


def _await_entries(hub: Hub, subscription: Subscription, wait: int) -> list[tuple[int, AnyEntry]]:
    """Joins the hub before it reads the log again, so that no entry is missed."""
    session = subscription.session
    listener = Listener(session.id)
    hub.join(listener, session.game, subscription.since)
    try:
        listener.start_reading_log()
        found = hub.store.entries(session.id, subscription.since, PAGE)
        if found or listener.get(wait) is None:
            return found
        return hub.store.entries(session.id, subscription.since, PAGE)
    finally:
        hub.leave(listener)
