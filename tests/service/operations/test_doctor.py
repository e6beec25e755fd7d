"""`arbiter doctor` reports what is wrong with a deployment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service.operations.doctor import Finding, examine, report
from service.operations.embedded_redis import EmbeddedRedis
from service.settings import Settings
from service.storage import data_folder
from service.storage.idempotency import Reply
from service.webhooks.model import NewWebhook, Webhook
from service.webhooks.signatures import new_secret
from service.webhooks.store import WebhookStore
from tests.support.ports import free_port
from tests.support.server import Server
from tests.support.waiting import eventually
from tests.support.workers import Workers


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    with EmbeddedRedis(tmp_path_factory.mktemp("examined")) as server:
        yield server


def told(settings: Settings, address: str | None = None) -> dict[str, list[str]]:
    """The texts of all findings, by grade."""
    found: list[Finding] = list(examine(settings, address))
    return {grade: [finding.text for finding in found if finding.grade == grade] for grade in ("good", "advice", "bad")}


@pytest.mark.slow
def test_a_sound_deployment_has_no_findings(server: EmbeddedRedis, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings(redis_url=server.url, seal_keys=("a secret for the doctor",))
    with Server(server.url, tmp_path, WEB_CONCURRENCY="1") as live, Workers(server.url, tmp_path, processes=1):
        address = f"http://127.0.0.1:{live.port}"
        eventually(lambda: not told(settings, address)["bad"])
        assert report(settings, address) == 0
    said = capsys.readouterr().out
    for part in ("The engine plays", "Redis for sessions", "1 workers are alive", "is ready", "a move of"):
        assert part in said
    assert "WRONG" not in said


def test_a_service_that_does_not_run_is_reported(server: EmbeddedRedis, capsys: pytest.CaptureFixture[str]) -> None:
    with redis.Redis.from_url(server.url) as client:
        client.flushall()
    settings = Settings(redis_url=server.url)
    assert report(settings, f"http://127.0.0.1:{free_port()}") == 1
    assert "does not answer" in capsys.readouterr().out
    assert any("No worker is alive" in text for text in told(settings)["bad"])


def test_a_redis_that_is_unreachable_or_evicts_is_reported(server: EmbeddedRedis) -> None:
    away = f"redis://:secret@127.0.0.1:{free_port()}/0"
    faults = told(Settings(redis_url=away))["bad"]
    assert len(faults) == 2 and all("does not answer" in text and "secret" not in text for text in faults)
    with redis.Redis.from_url(server.url) as client:
        client.config_set("maxmemory-policy", "allkeys-lru")
        try:
            assert any("evicts data" in text for text in told(Settings(redis_url=server.url))["bad"])
        finally:
            client.config_set("maxmemory-policy", "noeviction")


def test_a_redis_that_may_lose_acknowledged_writes_is_reported(server: EmbeddedRedis) -> None:
    settings = Settings(redis_url=server.url)
    assert not any("lose" in text for text in told(settings)["advice"])
    with redis.Redis.from_url(server.url) as client:
        client.config_set("appendfsync", "everysec")
        try:
            assert any("appendfsync always" in text for text in told(settings)["advice"])
        finally:
            client.config_set("appendfsync", "always")


def test_a_redis_that_is_almost_full_is_reported(server: EmbeddedRedis) -> None:
    settings = Settings(redis_url=server.url)
    with redis.Redis.from_url(server.url) as client:
        for share, grade, word in ((0.95, "bad", "are refused"), (0.8, "advice", "refused at 90%"), (0.5, "bad", "")):
            client.config_set("maxmemory", int(client.info("memory")["used_memory"] / share))
            found = [text for text in told(settings)[grade] if "% full" in text]
            client.config_set("maxmemory", 0)
            assert all(word in text for text in found) and bool(found) == bool(word), share


def test_the_log_and_the_disk_of_the_embedded_redis_are_examined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(data_dir=str(tmp_path / "data"))
    assert not [text for text in told(settings)["good"] if "log" in text]
    with EmbeddedRedis(tmp_path / "data") as own, redis.Redis.from_url(own.url) as client:
        client.set("key", "value")
    assert any("is whole" in text for text in told(settings)["good"])
    (log,) = (tmp_path / "data" / "appendonlydir").glob("*.incr.aof")
    with log.open("ab") as opened:
        opened.write(bytes(9))
    assert any("the last 9 bytes" in text and "next start" in text for text in told(settings)["advice"])
    (tmp_path / "data" / "appendonlydir" / "appendonly.aof.manifest").unlink()
    assert any("would start empty" in text for text in told(settings)["bad"])
    monkeypatch.setattr(data_folder, "LEAST_FREE_BYTES", 2**62)
    assert any("is full" in text for text in told(settings)["bad"])


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        (Settings(api_key_required=True), "nobody can call"),
        (Settings(sessions_url="redis+cluster://127.0.0.1:1"), "no AI will move"),
        (Settings(queue_url="redis+cluster://127.0.0.1:1"), "need a single server"),
    ],
)
def test_contradicting_settings_are_reported(settings: Settings, word: str) -> None:
    assert any(word in text for text in told(settings)["bad"])


def test_possible_improvements_are_reported_as_advice() -> None:
    found = told(Settings(streams=60, threads=64))
    assert not found["bad"] and any("ARBITER_SEAL_KEYS" in text for text in found["advice"])
    assert any("ARBITER_STREAMS" in text for text in found["advice"])


def test_webhooks_that_nobody_delivers_to_or_that_are_off_are_reported(server: EmbeddedRedis) -> None:
    settings, store = Settings(redis_url=server.url), WebhookStore(server.url)
    assert not [text for texts in told(settings).values() for text in texts if "webhook" in text]
    webhook = Webhook(id="0" * 24, url="https://app.example/", events=["turn"], owner="acme", client="", language="en", created_at=0)
    store.register(NewWebhook(webhook, new_secret(), 1), None, Reply(body=b"", resource="", language="en"))
    assert any("No worker delivers to webhooks" in text for text in told(settings)["bad"])
    store.tick("worker", 60_000)
    store.server.client.zadd("arbiter:webhooks:off", {"0" * 24: 9e15})
    store.server.client.zadd("arbiter:webhooks:fast", {"0" * 24: 1})
    found = told(settings)
    assert any("1 workers deliver to 1 webhooks" in text for text in found["good"])
    assert any("1 webhooks were switched off" in text for text in found["advice"])
    assert any("overdue" in text for text in found["bad"])
    store.server.client.flushall()
    store.server.close()
