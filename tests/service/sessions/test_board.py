"""The board of a session: for each bearer, at any version, cached until the version changes."""

from __future__ import annotations

import pytest

from tests.support.http_client import Answer
from tests.support.tables import GAME_IDS, InProcess, Table, code_of, new_table


def picture(table: Table, token: str | None = None, query: str = "", **headers: str) -> Answer:
    return table.caller.call("GET", f"{table.path}/board.svg{query}", token=token, **headers)


@pytest.mark.parametrize("game", GAME_IDS)
def test_each_bearer_gets_the_board_of_its_own_view(caller: InProcess, game: str) -> None:
    table = new_table(caller, game, 3)
    table.play(12)
    spectator, *seats = (picture(table, token) for token in (None, *table.tokens))
    assert {answer.status for answer in (spectator, *seats)} == {200}
    assert spectator.headers["content-type"] == "image/svg+xml"
    assert len({answer.body for answer in seats}) == 3
    assert picture(table, table.host).body == spectator.body


def test_a_board_shows_only_the_bearers_hand(caller: InProcess) -> None:
    table = new_table(caller, "blue_moon_city", 2)
    for token in (None, *table.tokens):
        hands = [player["hand"] for player in table.read(token)["view"]["players"]]
        known = {card for hand in hands for card in hand if card}
        assert picture(table, token).body.count(b'id="card-') == len(known)


def test_a_board_is_cached_until_the_version_changes(caller: InProcess) -> None:
    table = new_table(caller)
    first = picture(table)
    kept = picture(table, If_None_Match=first.headers["etag"])
    assert (kept.status, kept.body) == (304, b"")
    assert kept.headers["etag"] == first.headers["etag"]
    assert "private" in first.headers["cache-control"] and "Authorization" in first.headers["vary"]
    assert picture(table, table.tokens[0], If_None_Match=first.headers["etag"]).status == 200
    assert picture(table, If_None_Match=first.headers["etag"], Accept_Language="fr").status == 200
    assert picture(table, query="?style=false", If_None_Match=first.headers["etag"]).status == 200
    table.play(1)
    assert picture(table, If_None_Match=first.headers["etag"]).status == 200


@pytest.mark.parametrize("game", GAME_IDS)
def test_boards_of_earlier_versions_are_served(caller: InProcess, game: str) -> None:
    table = new_table(caller, game)
    before = picture(table, table.tokens[0])
    version = table.play(5)
    assert picture(table, table.tokens[0], "?version=0").body == before.body
    assert picture(table, table.tokens[0], f"?version={version}").body == picture(table, table.tokens[0]).body != before.body
    assert code_of(picture(table, query=f"?version={version + 1}"))[1] == "version_unknown"


def test_unknown_tokens_and_sessions_are_refused(caller: InProcess) -> None:
    table = new_table(caller)
    assert code_of(picture(table, "nobody's"))[1] == "token_unknown"
    assert code_of(caller.call("GET", "/v1/sessions/nowhere/board.svg"))[1] == "session_unknown"
    assert picture(table, Accept="text/html").status == 406
