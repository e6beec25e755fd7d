"""What exists on a service that is fuzzed: sessions in every situation, webhooks, jobs and positions of every game."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec

from engine.game import apply, start
from engine.games import GAMES
from service.http.api_keys import new_key
from tests.engine.cases import CASES
from tests.recorded.finished_games import read_record
from tests.support.tables import GAME_IDS, Caller, Table, new_invited_table, new_table, quiet_move

API_KEY, API_KEY_ENTRY = new_key("fuzz", ["play", "ai", "admin"])
"""The API key of the fuzzer, and its entry for the settings."""

CLOCK = {"move_seconds": 1, "bank_seconds": 0, "on_timeout": "ai_turn", "level": "random"}
SHORT_GAME = {"blue_moon_city": {"round_limit": 4}}
HOOK = {"url": "https://app.example/hooks", "events": ["turn", "over"]}


class Webhook(NamedTuple):
    """A webhook and the header that gives access to it."""

    id: str
    headers: dict[str, str]


class Position(NamedTuple):
    """A position as the stateless calls take it, the seat to act, its legal moves, and what opens it if it is sealed."""

    game: str
    body: dict[str, Any]
    seat: int
    moves: list[Any]
    key: dict[str, Any]


class Prepared:
    """Opens sessions, webhooks and jobs by the API, some in advance and some when a case needs a new one."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.finished = [self.play_to_the_end(game) for game in GAME_IDS]
        self.running = [self.begin(game) for game in GAME_IDS]
        others = [make(game) for game in GAME_IDS for make in (self.claimed, self.invited, self.clocked, self.resigned)]
        self.sessions = [*self.finished, *self.running, *others]
        self.jobs = [self.job(game) for game in GAME_IDS]
        self.webhooks = [self.webhook(), self.webhook(of_key=True)]

    def any(self, rng: Random) -> tuple[Table, str | None]:
        """One of the sessions that stay, and a token of it: of a seat, of the host, or none."""
        table = rng.choice(self.sessions)
        return table, rng.choice([table.host, *table.tokens, None])

    def to_move(self, rng: Random) -> Table:
        """A session in which a person is to act; one that is over is replaced."""
        at = rng.randrange(len(self.running))
        if self.running[at].read()["to_act"] is None:
            self.running[at] = self.begin(GAME_IDS[at])
        return self.running[at]

    def begin(self, game: str) -> Table:
        """A session with some moves made."""
        table = new_table(self.caller, game)
        table.play(3)
        return table

    def play_to_the_end(self, game: str) -> Table:
        """A session that is over."""
        table = new_table(self.caller, game, options=SHORT_GAME.get(game, {}))
        table.play(10_000)
        return table

    def quiet(self, game: str) -> Table:
        """A session whose only move can be undone."""
        table = new_table(self.caller, game)
        self.expect(200, "POST", f"{table.path}/moves", {"move": quiet_move(table)}, table.acting(), If_Match='"0"')
        return table

    def invited(self, game: str) -> Table:
        """An open session with two free seats."""
        return new_invited_table(self.caller, game, visibility="open")

    def claimed(self, game: str) -> Table:
        """A session in which a player has joined with a code."""
        table = self.invited(game)
        joined = self.expect(201, "POST", "/v1/claims", {"invite_code": table.codes[1], "name": "Grace"})
        table.tokens[1] = joined["token"]
        return table

    def clocked(self, game: str) -> Table:
        """A session whose clock runs out."""
        return new_table(self.caller, game, clock=CLOCK)

    def resigned(self, game: str) -> Table:
        """A session that a player has left to an AI."""
        table = new_table(self.caller, game)
        self.expect(201, "POST", f"{table.path}/seats/0/resignations", {"level": "random"}, table.tokens[0])
        return table

    def job(self, game: str) -> str:
        """The id of a new job."""
        made = self.expect(202, "POST", f"/v1/games/{game}/ai-moves", {**positions()[game][0].body, "level": "random"})
        return str(made["id"])

    def webhook(self, of_key: bool = False) -> Webhook:
        """A webhook of the API key or of a new session."""
        if of_key:
            headers = {"X-Api-Key": API_KEY}
            return Webhook(self.expect(201, "POST", "/v1/webhooks", HOOK, X_Api_Key=API_KEY)["id"], headers)
        table = new_table(self.caller)
        made = self.expect(201, "POST", "/v1/webhooks", {**HOOK, "session": table.id}, table.host)
        return Webhook(made["id"], {"Authorization": f"Bearer {table.host}"})

    def sealed(self, game: str) -> Position:
        """A new sealed game."""
        made = self.expect(201, "POST", f"/v1/games/{game}/states", {"seats": GAMES[game].seats[0], "sealed": True})
        seat = made["to_act"]["seat"]
        token, key = {"token": made["token"]}, {"seat_key": made["seat_keys"][seat]}
        listed = self.expect(200, "POST", f"/v1/games/{game}/legal-moves", {**token, **key})["legal_moves"]
        return Position(game, token, seat, listed, key)

    def expect(self, status: int, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Any:
        """The document of an answer that must have this status."""
        answer = self.caller.call(method, path, body, token, **headers)
        assert answer.status == status, answer.json
        return answer.json


@cache
def positions() -> dict[str, list[Position]]:
    """Positions of every game, from its beginning to near its end."""
    return {game_id: [position_after(game_id, count) for count in (0, 1, 5, 20, 45)] for game_id in GAME_IDS}


def position_after(game_id: str, moves: int) -> Position:
    """The position after that many random moves."""
    game, rng = GAMES[game_id], Random(moves)
    state = start(game, {}, game.seats[0], moves)
    for _ in range(moves):
        after, _ = apply(game, state, rng.choice(game.legal_moves(state)))
        if not game.legal_moves(after):
            break
        state = after
    listed = [msgspec.to_builtins(move) for move in game.legal_moves(state)]
    return Position(game_id, {"state": msgspec.to_builtins(state)}, state.pending[-1].seat, listed, {})


@cache
def records() -> list[dict[str, Any]]:
    """Records of finished games."""
    return [read_record(*case) for case in CASES]
