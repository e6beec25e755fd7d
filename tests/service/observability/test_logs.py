"""Log lines are JSON, one line each, however many processes and threads write them and however long they are."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from typing import Any

import pytest

from service.observability.logs import LINE_BYTES, JsonFormatter, json_line

PROCESSES, THREADS, LINES = 4, 4, 500

WRITER = f"""
import logging, threading
from service.observability import logs

logs.configure()

def write(number):
    for line in range({LINES}):
        text = "x" * (line * 37 % 9000)
        if line % 2:
            logging.getLogger("arbiter.requests").info(logs.json_line("info", route=text[:3000], line=line))
        else:
            logging.getLogger("arbiter").info("%s", text)

threads = [threading.Thread(target=write, args=(number,)) for number in range({THREADS})]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_a_log_that_cannot_be_written_stops_nothing() -> None:
    script = "import logging; from service.observability import logs; logs.configure(); logging.getLogger('arbiter').error('lost')"
    with open("/dev/full", "w") as full:
        subprocess.run([sys.executable, "-c", script], stdout=full, check=True)


def record(message: str, error: Exception | None = None) -> dict[str, Any]:
    """A formatted log record, read again."""
    failure = (type(error), error, None) if error else None
    line = JsonFormatter().format(logging.LogRecord("arbiter", logging.INFO, "", 1, message, (), failure))
    assert len(line.encode()) < LINE_BYTES
    read: dict[str, Any] = json.loads(line)
    return read


@pytest.mark.slow
def test_lines_of_several_processes_and_threads_do_not_merge() -> None:
    reading, writing = os.pipe()
    writers = [subprocess.Popen([sys.executable, "-c", WRITER], stdout=writing) for _ in range(PROCESSES)]
    os.close(writing)
    with open(reading, "rb") as pipe:
        lines = pipe.read().splitlines(keepends=True)
    assert [writer.wait() for writer in writers] == [0] * PROCESSES
    assert len(lines) == PROCESSES * THREADS * LINES
    assert all(line.endswith(b"}\n") and len(line) <= LINE_BYTES for line in lines)
    assert {json.loads(line)["level"] for line in lines} == {"info"}


@pytest.mark.parametrize("text", ["x" * 100_000, "é" * 100_000, '"\\' * 50_000, "\x01" * 100_000, "\U0001f600" * 100_000])
def test_a_long_line_loses_the_middle_of_its_longest_text(text: str) -> None:
    read = record(f"begin{text}end")
    assert read["message"].startswith("begin") and read["message"].endswith("end")
    assert "[...]" in read["message"]
    assert {"time", "level", "logger"} < read.keys()


def test_a_long_error_keeps_the_message() -> None:
    read = record("it failed", ValueError("wrong " * 10_000))
    assert read["message"] == "it failed"
    assert read["error"].startswith("ValueError: wrong")


def test_a_text_that_is_not_unicode_is_logged_too() -> None:
    assert record("a lone \ud800")["message"] == "a lone \\ud800"


def test_a_line_that_just_fits_is_not_changed() -> None:
    spare = LINE_BYTES - 1 - len(json_line("info", text=""))
    assert json.loads(json_line("info", text="x" * spare))["text"] == "x" * spare
    assert "[...]" in json.loads(json_line("info", text="x" * (spare + 1)))["text"]
