"""Reading requests: bodies, query parameters and headers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import orjson
from marshmallow import Schema, ValidationError
from werkzeug.datastructures import LanguageAccept, MIMEAccept
from werkzeug.http import parse_accept_header, parse_list_header, parse_options_header

from engine.words import LANGUAGES
from service.http.context import context, current_request
from service.http.problems import Problem, max_body_bytes
from service.http.queries import SINCE, WITH_LEGAL_MOVES, WITH_PREVIEWS, Choice, Flag, Number, Text
from service.http.responses import JSON
from service.jobs.store import MAX_WAIT_SECONDS
from service.referee.documents import ProblemError
from service.referee.presentation import Format
from service.referee.schemas import defects
from service.sessions.auth import Caller
from service.sessions.errors import SessionUnknown, TokenUnknown
from service.storage.idempotency import IdempotencyKey, derive_key

OVER_LIMIT = 1
"""Werkzeug silently truncates a chunked body at its limit; reading one byte more than allowed shows that the body is too long."""

CHOICES_LENGTH = 1000
"""Characters of Accept and of Accept-Language that are read, as each costs time; those of browsers have about 100."""

_is_session_id = re.compile(r"[0-9a-f]{20}").fullmatch
_is_idempotency_key = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?").fullmatch
_is_seconds = re.compile(r"\d+(\.\d+)?", re.ASCII).fullmatch


def read_body(schema: Schema) -> dict[str, Any]:
    """The JSON body, validated by the schema."""
    _require_json()
    return _validate(schema, _parse(_read_bytes()))


def read_optional_body(schema: Schema) -> dict[str, Any]:
    """The JSON body, validated by the schema; an empty body counts as an empty object."""
    body = _read_bytes()
    if not body:
        return _validate(schema, {})
    _require_json()
    return _validate(schema, _parse(body))


def _read_bytes() -> bytes:
    """The body, which stays available for the idempotency key; raises Problem if it is too long or did not arrive as a whole."""
    request = current_request()
    announced, most = request.content_length or 0, max_body_bytes()
    body = b"" if announced > most else request.get_data()
    if max(announced, len(body)) > most:
        raise Problem("body_too_large", f"A body has at most {most} bytes.")
    if len(body) < announced:
        raise Problem("bad_request", "The body is shorter than Content-Length says.")
    return body


def _require_json() -> None:
    environ = current_request().environ
    if not _is_json(environ.get("CONTENT_TYPE", "")) or "HTTP_CONTENT_ENCODING" in environ:
        raise Problem("media_type_unsupported", f"Send the body as {JSON}, uncompressed.", headers={"Accept": JSON})


def _parse(body: bytes) -> Any:
    """The body as JSON; orjson rejects NaN, lone surrogates and deep nesting."""
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Problem("json_malformed", f"The body is not JSON in UTF-8: {error.msg}, {where}.") from None


@lru_cache(maxsize=256)
def _is_json(content_type: str) -> bool:
    return parse_options_header(content_type)[0].lower() == JSON


def _validate(schema: Schema, data: Any) -> dict[str, Any]:
    try:
        loaded: dict[str, Any] = schema.load(data)
        return loaded
    except ValidationError as error:
        raise Problem("body_invalid", "The body does not match the schema.", defects(error.messages)) from None


def query_flag(parameter: Flag) -> bool:
    """The value of a parameter that is true or false."""
    return bool(context().query.get(parameter.name, parameter.default))


def query_number(parameter: Number) -> int:
    """The value of a parameter that is an integer and has a default."""
    value = query_optional_number(parameter)
    assert value is not None, f"{parameter.name} has no default"
    return value


def query_optional_number(parameter: Number) -> int | None:
    """The value of a parameter that is an integer; None if it was not sent and has no default."""
    value = context().query.get(parameter.name, parameter.default)
    return None if value is None else int(value)


def query_word(parameter: Choice | Text) -> str | None:
    """The value of a parameter that is a word or a text; None if it was not sent and has no default."""
    value = context().query.get(parameter.name, parameter.default)
    return None if value is None else str(value)


def negotiated_language() -> str:
    """The language of labels and rules, chosen by Accept-Language."""
    return _choose_language(current_request().environ.get("HTTP_ACCEPT_LANGUAGE", "")[:CHOICES_LENGTH])


@lru_cache(maxsize=256)
def _choose_language(header: str) -> str:
    """The first accepted language that is available, whatever its region: `fr-CH, en` gives fr."""
    accepted = (tag.partition("-")[0].lower() for tag, quality in parse_accept_header(header, LanguageAccept) if quality > 0)
    return next((tag for tag in accepted if tag in LANGUAGES), LANGUAGES[0])


def require_acceptable(media_type: str = JSON) -> None:
    """Raises Problem unless Accept allows the media type."""
    if not _accepts(accepted_types(), media_type):
        raise Problem("not_acceptable", f"The response is {media_type}.")


def accepted_types() -> str:
    """Accept; an empty text allows every media type."""
    header: str = current_request().environ.get("HTTP_ACCEPT", "")
    return header[:CHOICES_LENGTH]


def _accepts(header: str, media_type: str) -> bool:
    return not header or best_media_type(header, (media_type,)) is not None


@lru_cache(maxsize=256)
def best_media_type(header: str, offered: tuple[str, ...]) -> str | None:
    """The offered media type that Accept prefers; its parameters, such as charset, are ignored: there is one form of each type."""
    accepted = MIMEAccept([(value.partition(";")[0].strip(), quality) for value, quality in parse_accept_header(header, MIMEAccept)])
    return accepted.best_match(offered)


def require_json_acceptable() -> None:
    """A before_request hook of blueprints that answer with JSON."""
    require_acceptable()


def require_session_id() -> None:
    """A before_request hook: raises SessionUnknown for an id that cannot be a session's, without asking Redis."""
    session_id = (current_request().view_args or {}).get("session_id")
    if session_id is not None and not _is_session_id(session_id):
        raise SessionUnknown("There is no session with this id.")


