"""Forks of a finished game share its moves: they read, undo and verify as if they held them, and outlive the session they came from."""

from __future__ import annotations

from typing import Any

import pytest

from service.sessions.entries import Created, Moved
from service.sessions.keys import log_key, presence_key, session_key, shared_moves_key
from service.sessions.model import Shared
from service.sessions.shared_moves import SharedMoves
from service.sessions.store import SessionStore
from service.sessions.verify import verify_session
from tests.support.stores import raw
from tests.support.tables import GAME_IDS, InProcess, Table, new_table, quiet_move

SHORT: dict[str, Any] = {"blue_moon_city": {"round_limit": 2}}
CLOCK = {"move_seconds": 3600, "bank_seconds": 600, "on_timeout": "ai_turn", "level": "random"}


def finished(caller: InProcess, game: str = "orbis", **wish: Any) -> Table:
    """A game that was played to its end."""
    table = new_table(caller, game, options=SHORT.get(game, {}), **wish)
    table.play(5000)
    assert table.read()["outcome"] is not None
    return table


def fork(table: Table, version: int | None = None) -> Table:
    answer = table.caller.call("POST", f"{table.path}/forks", {} if version is None else {"version": version})
    assert answer.status == 201, answer.json
    return Table(table.caller, answer.json)


def forget(store: SessionStore, table: Table) -> None:
    """Deletes everything that Redis holds of a session itself, as if it had expired."""
    raw(store).delete(session_key(table.id), log_key(table.id), presence_key(table.id))


def shared_by(store: SessionStore, fork: Table) -> Shared:
    """What a fork of a finished game shares."""
    shared = store.find(fork.id).facts.shared
    assert shared is not None
    return shared


def moves_key(store: SessionStore, fork: Table) -> str:
    """The key of the moves that a fork shares."""
    shared = shared_by(store, fork)
    return shared_moves_key(shared.session, shared.created_at)


def memory(store: SessionStore, *keys: str) -> int:
    """The bytes that keys take."""
    return sum(raw(store).memory_usage(key, samples=0) or 0 for key in keys)


def views(table: Table, versions: range) -> list[Any]:
    return [table.caller.call("GET", f"{table.path}/states/{version}").json["view"] for version in versions]


def shortly(history: list[Any]) -> list[tuple[Any, ...]]:
    """What everybody sees of every move, also while the game is running."""
    return [(entry["version"], entry["at"], entry["seat"], entry["to_act"]) for entry in history]


@pytest.mark.parametrize("game", GAME_IDS)
@pytest.mark.parametrize("is_deleted", [False, True], ids=["expired", "deleted"])
def test_a_fork_works_after_its_parent_is_gone(caller: InProcess, store: SessionStore, game: str, is_deleted: bool) -> None:
    table = finished(caller, game)
    length = table.read()["version"]
    half = length // 2
    history, record = table.history(), caller.call("GET", f"{table.path}/record").json
    past = views(table, range(half + 1))
    middle, whole = fork(table, half), fork(table)
    if is_deleted:
        assert caller.call("DELETE", table.path, token=table.host).status == 204
    forget(store, table)
    assert whole.history() == history, "a finished game hides nothing"
    assert shortly(middle.history()) == shortly(history[:half])
    assert shortly(middle.history(since=3)) == shortly(history[3:half])
    assert [type(entry) for _, entry in store.entries(middle.id, -1)] == [Created], "the log holds none of the shared moves"
    assert whole.read()["outcome"] == record["outcome"]
    assert caller.call("GET", f"{whole.path}/record").json["moves"] == record["moves"]
    seen = [caller.call("GET", f"{middle.path}/states/{version}").json["view"]["version"] for version in range(half + 1)]
    assert seen == [view["version"] for view in past]
    for token in middle.tokens:
        answer = caller.call("POST", f"{middle.path}/undo", {}, token)
        assert answer.status == 200 or answer.json["code"].startswith("undo_")
    middle.play(5000)
    assert middle.read()["outcome"] is not None
    assert caller.call("POST", f"/v1/games/{game}/records", {"record": caller.call("GET", f"{middle.path}/record").json}).status == 200
    assert verify_session(store, middle.id) == verify_session(store, whole.id) == []


