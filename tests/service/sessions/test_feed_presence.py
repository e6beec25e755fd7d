"""Seats with a live feed are connected; presence changes no version and no ETag, and its failures do not reach the feed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.games import GAMES
from service.sessions.feed import Subscription, stream
from service.sessions.feed_hub import Hub, Listener
from service.sessions.presence import Presence
from service.sessions.store import SessionStore
from service.storage.errors import RedisUnavailable
from tests.support.http_client import HttpClient
from tests.support.tables import InProcess, Table, new_table
from tests.support.waiting import PATIENCE, eventually


@pytest.fixture
def table(client: FlaskClient) -> Table:
    return new_table(InProcess(client))


@pytest.fixture
def hub(store: SessionStore) -> Iterator[Hub]:
    hub = Hub(store, limit=10)
    yield hub
    for listener in hub._all_listeners():
        hub.leave(listener)


def join(hub: Hub, table: Table, seat: int | None) -> Listener:
    listener = Listener(table.id, seat=seat)
    hub.join(listener, GAMES[table.made["game"]], 0)
    return listener


def connected(table: Table) -> list[bool]:
    return [seat["connected"] for seat in table.read()["presence"]]


def test_a_seat_is_connected_while_it_has_a_feed(table: Table, hub: Hub) -> None:
    assert connected(table) == [False, False]
    first, second = join(hub, table, 1), join(hub, table, 1)
    eventually(lambda: connected(table) == [False, True])
    hub.leave(first)
    join(hub, table, 0)
    eventually(lambda: connected(table) == [True, True])
    hub.leave(second)
    eventually(lambda: connected(table) == [True, False])
    assert table.read()["presence"][1]["last_seen_at"]


def test_spectators_and_hosts_are_not_reported(table: Table, hub: Hub) -> None:
    join(hub, table, None)
    join(hub, table, 0)
    eventually(lambda: connected(table) == [True, False])
    fields = hub.store.server.client.hkeys(f"arbiter:{{{table.id}}}:presence")
    assert set(fields) == {b"seen0", b"live0"}


def test_a_live_feed_is_reported_again_before_the_report_expires(table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[set[int]] = []
    monkeypatch.setattr("service.sessions.feed_hub.PRESENCE_SECONDS", 0.01)
    monkeypatch.setattr("service.sessions.feed_presence.REPORT_SECONDS", 0.01)
    monkeypatch.setattr(Presence, "connected", lambda self, session_id, seats: reports.append(set(seats)))
    join(hub, table, 0)
    join(hub, table, 1)
    eventually(lambda: reports.count({0, 1}) > 3)


def test_presence_changes_no_version_and_no_etag(table: Table, hub: Hub) -> None:
    first = table.caller.call("GET", table.path)
    join(hub, table, 0)
    eventually(lambda: connected(table) == [True, False])
    second = table.caller.call("GET", table.path)
    assert (second.headers["etag"], second.json["version"]) == (first.headers["etag"], 0)
    assert table.caller.call("GET", table.path, If_None_Match=first.headers["etag"]).status == 304


def test_a_feed_goes_on_when_presence_cannot_be_written(table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> None:
        raise RedisUnavailable("away")

    for name in ("connected", "disconnected"):
        monkeypatch.setattr(Presence, name, fail)
    listener = join(hub, table, 0)
    hub.leave(join(hub, table, 1))
    news = filter(None, stream(hub, listener, Subscription(hub.store.find(table.id), 0, 0), PATIENCE, PATIENCE))
    table.play(1)
    assert next(news).version == 1
    table.play(1)
    assert next(news).version == 2


def test_polling_counts_as_a_call(table: Table) -> None:
    assert table.read()["presence"][1]["last_seen_at"] is None
    table.caller.call("GET", f"{table.path}/events?wait=0", token=table.tokens[1])
    presence = table.read()["presence"]
    assert presence[1]["last_seen_at"] and not presence[1]["connected"]


def test_an_open_stream_is_seen_by_everybody(live: HttpClient) -> None:
    table = new_table(live)
    feed = live.stream(table.id, token=table.tokens[0])
    eventually(lambda: connected(table) == [True, False], PATIENCE)
    feed.close()
    eventually(lambda: connected(table) == [False, False], PATIENCE)
