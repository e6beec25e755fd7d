"""Every answer about sessions matches the specification: in random sessions of every game and player count, for every seat, the host and
spectators, in every language, from the first call to the last."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask import Flask

from engine.words import LANGUAGES
from service.sessions.model import state_of
from service.sessions.moves import make_ai_move
from tests.support.checked_client import LINES, SSE, CheckedClient, operations
from tests.support.referee import PLAYER_COUNTS
from tests.support.stores import sessions_of
from tests.support.tables import Table

OPTIONS: dict[str, Any] = {"blue_moon_city": {"expansion": True, "round_limit": 4}}
"""Random games of Blue Moon City are long."""

LOOKS_PER_MOVE = 2
REFUSALS = {304, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 428}
"""The statuses that every session must have answered with besides those of success."""


class Visit:
    """A session with somebody who calls it at random; every answer is checked."""

    def __init__(self, checked: CheckedClient, made: dict[str, Any], seed: int) -> None:
        self.table, self.checked, self.rng, self.seen = Table(checked, made), checked, Random(seed), made

    def token(self) -> str | None:
        """The token of a seat or of the host, or none."""
        return self.rng.choice([None, self.table.host, *self.table.tokens])

    def language(self) -> dict[str, str]:
        return {"Accept_Language": self.rng.choice(LANGUAGES)}

    def refresh(self) -> None:
        """Reads what a spectator sees."""
        self.seen = self.checked.good("GET", self.table.path)

    def acting(self) -> tuple[str, Any, str]:
        """The token of the seat to act, one of its moves, and the version for If-Match."""
        token = self.table.tokens[self.seen["to_act"]["seat"]] or ""
        path = f"{self.table.path}/legal-moves?previews={self.rng.choice(('true', 'false'))}"
        moves = self.checked.good("GET", path, token=token, **self.language())["legal_moves"]
        return token, self.rng.choice(moves), f'"{self.seen["version"]}"'


def test_there_is_a_call_for_every_operation_of_sessions() -> None:
    named = {operation["operationId"] for _, _, operation in operations() if "sessions" in operation["tags"]}
    assert named == OPERATIONS


OPERATIONS = {
    *("createSession", "getSession", "endSession", "makeSessionMoves", "listSessionLegalMoves", "getSessionState", "getSessionHistory"),
    *("undoSessionMove", "forkSession", "claimSeat", "resignSeat", "drawSessionBoard", "followSession", "createInvite", "replacePlayer"),
    *("addHost", "createRematch", "getSessionRecord", "claimByCode", "takeFreeSeat", "listOpenSessions", "listStatuses"),
    "createFeedTicket",
}


@pytest.mark.parametrize(("game", "seats"), PLAYER_COUNTS)
def test_every_answer_of_a_random_session_is_as_specified(app: Flask, game: str, seats: int) -> None:
    checked = CheckedClient(app.test_client(), game)
    visit = Visit(checked, create(checked, game, seats), seed=seats)
    claim_seats(visit)
    invite_and_replace(visit)
    find_and_join(visit)
    refuse(visit)
    while visit.seen["outcome"] is None:
        move(visit)
        for _ in range(LOOKS_PER_MOVE):
            visit.rng.choice(LOOKS)(visit)
    look_from_everywhere(visit)
    play_again(visit)
    fork_and_resign(visit, app)
    end(visit)
    assert {name for name, status in checked.answered if status < 300} == OPERATIONS
    assert {status for _, status in checked.answered} >= REFUSALS


def create(checked: CheckedClient, game: str, seats: int) -> Any:
    players = [{"kind": "human", "name": "Zoë {0}"}, *[{"kind": "human"}] * (seats - 1)]
    clock = {"move_seconds": 86400, "bank_seconds": 60, "on_timeout": "ai_turn"}
    body = {"game": game, "seats": players, "seed": 2**52, "options": OPTIONS.get(game, {}), "clock": clock, "metadata": {"mine": "7"}}
    key = f"{game}-{seats}"
    first, again = (checked.call("POST", "/v1/sessions", body, Idempotency_Key=key, Accept_Language="fr") for _ in range(2))
    assert (first.status, again.headers["idempotency-replayed"]) == (201, "true")
    assert first.json | {"clock": None} == again.json | {"clock": None}
    return first.json


def claim_seats(visit: Visit) -> None:
    """Somebody joins the last seat, after some who may not."""
    table, seat = visit.table, len(visit.table.tokens) - 1
    path, code = f"{table.path}/seats/{seat}/claims", table.codes[seat]
    assert visit.checked.call("POST", path, {"invite_code": "wrong"}).status == 403
    table.tokens[seat] = visit.checked.good("POST", path, {"invite_code": code, "name": "Bo"}, **visit.language())["token"]
    assert visit.checked.call("POST", path, {"invite_code": code}).status == 409
    assert visit.checked.call("POST", f"{table.path}/seats/9/claims", {"invite_code": code}).status == 404
    visit.refresh()


def invite_and_replace(visit: Visit) -> None:
    """The host invites again to a seat that nobody claimed, then lets an AI play it, then somebody joins; a player becomes a host."""
    checked, others = visit.checked, len(visit.table.tokens) - 2
    free = [{"kind": "human"}, {"kind": "invited"}, *[{"kind": "ai", "level": "random"}] * others]
    options = {"first_seat": 0, **OPTIONS.get(checked.game, {})}
    clock = {"move_seconds": 3600, "bank_seconds": 0, "on_timeout": "ai_seat"}
    made = checked.good("POST", "/v1/sessions", {"game": checked.game, "seats": free, "options": options, "clock": clock})
    path, host = f"/v1/sessions/{made['id']}", made["host_token"]
    assert checked.call("POST", f"{path}/hosts", {"seat": 1}, host).json["code"] == "seat_free"
    first = checked.good("POST", f"{path}/seats/1/invites", {}, host)["invite_code"]
    checked.good("POST", f"{path}/seats/1/replacements", {"level": "random"}, host, **visit.language())
    code = checked.good("POST", f"{path}/seats/1/invites", None, host)["invite_code"]
    assert checked.call("POST", f"{path}/seats/1/claims", {"invite_code": first}).json["code"] == "invite_wrong"
    checked.good("POST", f"{path}/seats/1/claims", {"invite_code": code})
    checked.good("POST", f"{path}/hosts", {"seat": 0}, host, **visit.language())
    checked.good("GET", f"{path}/history")


def find_and_join(visit: Visit) -> None:
    """Somebody creates an open session; others find it, join it by code and without, and look how it stands."""
    checked, seats = visit.checked, len(visit.table.tokens)
    players = [{"kind": "invited"}] * seats
    body = {"game": checked.game, "seats": players, "visibility": "open", "options": OPTIONS.get(checked.game, {}), "metadata": {"a": "b"}}
    made = checked.good("POST", "/v1/sessions", body)
    path, code = f"/v1/sessions/{made['id']}", made["seats"][-1]["invite_code"]
    assert checked.good("GET", f"/v1/sessions?game={checked.game}&status=waiting&limit=1")["sessions"][0]["id"] == made["id"]
    seen = checked.call("GET", "/v1/sessions")
    assert checked.call("GET", "/v1/sessions", If_None_Match=seen.headers["etag"]).status == 304
    tokens = [checked.good("POST", "/v1/claims", {"invite_code": code, "name": "Bo"}, **visit.language())["token"]]
    tokens += [checked.good("POST", f"{path}/claims", None, **visit.language())["token"] for _ in range(seats - 1)]
    assert checked.call("POST", "/v1/claims", {"invite_code": code}).json["code"] == "invite_wrong"
    assert checked.call("POST", f"{path}/claims").json["code"] == "no_free_seat"
    assert checked.call("POST", f"{visit.table.path}/claims").json["code"] == "not_allowed"
    wanted = [{"id": made["id"], "token": token} for token in (*tokens, made["host_token"], "wrong")]
    wanted += [{"id": visit.table.id, "token": visit.table.host}, {"id": "0" * 20, "token": "wrong"}]
    told = checked.good("POST", "/v1/sessions/statuses", {"sessions": wanted})["statuses"]
    assert ["problem" in each for each in told] == [*[False] * (seats + 1), True, False, True]
    for refused in (
        checked.call("GET", "/v1/sessions?cursor=1&limit=99"),
        checked.call("POST", "/v1/claims", {}),
        checked.call("POST", "/v1/sessions/statuses", {"sessions": []}),
    ):
        assert refused.status == 422
    for path, verb in (("/v1/sessions", "DELETE"), ("/v1/sessions/statuses", "GET"), ("/v1/claims", "GET")):
        assert checked.call(verb, path).status == 405


def play_again(visit: Visit) -> None:
    """The record of the finished game, a session that begins with it, and a rematch."""
    record = visit.checked.good("GET", f"{visit.table.path}/record", token=visit.token())
    players = [{"kind": "human"}] * len(visit.table.tokens)
    body = {"game": visit.checked.game, "seats": players, "record": record, "version": len(record["moves"]) // 2}
    visit.checked.good("POST", "/v1/sessions", body, **visit.language())
    for token in visit.table.tokens:
        visit.checked.good("POST", f"{visit.table.path}/rematches", None, token, **visit.language())
    visit.refresh()


def move(visit: Visit) -> None:
    """The seat to act makes a move, perhaps tried first and perhaps taken back."""
    token, chosen, version = visit.acting()
    path, query = f"{visit.table.path}/moves", visit.rng.choice(["", "?legal_moves=false", "?previews=false"])
    if visit.rng.random() < 0.2:
        visit.checked.call("POST", path, {"move": chosen, "dry_run": True}, token, If_Match=version, **visit.language())
    body = visit.rng.choice([{"move": chosen}, {"moves": [chosen]}])
    visit.checked.good("POST", path + query, body, token, If_Match=version, **visit.language())
    if visit.rng.random() < 0.1:
        visit.checked.call("POST", f"{visit.table.path}/undo", None, token, **visit.language())
    visit.refresh()


def look_at_position(visit: Visit) -> None:
    query = visit.rng.choice(["", "?legal_moves=false", "?previews=false", "?legal_moves=true&previews=true"])
    token = visit.token()
    seen = visit.checked.call("GET", visit.table.path + query, token=token, **visit.language())
    visit.checked.call("GET", visit.table.path, token=token, If_None_Match=seen.headers["etag"])


def look_back(visit: Visit) -> None:
    version = visit.rng.randint(0, visit.seen["version"])
    visit.checked.good("GET", f"{visit.table.path}/states/{version}", token=visit.token(), **visit.language())


def look_at_history(visit: Visit) -> None:
    since = visit.rng.randint(0, visit.seen["version"])
    query = f"since={since}&limit={visit.rng.randint(1, 20)}"
    visit.checked.good("GET", f"{visit.table.path}/history?{query}", token=visit.token(), **visit.language())


def look_at_feed(visit: Visit) -> None:
    version = visit.seen["version"]
    since = visit.rng.randint(0, version)
    chosen = visit.rng.choice(["", "&include=position", "&include=position&legal_moves=false", "&include=position&previews=false"])
    path, token = f"{visit.table.path}/events?since={since}{chosen}", visit.token()
    visit.checked.good("GET", f"{path}&wait=0", token=token, **visit.language())
    followed = visit.checked.follow(path, visit.rng.choice([SSE, LINES]), min(5, version - since), token, **visit.language())
    assert [entry["version"] for entry in followed] == [*range(since + 1, min(since + 5, version) + 1)]


def look_at_board(visit: Visit) -> None:
    version = visit.rng.randint(0, visit.seen["version"])
    query = visit.rng.choice(["", f"?version={version}", "?style=false"])
    visit.checked.good("GET", f"{visit.table.path}/board.svg{query}", token=visit.token(), **visit.language())


LOOKS: list[Callable[[Visit], None]] = [look_at_position, look_back, look_at_history, look_at_feed, look_at_board]


def refuse(visit: Visit) -> None:
    """One refusal of every kind that a client can cause."""
    token, chosen, version = visit.acting()
    table, call = visit.table, visit.checked.call
    moves, other = f"{table.path}/moves", next(own for own in table.tokens if own != token)
    for status, sent in [
        (400, call("POST", moves, b"{", token, If_Match=version, Content_Type="application/json")),
        (401, call("POST", moves, {"move": chosen}, If_Match=version)),
        (401, call("GET", f"{table.path}/events?ticket=used")),
        (401, call("GET", table.path, token="seat_of_nobody")),
        (403, call("POST", moves, {"move": chosen}, table.host, If_Match=version)),
        (403, call("DELETE", table.path, token=token)),
        (404, call("GET", f"/v1/sessions/{'0' * 20}")),
        (404, call("GET", f"{table.path}/states/999999")),
        (404, call("GET", f"{table.path}/events?since=999999")),
        (405, call("PUT", table.path)),
        (406, call("GET", f"{table.path}/history", Accept="text/html")),
        (409, call("POST", moves, {"move": chosen}, other, If_Match=version)),
        (409, call("POST", f"{table.path}/undo", None, token)),
        (422, call("POST", f"{table.path}/forks", {"seats": [{"kind": "human"}]}, table.host)),
        (412, call("POST", moves, {"move": chosen}, token, If_Match='"999"')),
        (413, call("POST", moves, b" " * 300_000, token, If_Match=version, Content_Type="application/json")),
        (415, call("POST", moves, b"{}", token, If_Match=version, Content_Type="text/plain")),
        (422, call("POST", moves, {"move": {"type": "nonsense"}}, token, If_Match=version)),
        (422, call("POST", moves, {"moves": [], "dry_run": 1, "stray": None}, token, If_Match=version)),
        (422, call("GET", f"{table.path}?previews=maybe", token=token)),
        (422, call("POST", "/v1/sessions", {"game": visit.checked.game, "seats": [{"kind": "human"}] * 9})),
        (422, call("POST", moves, {"move": chosen}, token, If_Match=version, Idempotency_Key="\t")),
        (428, call("POST", moves, {"move": chosen}, token)),
    ]:
        assert sent.status == status, sent.json


def look_from_everywhere(visit: Visit) -> None:
    """Everything that can be read of a finished game, by everybody in every language."""
    path, version = visit.table.path, visit.seen["version"]
    for token in (None, visit.table.host, *visit.table.tokens):
        for language in LANGUAGES:
            visit.checked.good("GET", path, token=token, Accept_Language=language)
            since: int | None = 0
            while since is not None:
                page = f"{path}/history?since={since}&limit=200"
                since = visit.checked.good("GET", page, token=token, Accept_Language=language)["next"]
            visit.checked.good("GET", f"{path}/events?wait=0", token=token, Accept_Language=language)
            visit.checked.good("GET", f"{path}/board.svg", token=token, Accept_Language=language)
        visit.checked.good("GET", f"{path}/states/{version // 2}", token=token)
        assert len(visit.checked.follow(f"{path}/events?include=position", LINES, version, token)) == version
    ticket = visit.checked.good("POST", f"{path}/feed-tickets", None, visit.table.tokens[0])["ticket"]
    (last,) = visit.checked.follow(f"{path}/events?include=position&since={version - 1}&ticket={ticket}", SSE, 1)
    assert last["position"]["seat"] == 0 and last["position"]["outcome"]


def fork_and_resign(visit: Visit, app: Flask) -> None:
    """A spectator forks the finished game; a seat of the fork resigns, and the AI that takes it makes a move."""
    body = {"version": 1, "seats": [{"kind": "human"}] * len(visit.table.tokens)}
    fork = Table(visit.checked, visit.checked.good("POST", f"{visit.table.path}/forks", body, **visit.language()))
    seat = visit.checked.good("GET", fork.path)["to_act"]["seat"]
    visit.checked.good("POST", f"{fork.path}/seats/{seat}/resignations", {"level": "easy"}, fork.tokens[seat])
    sessions = sessions_of(app)
    resigned = sessions.store.find(fork.id)
    assert resigned.due is not None
    make_ai_move(sessions, fork.id, resigned.due, resigned.game.legal_moves(state_of(resigned))[0])
    assert visit.checked.good("GET", f"{fork.path}/history")["entries"][-1]["by"] == "ai"
    assert visit.checked.call("POST", f"{fork.path}/moves", {"move": {}}, fork.tokens[seat], If_Match="*").status == 409


def end(visit: Visit) -> None:
    """The host ends the session; its feed can still be read."""
    path, version = visit.table.path, visit.seen["version"]
    visit.checked.good("DELETE", path, token=visit.table.host)
    assert visit.checked.call("GET", path).status == 404
    assert visit.checked.follow(f"{path}/events?since={version}", SSE, 5)[-1]["type"] == "ended"
    assert visit.checked.call("GET", f"{path}/events?since={version + 1}", Accept=SSE).status == 204
