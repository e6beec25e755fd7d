"""The live feed: the same numbered entries in three media types, from any version, without a gap."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from engine.games import GAMES
from service.sessions.entries import Claimed
from service.sessions.errors import StreamsFull
from service.sessions.feed import Subscription, stream
from service.sessions.feed_hub import QUEUE_LIMIT, FeedItem, Hub, Listener
from service.sessions.store import SessionStore
from tests.support.http_client import HttpClient, Stream
from tests.support.server import Server
from tests.support.tables import InProcess, Table, code_of, new_table, quiet_move
from tests.support.waiting import PATIENCE, eventually

SSE, LINES = "text/event-stream", "application/x-ndjson"


def follower(stream: Stream, count: int) -> Callable[[], list[Any]]:
    """Reads that many entries in a thread; the returned function waits for them."""
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.extend(islice(stream.entries(), count)))
    thread.start()

    def wait() -> list[Any]:
        thread.join(timeout=PATIENCE)
        stream.close()
        return found

    return wait


@pytest.mark.parametrize("form", [SSE, LINES])
def test_a_feed_sends_past_and_new_entries(live: HttpClient, form: str) -> None:
    table = new_table(live)
    table.play(5)
    stream = live.stream(table.id, Accept=form)
    assert stream.status == 200 and stream.answer.getheader("Content-Type") == form
    assert stream.answer.getheader("X-Accel-Buffering") == "no" and stream.answer.getheader("Cache-Control") == "no-store"
    told = follower(stream, 12)
    table.play(7)
    assert told() == table.history() and len(table.history()) == 12


def test_every_seat_gets_only_what_it_may_know(live: HttpClient) -> None:
    table = new_table(live, "blue_moon_city" if "blue_moon_city" in GAMES else "orbis", 3)
    holders = [None, table.host, *table.tokens]
    feeds = [follower(live.stream(table.id, token=token, Accept=LINES), 20) for token in holders]
    table.play(20)
    for token, told in zip(holders, feeds, strict=True):
        assert told() == table.history(token)


@pytest.mark.parametrize("since", [0, 1, 7, 12])
def test_a_feed_resumes_from_any_version(live: HttpClient, since: int) -> None:
    table = new_table(live)
    table.play(12)
    by_header = follower(live.stream(table.id, Last_Event_ID=str(since), Accept=SSE), 13 - since)
    by_query = follower(live.stream(table.id, since, Accept=SSE), 13 - since)
    polled = live.call("GET", f"{table.path}/events?since={since}&wait=0").json
    assert polled["entries"] == table.history()[since:] and polled["version"] == 12
    table.play(1)
    assert by_header() == by_query() == table.history()[since:]


def test_polling_waits_for_news(live: HttpClient) -> None:
    table = new_table(live)
    answers: list[Any] = []
    waiting = threading.Thread(target=lambda: answers.append(live.call("GET", f"{table.path}/events?since=0&wait=20").json))
    waiting.start()
    table.play(1)
    waiting.join(timeout=PATIENCE)
    assert answers[0]["entries"] == table.history()
    assert live.call("GET", f"{table.path}/events?since=1&wait=1").json == {"entries": [], "version": 1, "next": None}


def test_undos_claims_resignations_and_the_end_are_sent(live: HttpClient) -> None:
    table = new_table(live)
    told = follower(live.stream(table.id, Accept=SSE), 99)
    token = table.acting()
    table.move(quiet_move(table), 0, token)
    live.call("POST", f"{table.path}/undo", token=token)
    live.call("POST", f"{table.path}/seats/1/claims", {"invite_code": table.codes[1], "name": "Zoë"})
    live.call("POST", f"{table.path}/seats/0/resignations", {"level": "hard"}, table.tokens[0])
    live.call("DELETE", table.path, token=table.host)
    entries = told()
    assert [entry["type"] for entry in entries] == ["moved", "undone", "claimed", "resigned", "ended"], "the end closes the feed"
    assert [entry["version"] for entry in entries] == [1, 2, 3, 4, 5]
    assert entries[2]["name"] == "Zoë" and entries[3]["level"] == "hard"


@pytest.mark.parametrize("form", [SSE, LINES])
def test_a_client_that_has_read_the_end_gets_204(live: HttpClient, form: str) -> None:
    """A browser's EventSource reconnects to every feed that ends unless the answer is 204; it would occupy a place for nothing."""
    table = new_table(live)
    assert live.call("DELETE", table.path, token=table.host).status == 204
    heard = live.call("GET", f"{table.path}/events", Accept=form)
    assert heard.status == 200 and b'"ended"' in heard.body
    again = live.call("GET", f"{table.path}/events", Accept=form, Last_Event_ID="1")
    assert (again.status, again.body) == (204, b"")
    assert live.call("GET", f"{table.path}/events?since=1&wait=5").json == {"entries": [], "version": 1, "next": None}


