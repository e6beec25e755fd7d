"""The calls whose answers openapi.yaml shows: every operation succeeds, and every shared response is answered at least once.

`python -m tests.service.openapi.recording` records them anew.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import redis
from msgspec.structs import replace

from engine.game import apply, start
from engine.games import GAMES
from service import create_app
from service.http.api_keys import new_key
from service.openapi.examples import OF_ANY_GAME, SEED, quiet_move, requests_of_games
from service.openapi.naming import prefix
from service.openapi.recorded import Recorded, write_recorded
from service.settings import Settings
from service.webhooks.delivering import deliver
from service.webhooks.registration import MAX_OF_SESSION
from service.wiring import build_deliverer
from tests.recorded import recorded_lines
from tests.service.openapi.recorder import REQUEST_ID, Recorder, busy_service
from tests.support.receiver import Receiver

SHOWN = "orbis"
"""The game of the examples that show one game only; its states are the shortest."""

NOWHERE = "redis://127.0.0.1:1/0"


def record() -> Recorded:
    """Makes all calls and returns their answers."""
    with busy_service() as (client, redis_url):
        recorder = Recorder(client)
        catalogue(recorder)
        for game in GAMES.values():
            referee(recorder, game.id, game.seats[0])
        session(recorder)
        open_session(recorder)
        rematch(recorder)
        service(recorder)
        jobs(recorder)
        webhooks(recorder, redis_url)
        refusals(recorder)
        session_refusals(recorder)
        archived(recorder, redis_url)
        other_services(recorder, redis_url)
        return recorder.result()


def catalogue(recorder: Recorder) -> None:
    recorder.call("listGames")
    recorder.call("getGame", game=SHOWN)
    recorder.call("getRules", game=SHOWN)


def referee(recorder: Recorder, game: str, seats: int) -> None:
    """The stateless calls; all games show their positions, one shows the other answers."""
    position = recorder.call("createGame", {"seats": seats, "seed": SEED, "options": {}}, name=game, game=game).get_json()
    state = position["state"]
    recorder.call("makeMoves", {"state": state, "move": position["legal_moves"][0]}, name=game, game=game)
    if game == SHOWN:
        recorder.call("listLegalMoves", {"state": state}, game=game)
        recorder.call("viewState", {"state": state, "seat": None}, game=game)
        recorder.call("checkState", {"state": state}, name="valid", game=game)
        recorder.call("checkState", {"state": {**state, "version": None}}, name="invalid", game=game)
        recorder.call("verifyRecord", {"record": shown_record(game)}, game=game)
        recorder.call("drawBoard", {"state": state, "seat": 0}, query="?style=false", game=game)


def shown_record(game: str) -> Any:
    """The record that openapi.yaml sends as an example."""
    return msgspec.to_builtins(requests_of_games()[f"{prefix(GAMES[game])}RecordRequest"]["value"]["record"])


def new_session(recorder: Recorder, *names: str) -> dict[str, Any]:
    seats = [{"kind": "human", "name": name} for name in names]
    made: dict[str, Any] = recorder.call("createSession", {"game": SHOWN, "seats": seats, "seed": SEED}).get_json()
    recorder.fix(made["id"], "852fb046e9f32eaacfc3")
    recorder.fix(made["host_token"], "host_2nJ8yUe4Qm0cT6rZxW1bVdKp9sLfHa3G")
    for seat in made["seats"]:
        recorder.fix(seat["token"], f"seat_{seat['seat']}fR7kXo2LwYt5BnDq8MzCj1GvEs6PuHa4")
        recorder.fix(seat["invite_code"], f"{seat['seat'] + 2}KQM-2WXR-9TNB")
    return made


def session(recorder: Recorder) -> None:
    """The calls of a session, from its creation to its end."""
    made = new_session(recorder, "Ada", "Grace")
    at, ada, host = {"session_id": made["id"]}, made["seats"][0]["token"], made["host_token"]
    state = start(GAMES[SHOWN], {}, 2, SEED)
    recorder.call("getSession", token=ada, **at)
    recorder.call("listSessionLegalMoves", token=ada, **at)
    move = quiet_move(GAMES[SHOWN], state)
    recorder.call("makeSessionMoves", {"move": msgspec.to_builtins(move)}, ada, If_Match='"0"', **at)
    recorder.call("followSession", token=ada, query="?since=0&wait=0&include=position&previews=false", name="positions", **at)
    recorder.call("getSessionState", token=ada, version=1, **at)
    recorder.call("undoSessionMove", {}, ada, **at)
    recorder.call("drawSessionBoard", token=ada, query="?style=false", **at)
    claimed = recorder.call("claimSeat", {"invite_code": made["seats"][1]["invite_code"], "name": "Grace"}, seat=1, **at).get_json()
    recorder.fix(claimed["token"], "seat_7hVb3NcXzQ9wEr5TyUi1OpAs8DfGjKl2")
    forked = recorder.call("forkSession", {"version": 0}, host, **at).get_json()
    recorder.fix(forked["id"], "c40b9d7e21f85a6377d2")
    recorder.fix(forked["host_token"], "host_8sLfHa3G2nJ8yUe4Qm0cT6rZxW1bVdKp")
    for seat in forked["seats"]:
        if "token" in seat:
            recorder.fix(seat["token"], f"seat_{seat['seat']}CjGvEs6PuHa4fR7kXo2LwYt5BnDq8Mz1")
            recorder.fix(seat["invite_code"], f"{seat['seat'] + 2}TNB-7KQM-2WXR")
    recorder.call("addHost", {"seat": 0}, host, **at)
    recorder.call("getSessionHistory", token=ada, query="?since=0&limit=2", **at)
    recorder.call("followSession", token=ada, query="?since=0&wait=0", **at)
    ticket = recorder.call("createFeedTicket", {}, ada, **at).get_json()["ticket"]
    recorder.fix(ticket, "ticket_9cT6rZxW1bVdKp2nJ8yUe4Qm0sLfHa3G")
    absent_player(recorder)
    recorder.call("endSession", token=host, **at)
    recorder.call("followSession", query="?since=1", **at)
    recorder.call("followSession", query="?since=1", Accept="application/x-ndjson", **at)


def absent_player(recorder: Recorder) -> None:
    """A free seat gets a new invite code, then an AI."""
    wish = {"game": SHOWN, "seats": [{"kind": "human", "name": "Ada"}, {"kind": "invited", "name": "Grace"}], "seed": SEED}
    waiting = recorder.client.post("/v1/sessions", json=wish).get_json()
    recorder.fix(waiting["id"], "852fb046e9f32eaacfc3")
    at, host = {"session_id": waiting["id"], "seat": 1}, waiting["host_token"]
    invited = recorder.call("createInvite", {}, host, **at).get_json()
    recorder.fix(invited["invite_code"], "5XRW-9TNB-7KQM")
    recorder.call("replacePlayer", {"level": "random"}, host, **at)


def open_session(recorder: Recorder) -> None:
    """An open session: found, joined by code and without, and its status."""
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "invited"}, {"kind": "invited"}]
    clock = {"move_seconds": 86400, "bank_seconds": 0, "on_timeout": "ai_turn"}
    wish = {"game": SHOWN, "seats": seats, "seed": SEED, "visibility": "open", "metadata": {"room": "Friday evening"}, "clock": clock}
    made = recorder.client.post("/v1/sessions", json=wish).get_json()
    recorder.fix(made["id"], "0e5d27a1c94b83f6d7aa")
    recorder.call("listOpenSessions", query=f"?game={SHOWN}&status=waiting&limit=1")
    by_code = recorder.call("claimByCode", {"invite_code": made["seats"][1]["invite_code"], "name": "Grace"}).get_json()
    recorder.fix(by_code["token"], "seat_1KpAs8DfGjKl27hVb3NcXzQ9wEr5TyUi")
    taken = recorder.call("takeFreeSeat", {"name": "Alan"}, session_id=made["id"]).get_json()
    recorder.fix(taken["token"], "seat_2Er5TyUi1KpAs8DfGjKl27hVb3NcXzQ9")
    asked = [{"id": made["id"], "token": taken["token"]}, {"id": "0" * 20, "token": taken["token"]}]
    recorder.call("listStatuses", {"sessions": asked})
    recorder.call("takeFreeSeat", {}, session_id=made["id"])


def rematch(recorder: Recorder) -> None:
    """A finished game, and the next one."""
    made = new_session(recorder, "Ada", "Grace")
    tokens, path, chance = [seat["token"] for seat in made["seats"]], f"/v1/sessions/{made['id']}", Random(SEED)
    position = made
    while position["to_act"]:
        token = {"Authorization": f"Bearer {tokens[position['to_act']['seat']]}"}
        moves = recorder.client.get(f"{path}/legal-moves", headers=token).get_json()["legal_moves"]
        version = {"If-Match": str(position["version"])}
        position = recorder.client.post(f"{path}/moves", json={"move": chance.choice(moves)}, headers=token | version).get_json()
    recorder.call("getSessionRecord", session_id=made["id"])
    with patch("service.referee.referee.secrets.randbelow", return_value=SEED):
        new = recorder.call("createRematch", {}, tokens[0], session_id=made["id"]).get_json()
    recorder.fix(new["id"], "6d1f08c3b7a94e52c0aa")
    recorder.call("createRematch", {}, tokens[1], session_id=made["id"])


def jobs(recorder: Recorder) -> None:
    """An AI move that the client waits for, and one that it does not."""
    state = recorder.client.post(f"/v1/games/{SHOWN}/states", json={"seats": 2, "seed": SEED}).get_json()["state"]
    done = recorder.call("requestAiMove", {"state": state, "level": "random", "seed": 1}, game=SHOWN, Prefer="wait=10").get_json()
    recorder.fix(done["id"], "TzXCYO5B4Ag6cEd7rJNsoO9N")
    recorder.call("getJob", job_id=done["id"])
    made = new_session(recorder, "Ada", "Grace")
    at, ada = {"session_id": made["id"]}, made["seats"][0]["token"]
    hint = recorder.call("requestHint", {"level": "random", "seed": 1}, ada, Prefer="wait=10", **at).get_json()
    recorder.fix(hint["id"], "Hn4tVb8KcXs2LwQz6RmYd9Jp")
    for operation, asked in (("requestAiMove", {"state": state}), ("requestHint", {})):
        body = {**asked, "level": "hard", "iterations": 1_000_000, "seed": 1}
        queued = recorder.call(operation, body, ada, **({"game": SHOWN} if asked else at)).get_json()
        recorder.fix(queued["id"], "pQ7mZk2Vx9LwRt4BnDc8YsGh")
        recorder.call("cancelJob", job_id=queued["id"])
    recorder.call("resignSeat", {"level": "random"}, ada, seat=0, **at)


def webhooks(recorder: Recorder, redis_url: str) -> None:
    """A webhook of a session: registered, called, tested, refused."""
    made = new_session(recorder, "Ada", "Grace")
    host, addresses = made["host_token"], Settings(redis_url=redis_url, webhook_http=True, webhook_networks=("127.0.0.0/8",))
    deliverer = build_deliverer(addresses)
    assert deliverer is not None
    with Receiver() as receiver:
        recorder.fix(receiver.url, "https://app.example/hooks")
        body = {"url": receiver.url, "events": ["turn", "over"], "session": made["id"]}
        new = recorder.call("createWebhook", body, host).get_json()
        recorder.fix(new["id"], "5c1e0d9f8a7b64e3d2c1b0a9")
        recorder.fix(new["secret"], "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")
        at = {"webhook_id": new["id"]}
        secret = recorder.call("replaceWebhookSecret", {}, host, **at).get_json()["secret"]
        recorder.fix(secret, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        test = recorder.call("createWebhookTest", {}, host, **at).get_json()["id"]
        recorder.fix(test, "msg_0f9c1b7a2e5d48c36a90b1d4e7f28a53")
        while (claim := deliverer.store.claim(with_slow=True)) is not None:
            deliver(deliverer, claim)
    recorder.call("listWebhookDeliveries", token=host, **at)
    recorder.call("getWebhook", token=host, **at)
    recorder.call("listWebhooks", token=host, query=f"?session={made['id']}")
    for _ in range(MAX_OF_SESSION):
        recorder.call("createWebhook", body, host)
    recorder.call("createWebhook", {**body, "url": "https://10.0.0.1/"}, host)
    recorder.call("listWebhooks")
    recorder.call("deleteWebhook", token=host, **at)
    recorder.call("getWebhook", token=host, **at)
    deliverer.store.server.close()
    deliverer.sessions.server.close()
    deliverer.budgets.close()


def service(recorder: Recorder) -> None:
    recorder.call("getHealth")
    recorder.call("getReadiness")
    recorder.call("getMetrics")
    recorder.call("drawQrCode", OF_ANY_GAME["QrCodeRequest"])


def refusals(recorder: Recorder) -> None:
    """The problems of the stateless calls."""
    at = {"game": SHOWN}
    position = recorder.client.post(f"/v1/games/{SHOWN}/states", json={"seats": 2, "seed": SEED}).get_json()
    state, move = position["state"], position["legal_moves"][0]
    recorder.call("createGame", b'{"seats": 2,', **at)
    recorder.call("createGame", b"<seats>2</seats>", Content_Type="application/xml", **at)
    recorder.call("createGame", b" " * 300_000, **at)
    recorder.call("createGame", {"seats": 9, "sead": 1}, **at)
    recorder.call("createGame", {"seats": 2, "options": {"first_seat": "nobody"}}, **at)
    recorder.call("createGame", {"seats": 2}, query="?legal_moves=no&moves=all", **at)
    recorder.call("createGame", {"seats": 2}, game="chess")
    recorder.call("listGames", Accept="text/html")
    recorder.call("viewState", {"state": state, "seat": 3}, **at)
    recorder.call("viewState", {"token": "forged", "seat": None}, **at)
    recorder.call("makeMoves", {"state": {**state, "version": None, "extra": 1}, "move": move}, **at)
    recorder.call("makeMoves", {"state": state, "move": {"type": "dance"}}, **at)
    record = shown_record("blue_moon_city")
    recorder.call("verifyRecord", {"record": {**record, "moves": [{"type": "step", "cell": 0}]}}, game="blue_moon_city")
    recorder.call("makeMoves", {"state": state, "move": move, "seat": 1 - position["to_act"]["seat"]}, **at)
    city = recorder.client.post("/v1/games/blue_moon_city/states", json={"seats": 2, "seed": SEED}).get_json()["state"]
    recorder.call("makeMoves", {"state": city, "move": {"type": "step", "cell": 0}}, game="blue_moon_city")
    recorder.call("makeMoves", {"state": city, "move": {"type": "draw"}}, game="blue_moon_city")
    sealed = recorder.client.post(f"/v1/games/{SHOWN}/states", json={"seats": 2, "seed": SEED, "sealed": True}).get_json()
    recorder.call("makeMoves", {"token": sealed["token"], "move": move}, **at)
    recorder.call("makeMoves", {"token": sealed["token"], "seat_key": "wrong", "move": move}, **at)
    recorder.call("requestAiMove", {"state": finished(), "level": "easy"}, **at)
    recorder.call("getJob", job_id="x" * 24)
    problem = recorder.client.put("/v1/games", headers={"X-Request-Id": REQUEST_ID}).get_json()
    recorder.recorded.problems.setdefault(problem["code"], problem)


def finished() -> Any:
    """The state of a game that is over."""
    game, chance = GAMES[SHOWN], Random(SEED)
    state = start(game, {}, 2, SEED)
    while moves := game.legal_moves(state):
        state, _ = apply(game, state, chance.choice(moves))
    return msgspec.to_builtins(state)


def session_refusals(recorder: Recorder) -> None:
    """The problems of sessions."""
    made = new_session(recorder, "Ada", "Grace")
    at, ada = {"session_id": made["id"]}, made["seats"][0]["token"]
    moves = recorder.call("listSessionLegalMoves", token=ada, **at).get_json()["legal_moves"]
    recorder.call("makeSessionMoves", {"move": moves[0]}, If_Match='"0"', **at)
    recorder.call("makeSessionMoves", {"move": moves[0]}, "seat_unknown", If_Match='"0"', **at)
    recorder.call("makeSessionMoves", {"move": moves[0]}, ada, **at)
    recorder.call("undoSessionMove", {}, ada, **at)
    recorder.call("makeSessionMoves", {"move": moves[0]}, ada, If_Match='"0"', Idempotency_Key="first", **at)
    recorder.call("makeSessionMoves", {"move": moves[1]}, ada, If_Match='"0"', Idempotency_Key="first", **at)
    recorder.call("makeSessionMoves", {"move": moves[0]}, ada, If_Match='"0"', **at)
    recorder.call("makeSessionMoves", {"move": moves[0]}, ada, If_Match='"0"', Idempotency_Key="", **at)
    recorder.call("endSession", token=ada, **at)
    recorder.call("claimSeat", {"invite_code": "WRONG"}, seat=1, **at)
    recorder.call("claimSeat", {"invite_code": "WRONG"}, seat=7, **at)
    recorder.call("createInvite", {}, made["host_token"], seat=1, **at)
    recorder.call("createRematch", {}, ada, **at)
    recorder.call("getSessionState", version=99, **at)
    recorder.call("followSession", query="?ticket=used", **at)
    recorder.call("getSession", session_id="0" * 20)


def archived(recorder: Recorder, redis_url: str) -> None:
    """The problem of a version from before an upgrade, in a session that an earlier release stored."""
    stored = next(json.loads(line) for line in recorded_lines("0.1.0", "sessions.jsonl"))
    client = redis.Redis.from_url(redis_url)
    client.hset(f"arbiter:{{{stored['id']}}}", mapping=stored["session"] | {"expires_at": 2**31})
    client.close()
    recorder.call("getSessionState", session_id=stored["id"], version=0)


def other_services(recorder: Recorder, redis_url: str) -> None:
    """The problems of services that have no Redis, cannot reach it, or are set up otherwise."""
    state = recorder.client.post(f"/v1/games/{SHOWN}/states", json={"seats": 2, "seed": SEED}).get_json()["state"]
    asked = {"state": state, "level": "easy"}
    bare, lost = Settings(log_requests=False), Settings(log_requests=False, redis_url=NOWHERE)
    recorder.refuse(create_app(bare), "getSession", session_id="0" * 20)
    recorder.refuse(create_app(bare), "requestAiMove", asked, game=SHOWN)
    recorder.refuse(create_app(bare), "listWebhooks")
    recorder.refuse(create_app(lost), "getSession", session_id="0" * 20)
    recorder.refuse(create_app(lost), "getReadiness")
    limited = replace(bare, redis_url=redis_url, ai_ms_per_minute=1)
    recorder.refuse(create_app(limited), "requestAiMove", asked, game=SHOWN)
    key, entry = new_key("example", ["ai"])
    keyed = replace(bare, api_keys=(entry,), api_key_required=True)
    recorder.refuse(create_app(keyed), "listGames")
    recorder.refuse(create_app(keyed), "listGames", X_Api_Key="unknown")
    recorder.refuse(create_app(keyed), "listGames", X_Api_Key=key)
    broken = create_app(bare)
    broken.view_functions["health.healthz"] = fail
    recorder.refuse(broken, "getHealth")


def fail() -> str:
    raise RuntimeError("recorded on purpose")


if __name__ == "__main__":
    write_recorded(record())
