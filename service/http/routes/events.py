"""The live feed of a session: server-sent events, lines of JSON, or polling; always the same entries."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator

from flask import Blueprint, Response

from service.http.context import context, current_request, hub, parts, sessions
from service.http.problems import Problem
from service.http.queries import INCLUDE, TICKET, WAIT
from service.http.rate_limits import hold_stream_place
from service.http.requests import (
    accepted_types,
    bearer_token,
    best_media_type,
    last_event_id,
    negotiated_language,
    query_optional_number,
    query_word,
    read_optional_body,
    requested_format,
    require_acceptable,
    require_session_id,
)
from service.http.responses import JSON, NOT_STORED, json_response
from service.referee.documents import ProblemError
from service.sessions import schemas
from service.sessions.feed import Subscription, poll, stream, subscribe
from service.sessions.feed_hub import FeedItem, Listener
from service.sessions.tickets import create_ticket

routes = Blueprint("events", __name__, url_prefix="/v1/sessions")
routes.before_request(require_session_id)

TICKET_REQUEST = schemas.FeedTicketRequest()

SSE, NDJSON = "text/event-stream", "application/x-ndjson"

SEND_BUFFER = 64 * 1024
"""Bytes the kernel buffers for a client; few, so that a client that does not read is soon noticed."""


@routes.get("/<session_id>/events")
def follow(session_id: str) -> Response:
    """The entries after the client's last version; 204 if the client already has the last entry of an ended session."""
    media_type, since, (token, ticket) = _negotiate(), last_event_id(), _credentials()
    form = requested_format() if query_word(INCLUDE) == "position" else None
    subscription = subscribe(hub().store, session_id, since, token, ticket, form)
    if media_type == JSON:
        language = negotiated_language()
        history = poll(hub(), subscription, query_optional_number(WAIT) or 0, language, context().client)
        return _not_stored(json_response(history, language=language))
    return Response(status=204) if subscription.is_over() else _stream(subscription, media_type)


@routes.post("/<session_id>/feed-tickets")
def create_feed_ticket(session_id: str) -> Response:
    """A ticket with which a client that cannot send headers opens one feed."""
    require_acceptable()
    store = sessions().store
    read_optional_body(TICKET_REQUEST)
    return _not_stored(json_response(create_ticket(store, session_id, bearer_token()), 201))


def _not_stored(response: Response) -> Response:
    response.headers.update(NOT_STORED)
    return response


def _credentials() -> tuple[str | None, str | None]:
    """The token or the ticket that was sent; raises Problem if both were."""
    token, ticket = bearer_token(), query_word(TICKET)
    if token is not None and ticket is not None:
        sentence = "Send either a ticket or Authorization, not both: a ticket stands for its token."
        raise Problem("query_invalid", sentence, [ProblemError("", "wrong_value", sentence, parameter=TICKET.name)])
    return token, ticket


def _negotiate() -> str:
    """The media type the client accepts; with `wait` and no preference, polling."""
    media_types = (JSON, SSE, NDJSON) if WAIT.name in context().query else (SSE, NDJSON, JSON)
    accept = accepted_types()
    if not accept:
        return media_types[0]
    media_type = best_media_type(accept, media_types)
    if media_type is None:
        raise Problem("not_acceptable", f"The feed is available as {SSE}, {NDJSON} or {JSON}.")
    return media_type


def _stream(subscription: Subscription, media_type: str) -> Response:
    """A response that lasts until the feed, its time or the client ends."""
    settings, followed, language = parts().settings, hub(), negotiated_language()
    listener = Listener(subscription.session.id, subscription.seat, subscription.form is not None, context().client)
    followed.join(listener, subscription.session.game, subscription.session.version)
    try:
        release = hold_stream_place()
    except BaseException:
        followed.leave(listener)
        raise
    items = stream(followed, listener, subscription, settings.stream_seconds, settings.pulse_seconds)
    disconnect = _send_directly(settings.send_seconds)
    encode = _as_events if media_type == SSE else _as_lines
    response = Response(encode(items, subscription, language), content_type=media_type)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = language
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(lambda: followed.leave(listener))
    response.call_on_close(disconnect)  # A kept connection would delay the shutdown of the process.
    response.call_on_close(release)
    return response


def _send_directly(seconds: int) -> Callable[[], None]:
    """Lets every entry leave at once: the feed's own thread waits for its client, so many seconds for each entry.

    Returns a function that closes the connection.
    """
    connection: socket.socket | None = current_request().environ.get("gunicorn.socket")
    if connection is None:
        return lambda: None
    connection.settimeout(seconds)
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
            kind = item.entry.type.encode()
            yield b"id: %d\nevent: %s\ndata: %s\n\n" % (item.version, kind, subscription.encode(item, language))


def _as_lines(items: Iterator[FeedItem | None], subscription: Subscription, language: str) -> Iterator[bytes]:
    """Lines of JSON; an empty line is the keep-alive."""
    yield b"\n"
    for item in items:
        yield b"\n" if item is None else subscription.encode(item, language) + b"\n"
