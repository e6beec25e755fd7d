"""The query parameters of every operation: declared here once, validated before its route runs, and written into openapi.yaml."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine.drawing import NARROWEST, WIDEST
from engine.games import GAMES
from service.referee.documents import ProblemError
from service.sessions.feed import FEED_INCLUDES
from service.sessions.schemas import MAX_VERSION
from service.sessions.tables import STATUSES

MAX_ENTRIES = 200
"""Longest page of a history."""

MAX_TABLES = 50
"""Longest page of open sessions."""

MAX_POLL_SECONDS = 30
"""Longest wait of a client that polls."""

CURSOR_PATTERN = "^[0-9]{15}-[0-9a-f]{20}$"

_is_number = re.compile(r"\d{1,10}", re.ASCII).fullmatch


class Flag(msgspec.Struct, frozen=True):
    """A parameter that is true or false."""

    name: str
    description: str
    default: bool

    def parse(self, text: str) -> bool | None:
        """The value; None if the text is invalid."""
        return {"true": True, "false": False}.get(text)

    @property
    def expected(self) -> str:
        """What a valid value is."""
        return "true or false"

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value."""
        return {"type": "boolean", "default": self.default}


class Number(msgspec.Struct, frozen=True):
    """A parameter that is an integer in a range."""

    name: str
    description: str
    least: int
    most: int
    default: int | None = None

    def parse(self, text: str) -> int | None:
        """The value; None if the text is invalid."""
        return int(text) if _is_number(text) and self.least <= int(text) <= self.most else None

    @property
    def expected(self) -> str:
        """What a valid value is."""
        return f"an integer from {self.least} to {self.most}"

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value."""
        bounds = {"type": "integer", "minimum": self.least, "maximum": self.most}
        return bounds if self.default is None else {**bounds, "default": self.default}


class Choice(msgspec.Struct, frozen=True):
    """A parameter that is one of a few words; `schema_name` is the name of their enum in openapi.yaml, if it has one."""

    name: str
    description: str
    choices: tuple[str, ...]
    default: str | None = None
    schema_name: str | None = None

    def parse(self, text: str) -> str | None:
        """The value; None if the text is invalid."""
        return text if text in self.choices else None

    @property
    def expected(self) -> str:
        """What a valid value is."""
        return " or ".join(self.choices)

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value."""
        if self.schema_name is not None:
            return {"$ref": f"#/components/schemas/{self.schema_name}"}
        words = {"type": "string", "enum": list(self.choices)}
        return words if self.default is None else {**words, "default": self.default}


