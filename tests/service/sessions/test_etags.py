"""ETags and caching of sessions: a 304 stands for exactly the body the same request would get, and only what never changes is kept."""

from __future__ import annotations

from itertools import permutations

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import Answer
from tests.support.tables import InProcess, Table, code_of, new_table, quiet_move

PAST = ("/states/2", "/board.svg?version=2")

KEPT = "private, max-age=86400, immutable"
REVALIDATED = "private, no-cache"


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """A session of Blue Moon City after three moves: its seats see different hands."""
    table = new_table(InProcess(client), "blue_moon_city")
    table.play(3)
    return table


def read(table: Table, path: str = "", token: str | None = None, **headers: str) -> Answer:
    return table.caller.call("GET", table.path + path, token=token, **headers)


def test_a_read_is_revalidated_until_the_session_changes(table: Table) -> None:
    token = table.acting()
    first = read(table, token=token)
    tag = first.headers["etag"]
    assert read(table, token=token, If_None_Match=tag).status == 304
    assert table.caller.call("HEAD", table.path, token=token, If_None_Match=tag).status == 304
    assert table.move(first.json["legal_moves"][0], tag, token).status == 200, "the ETag of a read is good for If-Match"
    assert read(table, token=token, If_None_Match=tag).status == 200


def test_no_two_viewers_languages_or_variants_share_an_etag(table: Table) -> None:
    tokens = (*table.tokens, None)
    for path in ("", "/states/2", "/board.svg"):
        variants = ("", "?legal_moves=false") if path != "/board.svg" else ("", "?style=false")
        asked = [(path + variant, token, language) for variant in variants for token in tokens for language in ("en", "fr", "de")]
        answers = [read(table, address, token, Accept_Language=language) for address, token, language in asked]
        for mine, other in permutations(range(len(asked)), 2):
            assert answers[mine].headers["etag"] != answers[other].headers["etag"], (asked[mine], asked[other])


@pytest.mark.parametrize("path", ["", "/legal-moves"])
def test_the_etag_of_a_spectator_or_a_bare_version_gives_a_seat_no_304(table: Table, path: str) -> None:
    seen = read(table)
    for tag in (seen.headers["etag"], f'"{seen.json["version"]}"', f'W/"{seen.json["version"]}"'):
        answer = read(table, path, table.acting(), If_None_Match=tag)
        assert answer.status == 200 and answer.json["legal_moves"]


def test_a_past_position_of_a_running_game_changes_with_nothing_that_happens_later(table: Table) -> None:
    past = read(table, "/states/2").json
    assert past.keys().isdisjoint({"seats", "expires_at", "created_at", "seed", "salt", "host_token"})
    assert (past["id"], past["version"], past["seat"], past["legal_moves"], past["events"]) == (table.id, 2, None, [], [])
    before = [read(table, f"/states/{version}", table.tokens[0]).body for version in range(4)]
    assert table.caller.call("POST", f"{table.path}/seats/1/claims", {"invite_code": table.codes[1], "name": "Grace"}).status == 201
    table.tokens[1] = None
    assert table.caller.call("POST", f"{table.path}/seats/0/resignations", {}, table.tokens[0]).status == 201
    assert [read(table, f"/states/{version}", table.tokens[0]).body for version in range(4)] == before


def test_current_reads_of_a_running_game_are_revalidated_and_past_ones_kept_for_minutes(table: Table) -> None:
    token = table.acting()
    for path in ("", "/legal-moves", "/history", "/board.svg"):
        assert read(table, path, token).headers["cache-control"] == REVALIDATED, path
    for path in PAST:
        assert read(table, path, token).headers["cache-control"] == "private, max-age=300", path
    assert read(table, "/events?wait=0", token).headers["cache-control"] == "no-store"


def test_past_versions_of_a_finished_game_are_kept_and_are_not_those_of_the_running_game(client: FlaskClient) -> None:
    table = new_table(InProcess(client))
    table.play(5)
    before = {path: read(table, path) for path in PAST}
    table.play(1000)
    assert table.read()["outcome"]
    for path in PAST:
        after = read(table, path, If_None_Match=before[path].headers["etag"])
        assert (after.status, after.headers["cache-control"]) == (200, KEPT), path
        assert read(table, path, If_None_Match=after.headers["etag"]).status == 304
    assert read(table, "/board.svg").headers["cache-control"] == REVALIDATED


def test_every_read_varies_by_viewer_and_language(table: Table) -> None:
    for path in ("", "/legal-moves", "/history", "/states/2", "/board.svg", "/board.svg?version=2", "/events?wait=0"):
        assert {"Authorization", "Accept-Language"} <= set(read(table, path, table.acting()).headers["vary"].split(", ")), path


def test_answers_with_tokens_are_never_stored(client: FlaskClient) -> None:
    caller = InProcess(client)
    made = caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": [{"kind": "human"}] * 2, "seed": 7})
    table = Table(caller, made.json)
    claimed = caller.call("POST", f"{table.path}/seats/1/claims", {"invite_code": table.codes[1]})
    moved = table.move(quiet_move(table), 0)
    for answer in (made, claimed, moved):
        assert answer.headers["cache-control"] == "no-store"
    assert [made.headers["etag"], claimed.headers["etag"], moved.headers["etag"]] == ['"0"', '"1"', '"2"']


def test_a_version_that_is_not_reached_is_not_kept(table: Table) -> None:
    answer = read(table, "/states/99")
    assert code_of(answer) == (404, "version_unknown") and "cache-control" not in answer.headers


def test_an_etag_stays_strong_in_a_compressed_answer(table: Table) -> None:
    """If-Match accepts only strong ETags (RFC 9110, 13.1.1)."""
    answer = read(table, token=table.acting(), Accept_Encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip" and answer.headers["etag"].startswith('"3-s')
