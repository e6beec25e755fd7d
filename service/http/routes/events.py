"""The live feed of a session: server-sent events, lines of JSON, or polling; always the same entries."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator

from flask import Blueprint, Response

from service.http.context import context, current_request, hub, parts
from service.http.problems import Problem
from service.http.queries import WAIT
from service.http.rate_limits import hold_stream_place
from service.http.requests import bearer_token, last_event_id, negotiated_language, require_session_id
from service.http.responses import JSON, NOT_STORED, json_response
from service.sessions.feed import Subscription, poll, stream, subscribe
from service.sessions.feed_hub import FeedItem, Listener

routes = Blueprint("events", __name__, url_prefix="/v1/sessions")
routes.before_request(require_session_id)

SSE, NDJSON = "text/event-stream", "application/x-ndjson"

SEND_BUFFER = 64 * 1024
"""Bytes the kernel buffers for a client; few, so that a client that does not read is soon noticed."""


@routes.get("/<session_id>/events")
def follow(session_id: str) -> Response:
    """The entries after the client's last version; 204 if the client already has the last entry of an ended session."""
    media_type, since, wait = _negotiate(), last_event_id(), context().query.get(WAIT.name, 0)
    subscription = subscribe(hub().store, session_id, bearer_token(), since)
    if media_type == JSON:
        response = json_response(poll(hub(), subscription, wait, negotiated_language()), language=negotiated_language())
        response.headers.update(NOT_STORED)
        return response
    return Response(status=204) if subscription.is_over() else _stream(subscription, media_type)


def _negotiate() -> str:
    """The media type the client accepts; with `wait` and no preference, polling."""
    request = current_request()
    media_types = (JSON, SSE, NDJSON) if WAIT.name in context().query else (SSE, NDJSON, JSON)
    if not request.headers.get("Accept"):
        return media_types[0]
    media_type = request.accept_mimetypes.best_match(media_types)
    if media_type is None:
        raise Problem("not_acceptable", f"The feed is available as {SSE}, {NDJSON} or {JSON}.")
    return media_type


def _stream(subscription: Subscription, media_type: str) -> Response:
    """A response that lasts until the feed, its time or the client ends."""
    settings, followed, language = parts().settings, hub(), negotiated_language()
    listener = Listener(subscription.session.id, _disconnecter())
    followed.join(listener, subscription.session.game, subscription.session.version)
    try:
        release = hold_stream_place()
    except BaseException:
        followed.leave(listener)
        raise
    items = stream(followed, listener, subscription, settings.stream_seconds, settings.pulse_seconds)
    encode = _as_events if media_type == SSE else _as_lines
    response = Response(encode(items, subscription, language), content_type=media_type)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = language
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(lambda: followed.leave(listener))
    response.call_on_close(listener.disconnect)  # A kept connection would delay the shutdown of the process.
    response.call_on_close(release)
    return response


def _disconnecter() -> Callable[[], None]:
    """A function that closes the connection of this request, even while another thread is blocked in sending to it."""
    connection: socket.socket | None = current_request().environ.get("gunicorn.socket")
    if connection is None:
        return lambda: None
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def disconnect() -> None:
        try:
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            return

    return disconnect


def _as_events(items: Iterator[FeedItem | None], subscription: Subscription, language: str) -> Iterator[bytes]:
    """Server-sent events; a comment is the keep-alive."""
    yield b"retry: 1000\n\n"
    for item in items:
        if item is None:
            yield b": keep-alive\n\n"
        else:
            kind = type(item.entry).__name__.lower().encode()
            yield b"id: %d\nevent: %s\ndata: %s\n\n" % (item.version, kind, subscription.encode(item, language))


def _as_lines(items: Iterator[FeedItem | None], subscription: Subscription, language: str) -> Iterator[bytes]:
    """Lines of JSON; an empty line is the keep-alive."""
    yield b"\n"
    for item in items:
        yield b"\n" if item is None else subscription.encode(item, language) + b"\n"
