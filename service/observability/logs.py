"""Structured logging: one JSON object per line on standard output, each with the id of its request.

Several processes and threads write to the same pipe. A line is one write of at most PIPE_BUF bytes, which the system keeps in one piece.
"""

from __future__ import annotations

import io
import logging
import os
import select
import sys
import time
from contextlib import suppress
from contextvars import ContextVar
from typing import Any

import orjson

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The request this thread works for; a worker sets it to the id of the request that created its job."""

LINE_BYTES = select.PIPE_BUF
"""Longest line, with its end; the longest text of a longer one loses its middle."""

OMITTED = " [...] "
"""What stands for the middle of a text that was shortened."""

LOGGERS = ("arbiter", "rq")
"""Loggers that `configure` sends to standard output."""


REPEAT_SECONDS = 60.0
"""The least time between two lines of one process about the same fault."""

_told: dict[str, float] = {}


def log_fault(fault: str, text: str) -> None:
    """Logs an error about a lasting fault, at most once a minute."""
    now = time.monotonic()
    if now - _told.get(fault, -REPEAT_SECONDS) >= REPEAT_SECONDS:
        _told[fault] = now
        logging.getLogger("arbiter").error(text)


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
    fields = {"time": stamp, "level": level, "request_id": request_id.get() or None, **fields}
    line = _dump(fields)
    return (line if len(line) < LINE_BYTES else _dump_shortened(fields)).decode()


def _dump(fields: dict[str, Any]) -> bytes:
    try:
        return orjson.dumps(fields)
    except orjson.JSONEncodeError:  # A text with surrogates is not UTF-8.
        return orjson.dumps({name: str(value).encode(errors="backslashreplace").decode() for name, value in fields.items()})


def _dump_shortened(fields: dict[str, Any]) -> bytes:
    """The fields as a line that is short enough: the longest texts are shortened until it is."""
    fields = {name: _shorten(value, LINE_BYTES) if isinstance(value, str) else value for name, value in fields.items()}
    while len(line := _dump(fields)) >= LINE_BYTES:
        name, text = max(((name, value) for name, value in fields.items() if isinstance(value, str)), key=lambda field: len(field[1]))
        fields[name] = _shorten(text, len(text) * 3 // 4)
    return line


def _shorten(text: str, length: int) -> str:
    """The text without its middle if it is longer; of a traceback the end tells most."""
    kept = max(0, length - len(OMITTED))
    return text if len(text) <= length else text[: kept // 3] + OMITTED + text[len(text) - (kept - kept // 3) :]


class StdoutHandler(logging.Handler):
    """Writes to the current standard output, even if it was replaced after start-up."""

    def emit(self, record: logging.LogRecord) -> None:
        write_line(self.format(record))


def write_line(text: str) -> None:
    """Writes a line in one piece. A line that cannot be written, because the disk is full for example, is lost: the service goes on."""
    try:
        descriptor = sys.stdout.fileno()
    except (AttributeError, io.UnsupportedOperation):
        print(text)  # Standard output was replaced by an object of this process.
    else:
        with suppress(OSError):
            os.write(descriptor, text.encode(errors="backslashreplace") + b"\n")


def configure(level: int = logging.INFO) -> None:
    """Sends the service's loggers to standard output; calling it twice is harmless."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.setLevel(level if name == "arbiter" else logging.WARNING)
        if not any(isinstance(handler, StdoutHandler) for handler in logger.handlers):
            handler = StdoutHandler()
            handler.setFormatter(JsonFormatter())
            logger.addHandler(handler)