def test_feeds_of_a_fork_begin_with_the_shared_moves(caller: InProcess) -> None:
    table = finished(caller)
    half = table.read()["version"] // 2
    child = fork(table, half)
    child.play(3)
    for since in (0, 1, half - 1, half, half + 1):
        path = f"{child.path}/events?since={since}&wait=0"
        plain = caller.call("GET", path, Accept="application/json").json
        assert [entry["version"] for entry in plain["entries"]] == list(range(since + 1, half + 4))
        rich = caller.call("GET", f"{path}&include=position", Accept="application/json").json
        assert [entry["position"]["view"]["version"] for entry in rich["entries"]] == list(range(since + 1, half + 4))
    page = caller.call("GET", f"{child.path}/history?since=1&limit=2").json
    assert [entry["version"] for entry in page["entries"]] == [2, 3] and page["next"] == 3
    across = caller.call("GET", f"{child.path}/history?since={half - 1}&limit=2").json
    assert [entry["version"] for entry in across["entries"]] == [half, half + 1]


def test_undo_in_a_fork_takes_back_a_shared_move(caller: InProcess, store: SessionStore) -> None:
    table = new_table(caller)
    assert table.move(quiet_move(table), 0).status == 200
    table.play(5000)
    child = fork(table, 1)
    mover = child.tokens[table.history()[0]["seat"]]
    answer = caller.call("POST", f"{child.path}/undo", {}, mover)
    assert answer.status == 200 and answer.json["view"]["version"] == 0 and answer.json["version"] == 2
    assert [entry["type"] for entry in child.history()] == ["moved", "undone"]
    child.play(2)
    assert verify_session(store, child.id) == []


def test_a_fork_of_moves_that_were_taken_back_holds_them_itself(caller: InProcess, store: SessionStore) -> None:
    table = new_table(caller)
    token = table.acting()
    assert table.move(quiet_move(table), 0, token).status == 200
    assert caller.call("POST", f"{table.path}/undo", {}, token).status == 200
    other = next(move for move in table.legal(token) if not is_same(move, quiet_move(table)))
    assert table.move(other, 2, token).status == 200
    table.play(5000)
    child = fork(table, 1)
    assert is_same(child.history()[0]["move"], quiet_move(table)) and child.read()["version"] == 1
    assert [type(entry) for _, entry in store.entries(child.id, -1)] == [Created, Moved]
    later = fork(table, 3)
    assert is_same(later.history()[0]["move"], other) and later.read()["version"] == 1
    assert [type(entry) for _, entry in store.entries(later.id, -1)] == [Created]


def is_same(listed: Any, move: Any) -> bool:
    """Whether two moves are the same, whatever their labels and previews say."""
    return all(listed[name] == move[name] for name in listed.keys() & move.keys() - {"label", "preview"})


def test_a_fork_of_a_fork_depends_on_one_session_only(caller: InProcess, store: SessionStore) -> None:
    table = finished(caller)
    half = table.read()["version"] // 2
    child = fork(table, half)
    child.play(5000, seed=3)
    grandchild, key = fork(child, half + 2), moves_key(store, child)
    history = child.history()[: half + 2]
    for parent in (table, child):
        forget(store, parent)
    raw(store).delete(key)
    assert grandchild.history() == history and verify_session(store, grandchild.id) == []


