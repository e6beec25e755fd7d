"""`arbiter doctor`: checks a deployment and says what is wrong and what to do about it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
import redis
from redis.exceptions import RedisClusterException

from engine.errors import Refusal
from engine.game import start, submit
from engine.games import GAMES
from service.jobs.store import JobStore
from service.operations.append_only_log import find_damage
from service.operations.embedded_redis import StartFailed, running_url
from service.settings import Settings
from service.storage import data_folder
from service.storage.circuit_breaker import CANNOT_WRITE
from service.storage.redis_client import CLUSTER_SCHEMES, connect
from service.webhooks.store import WebhookStore

Grade = Literal["good", "advice", "bad"]

SLOW_SECONDS = 0.01
"""Seconds that a round trip to Redis should stay below."""

MAX_AGE_MS = 5_000
"""Milliseconds that an AI job should not wait."""


ALMOST_FULL = 0.75
"""The part of a Redis' memory from which on there is advice."""


class Finding(msgspec.Struct, frozen=True):
    """A finding and its grade."""

    grade: Grade
    text: str


def good(text: str) -> Finding:
    """A finding without a problem."""
    return Finding("good", text)


def advice(text: str) -> Finding:
    """A finding that should be improved."""
    return Finding("advice", text)


def bad(text: str) -> Finding:
    """A finding that must be fixed."""
    return Finding("bad", text)


def examine(settings: Settings, address: str | None) -> Iterator[Finding]:
    """All findings, from the engine outwards."""
    yield from _engine()
    yield from _settings(settings)
    if not settings.redis_url:
        yield from _data_folder(Path(settings.data_dir))
    urls = {"sessions": settings.sessions_redis, "AI jobs": settings.queue_redis}
    for what, url in urls.items():
        yield from (
            _redis(what, url, settings.memory_reserve)
            if url
            else [advice(f"No Redis is configured for {what}: set REDIS_URL, or let `arbiter serve` start one.")]
        )
    if urls["AI jobs"] and not urls["AI jobs"].startswith(CLUSTER_SCHEMES):
        yield from _queue(urls["AI jobs"])
        yield from _webhooks(urls["AI jobs"])
    if address:
        yield from _service(address)


def _engine() -> Iterator[Finding]:
    for game in GAMES.values():
        state = start(game, {}, game.seats[0], 1)
        submit(game, state, game.legal_moves(state)[0])
    yield good(f"The engine plays {', '.join(GAMES)}.")


def _settings(settings: Settings) -> Iterator[Finding]:
    if not settings.seal_keys:
        yield advice("ARBITER_SEAL_KEYS is not set: sealed games end with a restart, and servers cannot open each other's tokens.")
    if settings.queue_url and settings.queue_url.startswith(CLUSTER_SCHEMES):
        yield bad("ARBITER_QUEUE_URL is a Cluster, but AI jobs need a single server.")
    if settings.sessions_url and settings.sessions_url.startswith(CLUSTER_SCHEMES) and not (settings.queue_url or settings.redis_url):
        yield bad("Sessions are on a Cluster and no other Redis is configured: set ARBITER_QUEUE_URL, or no AI will move.")
    if settings.api_key_required and not settings.api_keys:
        yield bad("ARBITER_API_KEY_REQUIRED is on, but ARBITER_API_KEYS is empty: nobody can call. Make one with `arbiter key`.")
    if settings.webhook_http:
        yield advice("ARBITER_WEBHOOK_HTTP is on: deliveries over http can be read, and receivers impersonated, on the way.")
    if settings.streams > settings.max_streams:
        yield advice(f"ARBITER_STREAMS is {settings.streams}, but {settings.threads} threads allow {settings.max_streams} feeds.")


def _data_folder(data: Path) -> Iterator[Finding]:
    """The disk and the log of the embedded Redis; the log only while no server writes it."""
    if not data.is_dir():
        return
    if data_folder.is_full(data):
        yield bad(f"The disk of {data} is full. Free some space: Redis then starts by itself, and nothing acknowledged is lost.")
    elif not data_folder.can_rewrite(data):
        yield advice(f"The disk of {data} has no room to compact the log of Redis: free as much space as the log takes.")
    if running_url(data):
        return
    try:
        damage = find_damage(data, thorough=True)
    except StartFailed as error:
        yield bad(str(error))
        return
    except OSError as error:
        yield bad(f"The log in {data} cannot be read: {error}.")
        return
    if damage is None:
        yield good(f"The log in {data} is whole.")
    else:
        yield advice(f"{damage} The next start moves them to a file beside it.") if damage.is_end else bad(str(damage))


