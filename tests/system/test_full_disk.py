"""A full disk: no acknowledged move is lost even if Redis is killed, calls are refused with 503, and service is back when there is room."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from service.operations.embedded_redis import EmbeddedRedis, StartFailed
from tests.support.deployment import kill
from tests.support.http_client import Answer, HttpClient
from tests.support.server import Server, serving
from tests.support.small_disk import MountRefused, SmallDisk, small_disk
from tests.support.stores import proved
from tests.support.tables import code_of, new_table
from tests.support.waiting import eventually
from tests.system.test_session_crashes import play_through


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    try:
        with small_disk(tmp_path / "disk") as disk:
            yield disk
    except MountRefused as error:
        pytest.skip(f"no disk to fill: {error}")


def refused_call(live: HttpClient, method: str, path: str, body: Any) -> Answer | None:
    """The answer if it is a refusal: the last page of a full disk may have room for a few changes."""
    answer = live.call(method, path, body)
    return answer if answer.status == 503 else None


def full_lines(log: Path) -> list[str]:
    """The lines of a log about a full disk."""
    return [line for line in log.read_text().splitlines() if "is full" in line]


@pytest.mark.parametrize("run", range(3))
def test_no_acknowledged_move_is_lost_when_redis_is_killed_on_a_full_disk(disk: SmallDisk, tmp_path: Path, run: int) -> None:
    with EmbeddedRedis(disk.folder / "data") as redis, Server(redis.url, tmp_path) as live, proved(redis.url):

        def fill_and_kill() -> None:
            disk.fill()
            eventually(lambda: live.call("GET", "/readyz").status == 503)
            kill(redis.process.pid if redis.process else 0)
            disk.free()

        play_through(live, fill_and_kill)


def test_a_full_disk_is_reported_and_the_service_recovers(disk: SmallDisk, tmp_path: Path) -> None:
    with serving(tmp_path, ARBITER_DATA_DIR=str(disk.folder / "data")) as (_, port):
        live = HttpClient(port)
        table = new_table(live, "orbis", 2, 1)
        version = table.play(3)
        disk.fill()
        eventually(lambda: "disk" in live.call("GET", "/readyz").json.get("detail", ""))
        for method, path, body in (("GET", table.path, None), ("POST", "/v1/sessions", {"game": "orbis", "seats": [{"kind": "ai"}] * 2})):
            answer = eventually(partial(refused_call, live, method, path, body))
            assert answer and code_of(answer) == (503, "redis_away") and answer.headers["retry-after"], path
        assert live.call("POST", "/v1/games/orbis/states", {"seats": 2}).status == 201
        eventually(lambda: full_lines(tmp_path / "log"))
        disk.free()
        eventually(lambda: live.call("GET", "/readyz").status == 200)
        assert table.read()["version"] == version and table.play(2) == version + 2
    (line,) = full_lines(tmp_path / "log")
    assert '"level":"error"' in line


def test_a_full_disk_at_the_start_is_refused_with_what_to_do(disk: SmallDisk) -> None:
    disk.fill()
    with pytest.raises(StartFailed, match=r"No space left|is full"):
        EmbeddedRedis(disk.folder / "data").__enter__()
    disk.free()
    with EmbeddedRedis(disk.folder / "data") as redis:
        assert redis.process is not None
