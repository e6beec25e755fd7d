"""Structured logging: one JSON object per line on standard output, each with the id of its request."""

from __future__ import annotations

import logging
import time
from contextvars import ContextVar
from typing import Any

import orjson

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The request this thread works for; a worker sets it to the id of the request that created its job."""

LOGGERS = ("arbiter", "rq")
"""Loggers that `configure` sends to standard output."""


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object; request lines are JSON already."""

    def format(self, record: logging.LogRecord) -> str:
        text = record.getMessage()
        if record.name == "arbiter.requests":
            return text
        error = {"error": self.formatException(record.exc_info)} if record.exc_info else {}
        return json_line(record.levelname.lower(), logger=record.name, message=text, **error)


def json_line(level: str, **fields: Any) -> str:
    """One log line: time, level, request id and the given fields."""
    now = time.time()
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now * 1000) % 1000:03}Z"
    return orjson.dumps({"time": stamp, "level": level, "request_id": request_id.get() or None, **fields}).decode()


class StdoutHandler(logging.Handler):
    """Prints to the current standard output, even if it was replaced after start-up."""

    def emit(self, record: logging.LogRecord) -> None:
        print(self.format(record), flush=True)


def configure(level: int = logging.INFO) -> None:
    """Sends the service's loggers to standard output; calling it twice is harmless."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.setLevel(level if name == "arbiter" else logging.WARNING)
        if not any(isinstance(handler, StdoutHandler) for handler in logger.handlers):
            handler = StdoutHandler()
            handler.setFormatter(JsonFormatter())
            logger.addHandler(handler)
