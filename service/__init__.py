"""Arbiter over HTTP. `create_app` is the only place where the parts meet."""

from __future__ import annotations

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.http import middleware as around
from service.http import problems as errors
from service.http import rate_limits as limits
from service.http.requests import READ_TOO_FAR
from service.http.routes import boards, docs, events, games, hints, rules, states, web
from service.http.routes import health as meta
from service.http.routes import jobs as job_routes
from service.http.routes import metrics as figures
from service.http.routes import sessions as session_routes
from service.observability import metrics
from service.referee.sealing import Sealer, random_secret
from service.sessions.feed import Hub
from service.settings import Settings
from service.wiring import announce, open_jobs, open_store


def create_app(settings: Settings | None = None) -> Flask:
    """The whole service as a WSGI application; without settings, those of the environment."""
    settings = settings or Settings.from_environment()
    probes: dict[str, meta.Probe] = {}
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes + READ_TOO_FAR
    app.url_map.merge_slashes = False
    errors.install(app)
    around.install(app, settings)
    trust_proxies(app, settings.proxies)
    metrics.install(app)
    limits.install(app, settings)
    app.extensions["arbiter.sealer"] = Sealer(settings.seal_keys or [random_secret()])
    keep_sessions(app, settings, probes)
    play_computers(app, settings, probes)
    for part in (games, rules, states, boards, session_routes, events, job_routes, hints, web, docs, figures):
        app.register_blueprint(part.routes)
    app.register_blueprint(meta.routes(probes))
    return app


def trust_proxies(app: Flask, count: int) -> None:
    """Believes what so many proxies say about who calls; headers of anybody else are ignored."""
    if count:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=0)  # type: ignore[method-assign]


def keep_sessions(app: Flask, settings: Settings, probes: dict[str, meta.Probe]) -> None:
    """Gives the application its store and its hub of live feeds; without a Redis it stays a stateless referee."""
    store = open_store(settings)
    app.extensions["arbiter.store"] = store
    app.extensions["arbiter.hub"] = Hub(store, settings.most_streams, settings.send_seconds) if store else None
    app.extensions["arbiter.settings"] = settings
    if store is not None:
        probes["redis"] = store.ping


def play_computers(app: Flask, settings: Settings, probes: dict[str, meta.Probe]) -> None:
    """Gives the application its queue of AI work, and tells the queue of every turn that sessions leave to an AI."""
    queue, store = open_jobs(settings), app.extensions["arbiter.store"]
    app.extensions["arbiter.jobs"] = queue
    if queue is not None:
        probes["queue"] = queue.load
        if store is not None:
            announce(queue, store)