def test_a_claim_ends_the_feed_of_the_previous_token(live: HttpClient) -> None:
    table = new_table(live)
    told = follower(live.stream(table.id, token=table.tokens[1], Accept=SSE), 99)
    claimed = live.call("POST", f"{table.path}/seats/1/claims", {"invite_code": table.codes[1]}).json["token"]
    assert [entry["type"] for entry in told()] == ["claimed"]
    assert live.call("GET", f"{table.path}/events", token=table.tokens[1]).status == 401
    resumed = follower(live.stream(table.id, token=claimed, Accept=SSE), 2)
    table.tokens[1] = claimed
    table.play(1)
    assert [entry["type"] for entry in resumed()] == ["claimed", "moved"], "the feed of the new token goes on"


def test_a_feed_without_news_sends_heartbeats(live: HttpClient) -> None:
    table = new_table(live)
    for form, signs in ((SSE, [b"retry: 1000", b"", b": keep-alive", b""]), (LINES, [b"", b"", b""])):
        stream = live.stream(table.id, Accept=form)
        assert list(islice(stream.lines(), len(signs))) == signs
        stream.close()


def test_invalid_feed_requests_are_refused(client: FlaskClient) -> None:
    table = new_table(InProcess(client))
    path = f"{table.path}/events"
    assert code_of(table.caller.call("GET", f"{path}?since=1")) == (404, "version_unknown")
    assert code_of(table.caller.call("GET", f"{path}?since=-1")) == (422, "query_invalid")
    assert code_of(table.caller.call("GET", f"{path}?wait=31")) == (422, "query_invalid")
    assert code_of(table.caller.call("GET", path, Last_Event_ID="x")) == (422, "header_invalid")
    assert code_of(table.caller.call("GET", path, Accept="text/html")) == (406, "not_acceptable")
    assert table.caller.call("GET", path, Accept="application/json").json["entries"] == []
    assert table.caller.call("GET", path, Accept="application/json; charset=utf-8").json["entries"] == []
    assert table.caller.call("GET", path, Accept="application/json", Last_Event_ID="").json["entries"] == []


@pytest.mark.slow
def test_feeds_beyond_the_limit_are_refused_and_calls_are_served(store: SessionStore, tmp_path: Path) -> None:
    with Server(store.url, tmp_path, WEB_CONCURRENCY="1", ARBITER_STREAMS="5", ARBITER_THREADS="13") as live:
        table = new_table(live)
        streams = [HttpClient(live.port, f"127.0.0.{number}").stream(table.id) for number in range(1, 21)]
        assert [stream.status for stream in streams] == [200] * 5 + [503] * 15
        assert all(stream.answer.getheader("Retry-After") for stream in streams[5:])
        assert live.call("POST", "/v1/games/orbis/states", {"seats": 2}).status == 201
        assert code_of(live.call("GET", f"{table.path}/events?wait=5")) == (503, "streams_full")
        told = [follower(stream, 5) for stream in streams[:5]]
        table.play(5)
        assert [wait() for wait in told] == [table.history()] * 5
        for stream in streams:
            stream.close()


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["0", "1000"])
def test_one_address_gets_at_most_half_of_the_feeds(store: SessionStore, tmp_path: Path, limit: str) -> None:
    settings = {"ARBITER_STREAMS": "4", "ARBITER_STREAMS_PER_ADDRESS": limit}
    with Server(store.url, tmp_path, WEB_CONCURRENCY="1", **settings) as live:
        table = new_table(live)
        streams = [live.stream(table.id) for _ in range(10)]
        assert [stream.status for stream in streams] == [200] * 2 + [429] * 8
        assert code_of(live.call("GET", f"{table.path}/events?wait=5")) == (429, "too_many_streams")
        assert live.call("GET", f"{table.path}/events?wait=0").status == 200, "what does not wait takes no place"
        streams += [HttpClient(live.port, "127.0.0.2").stream(table.id) for _ in range(2)]
        assert [stream.status for stream in streams[10:]] == [200] * 2
        assert code_of(HttpClient(live.port, "127.0.0.3").call("GET", f"{table.path}/events?wait=5")) == (503, "streams_full")
        for stream in streams:
            stream.close()


