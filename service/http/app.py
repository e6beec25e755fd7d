"""Builds the Flask application."""

from __future__ import annotations

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import BaseConverter

from service.http import middleware, operations, problems, rate_limits
from service.http.requests import OVER_LIMIT
from service.http.routes import boards, docs, events, games, health, jobs, joining, metrics, qr_codes, sessions, states, web, webhooks
from service.settings import Settings
from service.wiring import Parts, build_parts

BLUEPRINTS = (games, states, boards, sessions, joining, events, jobs, webhooks, qr_codes, web, docs, metrics, health)


class SessionSegment(BaseConverter):
    """The segment of a session's id in a path; `statuses` is an address of its own, with methods of its own."""

    regex = r"(?!statuses\Z)[^/]+"
    part_isolating = True


def build_app(settings: Settings) -> Flask:
    """The WSGI application, with its parts in `app.extensions["arbiter"]`."""
    parts = build_parts(settings)
    app = Flask("service", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes + OVER_LIMIT
    app.url_map.merge_slashes = False
    app.url_map.converters["session"] = SessionSegment
    app.extensions["arbiter"] = parts
    problems.install(app)
    middleware.install(app, settings)  # Before the rate limits: a refused request has an id too.
    rate_limits.install(app, settings)
    trust_proxies(app, settings.proxies)
    for module in BLUEPRINTS:
        app.register_blueprint(module.routes)
    operations.install(app)
    return app


def trust_proxies(app: Flask, count: int) -> None:
    """Takes the client's address from the headers of so many proxies; headers of others are ignored."""
    if count:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=0)  # type: ignore[method-assign]


def parts_of(app: Flask) -> Parts:
    """The parts that an application was built with."""
    parts: Parts = app.extensions["arbiter"]
    return parts
