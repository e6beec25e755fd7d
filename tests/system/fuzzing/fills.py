"""For each operation, values with which it succeeds: Schemathesis fills in the rest, or damages it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.support.tables import GAME_IDS, Table
from tests.system.fuzzing.prepared import API_KEY, HOOK, Position, Prepared, positions, records


@dataclass
class Fill:
    """Parts of a request."""

    path: dict[str, Any] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    body: dict[str, Any] | None = None


def fill(operation: str, prepared: Prepared, rng: Random) -> Fill:
    """The values for an operation; none if it needs nothing that exists."""
    return FILLS[operation](prepared, rng) if operation in FILLS else Fill()


def of_session(table: Table, token: str | None, body: dict[str, Any] | None = None, **path: int) -> Fill:
    return Fill({"session_id": table.id, **path}, headers={"Authorization": f"Bearer {token}"} if token else {}, body=body)


def create_session(prepared: Prepared, rng: Random) -> Fill:
    others = rng.choice([["human"], ["invited"], ["invited", "ai"]])
    return Fill(body={"game": rng.choice(GAME_IDS), "seats": [{"kind": kind} for kind in ("human", *others)]})


def read(prepared: Prepared, rng: Random) -> Fill:
    return of_session(*prepared.any(rng))


def read_state(prepared: Prepared, rng: Random) -> Fill:
    table, token = prepared.any(rng)
    return of_session(table, token, version=rng.choice([0, 1, 2]))


def read_finished(prepared: Prepared, rng: Random) -> Fill:
    table = rng.choice(prepared.finished)
    return of_session(table, rng.choice([*table.tokens, None]))


def follow(prepared: Prepared, rng: Random) -> Fill:
    """A poll that does not wait: a feed that stays open costs the fuzzer a second."""
    filled = read(prepared, rng)
    return Fill(filled.path, {"wait": 0}, filled.headers)


def ticket(prepared: Prepared, rng: Random) -> Fill:
    table, token = prepared.any(rng)
    return of_session(table, token or table.host, {})


def seat_to_act(prepared: Prepared, rng: Random) -> Fill:
    table = prepared.to_move(rng)
    return of_session(table, table.acting(), {"level": "random", "seed": 1})


def move(prepared: Prepared, rng: Random) -> Fill:
    table = prepared.to_move(rng)
    token, version = table.acting(), table.read()["version"]
    filled = of_session(table, token, {"move": rng.choice(table.legal(token))})
    filled.headers["If-Match"] = rng.choice([f'"{version}"', "*"])
    return filled


def undo(prepared: Prepared, rng: Random) -> Fill:
    table = prepared.quiet(rng.choice(GAME_IDS))
    mover = table.made["to_act"]["seat"]
    return of_session(table, table.tokens[mover], {"to": rng.choice(["decision", "turn"])})


def fork(prepared: Prepared, rng: Random) -> Fill:
    table = rng.choice([*prepared.finished, *prepared.running])
    return of_session(table, table.host, {"version": rng.choice([0, 1, 2])})


def free_seat(prepared: Prepared, rng: Random) -> Fill:
    return of_session(prepared.invited(rng.choice(GAME_IDS)), None, {"name": "Grace"})


def claim_by_code(prepared: Prepared, rng: Random) -> Fill:
    return Fill(body={"invite_code": prepared.invited(rng.choice(GAME_IDS)).codes[1]})


def claim_seat(prepared: Prepared, rng: Random) -> Fill:
    table = prepared.invited(rng.choice(GAME_IDS))
    return of_session(table, None, {"invite_code": table.codes[1]}, seat=1)


def resign(prepared: Prepared, rng: Random) -> Fill:
    table = prepared.claimed(rng.choice(GAME_IDS))
    seat = rng.choice([0, 1])
    return of_session(table, table.tokens[seat], {"level": "random"}, seat=seat)


def by_host_for_free_seat(prepared: Prepared, rng: Random) -> Fill:
    table = prepared.invited(rng.choice(GAME_IDS))
    return of_session(table, table.host, {}, seat=rng.choice([1, 2]))


def replace(prepared: Prepared, rng: Random) -> Fill:
    filled = by_host_for_free_seat(prepared, rng)
    filled.body = {"level": "random"}
    return filled


def by_host(prepared: Prepared, rng: Random) -> Fill:
    table = prepared.claimed(rng.choice(GAME_IDS))
    return of_session(table, table.host, {"seat": rng.choice([0, 1])})


def end(prepared: Prepared, rng: Random) -> Fill:
    table = prepared.invited(rng.choice(GAME_IDS))
    return of_session(table, table.host)


def rematch(prepared: Prepared, rng: Random) -> Fill:
    table = rng.choice(prepared.finished)
    return of_session(table, rng.choice(table.tokens), {})


def statuses(prepared: Prepared, rng: Random) -> Fill:
    asked = [prepared.any(rng) for _ in range(rng.randint(1, 5))]
    return Fill(body={"sessions": [{"id": table.id, "token": token or table.host} for table, token in asked]})


def position(prepared: Prepared, rng: Random) -> Position:
    game = rng.choice(GAME_IDS)
    return prepared.sealed(game) if rng.random() < 0.25 else rng.choice(positions()[game])


def with_state(prepared: Prepared, rng: Random) -> Fill:
    found = position(prepared, rng)
    return Fill({"game": found.game}, body={**found.body, **found.key})


def open_state(prepared: Prepared, rng: Random) -> Fill:
    found = rng.choice(positions()[rng.choice(GAME_IDS)])
    return Fill({"game": found.game}, body=found.body)


def view(prepared: Prepared, rng: Random) -> Fill:
    found = position(prepared, rng)
    return Fill({"game": found.game}, body={**found.body, "seat": found.seat, **found.key})


def stateless_move(prepared: Prepared, rng: Random) -> Fill:
    found = position(prepared, rng)
    return Fill({"game": found.game}, body={**found.body, "move": rng.choice(found.moves), **found.key})


def record(prepared: Prepared, rng: Random) -> Fill:
    found = rng.choice(records())
    return Fill({"game": found["game"]}, body={"record": found})


def job(prepared: Prepared, rng: Random) -> Fill:
    return Fill({"job_id": rng.choice(prepared.jobs)})


def new_job(prepared: Prepared, rng: Random) -> Fill:
    return Fill({"job_id": prepared.job(rng.choice(GAME_IDS))})


def webhooks(prepared: Prepared, rng: Random) -> Fill:
    if rng.random() < 0.5:
        return Fill(headers={"X-Api-Key": API_KEY})
    table = rng.choice(prepared.sessions)
    return Fill(query={"session": table.id}, headers={"Authorization": f"Bearer {table.host}"})


def create_webhook(prepared: Prepared, rng: Random) -> Fill:
    if rng.random() < 0.5:
        return Fill(headers={"X-Api-Key": API_KEY}, body=dict(HOOK))
    table = prepared.invited(rng.choice(GAME_IDS))
    return Fill(headers={"Authorization": f"Bearer {table.host}"}, body={**HOOK, "session": table.id})


def webhook(prepared: Prepared, rng: Random) -> Fill:
    found = rng.choice(prepared.webhooks)
    return Fill({"webhook_id": found.id}, headers=found.headers, body={})


def new_webhook(prepared: Prepared, rng: Random) -> Fill:
    found = prepared.webhook()
    return Fill({"webhook_id": found.id}, headers=found.headers)


def api_key(prepared: Prepared, rng: Random) -> Fill:
    return Fill(headers={"X-Api-Key": API_KEY})


FILLS: dict[str, Callable[[Prepared, Random], Fill]] = {
    "createSession": create_session,
    "getSession": read,
    "getSessionHistory": read,
    "drawSessionBoard": read,
    "getSessionState": read_state,
    "getSessionRecord": read_finished,
    "followSession": follow,
    "createFeedTicket": ticket,
    "listSessionLegalMoves": seat_to_act,
    "requestHint": seat_to_act,
    "makeSessionMoves": move,
    "undoSessionMove": undo,
    "forkSession": fork,
    "takeFreeSeat": free_seat,
    "claimByCode": claim_by_code,
    "claimSeat": claim_seat,
    "resignSeat": resign,
    "createInvite": by_host_for_free_seat,
    "replacePlayer": replace,
    "addHost": by_host,
    "endSession": end,
    "createRematch": rematch,
    "listStatuses": statuses,
    "makeMoves": stateless_move,
    "listLegalMoves": with_state,
    "requestAiMove": with_state,
    "viewState": view,
    "drawBoard": view,
    "checkState": open_state,
    "verifyRecord": record,
    "getJob": job,
    "cancelJob": new_job,
    "listWebhooks": webhooks,
    "createWebhook": create_webhook,
    "getWebhook": webhook,
    "deleteWebhook": new_webhook,
    "replaceWebhookSecret": webhook,
    "listWebhookDeliveries": webhook,
    "createWebhookTest": webhook,
    "getMetrics": api_key,
}
"""By operation; the others succeed with what the specification says about them."""
