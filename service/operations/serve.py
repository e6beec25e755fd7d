"""`arbiter serve`: gunicorn, the embedded Redis and the workers, started and stopped together."""

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

from service.observability import logs, metrics_folder
from service.operations import compiled_engine
from service.operations.compiled_workers import CompiledWorkers
from service.operations.embedded_redis import EmbeddedRedis, StartFailed
from service.operations.supervisor import die_with_parent
from service.resources import resource_path
from service.settings import Settings, with_port


def serve(environment: Mapping[str, str]) -> int:
    """Serves until SIGINT or SIGTERM, then answers running requests and stops the processes in reverse order; returns the exit status."""
    settings = Settings.from_environment(environment)
    if _is_listening(settings):
        print(f"Another process listens on {address(settings)}; choose another PORT.", file=sys.stderr)
        return 1
    logs.configure()
    with ExitStack() as stack:
        try:
            extended = dict(environment) | start_storage(settings, stack)
        except StartFailed as error:
            print(error, file=sys.stderr)
            return 1
        workers = start_workers(settings, extended, stack)
        server = _start_gunicorn(extended)
        stack.callback(_stop, server)
        return _wait(server, settings, workers)


def start_storage(settings: Settings, stack: ExitStack) -> dict[str, str]:
    """Starts what gunicorn and the workers share; returns the variables by which they find it. Raises StartFailed."""
    folder = metrics_folder.create(f"serve-{settings.port}")
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    variables = {metrics_folder.VARIABLE: str(folder)}
    if not settings.redis_url:
        variables["REDIS_URL"] = stack.enter_context(EmbeddedRedis(Path(settings.data_dir), settings.fsync)).url
    return variables


def start_workers(settings: Settings, environment: Mapping[str, str], stack: ExitStack) -> CompiledWorkers | None:
    """Starts the workers, if the settings ask for any."""
    if not settings.ai_workers and not settings.webhook_workers:
        return None
    options = [] if settings.ai_workers else ["--only", "webhooks"]
    folder = Path(settings.compiled_dir).absolute() if settings.compiled_dir else compiled_engine.FOLDER
    return stack.enter_context(CompiledWorkers(options, environment, folder))


def _start_gunicorn(environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "gunicorn", "--config", str(resource_path("deploy/gunicorn.conf.py"))]
    return subprocess.Popen(command, env=dict(environment), preexec_fn=die_with_parent)


def address(settings: Settings) -> str:
    """The URL of the service on this machine."""
    return f"http://{with_port(_host(settings), settings.port)}"


def _host(settings: Settings) -> str:
    return "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host


def _wait(server: subprocess.Popen[bytes], settings: Settings, workers: CompiledWorkers | None) -> int:
    """Prints the address once the server listens, then compiles the engine; returns 0 after a stop signal, else gunicorn's exit status."""
    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.set()
        server.terminate()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    while server.poll() is None and not _is_listening(settings):
        time.sleep(0.05)
    if server.poll() is None:
        print(f"Arbiter listens on {address(settings)} (documentation: {address(settings)}/docs). Ctrl-C stops it.", flush=True)
        if workers and settings.compile and settings.ai_workers:
            workers.build()
    status = server.wait()
    return 0 if stopped.is_set() else status


def _is_listening(settings: Settings) -> bool:
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
    """The environment, overridden by the options of the command line."""
    return os.environ | {name: str(value) for name, value in chosen.items() if value is not None}
