"""A host who tries every call of the API learns nothing hidden: twin sessions that differ only in what the host cannot see answer alike.

The host opened the session, holds its first seat and the host's token, and kept every invite code.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import yaml
from flask import Flask

from engine.game import apply
from service.jobs.tasks import perform
from service.sessions.changes import Sessions
from service.sessions.model import state_of
from tests.support.clocks import leave_for
from tests.support.http_client import Answer
from tests.support.stores import jobs_of
from tests.support.tables import GAME_IDS, InProcess, Table
from tests.support.twins import Observed, assert_equal, deal_twins, observe

OPTIONS: dict[str, Any] = {"blue_moon_city": {"round_limit": 6}}

STATELESS = {"listGames", "getGame", "getRules", "createGame", "makeMoves", "listLegalMoves", "viewState", "checkState", "verifyRecord"}
STATELESS |= {"drawBoard", "requestAiMove", "drawQrCode"}
"""Calls that read no session: what they answer follows from what the caller sends."""

OPERATORS = {"getHealth", "getReadiness", "getMetrics"}
"""Calls about the service as a whole."""

WEBHOOK = "https://203.0.113.7/hook"
READS = {
    "getSession": ("", "application/json"),
    "getSessionHistory": ("/history?since=0", "application/json"),
    "getSessionRecord": ("/record", "application/json"),
    "listSessionLegalMoves": ("/legal-moves", "application/json"),
    "drawSessionBoard": ("/board.svg", "image/svg+xml"),
    "followSession": ("/events?since=0&wait=0&include=position", "application/json"),
}


def operations() -> set[str]:
    """The ids of all operations of the specification."""
    spec = yaml.safe_load((Path(__file__).parents[3] / "service/openapi/operations.yaml").read_text())
    return {operation["operationId"] for path in spec["paths"].values() for operation in path.values() if "operationId" in operation}


class Host:
    """A session and what its host learned from calls: with the host's token, with the token of the host's seat, and with neither."""

    def __init__(self, app: Flask, sessions: Sessions, table: Table) -> None:
        self.jobs, self.sessions, self.table = jobs_of(app), sessions, table
        self.own, self.tokens = table.tokens[0], (table.host, table.tokens[0], None)
        self.observed: list[Observed] = []
        self.called: set[str] = set()

    def call(self, operation: str, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Answer:
        answer = self.table.caller.call(method, path if path.startswith("/v1") else f"{self.table.path}{path}", body, token, **headers)
        self.called.add(operation)
        self.observed.append(observe(operation, answer, self.table.id))
        assert answer.status < 500
        return answer

    def post(self, operation: str, path: str, body: Any, token: str | None) -> Answer:
        return self.call(operation, "POST", path, body, token)

    def try_every_call(self) -> None:
        """Every call that does not change who plays."""
        self.read()
        self.move_and_undo()
        self.fork()
        self.ask_for_hints()
        self.register_webhooks()
        for token in self.tokens:
            self.post("createRematch", "/rematches", {}, token)
            self.post("addHost", "/hosts", {"seat": 0}, token)
            self.post("resignSeat", "/seats/1/resignations", {}, token)
            for code in self.table.codes:
                self.post("claimSeat", "/seats/1/claims", {"invite_code": "AAAA-AAAA-AAAA"}, token)
                self.post("claimByCode", "/v1/claims", {"invite_code": f"{code}A"}, token)
            self.post("takeFreeSeat", "/claims", {}, token)

    def read(self) -> None:
        version = self.table.read()["version"]
        for token in self.tokens:
            for operation, (path, media_type) in READS.items():
                self.call(operation, "GET", path, token=token, Accept=media_type)
            for past in range(max(0, version - 3), version + 2):
                self.call("getSessionState", "GET", f"/states/{past}", token=token)
                self.call("drawSessionBoard", "GET", f"/board.svg?version={past}", token=token, Accept="image/svg+xml")
            if token is not None:
                self.post("listStatuses", "/v1/sessions/statuses", {"sessions": [{"id": self.table.id, "token": token}]}, None)
            ticket = self.post("createFeedTicket", "/feed-tickets", {}, token).json.get("ticket")
            if ticket:
                self.call("followSession", "GET", f"/events?wait=0&include=position&ticket={ticket}", Accept="application/json")
        self.call("listOpenSessions", "GET", "/v1/sessions")

    def move_and_undo(self) -> None:
        """Tries moves, makes one that reveals nothing if there is one, and takes back what can be taken back."""
        session = self.sessions.store.find(self.table.id)
        state, seen = state_of(session), self.table.read(self.own)
        headers = {"If_Match": f'"{seen["version"]}"'}
        for token in self.tokens:
            for move in session.game.legal_moves(state)[:6] if state.pending[-1].seat == 0 else ():
                body = {"move": msgspec.to_builtins(move)}
                self.call("makeSessionMoves", "POST", "/moves", body | {"dry_run": True}, token, **headers)
        for move in session.game.legal_moves(state) if state.pending[-1].seat == 0 else ():
            if not any(event.reveals for event in apply(session.game, state, move)[1]):
                self.call("makeSessionMoves", "POST", "/moves", {"move": msgspec.to_builtins(move)}, self.own, **headers)
                break
        for to in ("decision", "turn"):
            for token in self.tokens:
                self.post("undoSessionMove", "/undo", {"to": to}, token)

    def fork(self) -> None:
        """Forks at each version, and the forks again; the stored position of a fork, its hidden pieces too, is what the host learns."""
        version = self.table.read()["version"]
        for token in self.tokens:
            for past in range(max(0, version - 3), version + 1):
                made = self.post("forkSession", "/forks", {"version": past}, token)
                if made.status == 201:
                    self.look_into(made.json)
                    again = self.table.caller.call("POST", f"/v1/sessions/{made.json['id']}/forks", {}, made.json["host_token"])
                    self.look_into(again.json)

    def look_into(self, fork: Any) -> None:
        stored = self.sessions.store.find(fork["id"])
        self.observed.append(("stored fork", stored.facts.seed, stored.snapshot))

    def ask_for_hints(self) -> None:
        body = {"level": "normal", "iterations": 30, "seed": 1, "analysis": True}
        for token in self.tokens:
            asked = self.post("requestHint", "/ai-moves", body, token)
            if asked.status == 202:
                claim = self.jobs.claim("study")
                assert claim is not None and claim.id == asked.json["id"]
                perform(self.jobs, self.sessions, claim)
                self.call("getJob", "GET", f"/v1/jobs/{asked.json['id']}")
        self.call("getJob", "GET", f"/v1/jobs/{'x' * 24}")
        self.call("cancelJob", "DELETE", f"/v1/jobs/{'x' * 24}")

    def register_webhooks(self) -> None:
        for token in self.tokens:
            made = self.post("createWebhook", "/v1/webhooks", {"url": WEBHOOK, "events": ["turn", "over"], "session": self.table.id}, token)
            path = f"/v1/webhooks/{made.json.get('id', 'x' * 16)}"
            self.call("listWebhooks", "GET", f"/v1/webhooks?session={self.table.id}", token=token)
            self.call("getWebhook", "GET", path, token=token)
            self.call("listWebhookDeliveries", "GET", f"{path}/deliveries", token=token)
            self.post("replaceWebhookSecret", f"{path}/secrets", {}, token)
            self.post("createWebhookTest", f"{path}/tests", {}, token)
            self.call("deleteWebhook", "DELETE", path, token=token)

    def change_seats(self) -> None:
        """Removes the other players, who are absent: one gets a new invite, an AI replaces the other."""
        leave_for(self.sessions.store, self.table.id, 121)
        self.post("createInvite", "/seats/1/invites", {}, self.table.host)
        self.post("replacePlayer", "/seats/2/replacements", {"level": "random"}, self.table.host)

    def end(self) -> None:
        self.post("resignSeat", "/seats/0/resignations", {"level": "random"}, self.own)
        self.read()
        self.call("endSession", "DELETE", "", token=self.table.host)
        self.read_after_the_end()

    def read_after_the_end(self) -> None:
        for token in self.tokens:
            self.call("followSession", "GET", "/events?since=0&wait=0&include=position", token=token, Accept="application/json")


def new_session(caller: InProcess, game: str) -> Table:
    """A session of the host and two people elsewhere."""
    seats = [{"kind": "human"}, {"kind": "invited"}, {"kind": "invited"}]
    body = {"game": game, "seats": seats, "seed": 7, "options": {"first_seat": 0, **OPTIONS.get(game, {})}}
    return Table(caller, caller.call("POST", "/v1/sessions", body).json)


def join(table: Table) -> None:
    """The two people claim their seats."""
    for seat in (1, 2):
        body = {"invite_code": table.codes[seat]}
        table.tokens[seat] = table.caller.call("POST", f"{table.path}/seats/{seat}/claims", body).json["token"]


@pytest.fixture
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals every fork with the same random numbers, so that forks differ only if what they are dealt from does."""
    monkeypatch.setattr("service.sessions.forks.Random", lambda _: Random(5))


