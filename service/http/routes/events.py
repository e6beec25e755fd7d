"""The live feed of a session: server-sent events, lines of JSON, or polling; always the same entries."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, current_app, request

from service.http.problems import Problem
from service.http.rate_limits import limits
from service.http.requests import JSON, answer, language
from service.http.routes.sessions import PRIVATE, number, require_id, store, token
from service.sessions import documents as answers
from service.sessions.auth import bearer
from service.sessions.errors import VersionUnknown
from service.sessions.feed import PAGE, Hub, Listener, News, Place, follow, patiently, timed
from service.sessions.model import AnyEntry, Session
from service.settings import Settings

routes = Blueprint("events", __name__, url_prefix="/v1/sessions")
routes.before_request(require_id)

SSE, LINES = "text/event-stream", "application/x-ndjson"

MOST_WAIT = 30
"""Longest wait for news, in seconds, of a client that polls."""

SEND_BUFFER = 64 * 1024
"""Bytes the system keeps for a client that does not read; little, so that it is soon found out."""


@routes.get("/<session_id>/events")
def get_events(session_id: str) -> Response:
    """What happens in the session, after the last version the client has; who has heard its end is told to stay away (204)."""
    form = chosen_form()
    since, wait = resume_from(), number("wait", 0, 0, MOST_WAIT)
    session = store().find(session_id)
    place = Place(session.game, bearer(session, token()).seat, since, session.version)
    if since > session.version:
        raise VersionUnknown(f"The session is at version {session.version}; read it again.")
    if form == JSON:
        return poll(session, place, wait)
    return Response(status=204) if session.ended and since == session.version else stream(session, place, form)


def chosen_form() -> str:
    """The form the client accepts; a client that names a wait and accepts anything polls."""
    forms = (JSON, SSE, LINES) if "wait" in request.args else (SSE, LINES, JSON)
    if not request.headers.get("Accept"):
        return forms[0]
    form = request.accept_mimetypes.best_match(forms)
    if form is None:
        raise Problem("not_acceptable", f"The feed comes as {SSE}, {LINES} or {JSON}.")
    return form


def resume_from() -> int:
    """The last version the client has: Last-Event-ID as browsers send it, else `since`, else 0."""
    last = request.headers.get("Last-Event-ID")
    if last is None or last == "":
        return number("since", 0)
    if not re.fullmatch(r"\d{1,9}", last, re.ASCII):
        raise Problem("header_invalid", "Last-Event-ID is the id of an event of this feed, a whole number.")
    return int(last)


def hub() -> Hub:
    """The hub of this process."""
    found: Hub = current_app.extensions["arbiter.hub"]
    return found


def poll(session: Session, place: Place, wait: int) -> Response:
    """What is new, at once if there is something, else as soon as there is, at the latest after the wait."""
    found = store().entries(session.id, place.since, PAGE)
    if not found and wait and not session.ended:
        found = await_entries(session, place, wait)
    found = heard(place, found)
    entries = [answers.told(session.game, version, entry, place.seat, language()) for version, entry in found]
    last = found[-1][0] if found else session.version
    version = max(session.version, last)
    response = answer(answers.History(entries=entries, version=version, next=last if last < version else None), spoken=language())
    response.headers.update(PRIVATE)
    return response


def heard(place: Place, found: list[tuple[int, AnyEntry]]) -> list[tuple[int, AnyEntry]]:
    """What the client may still hear: a claim that replaced its token while it waited is the last thing."""
    last = next((count for count, (version, entry) in enumerate(found, start=1) if place.is_last(version, entry)), len(found))
    return found[:last]


def await_entries(session: Session, place: Place, wait: int) -> list[tuple[int, AnyEntry]]:
    """Joins the hub before it looks again, so that nothing slips in between."""
    listener = Listener(session.id)
    hub().join(listener, session.game, place.since)
    try:
        listener.catches_up()
        found = store().entries(session.id, place.since, PAGE)
        if found or listener.next(wait) is None:
            return found
        return store().entries(session.id, place.since, PAGE)
    finally:
        hub().leave(listener)


def stream(session: Session, place: Place, form: str) -> Response:
    """An answer that goes on: until the session or the time is over, or the client."""
    settings: Settings = current_app.extensions["arbiter.settings"]
    listener, followed = Listener(session.id, cutter()), hub()
    followed.join(listener, session.game, session.version)
    try:
        give_back = limits().hold_stream()
    except BaseException:
        followed.leave(listener)
        raise
    news = timed(listener, patiently(follow(followed, listener, place, settings.stream_seconds, settings.pulse_seconds)))
    body = as_events(news, place.seat, language()) if form == SSE else as_lines(news, place.seat, language())
    response = Response(body, content_type=form)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = language()
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(lambda: part(followed, listener))
    response.call_on_close(give_back)
    return response


def part(followed: Hub, listener: Listener) -> None:
    """A feed that is over takes its connection with it: kept open, it would hold up a process that was asked to leave."""
    followed.leave(listener)
    listener.cut()


def cutter() -> Callable[[], None]:
    """Ends the connection of this request, also while another thread is stuck in sending to it."""
    connection: socket.socket | None = request.environ.get("gunicorn.socket")
    if connection is None:
        return lambda: None
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def cut() -> None:
        try:
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            return

    return cut


def as_events(news: Iterator[News | None], seat: int | None, spoken: str) -> Iterator[bytes]:
    """Server-sent events; a comment is the sign of life."""
    yield b"retry: 1000\n\n"
    for item in news:
        yield b": still here\n\n" if item is None else item.as_event(seat, spoken)


def as_lines(news: Iterator[News | None], seat: int | None, spoken: str) -> Iterator[bytes]:
    """Lines of JSON; an empty line is the sign of life."""
    yield b"\n"
    for item in news:
        yield b"\n" if item is None else item.as_line(seat, spoken)
