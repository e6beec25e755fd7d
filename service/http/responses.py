"""Writing responses: JSON documents, cached files, and the replies to changes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from flask import Response

from service.http.context import current_request
from service.storage.idempotency import Reply

JSON = "application/json"

VIEWER = "Authorization, Accept-Language"
"""The `Vary` of session responses: what they show depends on the seat and the language."""

NOT_STORED = (("Cache-Control", "no-store"), ("Vary", VIEWER))
"""Headers of responses that may hold tokens, or that are good for one moment only."""

REVALIDATED = (("Cache-Control", "private, no-cache"), ("Vary", VIEWER))
"""Headers of the current position: the client may store it, and asks with its ETag whether it is still current."""

KEPT_MINUTES = (("Cache-Control", "private, max-age=300"), ("Vary", VIEWER))
"""Headers of a past position of a running game: it changes only once, when the game is over and nothing is hidden any more."""

IMMUTABLE = (("Cache-Control", "private, max-age=86400, immutable"), ("Vary", VIEWER))
"""Headers of a past version of a finished game. A day bounds how long a client keeps labels of an older release."""

POLL_SECONDS = "1"
"""When a client that did not wait should ask for a job; most take less."""

CATALOGUE_SECONDS = 300
"""How long clients keep the catalogue and the rules without asking; they change with a release only."""


def json_response(document: Any, status: int = 200, language: str | None = None) -> Response:
    """A document as JSON; `language` is that of its labels."""
    headers = [("Content-Type", JSON)]
    if language:
        headers += [("Content-Language", language), ("Vary", "Accept-Language")]
    return Response(msgspec.json.encode(document), status, headers)


def cached_response(body: bytes, content_type: str = JSON, language: str | None = None, max_age: int = 0) -> Response:
    """A fixed body that clients may cache and revalidate after `max_age` seconds; its ETag is weak because it may be compressed."""
    response = Response(body, content_type=content_type)
    if language:
        response.headers["Content-Language"] = language
        response.headers["Vary"] = "Accept-Language"
    response.set_etag(f"{etag_of(body)}-{content_type.partition(';')[0]}", weak=True)
    response.headers["Cache-Control"] = f"public, max-age={max_age}, must-revalidate"
    return not_modified_if_matching(response)


@lru_cache(maxsize=256)
def etag_of(body: bytes) -> str:
    """The ETag of a fixed body."""
    return hashlib.sha256(body).hexdigest()[:32]


def not_modified_if_matching(response: Response) -> Response:
    """304 if If-None-Match matches; If-Match is for changes and does not affect reads."""
    environ = current_request().environ
    response.make_conditional({name: value for name, value in environ.items() if name != "HTTP_IF_MATCH"})
    return response


def session_response(
    document: Any, language: str | None, etag: str | None = None, caching: Sequence[tuple[str, str]] = REVALIDATED
) -> Response:
    """A document of a session; a given ETag is strong, because clients send it back in If-Match, else it is a weak one of the body."""
    response = json_response(document, language=language)
    if etag is not None:
        response.headers["ETag"] = f'"{etag}"'
    response.headers.update(caching)
    response.add_etag(weak=True)
    return not_modified_if_matching(response)


def change_response(reply: Reply, status: int = 200, location: str | None = None) -> Response:
    """The reply to a change of a session, first or replayed; its ETag is the new version, good for If-Match."""
    headers = [("Content-Type", JSON), ("Content-Language", reply.language), ("ETag", f'"{reply.version}"'), *NOT_STORED]
    if location:
        headers.append(("Location", location))
    return Response(reply.body, status, [*headers, *_replayed(reply)])


def webhook_response(reply: Reply, location: str | None = None) -> Response:
    """The reply to a change of a webhook, first or replayed; it may hold a secret, so it is not stored."""
    headers = [("Content-Type", JSON), *NOT_STORED, *([("Location", location)] if location else [])]
    if reply.status == 202:
        headers.append(("Retry-After", POLL_SECONDS))
    return Response(reply.body, reply.status, [*headers, *_replayed(reply)])


def job_reply_response(reply: Reply, waited: int | None) -> Response:
    """The reply to a request for an AI move, first or replayed: 200 with a result, else 202 and when to ask for the job."""
    headers = [("Content-Type", JSON), ("Content-Language", reply.language), ("Location", f"/v1/jobs/{reply.resource}")]
    if reply.status == 202:
        headers.append(("Retry-After", POLL_SECONDS))
    return uncached(Response(reply.body, reply.status, [*headers, *_replayed(reply)]), waited)


def _replayed(reply: Reply) -> list[tuple[str, str]]:
    return [("Idempotency-Replayed", "true")] if reply.is_replayed else []


def uncached(response: Response, waited: int | None) -> Response:
    """A job's response: never cached, because its address is secret and its state changes; `waited` is the applied preference."""
    response.headers["Cache-Control"] = "no-store"
    if waited is not None:
        response.headers["Preference-Applied"] = f"wait={waited}"
    return response
