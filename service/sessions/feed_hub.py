"""The hub of live feeds: one reader thread per process follows the published versions and hands new log entries to every listener.

The log is the source of truth. A published version only says when to read it, so a lost message delays an entry and never loses it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue

import redis
from redis.client import PubSub

from service.observability import metrics
from service.referee.moves import AnyGame
from service.referee.presentation import Format
from service.sessions.documents import LogEntry
from service.sessions.entries import AnyEntry
from service.sessions.errors import StreamsFull, TooManyStreams
from service.sessions.feed_positions import FeedPosition, FeedPositions
from service.sessions.feed_presence import FeedPresence
from service.sessions.keys import channel
from service.sessions.log_presentation import present_entry
from service.sessions.model import encode
from service.sessions.store import SessionStore
from service.storage.errors import RedisUnavailable

log = logging.getLogger("arbiter")

QUEUE_LIMIT = 256
"""Entries that may wait for a listener; one that falls further behind reads the log."""

READ_TIMEOUT = 0.05
"""Seconds the reader waits for a message before it checks which sessions are followed."""

PRESENCE_SECONDS = 1.0
"""How often the reader checks whether connected seats have to be reported again."""

RESCAN_SECONDS = 10.0
"""Every followed log is read again after this time, even without a message."""


class FeedItem:
    """A log entry for listeners, with the position after it if one of them wants it; it is encoded once for each way to see it."""

    def __init__(self, game: AnyGame, version: int, entry: AnyEntry, position: FeedPosition | None = None) -> None:
        self.game, self.version, self.entry, self.position = game, version, entry, position
        self._encoded: dict[tuple[int | None, str, bool, Format | None], bytes] = {}

    def encode(self, seat: int | None, language: str, hides: bool, form: Format | None = None) -> bytes:
        """The entry as JSON; `hides` says whether it is redacted for this seat, as while the game runs; with a format, the position too."""
        sight = (seat, language, hides, form)
        encoded = self._encoded.get(sight)
        if encoded is None:
            encoded = self._encoded[sight] = encode(self._present(*sight))
        return encoded

    def _present(self, seat: int | None, language: str, hides: bool, form: Format | None) -> LogEntry:
        document = present_entry(self.game, self.version, self.entry, seat, language, hides)
        if form is not None and self.position is not None:
            document.position = self.position.present(seat, hides, form)
        return document


class Listener:
    """One client of the hub. It reads the log first, then takes entries from its queue; when the queue overflows it reads the log again.

    `seat` is reported as connected. `with_positions` says whether the client wants the position after each entry. `client` is the API key
    or address whose share of the listeners it takes.
    """

    def __init__(
        self,
        session_id: str,
        seat: int | None = None,
        with_positions: bool = False,
        client: str = "",
    ) -> None:
        self.session_id, self.seat, self.with_positions = session_id, seat, with_positions
        self.client = client
        self.is_ended, self.is_behind = False, True
        self._queue: SimpleQueue[FeedItem | None] = SimpleQueue()

    def put(self, item: FeedItem) -> None:
        """Queues an entry, or marks the listener as behind when its queue is full."""
        if self.is_behind:
            return
        if self._queue.qsize() < QUEUE_LIMIT:
            self._queue.put(item)
        else:
            self.is_behind = True
            self._queue.put(None)

    def start_reading_log(self) -> bool:
        """Whether the listener must read the log now; entries that arrive from here on are queued."""
        if not self.is_behind or self._queue.qsize():
            return False
        self.is_behind = False
        return True

    def end(self) -> None:
        """Ends the feed; the client reconnects and resumes."""
        self.is_ended = True
        self._queue.put(None)

    def get(self, seconds: float) -> FeedItem | None:
        """The next entry, or None if none came in time."""
        try:
            return self._queue.get(timeout=seconds) if seconds > 0 else self._queue.get_nowait()
        except Empty:
            return None


class Room:
    """The listeners of one session, and the last version read for them."""

    def __init__(self, game: AnyGame, cursor: int, positions: FeedPositions) -> None:
        self.game, self.cursor, self.positions = game, cursor, positions
        self.listeners: set[Listener] = set()


class Hub:
    """All listeners of this process, at most `limit`, and at most half of them of one client.

    The reader thread runs only while there are any and is never started before a fork.
    """

    def __init__(self, store: SessionStore, limit: int) -> None:
        self.store, self.limit = store, limit
        self.is_stopping: Callable[[], bool] = lambda: False
        self._presence = FeedPresence(store.presence)
        self._is_presence_due = False
        self._rooms: dict[str, Room] = {}
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._reader: threading.Thread | None = None

    def join(self, listener: Listener, game: AnyGame, version: int) -> None:
        """Adds a listener that follows its session from a version on; raises StreamsFull or TooManyStreams."""
        with self._lock:
            if self._counts.total() >= self.limit:
                raise StreamsFull("This server has as many live feeds as it can serve; try again in a moment.")
            if listener.client and self._counts[listener.client] >= max(1, self.limit // 2):
                raise TooManyStreams("You have half of the live feeds that this server can serve; close one first.")
            self._counts[listener.client] += 1
            metrics.listeners(game.id).inc()
            self._is_presence_due = True
            if listener.session_id not in self._rooms:
                self._rooms[listener.session_id] = Room(game, version, FeedPositions(self.store, listener.session_id))
            self._rooms[listener.session_id].listeners.add(listener)
            if self._reader is None:
                self._reader = threading.Thread(target=self._run, name="feed-reader", daemon=True)
                self._reader.start()

    def leave(self, listener: Listener) -> None:
        """Removes a listener; removing it twice is harmless."""
        with self._lock:
            room = self._rooms.get(listener.session_id)
            if room is None or listener not in room.listeners:
                return
            room.listeners.remove(listener)
            self._is_presence_due = True
            self._counts[listener.client] -= 1
            self._counts += Counter()  # Forgets clients without listeners.
            metrics.listeners(room.game.id).dec()
            if not room.listeners:
                del self._rooms[listener.session_id]

    def _run(self) -> None:
        while self._is_needed():
            subscription: PubSub | None = None
            try:
                subscription = self.store.subscribe()
                self._follow(subscription)
                self._report_presence()
            except (redis.RedisError, RedisUnavailable):
                time.sleep(0.2)
            except Exception:
                log.exception("the reader of live feeds failed and starts again")
                time.sleep(1)
            finally:
                if subscription is not None:
                    subscription.close()

    def _is_needed(self) -> bool:
        with self._lock:
            if not self._rooms:
                self._reader = None
            return bool(self._rooms)

    def _follow(self, subscription: PubSub) -> None:
        """Follows every room until there are none; a new subscription is followed by a read of the log."""
        subscribed: dict[str, str] = {}
        rescanned = reported = time.monotonic()
        while rooms := list(self._rooms):
            if self.is_stopping():
                self._end_all()
            self._subscribe(subscription, subscribed, rooms)
            if self._is_presence_due or time.monotonic() - reported > PRESENCE_SECONDS:
                reported = time.monotonic()
                self._report_presence()
            message = subscription.get_message(timeout=READ_TIMEOUT)
            if message is not None and message["type"] in ("message", "subscribe"):
                self._deliver(subscribed.get(message["channel"].decode(), ""))
            if time.monotonic() - rescanned > RESCAN_SECONDS:
                rescanned = time.monotonic()
                for session_id in rooms:
                    self._deliver(session_id)

    def _subscribe(self, subscription: PubSub, subscribed: dict[str, str], rooms: list[str]) -> None:
        wanted = {channel(session_id): session_id for session_id in rooms}
        if subscribed.keys() == wanted.keys():
            return
        if new := wanted.keys() - subscribed.keys():
            subscription.subscribe(*new)
        if old := subscribed.keys() - wanted.keys():
            subscription.unsubscribe(*old)  # type: ignore[no-untyped-call]
        subscribed.clear()
        subscribed.update(wanted)

    def _deliver(self, session_id: str) -> None:
        """Reads the new entries of a log and hands them to the room's listeners."""
        room = self._rooms.get(session_id)
        if room is None:
            return
        try:
            self._deliver_to(room, self.store.entries(session_id, room.cursor))
        except (redis.RedisError, RedisUnavailable):
            raise
        except Exception:
            log.exception("the feed of session %s failed; other feeds go on", session_id)

    def _deliver_to(self, room: Room, found: Sequence[tuple[int, AnyEntry]]) -> None:
        """Hands entries to the listeners; one that joins after this reads them from the log."""
        with self._lock:
            listeners = list(room.listeners)
        with_positions = bool(found) and any(listener.with_positions for listener in listeners)
        session = room.positions.load() if with_positions else None
        for version, entry in found:
            item = FeedItem(room.game, version, entry, room.positions.find(session, version, entry))
            room.cursor = version
            for listener in listeners:
                listener.put(item)

    def _report_presence(self) -> None:
        """Reports the seats that have listeners."""
        self._is_presence_due = False
        with self._lock:
            seats = {
                session_id: frozenset(each.seat for each in room.listeners if each.seat is not None)
                for session_id, room in self._rooms.items()
            }
        self._presence.report(seats)

    def _all_listeners(self) -> list[Listener]:
        with self._lock:
            return [listener for room in self._rooms.values() for listener in room.listeners]

    def _end_all(self) -> None:
        for listener in self._all_listeners():
            listener.end()
        time.sleep(READ_TIMEOUT)
