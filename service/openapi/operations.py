"""Adds to the hand-written operations what the code declares: query parameters, shared headers, deprecations and examples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from service.http.deprecations import DEPRECATED, Deprecation
from service.http.queries import QUERIES, Parameter
from service.openapi.recorded import Recorded
from service.openapi.rewriting import REF, Schema

HEADER = "#/components/headers/"
EXAMPLE = "#/components/examples/"

RATE_LIMITS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
REPLAYABLE = {"SessionIdempotencyKey", "JobIdempotencyKey"}
"""Parameters of the operations whose answer is stored under the idempotency key."""


def complete_operations(spec: Schema, recorded: Recorded, deprecated: Mapping[str, Deprecation] = DEPRECATED) -> None:
    """Completes every operation of the specification in place."""
    for name, operation in operations(spec):
        operation["parameters"] = _with_query(spec, operation["parameters"], QUERIES.get(name, ()))
        if name in deprecated:
            _deprecate(operation, deprecated[name])
        for status, response in operation["responses"].items():
            if "$ref" not in response:
                _add_headers(response, name, operation)
                _add_examples(response, recorded.names(operation["operationId"], status))
    for response in spec["components"]["responses"].values():
        response["headers"] |= {header: _header(header) for header in RATE_LIMITS}
        _add_problems(response, recorded)


def operations(spec: Schema) -> Iterator[tuple[str, Schema]]:
    """Every operation with its name: the method and the path."""
    for path, item in spec["paths"].items():
        for method, operation in item.items():
            yield f"{method.upper()} {path}", operation


def _with_query(spec: Schema, parameters: list[Schema], query: tuple[Parameter, ...]) -> list[Schema]:
    """The parameters with those of the query, which come after those of the path."""
    declared = [{"name": each.name, "in": "query", "description": each.description, "schema": each.schema} for each in query]
    path = [parameter for parameter in parameters if _resolved(spec, parameter)["in"] == "path"]
    return [*path, *declared, *(parameter for parameter in parameters if parameter not in path)]


def _resolved(spec: Schema, part: Schema) -> Schema:
    if "$ref" not in part:
        return part
    _, kind, name = part["$ref"].removeprefix("#/").split("/")
    found: Schema = spec["components"][kind][name]
    return found


def _deprecate(operation: Schema, deprecation: Deprecation) -> None:
    operation["deprecated"] = True
    notice = f"Deprecated since {deprecation.since}; it may be gone after {deprecation.sunset}. See {deprecation.link}."
    operation["description"] = f"{operation.get('description', '')} {notice}".strip()


def _add_headers(response: Schema, name: str, operation: Schema) -> None:
    """The headers that many responses share: rate limits below /v1, and whether an answer was stored before."""
    headers = response.setdefault("headers", {})
    if " /v1/" in name:
        headers |= {header: _header(header) for header in RATE_LIMITS}
    sent = {parameter.get("$ref", "").rpartition("/")[2] for parameter in operation["parameters"]}
    if sent & REPLAYABLE:
        headers["Idempotency-Replayed"] = _header("Idempotency-Replayed")


def _header(name: str) -> Schema:
    return {"$ref": HEADER + name}


def _add_examples(response: Schema, names: Mapping[str, Mapping[str, str]]) -> None:
    """The recorded answers by media type."""
    for media_type, content in response.get("content", {}).items():
        if names.get(media_type):
            content["examples"] = {key: {"$ref": EXAMPLE + name} for key, name in names[media_type].items()}


def _add_problems(response: Schema, recorded: Recorded) -> None:
    """The recorded problems whose codes the description of a shared response names."""
    codes = [code for code in dict.fromkeys(re.findall(r"`(\w+)`", response["description"])) if code in recorded.problems]
    for content in response.get("content", {}).values():
        content["examples"] = {code: {"$ref": f"{EXAMPLE}Problem_{code}"} for code in codes}


def add_request_examples(spec: Schema, shown: Mapping[str, Mapping[str, Any]]) -> None:
    """Examples for the bodies that operations declare in place, by the name of their schema."""
    for _, operation in operations(spec):
        for content in operation.get("requestBody", {}).get("content", {}).values():
            name = content["schema"]["$ref"].removeprefix(REF)
            if name in shown:
                content["examples"] = shown[name]