def _redis(what: str, url: str, reserve: int) -> Iterator[Finding]:
    try:
        server = connect(url)
        began = time.perf_counter()
        server.ping()
        seconds = time.perf_counter() - began
        about = server.info() if not url.startswith(CLUSTER_SCHEMES) else server.info(target_nodes=server.get_primaries()[0])
    except (redis.RedisError, RedisClusterException, OSError, ValueError) as error:
        if str(error).startswith(CANNOT_WRITE):
            yield bad(f"The Redis for {what} cannot write its log and refuses changes: free space on its disk; it then goes on by itself.")
        else:
            yield bad(f"The Redis for {what} does not answer at {_without_password(url)}: {error}. If its disk is full, free space.")
        return
    yield good(
        f"The Redis for {what} is {about.get('server_name', 'redis')} {about['redis_version']} and answers in {seconds * 1000:.1f} ms."
    )
    yield from _configuration(what, server, about, seconds)
    yield from _memory(what, about, reserve)
    server.close()


def _configuration(what: str, server: Any, about: dict[str, Any], seconds: float) -> Iterator[Finding]:
    if tuple(int(part) for part in about["redis_version"].split(".")[:2]) < (6, 2):
        yield bad(f"The Redis for {what} is older than 6.2.")
    if not about.get("aof_enabled"):
        yield advice(f"The Redis for {what} does not write a log to disk (appendonly no): a restart loses everything.")
    elif _setting(server, "appendfsync") == "everysec":
        yield advice(
            f"The Redis for {what} may lose acknowledged moves if it is killed while its disk is busy or full: set appendfsync always."
        )
    if about.get("aof_last_bgrewrite_status", "ok") != "ok":
        yield advice(f"The Redis for {what} could not compact its log: its disk needs as much free space as the log takes.")
    if about.get("maxmemory_policy", "noeviction") != "noeviction":
        yield bad(f"The Redis for {what} evicts data when it is full ({about['maxmemory_policy']}): set maxmemory-policy noeviction.")
    if about.get("role") == "slave":
        yield bad(f"The Redis for {what} is a replica and accepts no writes.")
    if seconds > SLOW_SECONDS:
        yield advice(f"A round trip to the Redis for {what} takes {seconds * 1000:.0f} ms; every move needs two or three.")


def _memory(what: str, about: dict[str, Any], reserve: int) -> Iterator[Finding]:
    if not about.get("maxmemory", 0):
        return
    share = about["used_memory"] / about["maxmemory"]
    if share >= 1 - reserve / 100:
        todo = "raise its maxmemory, delete sessions, or lower ARBITER_SESSION_DAYS"
        yield bad(f"The Redis for {what} is {share:.0%} full: new sessions, AI jobs and webhooks are refused; {todo}.")
    elif share > ALMOST_FULL:
        yield advice(f"The Redis for {what} is {share:.0%} full; new sessions are refused at {1 - reserve / 100:.0%}.")


def _setting(server: Any, name: str) -> str | None:
    """A setting of the server; None where a managed server does not allow CONFIG."""
    try:
        found: dict[str, str] = server.config_get(name)
        return found.get(name)
    except (redis.RedisError, RedisClusterException):
        return None


def _queue(url: str) -> Iterator[Finding]:
    jobs = JobStore(url, 0, 0, 1)
    try:
        load = jobs.load()
    except Refusal:
        return
    finally:
        jobs.server.close()
    if load.workers == 0:
        yield bad("No worker is alive: AI seats do not move. Start `arbiter worker` with the same REDIS_URL.")
    else:
        yield good(f"{load.workers} workers are alive; {load.waiting} jobs wait, {load.running} run.")
    if load.oldest_ms > MAX_AGE_MS:
        yield bad(f"The oldest job has waited for {load.oldest_ms / 1000:.0f} s: start more workers.")
    if load.held:
        yield advice(f"{load.held} AI turns wait because the clients that opened their sessions have spent ARBITER_AI_MS_PER_MINUTE.")


