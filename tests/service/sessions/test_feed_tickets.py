"""Feed tickets: one feed each, within a minute, with the sight of the token for which they were created."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.http.api_keys import new_key
from service.sessions.keys import ticket_key
from service.sessions.store import SessionStore
from service.sessions.tokens import hash_token
from service.settings import Settings
from tests.support.http_client import Answer, HttpClient, Stream
from tests.support.server import Server
from tests.support.stores import close
from tests.support.tables import InProcess, Table, code_of, new_table

INVALID = (401, "ticket_invalid")


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """A session of Blue Moon City after five moves: its seats see different hands."""
    table = new_table(InProcess(client), "blue_moon_city")
    table.play(5)
    return table


def ticket(table: Table, token: str | None) -> str:
    answer = table.caller.call("POST", f"{table.path}/feed-tickets", token=token)
    assert answer.status == 201, answer.json
    assert answer.json.keys() == {"ticket", "expires_at"} and answer.headers["cache-control"] == "no-store"
    created: str = answer.json["ticket"]
    return created


def follow(table: Table, ticket: str, query: str = "", **headers: str) -> Answer:
    return table.caller.call("GET", f"{table.path}/events?wait=0&include=position&ticket={ticket}{query}", **headers)


def test_a_ticket_sees_exactly_what_its_token_sees(table: Table) -> None:
    seen = {}
    for token in (table.host, *table.tokens):
        answer = follow(table, ticket(table, token))
        assert answer.status == 200
        assert answer.json == table.caller.call("GET", f"{table.path}/events?wait=0&include=position", token=token).json
        seen[token] = answer.body
    assert len(set(seen.values())) == 3


def test_a_ticket_opens_one_feed(table: Table) -> None:
    once = ticket(table, table.tokens[0])
    assert follow(table, once).status == 200
    again = follow(table, once)
    assert code_of(again) == INVALID and "create a new one" in again.json["detail"]
    assert again.headers["www-authenticate"].startswith("Bearer")


def test_of_many_simultaneous_uses_one_succeeds(live: HttpClient) -> None:
    table = new_table(live)
    once, statuses = ticket(table, table.tokens[0]), list[int]()
    threads = [threading.Thread(target=lambda: statuses.append(follow(table, once).status)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200] + [401] * 7


def test_a_ticket_expires(table: Table, store: SessionStore) -> None:
    late = ticket(table, table.tokens[0])
    key = ticket_key(table.id, hash_token(late))
    assert 0 < store.server.client.ttl(key) <= 60
    assert store.server.client.get(key).decode() == hash_token(table.tokens[0] or ""), "only hashes are stored"
    store.server.client.delete(key)
    assert code_of(follow(table, late)) == INVALID


def test_a_ticket_belongs_to_its_session(table: Table) -> None:
    other = new_table(table.caller)
    assert code_of(follow(other, ticket(table, table.tokens[0]))) == INVALID
    assert code_of(follow(table, "ticket_of_nobody")) == INVALID


def test_a_ticket_ends_with_its_token(table: Table) -> None:
    mine = ticket(table, table.tokens[1])
    table.caller.call("POST", f"{table.path}/seats/1/claims", {"invite_code": table.codes[1]})
    assert code_of(follow(table, mine)) == INVALID


def test_a_ticket_needs_a_valid_token(table: Table) -> None:
    path = f"{table.path}/feed-tickets"
    assert code_of(table.caller.call("POST", path)) == (401, "token_missing")
    assert code_of(table.caller.call("POST", path, token="seat_wrong")) == (401, "token_unknown")
    assert code_of(table.caller.call("POST", "/v1/sessions/00000000000000000000/feed-tickets")) == (404, "session_unknown")
    assert code_of(table.caller.call("POST", path, {"seconds": 600}, table.tokens[0])) == (422, "body_invalid")
    assert table.caller.call("POST", path, {}, table.tokens[0]).status == 201


def test_a_ticket_beside_a_token_is_refused_and_stays_valid(table: Table) -> None:
    mine = ticket(table, table.tokens[0])
    answer = follow(table, mine, Authorization=f"Bearer {table.tokens[0]}")
    assert code_of(answer) == (422, "query_invalid")
    assert answer.json["errors"][0]["parameter"] == "ticket" and mine not in answer.body.decode()
    assert follow(table, mine).status == 200
    for wrong in ("", "x" * 101):
        assert code_of(follow(table, wrong)) == (422, "query_invalid")


def test_an_event_source_follows_its_seat(live: HttpClient) -> None:
    """No header but those that a browser sends by itself."""
    table = new_table(live)
    path = f"{table.path}/events?include=position&ticket={ticket(table, table.tokens[0])}"
    feed = Stream(live.port, path, {"Accept": "text/event-stream", "Origin": "https://play.example"})
    assert feed.status == 200 and feed.answer.getheader("Access-Control-Allow-Origin") == "*"
    entries = feed.entries()
    table.play(1)
    assert next(entries)["position"]["seat"] == 0
    feed.close()
    with_used = Stream(live.port, path, {"Accept": "text/event-stream", "Last-Event-ID": "1"})
    assert with_used.status == 401, "a used ticket does not reconnect"
    with_used.close()


def test_a_feed_with_a_ticket_needs_no_api_key(store: SessionStore) -> None:
    key, entry = new_key("app", ["play"])
    app = create_app(Settings(redis_url=store.url, log_requests=False, api_keys=(entry,), api_key_required=True))
    caller = InProcess(app.test_client())
    made = caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": [{"kind": "human"}] * 2}, X_Api_Key=key).json
    path, token = f"/v1/sessions/{made['id']}", made["seats"][0]["token"]
    assert code_of(caller.call("POST", f"{path}/feed-tickets", token=token)) == (401, "api_key_missing")
    created = caller.call("POST", f"{path}/feed-tickets", token=token, X_Api_Key=key).json["ticket"]
    assert code_of(caller.call("GET", f"{path}/events?wait=0")) == (401, "api_key_missing")
    assert caller.call("GET", f"{path}/events?wait=0&ticket={created}").status == 200
    assert code_of(caller.call("GET", f"{path}/events?wait=0&ticket={created}")) == INVALID
    close(app)


@pytest.mark.slow
def test_tickets_work_across_processes_and_stay_out_of_the_log_lines(store: SessionStore, tmp_path: Path) -> None:
    with Server(store.url, tmp_path, WEB_CONCURRENCY="2", ARBITER_LOG_REQUESTS="true") as live:
        table = new_table(live)
        used = [ticket(table, table.tokens[0]) for _ in range(6)]
        assert [follow(table, each).status for each in used] == [200] * 6
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*.log"))
    assert b"/events" in written and not any(each.encode() in written for each in used)
