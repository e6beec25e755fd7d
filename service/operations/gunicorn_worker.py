"""gunicorn's threaded worker with two changes. It uses gunicorn internals, hence the version ceiling in pyproject.toml.

1. Keeps a keep-alive connection on its thread for 5 ms. gunicorn hands the connection back to its main thread after every response, and
   from there to a thread again, which costs about an eighth of a small call; `python -m tests.bench.shortcuts` measures it.
2. Answers requests that cannot be parsed with a problem document instead of HTML.
"""

from __future__ import annotations

import select
from typing import Any

from gunicorn import util
from gunicorn.http import errors
from gunicorn.workers.gthread import ThreadWorker

from service.http.problems import raw_response

KEEP_MS = 5
"""How long a thread waits for the next request of its connection."""

STATUSES: tuple[tuple[type[Exception], int, str], ...] = (
    (errors.LimitRequestLine, 414, "URI Too Long"),
    (errors.LimitRequestHeaders, 431, "Request Header Fields Too Large"),
    (errors.UnsupportedTransferCoding, 501, "Not Implemented"),
    (errors.ExpectationFailed, 417, "Expectation Failed"),
    (errors.ForbiddenProxyRequest, 403, "Forbidden"),
    (errors.ParseException, 400, "Bad Request"),
)
"""The status of each parse error; the first class that matches counts, everything else is a 500."""


class KeepAliveWorker(ThreadWorker):  # type: ignore[misc]
    """Serves requests with threads; keeps a connection only while there are twice as many threads as connections."""

    def handle(self, conn: Any) -> Any:
        """Serves a connection until it pauses, closes or must give its thread to another one."""
        kept = super().handle(conn)
        while kept is True and self.alive and 2 * self.nr_conns <= self.cfg.threads and _has_request(conn.sock):
            kept = super().handle(conn)
        return kept

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answers a request that gunicorn could not parse or serve."""
        status, reason = next(((status, reason) for kind, status, reason in STATUSES if isinstance(exc, kind)), (500, "Server Error"))
        if status == 500:
            self.log.exception("error while serving a request")
        else:
            self.log.warning("invalid request: %s", exc)
        try:
            util.write_nonblock(client, raw_response(status, reason, str(exc) if status < 500 else ""))
        except OSError:
            self.log.debug("the client closed its connection before the error response")


def _has_request(sock: Any) -> bool:
    poll = select.poll()
    poll.register(sock, select.POLLIN)
    return bool(poll.poll(KEEP_MS))
