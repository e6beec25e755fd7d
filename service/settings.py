"""Every setting of the service, read once from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Settings:
    """How this process behaves; field `some_name` is read from the variable ARBITER_SOME_NAME (HOST, PORT, REDIS_URL and DATA_DIR also
    without the prefix)."""

    host: str = "127.0.0.1"
    """Address the server listens on; 0.0.0.0 for every interface."""

    port: int = 8000
    """Port the server listens on."""

    cors_origins: tuple[str, ...] = ("*",)
    """Web origins whose pages may call the service, separated by commas; * for all, empty for none."""

    max_body_bytes: int = 256 * 1024
    """Longest request body; longer ones are refused with 413."""

    gzip_min_bytes: int = 4096
    """Shortest answer that is compressed for clients that accept gzip; 0 for never."""

    metrics_port: int = 0
    """Port at which `arbiter worker` on a machine of its own shows its figures to Prometheus; 0: nowhere."""

    log_requests: bool = True
    """One JSON line per request on standard output."""

    seal_keys: tuple[str, ...] = ()
    """Secrets of at least 16 characters, separated by commas: the first seals states, all open them; without any, one is made up."""

    api_keys: tuple[str, ...] = ()
    """Who may call, as name:scopes:hash (made by `arbiter key`), separated by commas; each key has budgets of its own."""

    api_key_required: bool = False
    """Whether calls without a key are refused; otherwise they have the budgets of their address."""

    calls_per_minute: int = 60_000
    """Calls under /v1 a minute for each key or address, those of sessions not counted; 0 for no limit, here and below."""

    session_calls_per_minute: int = 30_000
    """Calls of sessions a minute."""

    streams_per_minute: int = 3_000
    """Feeds opened, or asked for news, a minute."""

    ai_ms_per_minute: int = 1_200_000
    """Milliseconds of thinking that may be asked for in a minute."""

    streams_per_address: int = 1_000
    """Live feeds open at the same time for each key or address."""

    sessions_per_address: int = 20_000
    """Sessions that are open at the same time for each key or address."""

    proxies: int = 0
    """Proxies in front of the service that may be believed about who calls (X-Forwarded-For); 0: nobody is believed."""

    redis_url: str | None = None
    """The Redis for everything that is kept; without one, `arbiter serve` starts its own."""

    sessions_url: str | None = None
    """The Redis of sessions where it is not redis_url; redis+cluster:// for a Redis Cluster."""

    data_dir: str = "data.local"
    """Where the embedded Redis keeps its files."""

    fsync: str = "everysec"
    """How often the embedded Redis forces its log to disk: everysec loses at most a second on power failure, always loses nothing."""

    session_days: int = 30
    """Days after which a session in which nothing happens is forgotten."""

    threads: int = 64
    """Requests one process serves at the same time."""

    streams: int = 40
    """Live feeds one process serves at the same time; fewer where too few threads would be left for other calls."""

    stream_seconds: int = 300
    """Seconds after which a live feed is ended; clients come back and resume."""

    pulse_seconds: int = 10
    """Seconds of silence after which a live feed shows that it is alive."""

    send_seconds: int = 10
    """Seconds a client of a live feed may take for one entry; a slower one is cut off, comes back and resumes."""

    queue_url: str | None = None
    """The Redis of AI work where it is not redis_url: a single server, never a cluster."""

    ai_workers: int = 2
    """Processes of `arbiter worker` that think for AI players, beside one for seats of sessions alone; 0: `arbiter serve` starts none."""

    worker_megabytes: int = 1024
    """Memory one of them may take."""

    jobs_open: int = 1000
    """AI jobs that may wait or run at the same time; more are refused with 503. Turns of seats in sessions are always accepted."""

    job_minutes: int = 60
    """Minutes for which the result of an AI job can be read."""

    job_waiters: int = 16
    """Requests of one process that may wait for an AI job at the same time (Prefer: wait); at most a quarter of the threads."""

    @property
    def most_waiters(self) -> int:
        """Requests that may wait for an AI job."""
        return min(self.job_waiters, self.threads // 4)

    @property
    def most_streams(self) -> int:
        """Live feeds there may be: whatever waits, some threads stay for calls that are answered at once."""
        return max(0, min(self.streams, self.threads - self.most_waiters - min(SPARE_THREADS, max(1, self.threads // 4))))

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings the environment asks for; a value that cannot be read stops the start with its name."""
        chosen: dict[str, Any] = {}
        for field in fields(cls):
            text = _lookup(environment, field.name)
            if text is not None:
                chosen[field.name] = _read(field.name, str(field.type), text)
        return cls(**chosen)


def _lookup(environment: Mapping[str, str], name: str) -> str | None:
    bare = environment.get(name.upper()) if name in BARE else None
    return environment.get(f"ARBITER_{name.upper()}", bare)


SPARE_THREADS = 8
"""Threads of a process that neither a live feed nor the wait for an AI job may take; where there are few, a quarter of them."""

BARE = ("host", "port", "redis_url", "data_dir")
"""Settings that platforms hand to a process under a name of their own."""

_SWITCH = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def _read(name: str, kind: str, text: str) -> Any:
    try:
        match kind.removesuffix(" | None"):
            case "int":
                return int(text)
            case "bool":
                return _SWITCH[text.strip().lower()]
            case "tuple[str, ...]":
                return tuple(part.strip() for part in text.split(",") if part.strip())
            case _:
                return text
    except (ValueError, KeyError):
        raise SystemExit(f"ARBITER_{name.upper()}={text!r} cannot be read as {kind}.") from None
