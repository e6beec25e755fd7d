"""`arbiter worker`: the workers of this machine, for AI jobs and for deliveries to webhooks.

The two share no process, so that neither delays the other: workers that deliver are children of their own.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Literal

from service.observability import logs, metrics_folder
from service.operations.embedded_redis import running_url
from service.operations.supervisor import Supervisor, start_worker
from service.settings import Settings

Work = Literal["ai", "webhooks"]

NO_REDIS = "Workers need a Redis: set REDIS_URL, or DATA_DIR to that of a server that runs on this machine."


def work(processes: int | None, only: Work | None = None) -> int:
    """Runs workers on the configured Redis, else on the embedded one that runs in DATA_DIR; returns the exit status."""
    settings = Settings.from_environment()
    if not settings.redis_url and (url := running_url(Path(settings.data_dir))):
        os.environ["ARBITER_REDIS_URL"] = url
        settings = Settings.from_environment()
    logs.configure()
    serves_metrics = bool(settings.metrics_port) and not metrics_folder.is_shared()
    if serves_metrics:
        os.environ[metrics_folder.VARIABLE] = str(metrics_folder.create(f"worker-{settings.metrics_port}"))
    with ExitStack() as stack:
        if only == "webhooks":
            return _deliver(settings, processes or settings.webhook_workers or 1, serves_metrics, stack)
        if only is None:
            _start_deliveries(settings.webhook_workers, stack)
        return _run_pool(settings, processes or settings.ai_workers or 1, serves_metrics)


def _start_deliveries(count: int, stack: ExitStack) -> None:
    """Starts worker processes for webhooks, which end with the stack."""
    start = partial(start_worker, ("--only", "webhooks", "--processes", "1"), os.environ)
    for number in range(count):
        stack.enter_context(Supervisor(start, f"webhook worker {number}"))


def _deliver(settings: Settings, count: int, serves_metrics: bool, stack: ExitStack) -> int:
    """Delivers in this process; several workers are processes of their own, which this one looks after until a stop signal arrives."""
    _serve_metrics(settings, serves_metrics)
    if count > 1:
        _start_deliveries(count, stack)
        _wait_for_stop_signal()
        return 0
    from service.http.api_keys import parse_keys
    from service.webhooks.worker import run_worker
    from service.wiring import build_deliverer

    deliverer = build_deliverer(settings)
    if deliverer is None:
        raise SystemExit(NO_REDIS)
    run_worker(deliverer, max(2, settings.webhook_threads), {key.name for key in parse_keys(settings.api_keys).values()})
    return 0


def _wait_for_stop_signal() -> None:
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    stopped.wait()


def _serve_metrics(settings: Settings, serves_metrics: bool) -> None:
    """Serves the metrics of this machine's workers.

    Imports happen here because prometheus_client reads the metrics folder from the environment when it is imported.
    """
    if not serves_metrics:
        return
    from prometheus_client import start_http_server

    from service.jobs.queue_metrics import QueueCollector
    from service.observability.metrics import build_registry
    from service.webhooks.delivery_metrics import DeliveryCollector
    from service.wiring import build_jobs, build_sessions, build_webhooks

    webhooks = build_webhooks(settings, build_sessions(settings, None, beats=False))
    collectors = QueueCollector(build_jobs(settings)), DeliveryCollector(webhooks.store if webhooks else None)
    start_http_server(settings.metrics_port, registry=build_registry(*collectors))


def _run_pool(settings: Settings, size: int, serves_metrics: bool) -> int:
    """Runs the workers for AI jobs."""
    from service.jobs.worker_pool import WorkerPool
    from service.wiring import build_jobs, build_sessions

    jobs = build_jobs(settings)
    sessions = build_sessions(settings, jobs, beats=False)
    if jobs is None or sessions is None:
        raise SystemExit(NO_REDIS)
    _serve_metrics(settings, serves_metrics)
    return WorkerPool(jobs, sessions, size, settings.worker_megabytes).run()
