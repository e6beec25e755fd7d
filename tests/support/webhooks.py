"""What tests of webhooks share: API keys, calls, sessions, and a worker that delivers when the test says so."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

from service.http.api_keys import new_key
from service.webhooks.delivering import Deliverer, deliver
from service.webhooks.dispatcher import Dispatcher
from tests.support.http_client import headers_of
from tests.support.receiver import Receiver

KEYS = {name: new_key(name, ["play", "ai"]) for name in ("acme", "bolt")}
"""API keys by name: the key, and its entry for the settings."""

ALL_SESSION_EVENTS = ["turn", "claimed", "timed_out", "over"]


class Caller:
    """Calls the service, with the API key `acme` unless told otherwise."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def call(self, method: str, path: str, body: Any = None, key: str | None = "acme", token: str | None = None, **headers: str) -> Any:
        """The response."""
        sent = {**headers_of(token, headers), **({"X-Api-Key": KEYS[key][0]} if key else {})}
        return self.client.open(f"/v1{path}", method=method, json=body, headers=sent)

    def good(self, method: str, path: str, body: Any = None, key: str | None = "acme", token: str | None = None, **headers: str) -> Any:
        """The document of a response that must not be a refusal."""
        answer = self.call(method, path, body, key, token, **headers)
        assert answer.status_code < 300, answer.get_json()
        return answer.get_json() if answer.data else None

    def code(self, method: str, path: str, body: Any = None, key: str | None = "acme", token: str | None = None) -> str:
        """The code of a response that must be a refusal."""
        answer = self.call(method, path, body, key, token)
        assert answer.status_code >= 400, answer.get_json()
        return str(answer.get_json()["code"])

    def new_webhook(self, url: str, events: list[str] | None = None, key: str | None = "acme", **more: Any) -> Any:
        """A webhook of the API key."""
        return self.good("POST", "/webhooks", {"url": url, "events": events or ALL_SESSION_EVENTS, **more}, key)

    def new_session(self, *kinds: str, key: str | None = "acme", **more: Any) -> Any:
        """A session of Orbis with seats of these kinds."""
        seats = [{"kind": kind, "level": "random"} if kind == "ai" else {"kind": kind} for kind in kinds or ("human", "human")]
        return self.good("POST", "/sessions", {"game": "orbis", "seats": seats, "seed": 1, **more}, key)

    def move(self, session: Any, count: int = 1) -> None:
        """Makes moves of whoever is to act, the first legal one each."""
        tokens = {seat["seat"]: seat.get("token") for seat in session["seats"]}
        for _ in range(count):
            path = f"/sessions/{session['id']}"
            seat = self.good("GET", path)["to_act"]["seat"]
            seen = self.good("GET", path, token=tokens[seat])
            move = {"move": seen["legal_moves"][0]}
            self.good("POST", f"{path}/moves", move, token=tokens[seat], If_Match=str(seen["version"]))

    def entries(self, session: Any) -> list[Any]:
        """The log of a session after its creation, as a spectator sees it."""
        found: list[Any] = self.good("GET", f"/sessions/{session['id']}/history?since=0&limit=200")["entries"]
        return found


class Worker:
    """A worker of one thread: `run` delivers everything that is due."""

    def __init__(self, deliverer: Deliverer, dispatcher: Dispatcher) -> None:
        self.deliverer, self.dispatcher = deliverer, dispatcher

    def run(self) -> int:
        """Dispatches the news and delivers until nothing is due; returns the number of claims."""
        self.dispatcher.dispatch()
        count = 0
        while (claim := self.deliverer.store.claim(with_slow=True)) is not None:
            deliver(self.deliverer, claim)
            count += 1
        return count

    def retry(self) -> int:
        """Makes everything due that waits for its next attempt, then delivers."""
        client = self.deliverer.store.server.client
        for key in client.scan_iter("arbiter:webhook:*:due"):
            client.zadd(key, {stream: 1 for stream in client.zrange(key, 0, -1)})
            client.zadd("arbiter:webhooks:slow", {key.split(b":")[2]: 1})
        return self.run()


def told(receiver: Receiver, session_id: str) -> list[tuple[str, int, int | None]]:
    """What a receiver was told about a session: type, version and seat, in order."""
    return [(call.json["type"], call.json["data"]["version"], call.json["data"]["seat"]) for call in receiver.of(session_id)]


def attempts(caller: Caller, webhook: Any) -> Any:
    """The deliveries that the service shows, the oldest first."""
    return caller.good("GET", f"/webhooks/{webhook['id']}/deliveries")["deliveries"][::-1]
