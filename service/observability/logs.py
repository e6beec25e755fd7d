"""The log: one JSON object a line on standard output, each with the id of its request, also in the AI work that a move left."""

from __future__ import annotations

import logging
import time
from contextvars import ContextVar
from typing import Any

import orjson

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The request on whose behalf this thread is at work; a worker that takes up a job takes up the id of the request that asked for it."""

FAMILIES = ("arbiter", "rq")
"""Loggers whose lines are ours to write."""


class JsonLines(logging.Formatter):
    """A record as a line of JSON; what is a line of JSON already stays as it is."""

    def format(self, record: logging.LogRecord) -> str:
        text = record.getMessage()
        if record.name == "arbiter.requests":
            return text
        error = {"error": self.formatException(record.exc_info)} if record.exc_info else {}
        return line(record.levelname.lower(), logger=record.name, message=text, **error)


def line(level: str, **fields: Any) -> str:
    """One line: when, how grave, for which request, and the given fields."""
    now = time.time()
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now * 1000) % 1000:03}Z"
    return orjson.dumps({"time": stamp, "level": level, "request_id": request_id.get() or None, **fields}).decode()


class Stdout(logging.Handler):
    """Whatever standard output is at the moment, not what it was at the start."""

    def emit(self, record: logging.LogRecord) -> None:
        print(self.format(record), flush=True)


def configure(level: int = logging.INFO) -> None:
    """Sends what our own loggers say to standard output; doing so twice does no harm."""
    for name in FAMILIES:
        logger = logging.getLogger(name)
        logger.setLevel(level if name == "arbiter" else logging.WARNING)
        if not any(isinstance(handler, Stdout) for handler in logger.handlers):
            handler = Stdout()
            handler.setFormatter(JsonLines())
            logger.addHandler(handler)
