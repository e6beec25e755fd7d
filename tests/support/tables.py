"""Sessions for tests: created and played over HTTP, through a Flask test client or a real server."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

import msgspec
from flask.testing import FlaskClient

from engine.ai import choose
from engine.game import apply, start
from engine.games import GAMES
from service.sessions.changes import Sessions
from service.sessions.model import state_of
from service.sessions.moves import make_ai_move
from tests.support.http_client import Answer, headers_of

GAME_IDS = sorted(GAMES)


class Caller(Protocol):
    """Makes a call and returns its answer."""

    def call(self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Answer: ...


class InProcess:
    """Calls an application through its test client."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def call(self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Answer:
        sent = {} if body is None else {"json": body}
        answer = self.client.open(path, method=method, headers=headers_of(token, headers), **sent)
        return Answer(answer.status_code, {name.lower(): value for name, value in answer.headers}, answer.data)


class Table:
    """A session with its tokens and invite codes."""

    def __init__(self, caller: Caller, made: dict[str, Any]) -> None:
        self.caller, self.made = caller, made
        self.id: str = made["id"]
        self.path = f"/v1/sessions/{self.id}"
        self.host: str = made["host_token"]
        self.tokens: list[str | None] = [seat.get("token") for seat in made["seats"]]
        self.codes: list[str | None] = [seat.get("invite_code") for seat in made["seats"]]

    def read(self, token: str | None = None) -> Any:
        answer = self.caller.call("GET", self.path, token=token)
        assert answer.status == 200, answer.json
        return answer.json

    def acting(self) -> str:
        """The token of the seat to act."""
        seat: int = self.read()["to_act"]["seat"]
        token = self.tokens[seat]
        assert token is not None
        return token

    def legal(self, token: str | None = None) -> Any:
        answer = self.caller.call("GET", f"{self.path}/legal-moves", token=token or self.acting())
        assert answer.status == 200, answer.json
        return answer.json["legal_moves"]

    def move(self, move: Any, version: int | str | None, token: str | None = None, **headers: str) -> Answer:
        if version is not None:
            headers["If_Match"] = f'"{version}"' if isinstance(version, int) else version
        return self.caller.call("POST", f"{self.path}/moves", {"move": move}, token or self.acting(), **headers)

    def play(self, moves: int, seed: int = 1) -> int:
        """Makes that many random moves, or fewer if the game ends; returns the session's version."""
        rng = Random(seed)
        seen = self.read()
        for _ in range(moves):
            if seen["to_act"] is None:
                break
            token = self.tokens[seen["to_act"]["seat"]]
            assert token is not None
            legal = seen["legal_moves"] or self.legal(token)
            answer = self.move(legal[int(rng.random() * len(legal))], seen["version"], token)
            assert answer.status == 200, answer.json
            seen = answer.json
        version: int = seen["version"]
        return version

    def history(self, token: str | None = None, since: int = 0) -> list[Any]:
        """The whole log, page by page."""
        entries: list[Any] = []
        cursor: int | None = since
        while cursor is not None:
            answer = self.caller.call("GET", f"{self.path}/history?since={cursor}&limit=50", token=token)
            assert answer.status == 200, answer.json
            entries += answer.json["entries"]
            cursor = answer.json["next"]
        return entries


def new_table(caller: Caller, game: str = "orbis", seats: int = 2, seed: int | None = 7, **wish: Any) -> Table:
    """A new session of human seats."""
    body = {"game": game, "seats": [{"kind": "human"}] * seats, **wish}
    if seed is not None:
        body["seed"] = seed
    answer = caller.call("POST", "/v1/sessions", body)
    assert answer.status == 201, answer.json
    return Table(caller, answer.json)


def new_invited_table(caller: Caller, game: str = "orbis", invited: int = 2, **wish: Any) -> Table:
    """A new session with one human seat; the others are for players with invite codes."""
    seats = [{"kind": "human"}, *[{"kind": "invited"}] * invited]
    answer = caller.call("POST", "/v1/sessions", {"game": game, "seats": seats, "seed": 7, **wish})
    assert answer.status == 201, answer.json
    return Table(caller, answer.json)


def code_of(answer: Answer) -> tuple[int, str]:
    """The status and problem code of a refusal."""
    return answer.status, answer.json["code"]


def quiet_move(table: Table, seed: int = 7) -> Any:
    """A first move that reveals nothing and can therefore be undone."""
    game = GAMES[table.made["game"]]
    state = start(game, {}, len(table.tokens), seed)
    for move in game.legal_moves(state):
        if not any(event.reveals for event in apply(game, state, move)[1]):
            return msgspec.to_builtins(move)
    raise AssertionError("every first move reveals something")


def play_for(sessions: Sessions, session_id: str) -> None:
    """An AI makes the move that is due."""
    session = sessions.store.find(session_id)
    assert session.due is not None
    seat = session.due.seat
    chosen = choose(session.game, session.game.view(state_of(session), seat), seat, session.due.level, seed=1)
    make_ai_move(sessions, session_id, session.due, chosen.move)
