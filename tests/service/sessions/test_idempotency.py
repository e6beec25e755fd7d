"""`Idempotency-Key`: a repeated request gets the first answer byte for byte and changes nothing."""

from __future__ import annotations

import pytest

from service.sessions.store import SessionStore
from tests.support.tables import InProcess, Table, code_of, new_table, quiet_move

WISH = {"game": "orbis", "seats": [{"kind": "human"}, {"kind": "human"}]}


@pytest.fixture
def table(caller: InProcess) -> Table:
    return new_table(caller)


def test_a_repeated_creation_is_one_session(caller: InProcess, store: SessionStore) -> None:
    first = caller.call("POST", "/v1/sessions", WISH, Idempotency_Key="create-1")
    again = caller.call("POST", "/v1/sessions", WISH, Idempotency_Key="create-1")
    assert first.status == again.status == 201 and first.body == again.body
    assert "idempotency-replayed" not in first.headers and again.headers["idempotency-replayed"] == "true"
    assert first.headers["location"] == again.headers["location"] and first.headers["etag"] == again.headers["etag"]
    assert len(list(store.ids())) == 1
    other = caller.call("POST", "/v1/sessions", WISH, Idempotency_Key="create-2")
    assert other.json["id"] != first.json["id"]
    changed = caller.call("POST", "/v1/sessions", {**WISH, "seed": 1}, Idempotency_Key="create-1")
    assert code_of(changed) == (422, "idempotency_key_reused")


def test_a_repeated_move_is_one_move_even_when_others_have_moved_since(table: Table) -> None:
    token, move = table.acting(), table.legal()[0]
    first = table.move(move, 0, token, Idempotency_Key="k")
    table.play(5)
    again = table.move(move, 0, token, Idempotency_Key="k")
    assert first.status == again.status == 200 and first.body == again.body and again.headers["etag"] == '"1"'
    assert [entry["version"] for entry in table.history()] == list(range(1, 7))
    assert code_of(table.move(table.legal()[0], 6, token, Idempotency_Key="k")) == (422, "idempotency_key_reused")


def test_refusals_are_not_replayed(table: Table) -> None:
    token, move = table.acting(), table.legal()[0]
    assert table.move(move, 3, token, Idempotency_Key="k").status == 412
    assert table.move(move, 0, token, Idempotency_Key="k").status == 200


def test_claims_undos_resignations_and_forks_are_replayed(table: Table) -> None:
    token = table.acting()
    table.move(quiet_move(table), 0, token)
    calls = [
        (f"{table.path}/undo", None, token),
        (f"{table.path}/seats/1/claims", {"invite_code": table.codes[1]}, None),
        (f"{table.path}/forks", {"version": 0}, table.host),
        (f"{table.path}/seats/0/resignations", {"level": "easy"}, table.tokens[0]),
    ]
    for path, body, bearer in calls:
        first = table.caller.call("POST", path, body, bearer, Idempotency_Key=path)
        again = table.caller.call("POST", path, body, bearer, Idempotency_Key=path)
        assert first.status == again.status < 300, first.json
        assert first.body == again.body
    assert [entry["type"] for entry in table.history()] == ["moved", "undone", "claimed", "forked", "resigned"]


def test_idempotency_keys_are_separate_for_each_bearer(table: Table) -> None:
    seats = [table.tokens[0], table.tokens[1]]
    first = table.caller.call("POST", f"{table.path}/seats/0/resignations", token=seats[0], Idempotency_Key="k")
    second = table.caller.call("POST", f"{table.path}/seats/1/resignations", token=seats[1], Idempotency_Key="k")
    assert first.status == second.status == 201 and first.json["seat"] == 0 and second.json["seat"] == 1


def test_idempotency_keys_are_separate_for_each_api_key(caller: InProcess) -> None:
    one, other = (caller.call("POST", "/v1/sessions", WISH, Idempotency_Key="1", X_Api_Key=key) for key in ("one", "other"))
    assert one.status == other.status == 201 and one.json["host_token"] != other.json["host_token"]


def test_a_key_outlives_the_session_it_made(caller: InProcess, store: SessionStore) -> None:
    first = caller.call("POST", "/v1/sessions", WISH, Idempotency_Key="k")
    made = Table(caller, first.json)
    assert caller.call("DELETE", made.path, token=made.host).status == 204
    assert caller.call("POST", "/v1/sessions", WISH, Idempotency_Key="k").body == first.body


def test_a_key_whose_answer_expired_creates_no_second_session(caller: InProcess, store: SessionStore) -> None:
    assert caller.call("POST", "/v1/sessions", WISH, Idempotency_Key="k").status == 201
    store.server.client.delete(*store.server.client.keys("*:answer:*"))
    assert code_of(caller.call("POST", "/v1/sessions", WISH, Idempotency_Key="k")) == (422, "idempotency_key_reused")


@pytest.mark.parametrize("key", ["", " ", "a" * 256, "ä"])
def test_keys_are_short_and_printable(caller: InProcess, key: str) -> None:
    answer = caller.call("POST", "/v1/sessions", WISH, Idempotency_Key=key)
    assert code_of(answer) == (422, "header_invalid")
    assert [(error["header"], error["pointer"]) for error in answer.json["errors"]] == [("Idempotency-Key", "")]


def test_no_secret_is_stored_in_redis(caller: InProcess, store: SessionStore) -> None:
    """Tokens, invite codes and idempotency keys are stored as hashes; recorded answers are encrypted with the client's key."""
    made = Table(caller, caller.call("POST", "/v1/sessions", WISH, Idempotency_Key="a-key-of-mine").json)
    joined = caller.call("POST", f"{made.path}/seats/1/claims", {"invite_code": made.codes[1]}, Idempotency_Key="another-key").json
    secrets = [made.host, *made.tokens, *made.codes, joined["token"], "a-key-of-mine", "another-key"]
    kept = b"".join(store.server.client.dump(key) + key for key in store.server.client.keys("*"))
    plain = b"".join(store.server.client.hgetall(f"arbiter:{{{made.id}}}").values())
    for secret in secrets:
        assert secret and secret.encode() not in kept + plain
        assert secret.replace("-", "").encode() not in kept + plain
