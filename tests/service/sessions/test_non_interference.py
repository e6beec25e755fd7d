"""Non-interference: two sessions that differ only in what a seat cannot see give that seat, spectators and the host equal answers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.game import apply
from service.sessions.changes import Sessions
from service.sessions.model import state_of
from service.sessions.time_outs import time_out
from tests.support.clocks import leave_for, pass_deadline
from tests.support.http_client import Answer
from tests.support.tables import GAME_IDS, InProcess, Table, new_table
from tests.support.twins import Observed, assert_equal, deal_twins, masked, observe

CLOCK = {"move_seconds": 3600, "bank_seconds": 600, "on_timeout": "ai_turn", "level": "random"}
OPTIONS: dict[str, Any] = {"blue_moon_city": {"round_limit": 6}}
SHORT: dict[str, Any] = {"blue_moon_city": {"round_limit": 2}}

JSON = "application/json"
READS = (
    ("", JSON),
    ("/history?since=0", JSON),
    ("/events?since=0&wait=0", JSON),
    ("/events?since=12&wait=0&include=position", JSON),
    ("/board.svg", "image/svg+xml"),
    ("/record", JSON),
)
"""The paths that everybody may read, and their media types."""


class World:
    """A session, and the calls of one of its seats, of a spectator and of the host."""

    def __init__(self, sessions: Sessions, table: Table, seat: int) -> None:
        self.sessions, self.table, self.seat = sessions, table, seat
        self.bearers = {"own": table.tokens[seat], "spectator": None, "host": table.host}
        self.observed: list[Observed] = []

    def ask(self, name: str, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Answer:
        """Makes a call and notes its answer."""
        answer = self.table.caller.call(method, path, body, token, **headers)
        self.observed.append(observe(name, answer, self.table.id))
        return answer

    def post(self, name: str, path: str, body: Any, token: str | None) -> Answer:
        return self.ask(name, "POST", f"{self.table.path}{path}", body, token)

    def read_everything(self) -> None:
        """Every read of the session, as each of the three callers."""
        for who, token in self.bearers.items():
            for path, media_type in READS:
                self.ask(f"{who} {path}", "GET", f"{self.table.path}{path}", token=token, Accept=media_type)
            if token is not None:
                self.ask(f"{who} status", "POST", "/v1/sessions/statuses", {"sessions": [{"id": self.table.id, "token": token}]})
                self.post(f"{who} ticket", "/feed-tickets", {}, token)
                self.post(f"{who} rematch", "/rematches", {}, token)
        listed = [each for each in self.table.caller.call("GET", "/v1/sessions").json["sessions"] if each["id"] == self.table.id]
        self.observed.append(("open tables", len(listed), masked(listed)))
        self.ask("legal moves", "GET", f"{self.table.path}/legal-moves", token=self.bearers["own"])

    def try_moves(self) -> None:
        """Dry runs of the first legal moves: also whether one is refused must not depend on hidden pieces."""
        seen = self.table.read(self.bearers["own"])
        for move in seen["legal_moves"][:8]:
            headers = {"If_Match": f'"{seen["version"]}"'}
            self.ask("dry run", "POST", f"{self.table.path}/moves", {"move": move, "dry_run": True}, self.bearers["own"], **headers)

    def move(self) -> None:
        """Makes a move that reveals nothing, if the seat has one."""
        session, own = self.sessions.store.find(self.table.id), self.bearers["own"]
        state = state_of(session)
        for move in session.game.legal_moves(state) if state.pending[-1].seat == self.seat else ():
            if not any(event.reveals for event in apply(session.game, state, move)[1]):
                headers = {"If_Match": f'"{session.version}"'}
                self.ask("move", "POST", f"{self.table.path}/moves", {"move": msgspec.to_builtins(move)}, own, **headers)
                return

    def change_seats(self) -> None:
        """Makes a host, times a player out, invites an absent player again, and lets an AI replace another."""
        first, second = (seat for seat in range(3) if seat != self.seat)
        self.post("host", "/hosts", {"seat": first}, self.table.host)
        pass_deadline(self.sessions.store, self.table.id)
        self.try_moves()
        time_out(self.sessions, self.table.id)
        self.read_everything()
        leave_for(self.sessions.store, self.table.id, 121)
        code = self.post("invite", f"/seats/{first}/invites", {}, self.table.host).json["invite_code"]
        claimed = self.table.caller.call("POST", "/v1/claims", {"invite_code": code, "name": "Zoë"})
        self.observed.append(("claim", claimed.status, "the new player sees another seat's pieces"))
        self.post("replacement", f"/seats/{second}/replacements", {"level": "random"}, self.table.host)


def twins(sessions: Sessions, tables: list[Table], seat: int) -> list[World]:
    """Worlds with the same views for the seat, and different hidden pieces."""
    return [World(sessions, table, seat) for table in deal_twins(sessions, tables, seat)]


@pytest.mark.parametrize("game", GAME_IDS)
@pytest.mark.parametrize("is_acting", [True, False], ids=["acting", "waiting"])
def test_no_answer_depends_on_what_its_caller_cannot_see(caller: InProcess, sessions: Sessions, game: str, is_acting: bool) -> None:
    """Positions, logs, feeds with positions, clocks, statuses, open tables, dry runs, refusals, hosts, invites and replacements."""
    wish = {"clock": CLOCK, "visibility": "open", "options": OPTIONS.get(game, {})}
    tables = [new_table(caller, game, 3, **wish) for _ in range(2)]
    for table in tables:
        table.play(12)
    acting = tables[0].read()["to_act"]["seat"]
    worlds = twins(sessions, tables, acting if is_acting else (acting + 1) % 3)
    for world in worlds:
        world.read_everything()
        world.try_moves()
        world.move()
        world.change_seats()
        world.read_everything()
    assert_equal([world.observed for world in worlds])
    seen = {(name, status) for name, status, _ in worlds[0].observed}
    assert {("host", 201), ("invite", 201), ("claim", 201), ("replacement", 201), ("open tables", 1), ("own rematch", 409)} <= seen


@pytest.mark.parametrize("game", GAME_IDS)
def test_no_answer_of_a_rematch_depends_on_what_its_caller_cannot_see(caller: InProcess, sessions: Sessions, game: str) -> None:
    """The finished game hides nothing; the rematch, which is made and read again with each player's token, hides its new pieces."""
    rematches = []
    for _ in range(2):
        table = new_table(caller, game, 3, options=SHORT.get(game, {}), clock=CLOCK)
        table.play(5000)
        begun = caller.call("POST", f"{table.path}/rematches", {}, table.tokens[1])
        assert begun.status == 201
        rematch = Table(caller, {**begun.json, "host_token": table.host})
        rematch.tokens = table.tokens
        rematches.append((table, rematch))
    worlds = twins(sessions, [rematch for _, rematch in rematches], 1)
    for (table, _), world in zip(rematches, worlds, strict=True):
        for who, token in world.bearers.items():
            world.ask(f"{who} rematch", "POST", f"{table.path}/rematches", {}, token)
        world.read_everything()
        world.try_moves()
    assert_equal([world.observed for world in worlds])
    assert [status for name, status, _ in worlds[0].observed[:3]] == [200, 401, 200]
