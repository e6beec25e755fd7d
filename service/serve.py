"""`arbiter serve`: gunicorn and whatever must run beside it, started together and stopped together."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from service import metrics
from service.embedded import Embedded, Unstartable, die_with_parent
from service.keeper import Kept
from service.settings import Settings
from service.shipped import shipped


def serve(environment: Mapping[str, str]) -> int:
    """Serves until SIGINT or SIGTERM: then running requests are answered, and the parts stop in reverse order."""
    settings = Settings.from_environment(environment)
    with ExitStack() as parts:
        try:
            told = dict(environment) | start_parts(settings, environment, parts)
        except Unstartable as error:
            print(error, file=sys.stderr)
            return 1
        server = _start_gunicorn(told)
        parts.callback(_stop, server)
        print(f"Arbiter listens on {address(settings)} (documentation: {address(settings)}/docs). Ctrl-C stops it.", flush=True)
        return _wait(server)


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
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    return f"http://{host}:{settings.port}"


def _start_gunicorn(environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """In a process group of its own, so that Ctrl-C reaches only us and we decide the order of leaving; gone when we are."""
    command = [sys.executable, "-m", "gunicorn", "--config", str(shipped("deploy/gunicorn.conf.py"))]
    return subprocess.Popen(command, env=dict(environment), preexec_fn=die_with_parent)


def _wait(server: subprocess.Popen[bytes]) -> int:
    """gunicorn's exit status, once it ends by itself or because we were asked to."""

    def ask_to_stop(number: int, frame: FrameType | None) -> None:
        server.terminate()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ask_to_stop)
    return server.wait()


def _stop(server: subprocess.Popen[bytes]) -> None:
    if server.poll() is None:
        server.terminate()
        server.wait()


def environment_with(chosen: Mapping[str, object]) -> dict[str, str]:
    """The environment, with what the command line says on top."""
    return os.environ | {name: str(value) for name, value in chosen.items() if value is not None}
