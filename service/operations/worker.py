"""`arbiter worker`: the worker pool of this machine."""

from __future__ import annotations

import os
from pathlib import Path

from service.observability import logs, metrics_folder
from service.operations.embedded_redis import running_url
from service.settings import Settings


def work(processes: int | None) -> int:
    """Runs workers on the configured Redis, else on the embedded one that runs in DATA_DIR; returns the exit status."""
    settings = Settings.from_environment()
    if not settings.redis_url and (url := running_url(Path(settings.data_dir))):
        settings = Settings.from_environment(os.environ | {"ARBITER_REDIS_URL": url})
    logs.configure()
    serves_metrics = bool(settings.metrics_port) and not metrics_folder.is_shared()
    if serves_metrics:
        os.environ[metrics_folder.VARIABLE] = str(metrics_folder.create(f"worker-{settings.metrics_port}"))
    return _run_pool(settings, processes or settings.ai_workers or 1, serves_metrics)


def _run_pool(settings: Settings, size: int, serves_metrics: bool) -> int:
    """Imports happen here because prometheus_client reads the metrics folder from the environment when it is imported."""
    from prometheus_client import start_http_server

    from service.jobs.queue_metrics import QueueCollector
    from service.jobs.worker_pool import WorkerPool
    from service.observability.metrics import build_registry
    from service.wiring import build_jobs, build_sessions

    jobs = build_jobs(settings)
    sessions = build_sessions(settings, jobs, beats=False)
    if jobs is None or sessions is None:
        raise SystemExit("Workers need a Redis: set REDIS_URL, or DATA_DIR to that of a server that runs on this machine.")
    if serves_metrics:
        start_http_server(settings.metrics_port, registry=build_registry(QueueCollector(jobs)))
    return WorkerPool(jobs, sessions, size, settings.worker_megabytes).run()
