"""Open tables: everybody finds them by game and status, newest first, and the index that lists them repairs itself."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from flask import Flask

from service.sessions.open_sessions import CHECKED_ENTRIES, check_entries
from service.sessions.store import SessionStore
from service.sessions.tables import CREATION_MS, ROUND_KEY, STATUSES, Tables, member_of
from service.storage.errors import RedisUnavailable
from tests.support.stores import sessions_of
from tests.support.tables import GAME_IDS, InProcess, Table, code_of, new_invited_table, new_table

OLD = 1_000_000
"""A time of creation long ago."""


def listed(caller: InProcess, query: str = "") -> list[Any]:
    answer = caller.call("GET", f"/v1/sessions{query}")
    assert answer.status == 200, answer.json
    sessions: list[Any] = answer.json["sessions"]
    return sessions


def ids(caller: InProcess, query: str = "") -> list[str]:
    return [each["id"] for each in listed(caller, query)]


def paged(caller: InProcess, query: str, meanwhile: Any = lambda: None) -> list[str]:
    """The ids of all pages; `meanwhile` is called between two pages."""
    found, cursor = list[str](), ""
    while True:
        page = caller.call("GET", f"/v1/sessions?{query}{cursor}").json
        found += [each["id"] for each in page["sessions"]]
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"
        meanwhile()


def open_table(caller: InProcess, game: str = "orbis", invited: int = 1, **wish: Any) -> Table:
    return new_invited_table(caller, game, invited, visibility="open", **wish)


def take_seat(table: Table) -> str:
    answer = table.caller.call("POST", f"{table.path}/claims")
    assert answer.status == 201, answer.json
    table.tokens[answer.json["seat"]] = answer.json["token"]
    return str(answer.json["token"])


def sets_of(store: SessionStore, table: Table) -> list[str]:
    """The statuses under which the index has the table."""
    member = member_of(store.find(table.id))
    game = table.made["game"]
    return [status for status in STATUSES if store.server.client.zscore(f"arbiter:tables:{{{game}}}:{status}", member) is not None]


def newest_first(tables: Sequence[Table]) -> list[str]:
    """The ids of these tables by time of creation; tables of the same millisecond are ordered by id."""
    return [table.id for table in sorted(tables, key=lambda table: (table.made["created_at"], table.id), reverse=True)]


def index(store: SessionStore, game: str, status: str) -> list[str]:
    found: list[bytes] = store.server.client.zrange(f"arbiter:tables:{{{game}}}:{status}", 0, -1)
    return [member.decode() for member in found]


def test_an_open_table_is_listed_with_all_that_a_player_needs_to_choose(caller: InProcess) -> None:
    clock = {"move_seconds": 60, "bank_seconds": 600, "on_timeout": "ai_turn", "level": "easy"}
    table = open_table(caller, invited=2, metadata={"room": "Friday"}, clock=clock, options={"first_seat": 1})
    (found,) = listed(caller)
    seen = table.read()
    assert found == {
        "id": table.id,
        "game": "orbis",
        "status": "waiting",
        "version": 0,
        "options": {"first_seat": 1, "majority_needs_one": False},
        "seats": seen["seats"],
        "free_seats": [1, 2],
        "clock_settings": clock,
        "metadata": {"room": "Friday"},
        "seed_chosen": True,
        "created_at": seen["created_at"],
        "expires_at": seen["expires_at"],
    }


def test_private_sessions_are_not_listed_and_cost_the_index_nothing(caller: InProcess, store: SessionStore) -> None:
    table = new_invited_table(caller)
    caller.call("POST", "/v1/claims", {"invite_code": table.codes[1]})
    assert listed(caller) == []
    assert list(store.server.client.scan_iter(match="arbiter:tables:*", count=1000)) == []


def test_nothing_hidden_is_listed(caller: InProcess, store: SessionStore) -> None:
    """Two games that differ only in their seeds look the same, and no secret occurs in the answer."""
    tables = [open_table(caller, "helios", seed=seed) for seed in (1, 2)]
    answer = caller.call("GET", "/v1/sessions")
    own = ("id", "created_at", "expires_at")
    one, other = ({**each, **dict.fromkeys(own)} for each in answer.json["sessions"])
    assert one == other
    for table in tables:
        session = store.find(table.id)
        for secret in (session.facts.salt, session.facts.host, table.host, *table.tokens, *table.codes, session.seats[1].invite):
            assert secret is None or secret.encode() not in answer.body


def test_tables_are_found_by_game_and_status_newest_first(caller: InProcess) -> None:
    tables = [open_table(caller, game) for game in (*GAME_IDS, *GAME_IDS)]
    for table in tables[::2]:
        take_seat(table)
    newest = newest_first(tables)
    running = {table.id for table in tables[::2]}
    assert ids(caller) == newest
    assert ids(caller, "?status=running") == [each for each in newest if each in running]
    assert ids(caller, "?status=waiting") == [each for each in newest if each not in running]
    assert ids(caller, "?status=over") == []
    for game in GAME_IDS:
        own = {table.id for table in tables if table.made["game"] == game}
        assert ids(caller, f"?game={game}") == [each for each in newest if each in own]
        assert ids(caller, f"?game={game}&status=running") == [each for each in newest if each in own & running]


def test_a_table_changes_its_status_with_its_game(caller: InProcess, store: SessionStore) -> None:
    table = open_table(caller)
    assert sets_of(store, table) == ["waiting"]
    take_seat(table)
    assert sets_of(store, table) == ["running"]
    table.play(1000)
    assert sets_of(store, table) == ["over"] and ids(caller, "?status=over") == [table.id] and ids(caller, "?status=running") == []
    assert caller.call("DELETE", table.path, token=table.host).status == 204
    assert listed(caller) == [] and index(store, "orbis", "over") == []


def test_a_new_invite_makes_a_table_wait_again(caller: InProcess, store: SessionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(caller)
    take_seat(table)
    monkeypatch.setattr("service.sessions.presence.ABSENT_MS", 0)
    assert caller.call("POST", f"{table.path}/seats/1/invites", {}, table.host).status == 201
    assert sets_of(store, table) == ["waiting"] and listed(caller, "?status=waiting")[0]["free_seats"] == [1]
    take_seat(table)
    assert sets_of(store, table) == ["running"]


def test_a_table_whose_free_seat_an_ai_takes_is_running(caller: InProcess, store: SessionStore) -> None:
    table = open_table(caller)
    assert caller.call("POST", f"{table.path}/seats/1/replacements", {"level": "easy"}, table.host).status == 201
    assert sets_of(store, table) == ["running"] and listed(caller)[0]["free_seats"] == []
    assert caller.call("POST", f"{table.path}/seats/1/invites", {}, table.host).status == 201
    assert sets_of(store, table) == ["running"], "an AI plays until the player is back"


def test_a_rematch_of_an_open_table_is_listed(caller: InProcess) -> None:
    table = new_table(caller, visibility="open")
    table.play(1000)
    rematch = caller.call("POST", f"{table.path}/rematches", {}, table.host).json["id"]
    assert ids(caller) == [rematch, table.id] and ids(caller, "?status=running") == [rematch]


def test_pages_of_any_length_hold_every_table_once(caller: InProcess) -> None:
    tables = [open_table(caller, game) for _ in range(4) for game in GAME_IDS]
    newest = newest_first(tables)
    for limit in (1, 2, 5, 12, 50):
        assert paged(caller, f"limit={limit}") == newest
        assert paged(caller, f"limit={limit}&game=helios") == newest_first([table for table in tables if table.made["game"] == "helios"])
    assert len(listed(caller)) == 12


def test_a_page_has_20_tables_by_default(caller: InProcess) -> None:
    for _ in range(21):
        open_table(caller)
    page = caller.call("GET", "/v1/sessions").json
    assert len(page["sessions"]) == 20 and page["next"] is not None


@pytest.mark.parametrize("query", ["", "&status=waiting", "&game=orbis&status=waiting"])
def test_tables_that_stay_are_neither_repeated_nor_skipped_while_others_appear_and_vanish(caller: InProcess, query: str) -> None:
    staying, passing, rng = [open_table(caller) for _ in range(8)], [open_table(caller) for _ in range(8)], Random(3)
    staying += [open_table(caller) for _ in range(8)]

    def meanwhile() -> None:
        open_table(caller)
        if passing:
            gone = passing.pop(rng.randrange(len(passing)))
            if rng.random() < 0.5:
                caller.call("DELETE", gone.path, token=gone.host)
            else:
                take_seat(gone)

    found = paged(caller, f"limit=2{query}", meanwhile)
    assert len(set(found)) == len(found)
    stayed = {table.id for table in staying}
    assert [each for each in found if each in stayed] == newest_first(staying)


def test_a_table_that_changes_its_status_back_and_forth_is_always_listed(app: Flask, caller: InProcess, store: SessionStore) -> None:
    """Readers see every table in exactly one set, however its entry moves."""
    table = open_table(caller)
    waiting, running = store.find(table.id), store.find(table.id)
    running.seats[1].claimed = True

    def move(number: int) -> None:
        waiting.version = running.version = number
        store.tables.update("orbis", [waiting if number % 2 else running])

    def read(_: int) -> list[str]:
        return [entry.session_id for entry in store.tables.page("orbis", STATUSES, None, 10)]

    with ThreadPoolExecutor(4) as threads:
        moved = threads.map(move, range(200))
        assert list(threads.map(read, range(200))) == [[table.id]] * 200
        list(moved)


@pytest.mark.parametrize(
    ("query", "parameter", "expected"),
    [
        ("cursor=", "cursor", "cursor must be `next` of an earlier page."),
        ("cursor=12", "cursor", "cursor must be `next` of an earlier page."),
        (f"cursor={'1' * 15}-{'a' * 20}%0a", "cursor", "cursor must be `next` of an earlier page."),
        (f"cursor=({'1' * 15}-{'a' * 20}", "cursor", "cursor must be `next` of an earlier page."),
        ("limit=0", "limit", "limit must be an integer from 1 to 50."),
        ("limit=51", "limit", "limit must be an integer from 1 to 50."),
        ("status=ended", "status", "status must be waiting or running or over."),
        ("game=chess", "game", "game must be helios or orbis or blue_moon_city."),
        ("visibility=private", "visibility", "There is no such parameter; the parameters are: game, status, cursor, limit."),
    ],
)
def test_a_wrong_query_is_refused_with_the_parameter(caller: InProcess, query: str, parameter: str, expected: str) -> None:
    answer = caller.call("GET", f"/v1/sessions?{query}")
    assert code_of(answer) == (422, "query_invalid")
    assert [(error["parameter"], error["message"]) for error in answer.json["errors"]] == [(parameter, expected)]


def test_a_cursor_without_its_table_goes_on_where_the_table_was(caller: InProcess) -> None:
    tables = {table.id: table for table in (open_table(caller) for _ in range(3))}
    _, second, third = newest_first(list(tables.values()))
    page = caller.call("GET", "/v1/sessions?limit=2").json
    assert page["next"].endswith(second)
    caller.call("DELETE", tables[second].path, token=tables[second].host)
    assert ids(caller, f"?cursor={page['next']}") == [third]
    assert ids(caller, f"?cursor={'0' * 15}-{'0' * 20}") == []


def test_a_list_that_did_not_change_is_not_sent_again(caller: InProcess) -> None:
    table = open_table(caller)
    etag = caller.call("GET", "/v1/sessions").headers["etag"]
    assert caller.call("GET", "/v1/sessions", If_None_Match=etag).status == 304
    take_seat(table)
    assert caller.call("GET", "/v1/sessions", If_None_Match=etag).status == 200


def test_a_repeated_creation_is_listed_once(caller: InProcess, app: Flask, store: SessionStore) -> None:
    body = {"game": "orbis", "seats": [{"kind": "invited"}, {"kind": "invited"}], "visibility": "open"}
    made = [caller.call("POST", "/v1/sessions", body, Idempotency_Key="one").json["id"] for _ in range(2)]
    assert ids(caller) == made[:1]
    store.server.client.zadd("arbiter:tables:{orbis}:waiting", {f"{OLD:015d}-{made[0]}": 0})
    assert ids(caller) == made[:1], "an entry with another time of creation is left out"
    assert len(index(store, "orbis", "waiting")) == 1, "and removed"


def test_reading_moves_an_entry_that_is_in_a_wrong_set(caller: InProcess, store: SessionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process dies, or the node of the index is away, after the last free seat was taken."""
    table = open_table(caller)

    def away(*_: Any) -> None:
        raise RedisUnavailable("away")

    with monkeypatch.context() as patch:
        patch.setattr(Tables, "update", away)
        take_seat(table)
    assert sets_of(store, table) == ["waiting"]
    page = caller.call("GET", "/v1/sessions?status=waiting").json
    assert page == {"sessions": [], "next": None}
    assert sets_of(store, table) == ["running"] and ids(caller, "?status=running") == [table.id]


