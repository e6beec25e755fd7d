"""The live feed. One reader per process hears from Redis that a session has changed, reads the log once, and hands the entries to every
client that follows the session. The log is what counts: news only say when to look, so a lost message costs time and never an entry.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from queue import Empty, SimpleQueue

import msgspec
import redis
from redis.client import PubSub

from engine.errors import Refusal
from service.observability import metrics
from service.referee.moves import AnyGame
from service.sessions import documents as answers
from service.sessions.model import AnyEntry, Claimed, Ended, encode
from service.sessions.store import Store, channel
from service.storage.connection import RedisAway

log = logging.getLogger("arbiter")

QUEUE_LIMIT = 256
"""Entries that may wait for a client; one that falls further behind reads on in the log."""

PAGE = 200
"""Entries read from the log at once when a client catches up."""

GLANCE = 0.05
"""Seconds the reader waits for news before it looks whether clients have come or gone."""

SWEEP = 10.0
"""Seconds after which every followed log is read again, news or not."""


class StreamsFull(Refusal):
    """This process follows sessions for as many clients as it may."""

    code = "streams_full"


class News:
    """An entry on its way to clients; what a seat is told of it is written once, however many clients look from that seat."""

    def __init__(self, game: AnyGame, version: int, entry: AnyEntry) -> None:
        self.game, self.version, self.entry = game, version, entry
        self._told: dict[tuple[int | None, str], bytes] = {}

    def told(self, seat: int | None, language: str) -> bytes:
        """The entry as JSON, as this seat may see it."""
        told = self._told.get((seat, language))
        if told is None:
            told = encode(answers.told(self.game, self.version, self.entry, seat, language))
            self._told[seat, language] = told
        return told

    def as_event(self, seat: int | None, language: str) -> bytes:
        """The entry as a server-sent event."""
        return b"id: %d\nevent: %s\ndata: %s\n\n" % (self.version, type(self.entry).__name__.lower().encode(), self.told(seat, language))

    def as_line(self, seat: int | None, language: str) -> bytes:
        """The entry as a line of JSON."""
        return self.told(seat, language) + b"\n"


class Listener:
    """A client's place in the hub: entries wait here, unless the client is behind and has to read in the log first, as every newcomer has.

    `cut` ends its connection, for clients that do not read.
    """

    def __init__(self, session_id: str, cut: Callable[[], None] = lambda: None) -> None:
        self.session_id, self.cut = session_id, cut
        self.is_ended, self.is_behind = False, True
        self.sending_since: float | None = None
        self._queue: SimpleQueue[News | None] = SimpleQueue()

    def offer(self, news: News) -> None:
        """Queues an entry; when too many wait, this one and all others are left to the log."""
        if self.is_behind:
            return
        if self._queue.qsize() < QUEUE_LIMIT:
            self._queue.put(news)
        else:
            self.is_behind = True
            self._queue.put(None)

    def catches_up(self) -> bool:
        """Whether it is time to read in the log; what is offered from now on is queued, so that nothing slips in between."""
        if not self.is_behind or self._queue.qsize():
            return False
        self.is_behind = False
        return True

    def end(self) -> None:
        """Lets the client go: it resumes where it was."""
        self.is_ended = True
        self._queue.put(None)

    def next(self, seconds: float) -> News | None:
        """The next entry, or None when none came in time."""
        try:
            return self._queue.get(timeout=seconds) if seconds > 0 else self._queue.get_nowait()
        except Empty:
            return None


class Room:
    """The clients that follow one session, and how far its log was read for them."""

    def __init__(self, game: AnyGame, cursor: int) -> None:
        self.game, self.cursor = game, cursor
        self.listeners: set[Listener] = set()


class Hub:
    """All clients of this process; its reader runs only while there are any, and is never started before a fork."""

    def __init__(self, store: Store, limit: int, patience: float) -> None:
        self.store, self.limit, self.patience = store, limit, patience
        self.is_stopping: Callable[[], bool] = lambda: False
        self._rooms: dict[str, Room] = {}
        self._count = 0
        self._lock = threading.Lock()
        self._reader: threading.Thread | None = None

    def join(self, listener: Listener, game: AnyGame, version: int) -> None:
        """Lets a client follow its session from a version on."""
        with self._lock:
            if self._count >= self.limit:
                raise StreamsFull("This server follows sessions for as many clients as it can; try again in a moment.")
            self._count += 1
            metrics.listeners(game.id).inc()
            self._rooms.setdefault(listener.session_id, Room(game, version)).listeners.add(listener)
            if self._reader is None:
                self._reader = threading.Thread(target=self._read, name="feed-reader", daemon=True)
                self._reader.start()

    def leave(self, listener: Listener) -> None:
        """Forgets a client; leaving twice does no harm."""
        with self._lock:
            room = self._rooms.get(listener.session_id)
            if room is None or listener not in room.listeners:
                return
            room.listeners.remove(listener)
            self._count -= 1
            metrics.listeners(room.game.id).dec()
            if not room.listeners:
                del self._rooms[listener.session_id]

    def _read(self) -> None:
        while self._is_needed():
            subscription: PubSub | None = None
            try:
                subscription = self.store.listen()
                self._hear(subscription)
            except (redis.RedisError, RedisAway):
                time.sleep(0.2)
            except Exception:
                log.exception("the reader of live feeds stumbled and begins anew")
                time.sleep(1)
            finally:
                if subscription is not None:
                    subscription.close()

    def _is_needed(self) -> bool:
        with self._lock:
            if not self._rooms:
                self._reader = None
            return bool(self._rooms)

    def _hear(self, subscription: PubSub) -> None:
        """Follows the news of every room until all are gone; a subscription just made is followed by a look into the log."""
        heard: dict[str, str] = {}
        swept = time.monotonic()
        while rooms := list(self._rooms):
            if self.is_stopping():
                self._close_all()
            self._cut_stuck()
            self._subscribe(subscription, heard, rooms)
            message = subscription.get_message(timeout=GLANCE)
            if message is not None and message["type"] in ("message", "subscribe"):
                self._deliver(heard.get(message["channel"].decode(), ""))
            if time.monotonic() - swept > SWEEP:
                swept = time.monotonic()
                for session_id in rooms:
                    self._deliver(session_id)

    def _subscribe(self, subscription: PubSub, heard: dict[str, str], rooms: list[str]) -> None:
        wanted = {channel(session_id): session_id for session_id in rooms}
        if heard.keys() == wanted.keys():
            return
        if new := wanted.keys() - heard.keys():
            subscription.subscribe(*new)
        if old := heard.keys() - wanted.keys():
            subscription.unsubscribe(*old)  # type: ignore[no-untyped-call]
        heard.clear()
        heard.update(wanted)

    def _deliver(self, session_id: str) -> None:
        """Reads what is new in a log and hands it to everybody in the room."""
        room = self._rooms.get(session_id)
        if room is None:
            return
        try:
            found = self.store.entries(session_id, room.cursor)
        except msgspec.MsgspecError:
            log.exception("the log of session %s cannot be read; other feeds go on", session_id)
            return
        for version, entry in found:
            news = News(room.game, version, entry)
            room.cursor = version
            with self._lock:
                listeners = list(room.listeners)
            for listener in listeners:
                listener.offer(news)

    def _everybody(self) -> list[Listener]:
        with self._lock:
            return [listener for room in self._rooms.values() for listener in room.listeners]

    def _cut_stuck(self) -> None:
        """Ends clients that do not read: they would never see a polite end."""
        earliest = time.monotonic() - self.patience
        for listener in self._everybody():
            since = listener.sending_since
            if since is not None and since < earliest:
                listener.cut()

    def _close_all(self) -> None:
        for listener in self._everybody():
            listener.end()
        time.sleep(GLANCE)


class Place(msgspec.Struct, frozen=True):
    """From where a client follows a session: the seat it looks from, the last version it has, and the version its token was checked at."""

    game: AnyGame
    seat: int | None
    since: int
    checked: int

    def is_last(self, version: int, entry: AnyEntry) -> bool:
        """Whether the client hears nothing after this entry: the session ended, or a claim has since replaced the client's token."""
        return isinstance(entry, Ended) or (isinstance(entry, Claimed) and entry.seat == self.seat and version > self.checked)