def test_a_fork_shares_the_moves_that_follow_a_base_state(caller: InProcess, store: SessionStore) -> None:
    """A fork of a running game begins with a base state; once it is over it is forked like any other game."""
    running = new_table(caller)
    running.play(6)
    table = Table(caller, caller.call("POST", f"{running.path}/forks", {}, running.host).json)
    length = table.play(5000)
    for version in (0, 3, length):
        child = fork(table, version)
        assert child.history() == table.history()[:version] and verify_session(store, child.id) == []
    assert caller.call("GET", f"{child.path}/record").json["base"] == caller.call("GET", f"{table.path}/record").json["base"]


def test_the_clock_of_the_finished_game_is_not_the_forks(caller: InProcess, store: SessionStore) -> None:
    table = finished(caller, clock=CLOCK)
    for version in (1, 4, None):
        child = fork(table, version)
        assert verify_session(store, child.id) == []
        assert "clock" not in child.read() and all("clock" not in entry for entry in child.history())


def test_the_moves_are_kept_for_the_last_fork(caller: InProcess, store: SessionStore) -> None:
    table = finished(caller)
    forks = [fork(table, 5), fork(table, 9)]
    key = moves_key(store, forks[0])
    for each in forks:
        assert raw(store).ttl(key) > raw(store).ttl(session_key(each.id)), "the moves outlive the fork"
    assert caller.call("DELETE", forks[0].path, token=forks[0].host).status == 204
    assert raw(store).ttl(key) > store.lifetime
    assert forks[1].history() == table.history()[:9]
    assert caller.call("DELETE", forks[1].path, token=forks[1].host).status == 204
    assert 0 < raw(store).ttl(key) <= 600, "the last fork takes them along"
    assert fork(table, 3).history() == table.history()[:3] and raw(store).ttl(key) > store.lifetime


def test_a_fork_that_is_played_keeps_the_moves(caller: InProcess, store: SessionStore) -> None:
    table = finished(caller)
    child = fork(table, 5)
    key, shared = moves_key(store, child), shared_by(store, child)
    raw(store).expire(key, 10)
    moves = SharedMoves(store.server, store.lifetime)
    moves.keep(shared)
    assert raw(store).ttl(key) > store.lifetime
    raw(store).expire(key, 10)
    moves.keep(shared)
    assert raw(store).ttl(key) == 10, "a process asks once in a lifetime"


def test_moves_that_are_lost_are_reported(caller: InProcess, store: SessionStore) -> None:
    table = finished(caller)
    child = fork(table, 5)
    raw(store).delete(moves_key(store, child))
    answer = caller.call("GET", f"{child.path}/history")
    assert (answer.status, answer.json["code"]) == (404, "session_unknown") and "moves" in answer.json["detail"]
    raw(store).delete(session_key(child.id), log_key(child.id))


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_fork_takes_a_fraction_of_the_memory_of_the_log(caller: InProcess, store: SessionStore, game: str) -> None:
    table = finished(caller, game)
    child = fork(table)
    assert 3 * memory(store, moves_key(store, child), log_key(child.id)) < memory(store, log_key(table.id))
    assert 4 * memory(store, log_key(fork(table).id)) < memory(store, log_key(table.id)), "the next fork takes its first entry only"


def test_a_rematch_that_was_deleted_and_made_again_shares_its_own_moves(caller: InProcess, store: SessionStore) -> None:
    """The id of a rematch follows from the game before, so both rematches have the same one."""
    first = finished(caller)

    def rematch(seed: int) -> Table:
        """Plays the rematch to its end."""
        made = caller.call("POST", f"{first.path}/rematches", {}, first.tokens[0]).json
        table = Table(caller, first.made | {"id": made["id"]})
        table.play(5000, seed=seed)
        return table

    one = rematch(1)
    old, old_history = fork(one), one.history()
    assert caller.call("DELETE", one.path, token=first.host).status == 204
    forget(store, one)
    two = rematch(2)
    assert two.id == one.id and two.history() != old_history
    new = fork(two)
    assert new.history() == two.history() and old.history() == old_history
    assert verify_session(store, new.id) == verify_session(store, old.id) == []
