"""The query parameters of every operation: declared here once, validated before its route runs, and written into openapi.yaml."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from service.referee.documents import ProblemError
from service.sessions.schemas import MAX_VERSION

MAX_ENTRIES = 200
"""Longest page of a history."""

MAX_POLL_SECONDS = 30
"""Longest wait of a client that polls."""

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


Parameter = Flag | Number

WITH_LEGAL_MOVES = Flag("legal_moves", "With `false`, the answer has no `legal_moves`.", default=True)
WITH_PREVIEWS = Flag("previews", "With `false`, listed moves have no `preview`, which makes the answer shorter.", default=True)
POSITION = (WITH_LEGAL_MOVES, WITH_PREVIEWS)
WITH_STYLE = Flag("style", "With `false`, the image has no stylesheet, for pages that load `/board.css`.", default=True)
BOARD_VERSION = Number("version", "The version to draw; the latest if it is left out.", least=0, most=MAX_VERSION)
SINCE = Number("since", "The last version you have; 0 for everything after the creation of the session.", 0, MAX_VERSION, default=0)
LIMIT = Number("limit", "The maximum number of entries.", 1, MAX_ENTRIES, default=100)
WAIT = Number(
    "wait", "How many seconds to wait for something new. The answer is then JSON unless `Accept` asks for a stream.", 0, MAX_POLL_SECONDS
)

QUERIES: Mapping[str, tuple[Parameter, ...]] = {
    "POST /v1/games/{game}/states": POSITION,
    "POST /v1/games/{game}/moves": POSITION,
    "POST /v1/games/{game}/legal-moves": (WITH_PREVIEWS,),
    "POST /v1/games/{game}/boards": (WITH_STYLE,),
    "POST /v1/sessions": POSITION,
    "GET /v1/sessions/{session_id}": POSITION,
    "POST /v1/sessions/{session_id}/moves": POSITION,
    "GET /v1/sessions/{session_id}/legal-moves": (WITH_PREVIEWS,),
    "GET /v1/sessions/{session_id}/states/{version}": (WITH_LEGAL_MOVES,),
    "GET /v1/sessions/{session_id}/history": (SINCE, LIMIT),
    "POST /v1/sessions/{session_id}/undo": POSITION,
    "POST /v1/sessions/{session_id}/forks": POSITION,
    "POST /v1/sessions/{session_id}/seats/{seat}/claims": POSITION,
    "POST /v1/sessions/{session_id}/seats/{seat}/resignations": POSITION,
    "GET /v1/sessions/{session_id}/board.svg": (BOARD_VERSION, WITH_STYLE),
    "GET /v1/sessions/{session_id}/events": (SINCE, WAIT),
}
"""The parameters of each operation; an operation that is not listed takes none."""


def parse_query(parameters: Sequence[Parameter], sent: Iterable[tuple[str, str]]) -> tuple[dict[str, bool | int], list[ProblemError]]:
    """The values of the parameters that were sent, and everything that is wrong with the query."""
    known = {parameter.name: parameter for parameter in parameters}
    values: dict[str, bool | int] = {}
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


def chosen_variant(parameters: Sequence[Parameter], values: Mapping[str, bool | int]) -> str:
    """The values that differ from the defaults, as one word: two requests with the same word get the same representation."""
    chosen = [(each.name, values.get(each.name, each.default)) for each in parameters]
    defaults = {each.name: each.default for each in parameters}
    return ".".join(f"{name}={str(value).lower()}" for name, value in chosen if value != defaults[name])
