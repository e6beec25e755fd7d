"""What holds for operations by name: their query parameters, and the headers of deprecated ones.

An operation is named by its method and its path as openapi.yaml writes it: "GET /v1/games/{game}".
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from flask import Flask, Response
from werkzeug.routing import Rule

from service.http.context import context, current_request
from service.http.deprecations import DEPRECATED, Deprecation, deprecation_headers
from service.http.problems import Problem
from service.http.queries import QUERIES, Parameter, parse_query

METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}

SERVICE_PATHS = {"/healthz", "/readyz", "/metrics"}
"""Operations outside /v1. Pages and their files are not operations: links to them may carry parameters of other programs."""


def install(app: Flask, queries: Mapping[str, tuple[Parameter, ...]] = QUERIES, deprecated: Mapping[str, Deprecation] = DEPRECATED) -> None:
    """Registers the hooks of this module; all routes must be registered before."""
    names = {rule.endpoint: name for rule in app.url_map.iter_rules() for name in operation_names(rule)}
    parameters = {endpoint: queries.get(name, ()) for endpoint, name in names.items()}
    headers = {endpoint: deprecation_headers(deprecated[name]) for endpoint, name in names.items() if name in deprecated}

    def validate_query() -> None:
        request = current_request()
        known = parameters.get(request.endpoint or "")
        if known is None or request.method == "OPTIONS":
            return
        about = context()
        about.parameters = known
        if request.query_string:
            about.query, errors = parse_query(known, request.args.items(multi=True))
            if errors:
                raise Problem("query_invalid", "The query does not match the schema.", errors)

    def announce_deprecation(response: Response) -> Response:
        response.headers.update(headers.get(current_request().endpoint or "", {}))
        return response

    app.before_request(validate_query)
    if headers:
        app.after_request(announce_deprecation)


def operation_names(rule: Rule) -> list[str]:
    """The names of the operations at an address; none for a page."""
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
    is_operation = path.startswith("/v1/") or path in SERVICE_PATHS
    return [f"{method} {path}" for method in sorted((rule.methods or set()) & METHODS)] if is_operation else []