def _webhooks(url: str) -> Iterator[Finding]:
    store = WebhookStore(url)
    try:
        load = store.load()
    except Refusal:
        return
    finally:
        store.server.close()
    if not load.webhooks:
        return
    if load.workers == 0:
        yield bad("No worker delivers to webhooks. Start `arbiter worker` with the same REDIS_URL and ARBITER_WEBHOOK_WORKERS above 0.")
    else:
        yield good(f"{load.workers} workers deliver to {load.webhooks} webhooks; {load.waiting} sessions and jobs wait for a delivery.")
    if load.overdue_ms > MAX_AGE_MS:
        yield bad(f"A delivery has been overdue for {load.overdue_ms / 1000:.0f} s: start more workers for webhooks.")
    if load.off:
        yield advice(f"{load.off} webhooks were switched off because their receivers failed for a day or are gone.")


def _service(address: str) -> Iterator[Finding]:
    try:
        status, headers, _ = _call(address, "GET", "/healthz")
    except (OSError, HTTPException) as error:
        yield bad(f"{address} does not answer: {error}.")
        return
    yield good(f"{address} answers.") if status == 200 else bad(f"{address}/healthz answers {status}; is this Arbiter?")
    if "x-request-id" not in headers:
        yield bad("Responses have no X-Request-Id: something in front of the service removes headers.")
    for check in (_readiness, _game, _metrics):
        yield from _safely(check, address)


def _safely(check: Callable[[str], Iterator[Finding]], address: str) -> Iterator[Finding]:
    try:
        yield from list(check(address))
    except (OSError, HTTPException, ValueError, KeyError) as error:
        yield bad(f"{check.__name__.strip('_')}: {error!r}")


def _readiness(address: str) -> Iterator[Finding]:
    status, _, body = _call(address, "GET", "/readyz")
    if status == 200:
        yield good(f"The service is ready: {', '.join(json.loads(body)['checked']) or 'stateless calls only'}.")
    elif status == 404:
        yield good("/readyz is not public, as it should be behind a proxy.")
    else:
        yield bad(f"The service is not ready: {json.loads(body).get('detail', status)}")


def _game(address: str) -> Iterator[Finding]:
    """Plays one move."""
    game = next(iter(GAMES.values()))
    began = time.perf_counter()
    status, _, body = _call(address, "POST", f"/v1/games/{game.id}/states", {"seats": game.seats[0], "seed": 1})
    if status in (401, 403):
        yield good("Games need an API key.")
        return
    position = json.loads(body)
    move = {"state": position["state"], "move": position["legal_moves"][0]}
    status, _, body = _call(address, "POST", f"/v1/games/{game.id}/moves", move)
    milliseconds = (time.perf_counter() - began) * 1000
    yield (
        good(f"A new game and a move of {game.title} took {milliseconds:.0f} ms.")
        if status == 200
        else bad(f"A legal move of {game.title} was refused with {status}: {body[:200]!r}")
    )


def _metrics(address: str) -> Iterator[Finding]:
    status, _, _ = _call(address, "GET", "/metrics")
    if status == 200 and urlsplit(address).hostname not in ("127.0.0.1", "localhost", "::1"):
        yield advice("/metrics is public: close it in the proxy, or make a key with the scope admin.")


def _call(address: str, method: str, path: str, body: Any = None) -> tuple[int, dict[str, str], bytes]:
    parts = urlsplit(address)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname or "127.0.0.1", parts.port, timeout=10)
    try:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        response = connection.getresponse()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
    finally:
        connection.close()


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    return url.replace(f"{parts.password}@", "...@") if parts.password else url


def report(settings: Settings, address: str | None) -> int:
    """Prints every finding; returns the exit status, 1 if one is bad."""
    signs = {"good": "ok     ", "advice": "advice ", "bad": "WRONG  "}
    found = list(examine(settings, address))
    for finding in found:
        print(signs[finding.grade] + finding.text)
    return 1 if any(finding.grade == "bad" for finding in found) else 0