@pytest.mark.usefixtures("same_chance")
@pytest.mark.parametrize("game", GAME_IDS)
def test_a_host_learns_nothing_before_and_after_others_join(app: Flask, caller: InProcess, sessions: Sessions, game: str) -> None:
    tables = [new_session(caller, game) for _ in range(2)]
    hosts = [Host(app, sessions, table) for table in deal_twins(sessions, tables, 0)]
    for host in hosts:
        host.try_every_call()
        join(host.table)
        host.try_every_call()
        host.change_seats()
        host.try_every_call()
        host.end()
    assert_equal([host.observed for host in hosts])
    assert hosts[0].called | STATELESS | OPERATORS == operations() - {"receiveDelivery", "createSession"}


@pytest.mark.usefixtures("same_chance")
@pytest.mark.parametrize("game", GAME_IDS)
@pytest.mark.parametrize("moves", [11, 12, 13])
def test_a_host_learns_nothing_while_others_play(app: Flask, caller: InProcess, sessions: Sessions, game: str, moves: int) -> None:
    tables = [new_session(caller, game) for _ in range(2)]
    for table in tables:
        join(table)
        table.play(moves)
    hosts = [Host(app, sessions, table) for table in deal_twins(sessions, tables, 0)]
    for host in hosts:
        host.try_every_call()
        host.change_seats()
        host.try_every_call()
    assert_equal([host.observed for host in hosts])
