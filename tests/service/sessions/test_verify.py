"""`arbiter verify`: replays every session from its log and compares it with what is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from service.cli import main
from service.sessions.clock import NOBODY
from service.sessions.store import SessionStore
from service.sessions.verify import verify_session
from tests.support.clocks import clock_of
from tests.support.ports import free_port
from tests.support.tables import InProcess, new_table


def test_verify_tells_sound_sessions_from_damaged_ones(
    store: SessionStore, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = new_table(InProcess(client))
    table.play(6)
    monkeypatch.setenv("REDIS_URL", store.url)
    assert main(["verify", table.id]) == main(["verify"]) == 0
    assert f"{table.id}: sound" in capsys.readouterr().out
    key = f"arbiter:{{{table.id}}}"
    entries = store.server.client.xrange(f"{key}:log")
    snapshot = store.server.client.hget(key, "snapshot")
    store.server.client.hset(key, "snapshot", snapshot.replace(b'"version":6', b'"version":7'))
    assert main(["verify", table.id]) == 1 and "position" in capsys.readouterr().out
    store.server.client.hset(key, "snapshot", snapshot)
    store.server.client.xdel(f"{key}:log", entries[3][0])
    assert main(["verify", table.id]) == 1 and "versions" in capsys.readouterr().out
    assert main(["verify", "0" * 20]) == 2 and "no session" in capsys.readouterr().err
    store.server.client.flushall()


def test_verify_continues_after_an_unreadable_session(
    store: SessionStore, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = [new_table(InProcess(client)) for _ in range(4)]
    store.server.client.hdel(f"arbiter:{{{tables[3].id}}}", "seats")
    for entry, table in zip((b'{"type":"undone","at":0,"seat":0,"to_act":0}', b"{"), tables, strict=False):
        store.server.client.xadd(f"arbiter:{{{table.id}}}:log", {"entry": entry}, id="1-1")
        store.server.client.hset(f"arbiter:{{{table.id}}}", "version", 1)
    monkeypatch.setenv("REDIS_URL", store.url)
    assert main(["verify"]) == 1
    told = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    assert "no move to take back" in told[tables[0].id] and "cannot be read" in told[tables[1].id] and told[tables[2].id] == "sound"
    assert "cannot be read" in told[tables[3].id]
    store.server.client.flushall()
    monkeypatch.setenv("REDIS_URL", f"redis://127.0.0.1:{free_port()}")
    assert main(["verify"]) == 2 and "Redis cannot be reached" in capsys.readouterr().err


CLOCK = {"move_seconds": 60, "bank_seconds": 600, "on_timeout": "ai_turn"}


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ({"deadline": 1}, "deadline"),
        ({"seat": NOBODY}, "clock of seat"),
        ({"bank": [600_001, 600_001]}, "banks"),
        ({"used": [60_001, 0]}, "banks"),
        ({"used": [0]}, "banks"),
        ({"bank": [599_999, 599_999]}, "last log entry"),
    ],
)
def test_verify_finds_a_clock_that_does_not_fit(store: SessionStore, client: FlaskClient, damage: dict[str, Any], fault: str) -> None:
    table = new_table(InProcess(client), clock=CLOCK)
    table.play(3)
    assert verify_session(store, table.id) == []
    damaged = msgspec.json.encode(replace(clock_of(store, table.id), **damage))
    store.server.client.hset(f"arbiter:{{{table.id}}}", "clock", damaged)
    assert any(fault in found for found in verify_session(store, table.id))
    store.server.client.flushall()


def test_verify_finds_a_clock_that_is_missing(store: SessionStore, client: FlaskClient) -> None:
    table = new_table(InProcess(client), clock=CLOCK)
    store.server.client.hdel(f"arbiter:{{{table.id}}}", "clock")
    assert "Every seat is taken, but the session has no clock." in verify_session(store, table.id)
    store.server.client.flushall()


def test_verify_finds_a_bank_that_grew(store: SessionStore, client: FlaskClient) -> None:
    table = new_table(InProcess(client), clock=CLOCK)
    table.play(1)
    first, key = clock_of(store, table.id), f"arbiter:{{{table.id}}}"
    for version, bank in ((2, [1, 1]), (3, first.bank)):
        clock = msgspec.json.encode(replace(first, bank=bank))
        store.server.client.xadd(f"{key}:log", {"entry": b'{"type":"host_added","at":0,"seat":0}', "clock": clock}, id=f"{version}-1")
    store.server.client.hset(key, "version", 3)
    assert verify_session(store, table.id) == ["A bank grew."]
    store.server.client.flushall()


def test_a_session_that_is_played_during_verification_is_sound(
    store: SessionStore, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move is made before each of the three reads of a verification."""
    table = new_table(InProcess(client))

    def after_a_move(read: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any) -> Any:
            table.play(1)
            return read(*arguments)

        return wrapped

    monkeypatch.setattr(store, "find", after_a_move(store.find))
    monkeypatch.setattr(store, "entries", after_a_move(store.entries))
    for _ in range(10):
        assert verify_session(store, table.id) == []
    assert table.read()["version"] == 30
