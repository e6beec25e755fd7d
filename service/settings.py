"""Every setting of the service, read once from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

Fsync = Literal["always", "everysec"]
"""When the embedded Redis forces its log to disk."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a process; field `some_name` is read from the variable ARBITER_SOME_NAME (HOST, PORT, REDIS_URL and DATA_DIR also
    without the prefix)."""

    host: str = "127.0.0.1"
    """Address the server listens on; 0.0.0.0 for every interface."""

    port: int = 8000
    """Port the server listens on."""

    cors_origins: tuple[str, ...] = ("*",)
    """Web origins whose pages may call the service (CORS), separated by commas; * for all, empty for none."""

    max_body_bytes: int = 256 * 1024
    """Longest request body; a longer one is refused with 413."""

    gzip_min_bytes: int = 1024
    """Shortest response that is compressed for clients that accept gzip; 0 for never."""

    metrics_port: int = 0
    """Port at which `arbiter worker` on a machine of its own serves its metrics to Prometheus; 0 for none."""

    log_requests: bool = True
    """One JSON line per request on standard output."""

    seal_keys: tuple[str, ...] = ()
    """Secrets of at least 16 characters, separated by commas: the first seals states, all of them open; without any, one is generated."""

    api_keys: tuple[str, ...] = ()
    """API keys as name:scopes:hash (made by `arbiter key`), separated by commas; each key has budgets of its own."""

    api_key_required: bool = False
    """Whether calls without an API key are refused; otherwise they share the budgets of their address."""

    calls_per_minute: int = 60_000
    """Calls under /v1 a minute for each key or address, those of sessions not counted; 0 for no limit, here and below."""

    session_calls_per_minute: int = 30_000
    """Session calls per minute."""

    streams_per_minute: int = 3_000
    """Live feeds opened or polled per minute."""

    ai_ms_per_minute: int = 1_200_000
    """Milliseconds of AI thinking per minute; beyond it requests are refused, and AI turns wait in sessions that the client opened."""

    streams_per_address: int = 1_000
    """Live feeds that a key or address may have open; of the feeds and long polls of one process it never gets more than half."""

    sessions_per_address: int = 20_000
    """Sessions, forks and rematches that a key or address may have begun in the last session_days days without ending them."""

    proxies: int = 0
    """Number of trusted proxies in front of the service, whose X-Forwarded-For names the client; 0 to trust none."""

    redis_url: str | None = None
    """The Redis for everything that is stored; without one, `arbiter serve` starts an embedded Redis."""

    sessions_url: str | None = None
    """The Redis of sessions if it is not redis_url; redis+cluster:// for a Redis Cluster."""

    data_dir: str = "data.local"
    """The data directory of the embedded Redis."""

    fsync: Fsync = "always"
    """When the embedded Redis forces its log to disk: `always`, before it acknowledges a change, or `everysec`, once a second. The latter
    is faster on a slow disk, but a power failure loses up to a second, and a full disk what was acknowledged last."""

    memory_reserve: Annotated[int, msgspec.Meta(ge=0, le=90)] = 10
    """Percentage (0 to 90) of a Redis' maxmemory reserved for what exists: once the rest is used, new sessions, AI jobs and webhooks get
    503."""

    session_days: int = 30
    """Days after which an idle session expires."""

    threads: int = 64
    """Requests that one process serves at the same time."""

    connections: int = 2_000
    """Connections of clients that one process keeps at the same time; they cost no thread while a request or its answer is on the way."""

    connections_per_address: int = 500
    """Connections of one address to one process, never more than half of all; not limited behind trusted proxies (proxies)."""

    head_seconds: int = 10
    """Seconds a client may take to send the request line and the headers."""

    body_seconds: int = 30
    """Seconds a client may take to send a body."""

    buffer_megabytes: int = 64
    """Memory of a process for requests that arrive or wait for a thread, and for answers that leave; if it is full, the client with the
    most is disconnected, or gets 503 if its request has arrived."""

    web_memory_mb: int = 512
    """Megabytes of memory above which a web process finishes its calls and is replaced; 0 for no limit."""

    streams: int = 40
    """Live feeds that one process serves at the same time; fewer if too few threads would be left for other calls."""

    stream_seconds: int = 300
    """Seconds after which a live feed is ended; clients reconnect and resume."""

    pulse_seconds: int = 10
    """Seconds between keep-alives of a silent live feed."""

    send_seconds: int = 10
    """Seconds in which a client must take some of an answer, all of one above a quarter of buffer_megabytes, or all of an entry of a live
    feed; otherwise it is disconnected."""

    queue_url: str | None = None
    """The Redis of AI jobs if it is not redis_url: a single server, never a Cluster."""

    ai_workers: int = 2
    """Worker processes for AI jobs, besides one for AI turns in sessions alone; with 0, `arbiter serve` starts none."""

    compile: bool = True
    """Whether `arbiter serve` compiles rules and search in the background, for its AI workers; needs a source tree and a C compiler."""

    compiled_dir: str = ""
    """The folder of the compiled engine; if empty, `compiled` in Python's own environment, such as .venv/compiled."""

    worker_megabytes: int = 1024
    """Memory limit of one worker process."""

    jobs_open: int = 1000
    """Requested AI moves that may wait or run; beyond it requests get 503, except from clients below their share, up to twice as many."""

    job_minutes: int = 60
    """Minutes for which the result of an AI job can be read."""

    job_waiters: int = 16
    """Requests of one process that may wait for an AI job at the same time (Prefer: wait); at most a quarter of the threads."""

    webhook_workers: int = 1
    """Worker processes that deliver to webhooks; with 0, `arbiter serve` starts none."""

    webhook_threads: int = 64
    """Deliveries that one worker process has under way at the same time; half of them are closed to slow receivers."""

    webhook_http: bool = False
    """Whether webhooks may have an http address; otherwise only https is called."""

    webhook_networks: tuple[str, ...] = ()
    """Networks, such as 10.1.0.0/16, that webhooks may call although they are not public, separated by commas."""

    webhooks_per_key: int = 20
    """Webhooks that an API key may have."""

    webhook_calls_per_minute: int = 6_000
    """Calls of webhooks per minute for each key or address that registered them; more have to wait; 0 for no limit."""

    @property
    def bind(self) -> str:
        """The address the server listens on, with its port."""
        return with_port(self.host, self.port)

    @property
    def sessions_redis(self) -> str | None:
        """The URL of the Redis of sessions."""
        return self.sessions_url or self.redis_url

    @property
    def queue_redis(self) -> str | None:
        """The URL of the Redis of AI jobs."""
        return self.queue_url or self.redis_url

    @property
    def max_waiters(self) -> int:
        """Requests that may wait for an AI job."""
        return min(self.job_waiters, self.threads // 4)

    @property
    def max_connections_per_address(self) -> int:
        """Connections of one address to one process; 0 for no limit, as behind a proxy, from which all connections come."""
        most = max(1, self.connections // 2)
        return 0 if self.proxies else min(self.connections_per_address or most, most)

    @property
    def max_streams(self) -> int:
        """Live feeds that still leave some threads for other calls."""
        return max(0, min(self.streams, self.threads - self.max_waiters - min(SPARE_THREADS, max(1, self.threads // 4))))

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings of the environment; a value that cannot be read ends the process with its name."""
        chosen: dict[str, Any] = {}
        for field in msgspec.structs.fields(cls):
            text = _lookup(environment, field.name)
            if text is not None:
                chosen[field.name] = _parse(field.name, field.type, text)
        return cls(**chosen)


SPARE_THREADS = 8
"""Threads of a process that neither live feeds nor waits for AI jobs may take; a quarter of the threads if there are few."""

UNPREFIXED = ("host", "port", "redis_url", "data_dir")
"""Settings that are also read without the prefix, because platforms set these variables."""


def _lookup(environment: Mapping[str, str], name: str) -> str | None:
    unprefixed = environment.get(name.upper()) if name in UNPREFIXED else None
    return environment.get(f"ARBITER_{name.upper()}", unprefixed)


def _parse(name: str, kind: Any, text: str) -> Any:
    value = [part.strip() for part in text.split(",") if part.strip()] if get_origin(kind) is tuple else text
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        reason = f"choose {' or '.join(get_args(kind))}" if get_origin(kind) is Literal else error
        raise SystemExit(f"ARBITER_{name.upper()}={text!r} is invalid: {reason}.") from None


def with_port(host: str, port: int) -> str:
    """Host and port as they stand in a URL: an IPv6 address is in brackets."""
    return f"[{host}]:{port}" if ":" in host and not host.startswith("[") else f"{host}:{port}"
