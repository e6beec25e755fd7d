"""How gunicorn runs the service: `gunicorn -c deploy/gunicorn.conf.py`; every value can be overridden by environment or command line."""

import os
import shutil

import gunicorn.glogging
import gunicorn.http.wsgi
import gunicorn.util

from service.http import problems as errors
from service.observability import metrics
from service.referee.sealing import random_secret
from service.settings import Settings

_settings = Settings.from_environment()
_figures = None if os.environ.get(metrics.FOLDER) else metrics.fresh_folder(f"web-{_settings.port}")
if _figures:
    metrics.share(_figures)

wsgi_app = "service.wsgi:app"
bind = f"{_settings.host}:{_settings.port}"
worker_class = "service.operations.gunicorn_worker.LingeringWorker"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = _settings.threads
timeout = 30
graceful_timeout = 5
keepalive = 15
max_requests = 0
limit_request_line = 4094
limit_request_fields = 64
accesslog = None
control_socket_disable = True
errorlog = "-"
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "service.observability.logs.JsonLines"}},
    "handlers": {"out": {"class": "service.observability.logs.Stdout", "formatter": "json"}},
    "loggers": {name: {"handlers": ["out"], "level": "INFO", "propagate": False} for name in ("gunicorn.error", "arbiter")},
    "root": {"handlers": [], "level": "WARNING"},
}


class Quiet(gunicorn.glogging.Logger):
    """Lines of access only for who asks for them: with a `logconfig_dict` gunicorn would make one for each request, read or not."""

    def access(self, resp, req, environ, request_time):  # type: ignore[no-untyped-def]
        """One request; the service itself logs it too, in its own way."""
        if self.cfg.accesslog or self.cfg.syslog:
            super().access(resp, req, environ, request_time)


logger_class = Quiet
gunicorn.http.wsgi.SERVER = "arbiter"  # What runs underneath, and in which version, is nobody's business.


def write_error(sock, status, reason, message):  # type: ignore[no-untyped-def]
    """What gunicorn refuses by itself is refused like everything else, and never in HTML."""
    gunicorn.util.write_nonblock(sock, errors.unread(status, reason, message))


gunicorn.util.write_error = write_error


def on_starting(server):  # type: ignore[no-untyped-def]
    """Where no seal key is configured all workers share one that is made up here."""
    if not _settings.seal_keys:
        os.environ["ARBITER_SEAL_KEYS"] = random_secret()


def post_worker_init(worker):  # type: ignore[no-untyped-def]
    """Live feeds end when their process is asked to leave, instead of holding it up."""
    hub = worker.wsgi.extensions.get("arbiter.hub")
    if hub is not None:
        hub.is_stopping = lambda: not worker.alive


def child_exit(server, worker):  # type: ignore[no-untyped-def]
    """The clients of a process that died are not counted any more."""
    metrics.bury(worker.pid)


def on_exit(server):  # type: ignore[no-untyped-def]
    """Figures are kept as long as the service runs."""
    if _figures:
        shutil.rmtree(_figures, ignore_errors=True)