def follow(hub: Hub, listener: Listener, place: Place, seconds: float, pulse: float) -> Iterator[News | None]:
    """Every entry after a version, from the log or as it comes, without gap or repetition; None now and then as a sign of life."""
    last, ends_at = place.since, time.monotonic() + seconds
    while True:
        arrived: Iterable[News | None]
        if listener.catches_up():
            arrived = backlog(hub.store, place.game, listener.session_id, last)
        elif not listener.is_ended and (left := ends_at - time.monotonic()) > 0:
            arrived = [listener.next(min(pulse, left))]
        else:
            return
        for news in arrived:
            if news is None:
                yield None
            elif news.version > last:
                yield news
                last = news.version
                if place.is_last(last, news.entry) or time.monotonic() > ends_at:
                    return


def backlog(store: Store, game: AnyGame, session_id: str, since: int) -> Iterator[News]:
    """The log after a version, page by page, up to what is there when the last page is read."""
    while page := store.entries(session_id, since, PAGE):
        for since, entry in page:
            yield News(game, since, entry)
        if len(page) < PAGE:
            return


def timed(listener: Listener, news: Iterator[News | None]) -> Iterator[News | None]:
    """The same news; the listener knows since when one of them is being sent."""
    for item in news:
        listener.sending_since = time.monotonic()
        yield item
        listener.sending_since = None


def patiently(news: Iterator[News | None]) -> Iterator[News | None]:
    """Ends a feed whose Redis has gone away while it was being read; the client resumes when it is back."""
    try:
        yield from news
    except RedisAway:
        return
