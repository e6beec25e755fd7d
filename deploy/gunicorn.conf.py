"""gunicorn's configuration: `gunicorn -c deploy/gunicorn.conf.py`; the environment and the command line override every value."""

import os
import shutil
import tempfile

from gunicorn.glogging import Logger

from service.observability import metrics_folder
from service.operations import memory_limit
from service.settings import Settings

_settings = Settings.from_environment()
_replacement_turn = tempfile.TemporaryFile()  # noqa: SIM115 (workers inherit it)
_metrics_folder = None if metrics_folder.is_shared() else metrics_folder.create(f"web-{_settings.port}")
if _metrics_folder:
    os.environ[metrics_folder.VARIABLE] = str(_metrics_folder)

wsgi_app = "service.wsgi:app"
bind = _settings.bind
worker_class = "service.operations.gunicorn_worker.BufferingWorker"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = _settings.threads
worker_connections = _settings.connections
timeout = 30
graceful_timeout = 5
keepalive = 75  # An idle connection costs no thread; clients that reuse one the server just closed would fail.
sendfile = False
max_requests = 0
limit_request_line = 4094
limit_request_fields = 64
forwarder_headers = ""  # No header sets SCRIPT_NAME or PATH_INFO; gunicorn lets those of a proxy on this machine do so.
accesslog = None
control_socket_disable = True
errorlog = "-"
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "service.observability.logs.JsonFormatter"}},
    "handlers": {"out": {"class": "service.observability.logs.StdoutHandler", "formatter": "json"}},
    "loggers": {name: {"handlers": ["out"], "level": "INFO", "propagate": False} for name in ("gunicorn.error", "arbiter")},
    "root": {"handlers": [], "level": "WARNING"},
}


class QuietLogger(Logger):
    """Builds access-log lines only if they are wanted: with `logconfig_dict` gunicorn builds them for every request."""

    def access(self, resp, req, environ, request_time):  # type: ignore[no-untyped-def]
        """Logs one request."""
        if self.cfg.accesslog or self.cfg.syslog:
            super().access(resp, req, environ, request_time)


logger_class = QuietLogger


def on_starting(server):  # type: ignore[no-untyped-def]
    """Without a configured seal key, all workers share a random one."""
    from service.referee.sealing import random_secret

    if not _settings.seal_keys:
        os.environ["ARBITER_SEAL_KEYS"] = random_secret()


def post_worker_init(worker):  # type: ignore[no-untyped-def]
    """Live feeds end when their process stops, instead of delaying it; the heartbeat and the watch over its memory start."""
    parts = worker.wsgi.extensions["arbiter"]
    if parts.hub is not None:
        parts.hub.is_stopping = lambda: not worker.alive
        parts.sessions.store.heartbeat.start(lambda: not worker.alive)
    memory_limit.watch(worker, _settings.web_memory_mb, _replacement_turn)


def child_exit(server, worker):  # type: ignore[no-untyped-def]
    """Drops the live gauges of a process that ended."""
    from service.observability.metrics import forget_process

    forget_process(worker.pid)


def on_exit(server):  # type: ignore[no-untyped-def]
    """Deletes the metrics of this run."""
    if _metrics_folder:
        shutil.rmtree(_metrics_folder, ignore_errors=True)
