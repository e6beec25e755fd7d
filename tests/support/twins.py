"""Twin sessions: they differ only in what somebody cannot see. Equal answers to that caller prove that no answer depends on it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random, getrandbits
from typing import Any

import msgspec

from engine.game import State
from service.sessions.changes import Sessions
from service.sessions.keys import session_key
from service.sessions.model import Base, encode, state_of
from service.sessions.store import SessionStore
from tests.support.http_client import Answer
from tests.support.stores import raw
from tests.support.tables import Table

RANDOM = {"id", "session", "rematch", "rematch_of", "fork_of", "token", "host_token", "invite_code", "ticket", "secret", "secrets"}
RANDOM |= {"seed_commitment", "instance", "location", "webhook"}
"""Members that are drawn at random for each session or call."""

TIMES = {"at", "now", "deadline_at", "created_at", "expires_at", "last_seen_at", "elapsed_ms"}

Observed = tuple[str, int, Any]
"""A call, its status and its answer without random members and times."""


def masked(document: Any) -> Any:
    """A document without its random members and times."""
    if isinstance(document, list):
        return [masked(each) for each in document]
    if isinstance(document, dict):
        return {name: value is not None if name in RANDOM | TIMES else masked(value) for name, value in document.items()}
    return document


def observe(name: str, answer: Answer, session_id: str) -> Observed:
    """What a caller learns from an answer."""
    is_json = "json" in answer.headers.get("content-type", "")
    return name, answer.status, masked(answer.json) if is_json else answer.body.replace(session_id.encode(), b"")


def assert_equal(observed: list[list[Observed]]) -> None:
    """Fails with the first answer that differs between the sessions."""
    first, *others = observed
    for other in others:
        assert len(other) == len(first)
        for expected, found in zip(first, other, strict=True):
            differing = differences(expected, found)
            assert not differing, f"{expected[0]}: {differing}"


def differences(expected: Any, found: Any, path: str = "") -> list[str]:
    """Where two answers differ, as paths with both values."""
    if isinstance(expected, dict) and isinstance(found, dict) and expected.keys() == found.keys():
        return [each for name in expected for each in differences(expected[name], found[name], f"{path}/{name}")]
    if isinstance(expected, list | tuple) and isinstance(found, list | tuple) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [each for index, (one, other) in pairs for each in differences(one, other, f"{path}/{index}")]
    return [] if expected == found else [f"{path}: {expected!r} and {found!r}"]


def deal_twins(sessions: Sessions, tables: list[Table], seat: int) -> Iterator[Table]:
    """Gives sessions with equal logs the same view for the seat, and different hidden pieces, seeds and salts."""
    session = sessions.store.find(tables[0].id)
    game, dealt = session.game, set[bytes]()
    for number, table in enumerate(tables):
        state = game.determinize(game.view(state_of(session), seat), seat, Random(number))
        dealt.add(encode(state))
        _set_position(sessions.store, table, state)
        yield table
    assert len(dealt) == len(tables), "the sessions differ in nothing"


def _set_position(store: SessionStore, table: Table, state: State) -> None:
    """Lets the session go on from this position, in which pieces are dealt differently where somebody cannot see."""
    key, version = session_key(table.id), store.find(table.id).version
    facts = msgspec.json.decode(raw(store).hget(key, "facts") or b"") | {"seed": state.seed, "salt": f"{getrandbits(128):032x}"}
    stored: dict[Any, Any] = {
        "facts": encode(facts),
        "snapshot": encode(state),
        "base": encode(Base(version, msgspec.Raw(encode(state)))),
        "stamp": f"{getrandbits(64):016x}",
    }
    raw(store).hset(key, mapping=stored)
