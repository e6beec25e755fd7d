"""Sessions: games that the service keeps, played by whoever holds the seats' tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response

from engine.errors import Defect
from service.http import context as current
from service.http.problems import Problem
from service.http.rate_limits import limits, require_ai
from service.http.requests import JSON, Ready, answer, language, load, read_json, require_acceptable, require_whole, switch, unless_known
from service.http.routes.states import sent_moves
from service.sessions import changes as sessions
from service.sessions import create as openings
from service.sessions import schemas as session_schemas
from service.sessions import seats as seating
from service.sessions.auth import TokenUnknown
from service.sessions.changes import Caller, Expected
from service.sessions.store import SessionUnknown, Store
from service.storage.idempotency import Key, Reply, key_of

routes = Blueprint("sessions", __name__, url_prefix="/v1/sessions")

NEW, MOVES, UNDO = session_schemas.NewSessionRequest(), session_schemas.SessionMovesRequest(), session_schemas.UndoRequest()
CLAIM, RESIGNATION, FORK = session_schemas.ClaimRequest(), session_schemas.ResignationRequest(), session_schemas.ForkRequest()

PRIVATE = (("Cache-Control", "no-store"), ("Vary", "Authorization, Accept-Language"))
"""On every answer: seats share ETags, and a browser that kept answers would show one seat what another saw."""

MOST_ENTRIES = 200
"""Longest piece of a history."""

_is_id = re.compile(r"[0-9a-f]{20}").fullmatch
_is_key = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?").fullmatch
_version = re.compile(r'(?:W/)?"?(\d{1,9})"?').fullmatch


@routes.before_request
def _negotiate() -> None:
    require_acceptable()
    require_id()


def require_id() -> None:
    """Refuses an id that could not be a session's before Redis is asked."""
    session_id = (current.request().view_args or {}).get("session_id")
    if session_id is not None and not _is_id(session_id):
        raise SessionUnknown("There is no session of this id.")


def store() -> Store:
    """Where sessions are kept; a server without a Redis keeps none."""
    found: Store | None = current.app().extensions["arbiter.store"]
    if found is None:
        raise Problem("sessions_off", "This server has no Redis; set REDIS_URL or start it with `arbiter serve`.")
    return found


@routes.post("")
def post_session() -> Response:
    """A new session."""
    kept, body, asker = store(), body_of(NEW), caller()
    guard_ai(body["seats"])
    return opened(kept, asker, lambda: openings.create(kept, body, asker))


@routes.get("/<session_id>")
def get_session(session_id: str) -> Response:
    """The position as the bearer sees it."""
    seen = sessions.look(store(), session_id, caller())
    return versioned(answer(seen, spoken=language()), seen.version)


@routes.delete("/<session_id>")
def delete_session(session_id: str) -> Response:
    """The end of a session."""
    sessions.end(store(), session_id, caller())
    return Response(status=204)


@routes.post("/<session_id>/moves")
def post_moves(session_id: str) -> Response:
    """One move or several of the seat to act."""
    kept, sent = store(), sent_body()
    body = sent if is_one_move(sent) else load(MOVES, sent)
    return replied(sessions.move(kept, session_id, sent_moves(body), if_match(), caller()))


def is_one_move(sent: Any) -> bool:
    """Whether a body is in the commonest form, which can be told at a glance where the schema takes long."""
    return isinstance(sent, dict) and len(sent) == 1 and isinstance(sent.get("move"), dict)


@routes.get("/<session_id>/legal-moves")
def get_legal_moves(session_id: str) -> Response:
    """What the bearer's seat may do now."""
    listed, version = sessions.legal_moves(store(), session_id, caller())
    return versioned(answer(listed, spoken=language()), version)


@routes.get("/<session_id>/states/<int:version>")
def get_state(session_id: str, version: int) -> Response:
    """The position at a version."""
    return revalidated(answer(sessions.look_back(store(), session_id, version, caller()), spoken=language()))


@routes.get("/<session_id>/history")
def get_history(session_id: str) -> Response:
    """The log after a version."""
    since, limit = number("since", 0), number("limit", 100, 1, MOST_ENTRIES)
    return revalidated(answer(sessions.history(store(), session_id, since, limit, caller()), spoken=language()))


@routes.post("/<session_id>/undo")
def post_undo(session_id: str) -> Response:
    """Takes a move back."""
    kept, expected = store(), if_match()
    body_of(UNDO)
    return replied(sessions.undo(kept, session_id, "any" if expected is None else expected, caller()))


