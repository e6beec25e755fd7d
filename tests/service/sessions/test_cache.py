"""The cache of sessions in a process never returns stale data; two applications stand for two processes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from engine.game import apply, start, to_act
from engine.games import GAMES
from service import create_app
from service.sessions.store import SessionStore
from service.settings import Settings
from tests.support.http_client import Answer
from tests.support.stores import close
from tests.support.tables import Caller, InProcess, Table, new_table


@pytest.fixture
def caller(client: FlaskClient) -> InProcess:
    """One process."""
    return InProcess(client)


@pytest.fixture
def other(store: SessionStore) -> Iterator[InProcess]:
    """Another process on the same Redis."""
    app = create_app(Settings(redis_url=store.url, log_requests=False))
    yield InProcess(app.test_client())
    close(app)


def move(caller: Caller, table: Table, version: int, choice: int = 0) -> Answer:
    """Makes a legal move through this process, with the version as If-Match."""
    token = table.acting()
    chosen: Any = table.legal(token)[choice]
    return caller.call("POST", f"{table.path}/moves", {"move": chosen}, token=token, If_Match=f'"{version}"')


def test_changes_of_another_process_are_seen(caller: InProcess, other: InProcess) -> None:
    table = new_table(caller, "orbis", 2)
    assert move(caller, table, 0).json["version"] == 1
    assert move(other, table, 1).json["version"] == 2
    assert move(caller, table, 1).status == 412
    assert move(caller, table, 2).json["version"] == 3


def test_a_version_that_was_lost_and_written_again_is_read_again(caller: InProcess, other: InProcess, store: SessionStore) -> None:
    """As after a power failure that loses the last second: the cache has a version 1 that the log does not have."""
    table = new_table(caller, "orbis", 2, seed=7)
    state = start(GAMES["orbis"], {}, 2, 7)
    lost, made, *_ = (take for take in GAMES["orbis"].legal_moves(state) if still_asked(state, take))
    kept = {key: store.server.client.dump(key) for key in store.server.client.scan_iter(match=f"arbiter:{{{table.id}}}*")}
    assert table.move(msgspec.to_builtins(lost), 0).status == 200
    for key, value in kept.items():
        store.server.client.restore(key, 0, value, replace=True)
    token = table.acting()
    again = other.call("POST", f"{table.path}/moves", {"move": msgspec.to_builtins(made)}, token=token, If_Match='"0"')
    assert again.status == 200
    lay = {"type": "lay_region", "row": 1, "column": 0, "wilderness": True}
    assert table.move(lay, 1).status == 200, "the move is legal after both; the region is the one of the log"
    assert table.read()["view"]["players"][0]["world"][0]["tile"] == state.display[made.slot]


def still_asked(state: Any, take: Any) -> bool:
    """Whether the same seat decides next where to lay the region."""
    decision = to_act(apply(GAMES["orbis"], state, take)[0])
    return decision is not None and decision.seat == state.pending[-1].seat


def test_an_ended_session_leaves_the_cache(caller: InProcess) -> None:
    table = new_table(caller, "orbis", 2)
    assert move(caller, table, 0).status == 200
    token, chosen = table.acting(), table.legal()[0]
    assert caller.call("DELETE", table.path, token=table.host).status == 204
    assert caller.call("POST", f"{table.path}/moves", {"move": chosen}, token=token, If_Match='"1"').status == 404
