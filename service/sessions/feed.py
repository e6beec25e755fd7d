"""Following a session: as a stream of entries, or by polling."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from service.referee.presentation import Format
from service.sessions.auth import find_bearer
from service.sessions.documents import History
from service.sessions.entries import AnyEntry, Claimed, Ended, Invited
from service.sessions.errors import VersionUnknown
from service.sessions.feed_hub import FeedItem, Hub, Listener
from service.sessions.feed_positions import FeedPositions
from service.sessions.log_presentation import present_history
from service.sessions.model import Session
from service.sessions.presentation import is_over
from service.sessions.store import SessionStore
from service.sessions.tickets import redeem_ticket
from service.storage.errors import RedisUnavailable

FEED_INCLUDES = ("position",)
"""What entries can carry on request."""

PAGE = 200
"""Entries that are read from the log at once."""

POSITIONS_PAGE = 50
"""Entries that a poll answers at once if each carries a position."""


class Subscription(msgspec.Struct, frozen=True):
    """What a client follows: a session from the viewpoint of its seat, after version `since`; its token was valid at `session.version`.

    `hides` says whether the game was still running then, so that entries are redacted; the entry that ends a game never is. With a format,
    entries carry the position after them.
    """

    session: Session
    seat: int | None
    since: int
    hides: bool = True
    form: Format | None = None

    def encode(self, item: FeedItem, language: str) -> bytes:
        """An entry as JSON, as the client may see it; the entry with which its feed ends has no position."""
        form = None if self.is_last(item.version, item.entry) else self.form
        return item.encode(self.seat, language, self.hides, form)

    def is_last(self, version: int, entry: AnyEntry) -> bool:
        """Whether the feed ends with this entry: the session was ended, or the client's token was."""
        return isinstance(entry, Ended) or (
            isinstance(entry, Claimed | Invited) and entry.seat == self.seat and version > self.session.version
        )

    def is_over(self) -> bool:
        """Whether the client already has the last entry of an ended session."""
        return self.session.ended and self.since == self.session.version


def subscribe(
    store: SessionStore, session_id: str, since: int, token: str | None, ticket: str | None = None, form: Format | None = None
) -> Subscription:
    """A subscription for the seat of the token or of the ticket; raises SessionUnknown, TokenUnknown, TicketInvalid or VersionUnknown."""
    session = store.find(session_id)
    bearer = find_bearer(session, token) if ticket is None else redeem_ticket(store, session, ticket)
    if since > session.version:
        raise VersionUnknown(f"The session is at version {session.version}; read it again.")
    return Subscription(session, bearer.seat, since, hides=not is_over(session), form=form)


def stream(hub: Hub, listener: Listener, subscription: Subscription, seconds: float, keepalive: float) -> Iterator[FeedItem | None]:
    """Every entry after `since`, without gaps or repetitions, for at most `seconds`; None as a keep-alive.

    The stream ends early if Redis becomes unavailable; the client then reconnects and resumes.
    """
    try:
        yield from _follow(hub, listener, subscription, seconds, keepalive)
    except RedisUnavailable:
        return


def _follow(hub: Hub, listener: Listener, subscription: Subscription, seconds: float, keepalive: float) -> Iterator[FeedItem | None]:
    last, ends_at = subscription.since, time.monotonic() + seconds
    positions = FeedPositions(hub.store, listener.session_id) if listener.with_positions else None
    while True:
        items: Iterable[FeedItem | None]
        if listener.start_reading_log():
            items = _read_log(hub.store, subscription.session, last, positions)
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


def _read_log(store: SessionStore, session: Session, since: int, positions: FeedPositions | None) -> Iterator[FeedItem]:
    while page := store.log(session, since, PAGE):
        now = positions.load() if positions else None
        for since, entry in page:
            yield FeedItem(session.game, since, entry, positions.find(now, since, entry) if positions else None)
        if len(page) < PAGE:
            return


def poll(hub: Hub, subscription: Subscription, wait: int, language: str, client: str = "") -> History:
    """The entries after `since`: at once if there are any, else as soon as one comes, at the latest after `wait` seconds.

    A client that waits takes a place of the hub; raises StreamsFull or TooManyStreams.
    """
    session = subscription.session
    hub.store.presence.saw(session.id, subscription.seat)
    found = _read_page(hub, subscription)
    if not found and wait and not session.ended:
        found = _await_entries(hub, subscription, wait, client)
    found = _until_last(subscription, found)
    history = present_history(session, found, subscription.seat, language)
    if subscription.form is not None:
        _add_positions(hub.store, subscription, subscription.form, found, history)
    return history


def _read_page(hub: Hub, subscription: Subscription) -> list[tuple[int, AnyEntry]]:
    return hub.store.log(subscription.session, subscription.since, POSITIONS_PAGE if subscription.form else PAGE)


def _add_positions(
    store: SessionStore, subscription: Subscription, form: Format, found: Sequence[tuple[int, AnyEntry]], history: History
) -> None:
    """Adds to each entry the position after it."""
    positions = FeedPositions(store, subscription.session.id)
    now = positions.load()
    for (version, entry), document in zip(found, history.entries, strict=True):
        position = None if subscription.is_last(version, entry) else positions.find(now, version, entry)
        if position is not None:
            document.position = position.present(subscription.seat, subscription.hides, form)


def _until_last(subscription: Subscription, found: list[tuple[int, AnyEntry]]) -> list[tuple[int, AnyEntry]]:
    """The entries up to one that ends the feed."""
    count = next((index for index, (version, entry) in enumerate(found, start=1) if subscription.is_last(version, entry)), len(found))
    return found[:count]


def _await_entries(hub: Hub, subscription: Subscription, wait: int, client: str) -> list[tuple[int, AnyEntry]]:
    """Joins the hub before it reads the log again, so that no entry is missed."""
    session = subscription.session
    listener = Listener(session.id, client=client)
    hub.join(listener, session.game, subscription.since)
    try:
        listener.start_reading_log()
        found = _read_page(hub, subscription)
        if found or listener.get(wait) is None:
            return found
        return _read_page(hub, subscription)
    finally:
        hub.leave(listener)