def test_without_the_index_an_open_table_cannot_be_created(caller: InProcess, store: SessionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any) -> None:
        raise RedisUnavailable("away")

    monkeypatch.setattr(Tables, "update", away)
    body = {"game": "orbis", "seats": [{"kind": "invited"}, {"kind": "invited"}], "visibility": "open"}
    assert code_of(caller.call("POST", "/v1/sessions", body)) == (503, "redis_away")
    assert list(store.ids()) == []


def test_an_entry_is_there_before_its_session_and_no_reader_removes_it(
    caller: InProcess, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody lists the tables between the entry and the commit; then the process dies before it could write the entry again."""
    store, updates, update = sessions_of(app).store, [0], Tables.update
    commit = store.commit

    def read_first(*arguments: Any, **named: Any) -> Any:
        check_entries(store)
        assert listed(caller) == []
        return commit(*arguments, **named)

    def update_once(*arguments: Any) -> None:
        updates[0] += 1
        if updates[0] == 1:
            update(*arguments)

    monkeypatch.setattr(store, "commit", read_first)
    monkeypatch.setattr(Tables, "update", update_once)
    table = open_table(caller)
    assert updates == [2] and ids(caller, "?status=waiting") == [table.id]


def test_reading_removes_sessions_that_are_gone(caller: InProcess, store: SessionStore) -> None:
    old = f"{OLD:015d}-{'a' * 20}"
    young = f"{store.now_ms() - CREATION_MS // 2:015d}-{'b' * 20}"
    store.server.client.zadd("arbiter:tables:{orbis}:waiting", {old: 0, young: 0})
    assert caller.call("GET", "/v1/sessions?limit=1").json == {"sessions": [], "next": young}
    assert caller.call("GET", f"/v1/sessions?limit=1&cursor={young}").json == {"sessions": [], "next": None}
    assert index(store, "orbis", "waiting") == [young], "the session of a young entry may be about to be created"


def test_an_update_that_comes_late_does_not_undo_a_later_one(caller: InProcess, store: SessionStore) -> None:
    table = open_table(caller)
    before = store.find(table.id)
    take_seat(table)
    store.tables.update("orbis", [before])
    assert sets_of(store, table) == ["running"]


def test_the_sweeper_checks_entries_that_nobody_lists(caller: InProcess, store: SessionStore) -> None:
    table = open_table(caller)
    member, checks = member_of(store.find(table.id)), "arbiter:tables:{orbis}:checks"
    gone = [f"{OLD + number:015d}-{number:020x}" for number in range(CHECKED_ENTRIES + 1)]
    client = store.server.client
    client.zadd("arbiter:tables:{orbis}:running", {each: 0 for each in (*gone, member)})
    client.zrem("arbiter:tables:{orbis}:waiting", member)
    client.zadd(checks, {each: number for number, each in enumerate((member, *gone))})
    client.delete(ROUND_KEY)
    check_entries(store)
    assert sets_of(store, table) == ["waiting"] and index(store, "orbis", "running") == gone[-2:], "a round is bounded"
    assert client.zscore(checks, member) > store.now_ms(), "it is checked again later"
    check_entries(store)
    assert index(store, "orbis", "running") == gone[-2:], "the next round is in a minute"
    client.delete(ROUND_KEY)
    check_entries(store)
    assert index(store, "orbis", "running") == [] and client.zrange(checks, 0, -1) == [member.encode()]
    assert client.hkeys("arbiter:tables:{orbis}:versions") == [member.encode()]


def test_an_entry_that_is_not_due_is_not_checked(caller: InProcess, store: SessionStore) -> None:
    open_table(caller)
    assert store.tables.due("orbis", 10) == []