class Text(msgspec.Struct, frozen=True):
    """A parameter that is a text of a fixed form, such as a secret that an earlier answer gave out; it has no default."""

    name: str
    description: str
    pattern: str
    expected: str
    default: None = None

    def parse(self, text: str) -> str | None:
        """The value; None if the text is invalid."""
        return text if re.fullmatch(self.pattern, text) else None

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value."""
        return {"type": "string", "pattern": self.pattern}


Parameter = Flag | Number | Choice | Text

Value = bool | int | str
"""The value of a parameter."""

WITH_LEGAL_MOVES = Flag("legal_moves", "With `false`, the answer has no `legal_moves`.", default=True)
WITH_PREVIEWS = Flag("previews", "With `false`, listed moves have no `preview`, which makes the answer shorter.", default=True)
POSITION = (WITH_LEGAL_MOVES, WITH_PREVIEWS)
WITH_STYLE = Flag("style", "With `false`, the image has no stylesheet, for pages that load `/board.css`.", default=True)
WIDTH = Number("width", "The width of the image in units of about one pixel; panels flow into it.", NARROWEST, WIDEST, default=NARROWEST)
PANELS = Text(
    "panels",
    "The panels to draw, in this order, separated by commas; the catalogue names them. Without it: every panel except the summaries.",
    r"^[a-z_]{1,20}(-[0-3])?(,[a-z_]{1,20}(-[0-3])?){0,39}$",
    "names of panels, separated by commas",
)
NAMES = Text(
    "names",
    "The names of the seats, separated by commas. Without it: the names of the session, or Player 1, Player 2 and so on.",
    r"^[^,\x00-\x1f]{0,40}(,[^,\x00-\x1f]{0,40}){0,3}$",
    "up to four names of at most 40 characters, separated by commas",
)
WITH_HEADER = Flag("header", "With `false`, the image has no line with the title and the pending decision on top.", default=True)
BOARD = (WIDTH, PANELS, NAMES, WITH_HEADER, WITH_STYLE)
BOARD_VERSION = Number("version", "The version to draw; the latest if it is left out.", least=0, most=MAX_VERSION)
SINCE = Number("since", "The last version you have; 0 for everything after the creation of the session.", 0, MAX_VERSION, default=0)
LIMIT = Number("limit", "The maximum number of entries.", 1, MAX_ENTRIES, default=100)
WAIT = Number(
    "wait", "How many seconds to wait for something new. The answer is then JSON unless `Accept` asks for a stream.", 0, MAX_POLL_SECONDS
)
INCLUDE = Choice(
    "include",
    "With `position`, every entry carries the session as you see it after that entry; `legal_moves` and `previews` apply to it.",
    FEED_INCLUDES,
    schema_name="FeedInclude",
)
TICKET = Text(
    "ticket", "A feed ticket instead of `Authorization`, for clients that cannot send headers.", "^[!-~]{1,100}$", "a feed ticket"
)

GAME = Choice("game", "Sessions of this game only.", tuple(GAMES), schema_name="GameId")
STATUS = Choice("status", "Sessions with this status only.", STATUSES, schema_name="SessionStatus")
CURSOR = Text("cursor", "`next` of the page before; leave it out for the first page.", CURSOR_PATTERN, "`next` of an earlier page")
SESSION = Text("session", "The session whose webhooks to list, with its host's token.", "^[0-9a-f]{20}$", "the id of a session")
TABLES = Number("limit", "The maximum number of sessions.", 1, MAX_TABLES, default=20)

QUERIES: Mapping[str, tuple[Parameter, ...]] = {
    "POST /v1/games/{game}/states": POSITION,
    "POST /v1/games/{game}/moves": POSITION,
    "POST /v1/games/{game}/legal-moves": (WITH_PREVIEWS,),
    "POST /v1/games/{game}/records": POSITION,
    "POST /v1/games/{game}/boards": BOARD,
    "GET /v1/sessions": (GAME, STATUS, CURSOR, TABLES),
    "POST /v1/sessions": POSITION,
    "GET /v1/sessions/{session_id}": POSITION,
    "POST /v1/sessions/{session_id}/moves": POSITION,
    "GET /v1/sessions/{session_id}/legal-moves": (WITH_PREVIEWS,),
    "GET /v1/sessions/{session_id}/states/{version}": (WITH_LEGAL_MOVES,),
    "GET /v1/sessions/{session_id}/history": (SINCE, LIMIT),
    "POST /v1/sessions/{session_id}/undo": POSITION,
    "POST /v1/sessions/{session_id}/forks": POSITION,
    "POST /v1/claims": POSITION,
    "POST /v1/sessions/{session_id}/claims": POSITION,
    "POST /v1/sessions/{session_id}/seats/{seat}/claims": POSITION,
    "POST /v1/sessions/{session_id}/seats/{seat}/resignations": POSITION,
    "POST /v1/sessions/{session_id}/seats/{seat}/replacements": POSITION,
    "POST /v1/sessions/{session_id}/hosts": POSITION,
    "POST /v1/sessions/{session_id}/rematches": POSITION,
    "GET /v1/sessions/{session_id}/board.svg": (BOARD_VERSION, *BOARD),
    "GET /v1/webhooks": (SESSION,),
    "GET /v1/sessions/{session_id}/events": (SINCE, WAIT, INCLUDE, *POSITION, TICKET),
}
"""The parameters of each operation; an operation that is not listed takes none."""


def parse_query(parameters: Sequence[Parameter], sent: Iterable[tuple[str, str]]) -> tuple[dict[str, Value], list[ProblemError]]:
    """The values of the parameters that were sent, and everything that is wrong with the query."""
    known = {parameter.name: parameter for parameter in parameters}
    values: dict[str, Value] = {}
    errors: list[ProblemError] = []
    for name, text in sent:
        if name not in known:
            listed = f"the parameters are: {', '.join(known)}" if known else "this call takes none"
            errors.append(_error(name, "unknown_parameter", f"There is no such parameter; {listed}."))
        elif name in values:
            errors.append(_error(name, "repeated_parameter", f"{name} may be sent once."))
        elif (value := known[name].parse(text)) is None:
            errors.append(_error(name, "wrong_value", f"{name} must be {known[name].expected}."))
        else:
            values[name] = value
    return values, errors


def _error(name: str, code: str, sentence: str) -> ProblemError:
    return ProblemError("", code, sentence, parameter=name)


def chosen_variant(parameters: Sequence[Parameter], values: Mapping[str, Value]) -> str:
    """The values that differ from the defaults, as one word: two requests with the same word get the same representation."""
    chosen = [(each.name, values.get(each.name, each.default)) for each in parameters]
    defaults = {each.name: each.default for each in parameters}
    return ".".join(f"{name}={str(value).lower()}" for name, value in chosen if value != defaults[name])