def requested_format() -> Format:
    """How the client wants positions and legal moves."""
    return Format(negotiated_language(), query_flag(WITH_LEGAL_MOVES), query_flag(WITH_PREVIEWS))


def caller() -> Caller:
    """The client of a session call."""
    key = idempotency_key() if current_request().method == "POST" else None
    return Caller(bearer_token(), requested_format(), key, owner(), context().client)


def owner() -> str | None:
    """The name of the API key, if one was sent: what the client creates belongs to it."""
    api_key = context().api_key
    return None if api_key is None else api_key.name


def bearer_token() -> str | None:
    """The token in Authorization, if there is one."""
    sent: str | None = current_request().environ.get("HTTP_AUTHORIZATION")
    if sent is None:
        return None
    scheme, _, token = sent.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise TokenUnknown("Send the token as Authorization: Bearer <token>.")
    return token.strip()


def idempotency_key() -> IdempotencyKey | None:
    """The idempotency key, bound to its client and request."""
    request = current_request()
    sent = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if sent is None:
        return None
    if not _is_idempotency_key(sent):
        raise _header_problem("Idempotency-Key", "Idempotency-Key must be 1 to 255 printable ASCII characters.")
    fingerprint = b"\0".join([request.method.encode(), request.full_path.encode(), request.get_data()])
    client = request.headers.get("Authorization") or request.headers.get("X-Api-Key") or request.remote_addr or ""
    return derive_key(sent, client, fingerprint)


def last_event_id() -> int:
    """The version after which a feed resumes: Last-Event-ID, else `since`, else 0."""
    last = current_request().headers.get("Last-Event-ID")
    if last is None or last == "":
        return query_number(SINCE)
    if not re.fullmatch(r"\d{1,9}", last, re.ASCII):
        raise _header_problem("Last-Event-ID", "Last-Event-ID must be the id of an event of this feed, an integer.")
    return int(last)


def _header_problem(name: str, sentence: str) -> Problem:
    return Problem("header_invalid", sentence, [ProblemError("", "wrong_value", sentence, header=name)])


def prefer_wait() -> int:
    """The seconds of the first `wait` preference (RFC 7240), at most MAX_WAIT_SECONDS; 0 if there is none or it is invalid."""
    preferences = [preference.partition(";")[0].partition("=") for preference in parse_list_header(_prefer())]
    first = next((value.strip().strip('"') for name, _, value in preferences if name.strip().lower() == "wait"), "")
    return int(min(float(first), MAX_WAIT_SECONDS)) if _is_seconds(first) else 0


def _prefer() -> str:
    return current_request().headers.get("Prefer", "")
