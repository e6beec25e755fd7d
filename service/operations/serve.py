"""`arbiter serve`: gunicorn and whatever must run beside it, started together and stopped together."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from service.observability import metrics
from service.operations.embedded_redis import Embedded, Unstartable, die_with_parent
from service.operations.supervisor import Kept
from service.resources import shipped
from service.settings import Settings


def serve(environment: Mapping[str, str]) -> int:
    """Serves until SIGINT or SIGTERM: then running requests are answered, and the parts stop in reverse order."""
    settings = Settings.from_environment(environment)
    if _listens(settings):
        print(f"Somebody listens on {address(settings)} already; choose another PORT.", file=sys.stderr)
        return 1
    with ExitStack() as parts:
        try:
            told = dict(environment) | start_parts(settings, environment, parts)
        except Unstartable as error:
            print(error, file=sys.stderr)
            return 1
        server = _start_gunicorn(told)
        parts.callback(_stop, server)
        return _wait(server, settings)


def start_parts(settings: Settings, environment: Mapping[str, str], parts: ExitStack) -> dict[str, str]:
    """The one place where helpers of the server start: each enters `parts`, and says in the environment where it is found."""
    figures = metrics.fresh_folder(f"serve-{settings.port}")
    parts.callback(shutil.rmtree, figures, ignore_errors=True)
    told = {metrics.FOLDER: str(figures)}
    if not settings.redis_url:
        told["REDIS_URL"] = parts.enter_context(Embedded(Path(settings.data_dir), settings.fsync)).url
    if settings.ai_workers:
        parts.enter_context(Kept([sys.executable, "-m", "service.cli", "worker"], dict(environment) | told))
    return told


def address(settings: Settings) -> str:
    """Where a browser on this machine finds the service."""
    return f"http://{_host(settings)}:{settings.port}"


def _host(settings: Settings) -> str:
    return "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host


def _start_gunicorn(environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """In a process group of its own, so that Ctrl-C reaches only us and we decide the order of leaving; gone when we are."""
    command = [sys.executable, "-m", "gunicorn", "--config", str(shipped("deploy/gunicorn.conf.py"))]
    return subprocess.Popen(command, env=dict(environment), preexec_fn=die_with_parent)


def _wait(server: subprocess.Popen[bytes], settings: Settings) -> int:
    """Says where we are as soon as somebody answers there; gunicorn's exit status once it ends by itself, 0 because we were asked to."""
    asked = threading.Event()

    def ask_to_stop(number: int, frame: FrameType | None) -> None:
        asked.set()
        server.terminate()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ask_to_stop)
    while server.poll() is None and not _listens(settings):
        time.sleep(0.05)
    if server.poll() is None:
        print(f"Arbiter listens on {address(settings)} (documentation: {address(settings)}/docs). Ctrl-C stops it.", flush=True)
    status = server.wait()
    return 0 if asked.is_set() else status


def _listens(settings: Settings) -> bool:
    try:
        socket.create_connection((_host(settings), settings.port), timeout=1).close()
        return True
    except OSError:
        return False


def _stop(server: subprocess.Popen[bytes]) -> None:
    if server.poll() is None:
        server.terminate()
        server.wait()


def environment_with(chosen: Mapping[str, object]) -> dict[str, str]:
    """The environment, with what the command line says on top."""
    return os.environ | {name: str(value) for name, value in chosen.items() if value is not None}