@pytest.mark.slow
def test_feeds_and_waiting_requests_leave_threads_for_others(store: SessionStore, tmp_path: Path) -> None:
    settings = {"ARBITER_THREADS": "12", "ARBITER_STREAMS": "100", "ARBITER_JOB_WAITERS": "100"}
    with Server(store.url, tmp_path, WEB_CONCURRENCY="1", **settings) as live:
        table = new_table(live)
        streams = [HttpClient(live.port, f"127.0.0.{number}").stream(table.id) for number in range(1, 13)]
        assert [stream.status for stream in streams] == [200] * 6 + [503] * 6
        state = live.call("POST", "/v1/games/orbis/states", {"seats": 2}).json["state"]
        asked = {"state": state, "level": "easy"}
        waiting = [
            threading.Thread(target=live.call, args=("POST", "/v1/games/orbis/ai-moves", asked), kwargs={"Prefer": "wait=10"})
            for _ in range(12)
        ]  # There are no workers, so these requests wait for ten seconds.
        for thread in waiting:
            thread.start()
        eventually(lambda: sum(thread.is_alive() for thread in waiting) == 3)
        assert live.call("GET", "/healthz").status == 200
        assert sum(thread.is_alive() for thread in waiting) == 3, "the waiting requests did not delay the call"
        for thread in waiting:
            thread.join()
        for stream in streams:
            stream.close()


def fill(store: SessionStore, table: Table, count: int) -> None:
    """Adds long entries to the log, faster than players could."""
    for _ in range(count):
        session = store.find(table.id)
        after = replace(session, version=session.version + 1)
        assert store.commit(session.version, after, [Claimed(at=0, seat=0, name="x" * 4000)]).verdict == "done"


@pytest.mark.slow
def test_a_client_that_does_not_read_is_cut_off_and_resumes(store: SessionStore, tmp_path: Path) -> None:
    with Server(store.url, tmp_path, WEB_CONCURRENCY="1", ARBITER_STREAMS="2", ARBITER_SEND_SECONDS="4") as live:
        table = new_table(live)
        stream = live.stream(table.id, Accept=LINES)
        with socket.socket() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.settimeout(PATIENCE)
            slow.bind(("127.0.0.2", 0))
            slow.connect(("127.0.0.1", live.port))
            slow.sendall(f"GET {table.path}/events HTTP/1.1\r\nHost: localhost\r\nAccept: {LINES}\r\n\r\n".encode())
            assert slow.recv(12) == b"HTTP/1.1 200"
            filling = threading.Thread(target=fill, args=(store, table, 600))
            filling.start()
            assert [entry["version"] for entry in islice(stream.entries(), 600)] == list(range(1, 601)), "other readers get every entry"
            filling.join()
            eventually(
                lambda: HttpClient(live.port, "127.0.0.2").call("GET", f"{table.path}/events?wait=1&since=600").status == 200, PATIENCE
            )  # Until a place is free again.
            received = read_to_the_end(slow)
        stream.close()
        heard = [int(number) for number in re.findall(rb'"version":(\d+),"type"', received)]
        assert heard == list(range(1, len(heard) + 1)) and len(heard) < 600
        rest = live.call("GET", f"{table.path}/events?since={heard[-1]}&wait=0").json["entries"]
        assert [entry["version"] for entry in rest] == list(range(heard[-1] + 1, heard[-1] + 1 + len(rest))) and rest


def read_to_the_end(slow: socket.socket) -> bytes:
    """The remaining data; a connection that was cut may end with a reset."""
    received = b""
    try:
        while chunk := slow.recv(65536):
            received += chunk
    except ConnectionResetError:
        pass
    return received


def version_of(news: FeedItem | None) -> int:
    """The version of an entry; it must not be None."""
    assert news is not None
    return news.version


class Following:
    """A hub and its listeners, without HTTP."""

    def __init__(self, store: SessionStore, table: Table) -> None:
        self.hub, self.table, self.game = Hub(store, limit=10), table, GAMES[table.made["game"]]
        self.listeners: list[Listener] = []

    def join(self) -> Listener:
        listener = Listener(self.table.id)
        self.listeners.append(listener)
        self.hub.join(listener, self.game, 0)
        return listener

    def subscription(self, since: int = 0) -> Subscription:
        """What a spectator follows after a version."""
        return Subscription(self.hub.store.find(self.table.id), None, since)

    def read(self, listener: Listener, count: int, since: int = 0) -> list[int]:
        news = stream(self.hub, listener, self.subscription(since), PATIENCE, PATIENCE)
        return [item.version for item in islice(news, count) if item is not None]


@pytest.fixture
def table(client: FlaskClient) -> Table:
    return new_table(InProcess(client))


@pytest.fixture
def following(store: SessionStore, table: Table) -> Iterator[Following]:
    following = Following(store, table)
    yield following
    for listener in following.listeners:
        following.hub.leave(listener)


