"""Sessions over HTTP: what each call does, and what it refuses."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import msgspec
import pytest

from engine.game import submit
from service import create_app
from service.sessions.changes import Sessions
from service.sessions.model import Session, state_of
from service.sessions.moves import make_ai_move
from service.sessions.store import SessionStore
from service.settings import Settings
from service.storage.outbox import TURNS
from tests.support.stores import raw
from tests.support.tables import GAME_IDS, InProcess, Table, code_of, new_table

POSITION = {"game", "rules_version", "schema_version", "version", "view", "to_act", "legal_moves", "events", "outcome"}


@pytest.fixture
def table(caller: InProcess) -> Table:
    return new_table(caller)


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_new_session_tells_its_secrets_once(caller: InProcess, game: str) -> None:
    answer = caller.call(
        "POST", "/v1/sessions", {"game": game, "seats": [{"kind": "human", "name": "Ann"}, {"kind": "ai", "level": "easy"}]}
    )
    made = answer.json
    assert answer.status == 201
    assert answer.headers["location"] == f"/v1/sessions/{made['id']}" and answer.headers["etag"] == '"0"'
    assert made.keys() >= POSITION | {"id", "host_token", "seats", "seed_commitment", "expires_at"}
    assert "state" not in made and made["view"]["seed"] is None
    human, ai = made["seats"]
    assert human["name"] == "Ann" and human["token"] and human["invite_code"]
    assert ai["kind"] == "ai" and ai["level"] == "easy" and not ai.keys() & {"token", "invite_code"}
    for seat in caller.call("GET", f"/v1/sessions/{made['id']}").json["seats"]:
        assert not seat.keys() & {"token", "invite_code"}


@pytest.mark.parametrize(
    "body",
    [
        {"game": "go", "seats": [{"kind": "human"}] * 2},
        {"game": "orbis"},
        {"game": "orbis", "seats": [{"kind": "human"}]},
        {"game": "orbis", "seats": [{"kind": "dog"}] * 2},
        {"game": "orbis", "seats": [{"kind": "ai", "level": "perfect"}] * 2},
        {"game": "orbis", "seats": [{"kind": "human"}] * 2, "seed": -1},
        {"game": "orbis", "seats": [{"kind": "human"}] * 2, "options": {"colour": 1}},
        {"game": "orbis", "seats": [{"kind": "human"}] * 2, "spectators": True},
    ],
)
def test_an_invalid_session_is_refused(caller: InProcess, body: Any) -> None:
    answer = caller.call("POST", "/v1/sessions", body)
    assert answer.status == 422 and answer.json["errors"], answer.json


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a" * 41,
        "a\nb",
        "a\n",
        "\x00",
        "a\u202eb",
        "\u200b",
        "\x7f",
        "a\u2028",
        "\u3164",
        "a\u115f",
        "\u2800",
        "\U0001d159",
        " ",
        "\u00a0",
        "\u200d",
        "\ufe0f",
        "\u0301",
        "\U000e0061",
        "a\u00ad",
    ],
)
def test_names_are_short_and_visible(caller: InProcess, table: Table, name: str) -> None:
    answer = caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": [{"kind": "human", "name": name}, {"kind": "human"}]})
    assert code_of(answer) == (422, "body_invalid")
    answer = caller.call("POST", f"{table.path}/seats/0/claims", {"invite_code": table.codes[0], "name": name})
    assert code_of(answer) == (422, "body_invalid")


@pytest.mark.parametrize("tag", ['"0"', '"3"', '"7"', 'W/"3"', "*"])
def test_a_client_that_sends_if_match_with_every_call_may_read(caller: InProcess, table: Table, tag: str) -> None:
    table.play(3)
    for path in ("", "/legal-moves", "/states/2", "/history", "/board.svg", "/events?wait=0"):
        plain = caller.call("GET", table.path + path, token=table.tokens[0])
        answer = caller.call("GET", table.path + path, token=table.tokens[0], If_Match=tag)
        assert (answer.status, answer.body) == (200, plain.body), path
    assert caller.call("GET", "/v1/games", If_Match=tag).status == 200


def test_only_the_seat_to_act_is_told_its_legal_moves(table: Table) -> None:
    acting = table.read()["to_act"]["seat"]
    for seat, token in enumerate(table.tokens):
        assert bool(table.read(token)["legal_moves"]) == (seat == acting)
        assert bool(table.legal(token)) == (seat == acting)
    assert table.read()["legal_moves"] == [] and table.read(table.host)["legal_moves"] == []
    assert code_of(table.caller.call("GET", f"{table.path}/legal-moves")) == (401, "token_missing")
    assert code_of(table.caller.call("GET", f"{table.path}/legal-moves", token=table.host)) == (403, "not_allowed")


def test_legal_moves_can_be_left_out(caller: InProcess, table: Table) -> None:
    assert "legal_moves" not in caller.call("GET", f"{table.path}?legal_moves=false", token=table.acting()).json


def test_previews_can_be_left_out(caller: InProcess, table: Table) -> None:
    token, path = table.acting(), table.path
    without = [{name: move[name] for name in move if name != "preview"} for move in table.legal()]
    assert without != table.legal()
    assert caller.call("GET", f"{path}?previews=false", token=token).json["legal_moves"] == without
    assert caller.call("GET", f"{path}/legal-moves?previews=false", token=token).json["legal_moves"] == without
    moved = caller.call("POST", f"{path}/moves?previews=false", {"move": without[0]}, token, If_Match='"0"').json["legal_moves"]
    assert not any("preview" in move for move in moved)


@pytest.mark.parametrize("game", GAME_IDS)
def test_labels_call_the_seats_by_their_names(caller: InProcess, game: str) -> None:
    """In the log, and in the events and questions of positions; a seat without a name is called by its number."""
    seats = [{"kind": "human", "name": "Zoë {seat}"}, {"kind": "human"}]
    made = caller.call("POST", "/v1/sessions", {"game": game, "seats": seats, "seed": 7})
    table = Table(caller, made.json)
    table.play(30)
    logged = [event["label"] for entry in table.history() for event in entry["events"]]
    assert any("Zoë {seat}" in label for label in logged) and any("Player 2" in label for label in logged)
    assert not any("Player 1" in label for label in logged)


def test_a_move_needs_a_token_a_version_and_the_turn(table: Table) -> None:
    move, other = table.legal()[0], table.tokens[1 - table.read()["to_act"]["seat"]]
    assert code_of(table.caller.call("POST", f"{table.path}/moves", {"move": move}, If_Match='"0"')) == (401, "token_missing")
    assert code_of(table.move(move, 0, "seat_wrong")) == (401, "token_unknown")
    assert code_of(table.move(move, 0, table.host)) == (403, "not_allowed")
    assert code_of(table.move(move, None)) == (428, "if_match_missing")
    assert code_of(table.move(move, 7)) == (412, "version_stale")
    assert code_of(table.move(move, '"other"')) == (412, "version_stale")
    assert code_of(table.move(move, 0, other)) == (409, "not_your_turn")
    assert code_of(table.move({"type": "dance"}, 0)) == (422, "move_invalid")
    assert table.read()["version"] == 0 and table.history() == []
    assert table.move(move, 0).json["version"] == 1


@pytest.mark.parametrize("tag", ["0", '"0"', 'W/"0"', '"0", "5"', '"5", "0"', "*", '"0-s1-fr"', 'W/"0-s0-en-gzip"', '"5-s0-en", "0-s0-en"'])
def test_if_match_is_read_as_clients_and_proxies_write_it(table: Table, tag: str) -> None:
    """Any of several ETags may match (RFC 9110, 13.1.1)."""
    answer = table.move(table.legal()[0], tag)
    assert (answer.status, answer.json.get("version")) == (200, 1)


def test_illegal_moves_are_refused_with_their_pointer(table: Table) -> None:
    token, first = table.acting(), table.legal()[0]
    answer = table.caller.call("POST", f"{table.path}/moves", {"moves": [first, first]}, token, If_Match='"0"')
    assert answer.status == 409 and answer.json["errors"][0]["pointer"] == "/moves/1"
    assert table.read()["version"] == 0, "all or nothing"


def test_a_move_that_is_not_legal_is_refused_with_the_nearest_moves(caller: InProcess) -> None:
    table = new_table(caller, "blue_moon_city")
    answer = table.move({"type": "step", "cell": 0}, 0)
    assert code_of(answer) == (409, "move_not_available")
    assert [error["pointer"] for error in answer.json["errors"]] == ["/move/cell"]
    assert answer.json["near_moves"] and all(near in table.legal() for near in answer.json["near_moves"])


def test_a_stale_move_is_told_the_current_version(table: Table) -> None:
    move = table.legal()[0]
    version = table.play(3)
    answer = table.move(move, 0)
    assert code_of(answer) == (412, "version_stale") and answer.json["version"] == version
    assert table.move(table.legal()[0], answer.json["version"]).status == 200


def test_several_moves_are_several_versions(table: Table) -> None:
    token, moves = table.acting(), []
    probe = new_table(table.caller)
    while probe.acting() == probe.tokens[table.tokens.index(token)]:
        moves.append(probe.legal()[0])
        assert probe.move(moves[-1], probe.read()["version"]).status == 200
    answer = table.caller.call("POST", f"{table.path}/moves", {"moves": moves}, token, If_Match='"0"')
    assert answer.status == 200 and answer.json["version"] == len(moves)
    assert [entry["version"] for entry in table.history()] == list(range(1, len(moves) + 1))
    assert answer.json["view"] == probe.read(probe.tokens[table.tokens.index(token)])["view"]


def test_a_refused_list_of_moves_reveals_nothing(caller: InProcess, store: SessionStore) -> None:
    """A move after one that reveals something is refused, legal or not: the difference would leak hidden information."""
    table, rng = new_table(caller, "helios"), Random(3)
    while (found := revealing(store.find(table.id))) is None:
        assert table.move(rng.choice(table.legal()), table.read()["version"]).status == 200
    reveal, fitting = found
    version, token = table.read()["version"], table.acting()
    for then in (fitting, reveal):
        answer = caller.call("POST", f"{table.path}/moves", {"moves": [reveal, then]}, token, If_Match=f'"{version}"')
        assert code_of(answer) == (409, "move_too_early") and answer.json["errors"][0]["pointer"] == "/moves/1"
    assert table.read()["version"] == version
    assert table.move(reveal, version).status == table.move(fitting, version + 1).status == 200, "each is legal by itself"


def revealing(session: Session) -> tuple[Any, Any] | None:
    """A legal move that reveals something without ending the turn, and a legal move after it."""
    state = state_of(session)
    for move in session.game.legal_moves(state):
        after, events = submit(session.game, state, move)
        if any(event.reveals for event in events) and after.pending and after.pending[-1].seat == state.pending[-1].seat:
            return msgspec.to_builtins(move), msgspec.to_builtins(session.game.legal_moves(after)[0])
    return None


def ignore_due(session: Session) -> None:
    """Leaves AI turns in the outbox."""


def test_a_full_session_refuses_moves_of_humans_and_can_be_ended(
    table: Table, store: SessionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = store.find(table.id)
    longest = session.game.bound(session.game.options(), 2)
    monkeypatch.setattr("service.sessions.changes.SPARE_CHANGES", 4 - longest)
    while table.read()["version"] < 4:
        assert table.move(table.legal()[0], table.read()["version"]).status == 200
    assert code_of(table.move(table.legal()[0], 4)) == (409, "session_full")
    seat = table.read()["to_act"]["seat"]
    assert table.caller.call("POST", f"{table.path}/seats/{seat}/resignations", token=table.tokens[seat]).status == 201
    resigned = store.find(table.id)
    assert resigned.due is not None
    move = session.game.legal_moves(state_of(resigned))[0]
    assert make_ai_move(Sessions(store, ignore_due), table.id, resigned.due, move).version == 6, "an AI seat may still move"
    assert table.caller.call("DELETE", table.path, token=table.host).status == 204


def test_a_claim_gives_a_fresh_token_and_ends_the_old_one(table: Table) -> None:
    claim = {"invite_code": table.codes[1], "name": "Zoë"}
    assert code_of(table.caller.call("POST", f"{table.path}/seats/1/claims", {"invite_code": table.codes[0]})) == (403, "invite_wrong")
    assert code_of(table.caller.call("POST", f"{table.path}/seats/2/claims", claim)) == (404, "seat_not_found")
    answer = table.caller.call("POST", f"{table.path}/seats/1/claims", claim)
    assert answer.status == 201 and answer.json["seat"] == 1 and answer.json["version"] == 1
    seat = answer.json["seats"][1]
    assert (seat["kind"], seat["name"], seat["claimed"], seat["held_by_host"]) == ("human", "Zoë", True, False)
    assert table.read(answer.json["token"])["seat"] == 1
    assert code_of(table.caller.call("GET", table.path, token=table.tokens[1])) == (401, "token_unknown")
    assert code_of(table.caller.call("POST", f"{table.path}/seats/1/claims", claim)) == (409, "seat_taken")


def test_a_claim_does_not_make_a_move_stale(table: Table) -> None:
    acting = table.read()["to_act"]["seat"]
    move = table.legal()[0]
    assert table.caller.call("POST", f"{table.path}/seats/{1 - acting}/claims", {"invite_code": table.codes[1 - acting]}).status == 201
    assert table.move(move, 0).json["version"] == 2


def test_invite_codes_ignore_case_and_separators(table: Table) -> None:
    code = str(table.codes[0]).lower().replace("-", " ")
    assert table.caller.call("POST", f"{table.path}/seats/0/claims", {"invite_code": code}).status == 201


def test_a_resigned_seat_is_played_by_an_ai_and_may_still_read(table: Table, store: SessionStore) -> None:
    acting = table.read()["to_act"]["seat"]
    token, other = table.tokens[acting], table.tokens[1 - acting]
    path = f"{table.path}/seats/{acting}/resignations"
    assert code_of(table.caller.call("POST", path)) == (401, "token_missing")
    assert code_of(table.caller.call("POST", path, token=other)) == (403, "not_allowed")
    move = table.legal()[0]
    answer = table.caller.call("POST", path, {"level": "easy"}, token)
    assert answer.status == 201 and answer.json["seats"][acting]["resigned"] and answer.json["seats"][acting]["kind"] == "ai"
    due = store.find(table.id).due
    assert due is not None and (due.version, due.seat, due.level) == (1, acting, "easy")
    assert raw(store).zrange(TURNS, 0, -1) == [table.id.encode()]
    assert code_of(table.move(move, 1, token)) == (409, "seat_resigned")
    assert code_of(table.caller.call("POST", path, token=token)) == (409, "seat_resigned")
    assert table.read(token)["seat"] == acting and table.read(token)["legal_moves"] == []


def test_past_versions_are_shown_as_they_were(table: Table) -> None:
    token, seen = table.tokens[0], {}
    for version in range(8):
        seen[version] = {name: value for name, value in table.read(token).items() if name not in ("legal_moves", "expires_at")}
        table.play(1, seed=version)
    for version, position in seen.items():
        past = table.caller.call("GET", f"{table.path}/states/{version}", token=token).json
        assert past["legal_moves"] == []
        assert past["view"] == position["view"]
        assert all(position[name] == value for name, value in past.items() if name != "legal_moves")
    assert code_of(table.caller.call("GET", f"{table.path}/states/9")) == (404, "version_unknown")


def test_history_is_paged_with_a_cursor(table: Table) -> None:
    version = table.play(12)
    piece = table.caller.call("GET", f"{table.path}/history?since=2&limit=4").json
    assert [entry["version"] for entry in piece["entries"]] == [3, 4, 5, 6]
    assert piece["next"] == 6 and piece["version"] == version
    assert [entry["version"] for entry in table.history()] == list(range(1, version + 1))
    beyond = table.caller.call("GET", f"{table.path}/history?since=99").json
    assert beyond == {"entries": [], "version": version, "next": None}
    for query in ("since=-1", "limit=0", "limit=201", "since=x", "since=%C2%B2"):
        assert code_of(table.caller.call("GET", f"{table.path}/history?{query}")) == (422, "query_invalid")


def test_the_seed_is_committed_to_and_revealed_at_the_end(table: Table) -> None:
    assert not table.read(table.tokens[0]).keys() & {"seed", "salt"}
    table.play(1000)
    over = table.read()
    assert over["outcome"] and over["seed"] == 7 and over["to_act"] is None
    assert hashlib.sha256(f"{over['seed']}:{over['salt']}".encode()).hexdigest() == table.made["seed_commitment"]
    assert code_of(table.move({"type": "take_region", "slot": 0}, over["version"], table.tokens[0])) == (409, "game_over")


def test_only_the_host_ends_a_session(table: Table) -> None:
    assert code_of(table.caller.call("DELETE", table.path)) == (401, "token_missing")
    assert code_of(table.caller.call("DELETE", table.path, token=table.tokens[0])) == (403, "not_allowed")
    assert table.caller.call("DELETE", table.path, token=table.host).status == 204
    for method, path in [("GET", ""), ("GET", "/history"), ("GET", "/states/0"), ("DELETE", ""), ("POST", "/undo"), ("POST", "/forks")]:
        refused = table.caller.call(method, table.path + path, token=table.host)
        assert code_of(refused) == (404, "session_unknown") and "has ended this session" in refused.json["detail"]
    feed = table.caller.call("GET", f"{table.path}/events?wait=1").json
    assert [entry["type"] for entry in feed["entries"]] == ["ended"]


@pytest.mark.parametrize("session_id", ["0" * 20, "x", "{a}", "0" * 19 + "%7D", "A" * 20])
def test_unknown_sessions_are_not_found(caller: InProcess, session_id: str) -> None:
    for path in ("", "/history", "/events", "/legal-moves"):
        assert code_of(caller.call("GET", f"/v1/sessions/{session_id}{path}", token="seat_x")) == (404, "session_unknown")


def test_sessions_say_when_they_expire_and_every_change_renews_it(store: SessionStore, table: Table) -> None:
    key = f"arbiter:{{{table.id}}}"
    assert 0 < store.server.client.ttl(key) <= 30 * 24 * 3600 and store.server.client.ttl(f"{key}:log") > 0
    store.server.client.expire(key, 100)
    table.play(1)
    assert store.server.client.ttl(key) > 100 and store.server.client.ttl(f"{key}:log") > 100
    assert table.read()["expires_at"].endswith("Z")


def test_without_redis_sessions_are_refused_and_the_referee_works(caller: InProcess) -> None:
    alone = InProcess(create_app(Settings(log_requests=False)).test_client())
    answer = alone.call("POST", "/v1/sessions", {"game": "orbis", "seats": [{"kind": "human"}] * 2})
    assert code_of(answer) == (503, "sessions_off") and answer.headers["retry-after"]
    assert alone.call("GET", "/readyz").status == 200
    assert alone.call("POST", "/v1/games/orbis/states", {"seats": 2}).status == 201


def test_other_origins_may_call_sessions(caller: InProcess, table: Table) -> None:
    asked = caller.call("OPTIONS", f"{table.path}/moves", Origin="https://a.example", Access_Control_Request_Method="POST")
    allowed = asked.headers["access-control-allow-headers"].lower()
    for name in ("authorization", "if-match", "idempotency-key", "last-event-id"):
        assert name in allowed
    seen = caller.call("GET", table.path, Origin="https://a.example")
    assert seen.headers["access-control-allow-origin"] == "*" and "ETag" in seen.headers["access-control-expose-headers"]
    feed = caller.call("GET", f"{table.path}/events?wait=0", Origin="https://a.example")
    assert feed.headers["access-control-allow-origin"] == "*"
