"""Between HTTP and the use cases: reads bodies and queries, chooses the language, writes answers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
import orjson
from flask import Response
from marshmallow import Schema, ValidationError
from werkzeug.datastructures import Headers, LanguageAccept, MIMEAccept
from werkzeug.http import parse_accept_header, parse_options_header

from engine.errors import Defect
from engine.games import GAMES
from engine.words import LANGUAGES
from service import current
from service.errors import Problem
from service.play import AnyGame
from service.schemas import defects

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

JSON = "application/json"

READ_TOO_FAR = 1
"""Werkzeug cuts a chunked body off at its limit without a word; reading one byte more than allowed shows that it was too long."""


def find_game(name: str) -> AnyGame:
    """The game of that id; hyphens may stand for underscores."""
    game = GAMES.get(name.replace("-", "_"))
    if game is None:
        raise Problem("game_unknown", f"There are these games: {', '.join(GAMES)}.")
    return game


def read_body(schema: Schema) -> dict[str, Any]:
    """The request's JSON body, in the form the schema asks for."""
    return load(schema, read_json())


def read_json() -> Any:
    """The request's body as JSON; orjson refuses NaN, lone surrogates and bottomless nesting."""
    asked = current.request()
    if not _is_json(asked.environ.get("CONTENT_TYPE", "")) or "HTTP_CONTENT_ENCODING" in asked.environ:
        raise Problem("media_type_unsupported", f"Send the body as {JSON}, uncompressed.", headers={"Accept": JSON})
    body = require_whole(asked.get_data(cache=False))
    longest = current.app().config["MAX_CONTENT_LENGTH"] - READ_TOO_FAR
    if len(body) > longest:
        raise Problem("body_too_large", f"A body has at most {longest} bytes.")
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Problem("json_malformed", f"The body is not JSON in UTF-8: {error.msg}, {where}.") from None


def require_whole(body: bytes) -> bytes:
    """The body, if all of it arrived: a client that loses its connection has not said what it wanted to say."""
    if len(body) < (current.request().content_length or 0):
        raise Problem("bad_request", "The body ended before it was as long as Content-Length says.")
    return body


@lru_cache(maxsize=256)
def _is_json(content_type: str) -> bool:
    return parse_options_header(content_type)[0].lower() == JSON


def load(schema: Schema, data: Any) -> dict[str, Any]:
    """Data in the form the schema asks for, or every error at once."""
    try:
        loaded: dict[str, Any] = schema.load(data)
        return loaded
    except ValidationError as error:
        raise Problem("body_invalid", "The body has not the form this call needs.", defects(error.messages)) from None


def switch(name: str, default: bool) -> bool:
    """A query parameter that is true or false."""
    asked = current.request()
    text = asked.args.get(name) if asked.query_string else None
    if text not in (None, "true", "false"):
        raise Problem("query_invalid", f"{name} is true or false.", [Defect("", "wrong_value", f"{name} is true or false.")])
    return default if text is None else text == "true"


def language() -> str:
    """The language of labels and rules, by Accept-Language."""
    return _language(current.request().environ.get("HTTP_ACCEPT_LANGUAGE", ""))


@lru_cache(maxsize=256)
def _language(header: str) -> str:
    """The first choice that is spoken here, whatever its region: fr-CH before en means fr."""
    wished = (tag.partition("-")[0].lower() for tag, quality in parse_accept_header(header, LanguageAccept) if quality > 0)
    return next((tag for tag in wished if tag in LANGUAGES), LANGUAGES[0])


def require_acceptable(media_type: str = JSON) -> None:
    """Refuses a client that could not read the answer."""
    if not _accepts(current.request().environ.get("HTTP_ACCEPT", ""), media_type):
        raise Problem("not_acceptable", f"The answer is {media_type}.")


@lru_cache(maxsize=256)
def _accepts(header: str, media_type: str) -> bool:
    return not header or parse_accept_header(header, MIMEAccept).best_match([media_type]) is not None


class Ready(Response):
    """An answer in one piece: its headers go out as they are, without being looked through and copied once more."""

    def get_wsgi_headers(self, environ: WSGIEnvironment) -> Headers:
        """All of them; an answer that turned out to be none, as nothing was modified, is left to Werkzeug."""
        return self.headers if self.status_code in (200, 201) else super().get_wsgi_headers(environ)


def answer(document: Any, status: int = 200, spoken: str | None = None) -> Response:
    """A document as a JSON answer; `spoken` is the language of its labels."""
    headers = [("Content-Type", JSON)]
    if spoken:
        headers += [("Content-Language", spoken), ("Vary", "Accept-Language")]
    return Ready(msgspec.json.encode(document), status, headers)


def cached(body: bytes, etag: str, content_type: str = JSON, spoken: str | None = None) -> Response:
    """A fixed answer that clients may keep and revalidate; its tag is weak, because it may come compressed."""
    response = Response(body, content_type=content_type)
    if spoken:
        response.headers["Content-Language"] = spoken
        response.headers["Vary"] = "Accept-Language"
    response.set_etag(etag, weak=True)
    response.headers["Cache-Control"] = "public, max-age=0, must-revalidate"
    return unless_known(response)


def unless_known(response: Response) -> Response:
    """Not the answer again for who has it (If-None-Match); If-Match is for changes, and keeps nobody from reading."""
    environ = current.request().environ
    response.make_conditional({name: value for name, value in environ.items() if name != "HTTP_IF_MATCH"})
    return response