def test_a_burst_longer_than_the_queue_loses_no_entry(store: SessionStore, table: Table, following: Following) -> None:
    listener = following.join()
    news = stream(following.hub, listener, following.subscription(), PATIENCE, PATIENCE)
    table.play(1)
    assert version_of(next(news)) == 1
    fill(store, table, 3 * QUEUE_LIMIT)
    eventually(lambda: listener.is_behind)
    told = (item.version for item in news if item is not None)
    assert list(islice(told, 3 * QUEUE_LIMIT)) == list(range(2, 3 * QUEUE_LIMIT + 2))
    table.play(2)
    assert list(islice(told, 2)) == [3 * QUEUE_LIMIT + 2, 3 * QUEUE_LIMIT + 3], "and the feed goes on"


def test_an_unreadable_log_does_not_stop_other_feeds(store: SessionStore, table: Table, following: Following) -> None:
    sick = [new_table(table.caller) for _ in range(4)]
    for other in sick:
        store.server.client.xadd(f"arbiter:{{{other.id}}}:log", {"entry": b'{"type":"of tomorrow"}'}, id="1-1")
        following.listeners.append(Listener(other.id))
        following.hub.join(following.listeners[-1], following.game, 0)
    listener = following.join()
    listener.start_reading_log()
    table.play(2)
    assert [version_of(listener.get(PATIENCE)) for _ in range(2)] == [1, 2]
    for other in sick:
        store.server.client.delete(f"arbiter:{{{other.id}}}:log", f"arbiter:{{{other.id}}}")


def test_a_poll_ends_at_the_claim_that_replaced_its_token(table: Table, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The claim and a move after it are made during the poll."""

    def meanwhile(store: SessionStore, session_id: str, since: int, limit: int | None = None) -> Any:
        monkeypatch.undo()
        table.play(1)
        claim = table.caller.call("POST", f"{table.path}/seats/1/claims", {"invite_code": table.codes[1]})
        table.tokens[1] = claim.json["token"]
        assert table.play(1) == 3
        return store.entries(session_id, since, limit)

    for seat, told in ((1, [1, 2]), (0, [1, 2, 3])):
        if seat:
            monkeypatch.setattr(SessionStore, "entries", meanwhile)
        answer = client.get(f"{table.path}/events?wait=1", headers={"Authorization": f"Bearer {table.tokens[seat]}"})
        assert [entry["version"] for entry in answer.get_json()["entries"]] == told
        assert answer.headers["Cache-Control"] == "no-store" and "Authorization" in answer.headers["Vary"]


def test_a_hub_accepts_listeners_up_to_its_limit(following: Following) -> None:
    following.hub.limit = 2
    first = following.join()
    following.join()
    with pytest.raises(StreamsFull):
        following.join()
    following.hub.leave(first)
    following.hub.leave(first)
    following.join()
    with pytest.raises(StreamsFull):
        following.join()


def test_lost_notifications_lose_no_entry(store: SessionStore, table: Table, following: Following, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a lost subscription or a lost message the log is read again."""
    monkeypatch.setattr("service.sessions.feed_hub.RESCAN_SECONDS", 0.2)
    news = stream(following.hub, following.join(), following.subscription(), PATIENCE, PATIENCE)
    table.play(1)
    assert version_of(next(news)) == 1
    store.server.client.client_kill_filter(_type="pubsub")
    table.play(3)
    assert [item.version for item in islice(filter(None, news), 3)] == [2, 3, 4]
    monkeypatch.setattr("service.sessions.store.channel", lambda session_id: "where nobody listens")
    table.play(2)
    assert [item.version for item in islice(filter(None, news), 2)] == [5, 6]


def test_feeds_end_when_the_process_stops(following: Following) -> None:
    listener = following.join()
    following.hub.is_stopping = lambda: True
    assert following.read(listener, 1) == []


def test_the_reader_restarts_after_an_unexpected_error(following: Following, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    stumbles = iter([True])
    deliver = following.hub._deliver

    def stumble_once(session_id: str) -> None:
        if next(stumbles, False):
            raise ValueError("unforeseen")
        deliver(session_id)

    monkeypatch.setattr(following.hub, "_deliver", stumble_once)
    listener = following.join()
    listener.start_reading_log()
    table.play(3)
    assert [version_of(listener.get(PATIENCE)) for _ in range(3)] == [1, 2, 3]


@pytest.mark.slow
def test_a_server_completes_its_open_feeds_when_it_stops(store: SessionStore, tmp_path: Path) -> None:
    server = Server(store.url, tmp_path, WEB_CONCURRENCY="1")
    with server as live:
        table = new_table(live)
        table.play(2)
        history = table.history()
        streams = [live.stream(table.id, Accept=LINES) for _ in range(5)]
        assert server.process is not None
        server.process.terminate()
        for stream in streams:
            assert list(stream.entries()) == history
            stream.close()
        assert server.process.wait(timeout=PATIENCE) == 0