@routes.post("/<session_id>/forks")
def post_fork(session_id: str) -> Response:
    """A new session from a version of this one."""
    kept, body, asker = store(), body_of(FORK), caller()
    guard_ai(body.get("seats", ()))
    return opened(kept, asker, lambda: openings.fork(kept, session_id, body.get("version"), body.get("seats"), asker))


def opened(kept: Store, asker: Caller, begin: Callable[[], Reply]) -> Response:
    """A new session, if the caller has a place for one; a repeated request gets its first answer, places or not."""
    first = openings.repeated(kept, asker)
    if first is None:
        limits().require_place()
    return replied(first or begin(), 201)


@routes.post("/<session_id>/seats/<int:seat>/claims")
def post_claim(session_id: str, seat: int) -> Response:
    """Joins a session."""
    kept, body = store(), body_of(CLAIM)
    return replied(seating.claim(kept, session_id, seat, body["invite_code"], body.get("name"), caller()), 201)


@routes.post("/<session_id>/seats/<int:seat>/resignations")
def post_resignation(session_id: str, seat: int) -> Response:
    """Gives a seat up."""
    kept, body = store(), body_of(RESIGNATION)
    return replied(seating.resign(kept, session_id, seat, body.get("level"), caller()), 201)


def guard_ai(seats: Sequence[Mapping[str, Any]]) -> None:
    """Refuses a key that is not good for computer players where one is wished for."""
    if any(seat["kind"] == "ai" for seat in seats):
        require_ai()


def caller() -> Caller:
    """Who calls, by the headers."""
    return Caller(token(), language(), switch("legal_moves", True), idempotency_key() if current.request().method == "POST" else None)


def token() -> str | None:
    """The bearer token, if one was sent."""
    sent: str | None = current.request().environ.get("HTTP_AUTHORIZATION")
    if sent is None:
        return None
    scheme, _, found = sent.partition(" ")
    if scheme.lower() != "bearer" or not found.strip():
        raise TokenUnknown("Tokens travel as Authorization: Bearer <token>.")
    return found.strip()


def idempotency_key() -> Key | None:
    """The idempotency key, bound to who sent it and to the request it came with."""
    asked = current.request()
    sent = asked.environ.get("HTTP_IDEMPOTENCY_KEY")
    if sent is None:
        return None
    if not _is_key(sent):
        raise Problem("header_invalid", "Idempotency-Key is 1 to 255 printable ASCII characters.")
    whole = b"\0".join([asked.method.encode(), asked.full_path.encode(), asked.get_data()])
    client = asked.headers.get("Authorization") or asked.headers.get("X-Api-Key") or asked.remote_addr or ""
    return key_of(sent, client, whole)


def if_match() -> Expected | None:
    """The versions the caller answers to, one of which must hold; an ETag that is none of ours matches no version."""
    sent: str | None = current.request().environ.get("HTTP_IF_MATCH")
    if sent is None:
        return None
    if sent.strip() == "*":
        return "any"
    return [int(found[1]) for part in sent.split(",") if (found := _version(part.strip()))]


def body_of(schema: Any) -> dict[str, Any]:
    """The body in the form the schema asks for."""
    return load(schema, sent_body())


def sent_body() -> Any:
    """The body as it was sent; an empty one is an empty object."""
    return read_json() if require_whole(current.request().get_data()) else {}


def number(name: str, default: int, least: int = 0, most: int = session_schemas.MOST_VERSION) -> int:
    """A query parameter that is a whole number."""
    text = current.request().args.get(name, str(default))
    if not re.fullmatch(r"\d{1,10}", text, re.ASCII) or not least <= int(text) <= most:
        sentence = f"{name} is a whole number from {least} to {most}."
        raise Problem("query_invalid", sentence, [Defect("", "wrong_value", sentence)])
    return int(text)


def replied(reply: Reply, status: int = 200) -> Response:
    """The answer to a change, first or repeated."""
    headers = [("Content-Type", JSON), ("Content-Language", reply.language), ("ETag", f'"{reply.version}"'), *PRIVATE]
    if reply.is_repeated:
        headers.append(("Idempotency-Replayed", "true"))
    if current.request().endpoint in ("sessions.post_session", "sessions.post_fork"):
        headers.append(("Location", f"/v1/sessions/{reply.session}"))
    return Ready(reply.body, status, headers)


def versioned(response: Response, version: int) -> Response:
    """The version as ETag, and strong even where the answer is compressed: clients send it back in If-Match."""
    response.headers["ETag"] = f'"{version}"'
    return revalidated(response)


def revalidated(response: Response) -> Response:
    """Revalidated by who keeps it by hand."""
    response.headers.update(PRIVATE)
    response.add_etag(weak=True)
    return unless_known(response)
