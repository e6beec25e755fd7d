"""Metrics over all processes, and request ids in the log of the workers."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from service.operations.embedded_redis import EmbeddedRedis
from tests.support.http_client import HttpClient
from tests.support.server import Server, serving
from tests.support.waiting import eventually

pytestmark = pytest.mark.slow


SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[HttpClient, Path]]:
    """A whole service with a worker, and its log."""
    folder = tmp_path_factory.mktemp("measured")
    with serving(folder, ARBITER_AI_WORKERS="1", ARBITER_PULSE_SECONDS="1", REDIS_URL="") as (_, port):
        live = HttpClient(port)
        eventually(lambda: figures(live).get(("arbiter_queue_workers", "")) == 1)
        yield live, folder / "log"


@pytest.fixture
def live(logged: tuple[HttpClient, Path]) -> HttpClient:
    return logged[0]


def figures(live: HttpClient) -> dict[tuple[str, str], float]:
    """Every sample by its name and labels."""
    text = live.call("GET", "/metrics").body.decode()
    return {(name, labels): float(value) for name, labels, value in SAMPLE.findall(text)}


def total(live: HttpClient, name: str, *labels: str) -> float:
    """The sum of all samples of a name that carry these labels."""
    return sum(value for (found, carried), value in figures(live).items() if found == name and all(label in carried for label in labels))


def new_session(live: HttpClient, game: str, **headers: str) -> Any:
    wish: Any = {"game": game, "seats": [{"kind": "human"}, {"kind": "ai", "level": "random"}], "seed": 4}
    if GAMES[game].seats[0] > 2:
        wish["seats"] += [{"kind": "ai", "level": "random"}] * (GAMES[game].seats[0] - 2)
    return live.call("POST", "/v1/sessions", wish, **headers).json


def test_requests_are_counted_by_route_and_status_over_all_processes(tmp_path: Path) -> None:
    labels = ('method="GET"', 'route="/v1/games/<game>"', 'status="404"')
    with Server("", tmp_path, WEB_CONCURRENCY="2") as live:
        for _ in range(30):
            live.call("GET", "/v1/games/chess")
        assert [total(live, "arbiter_request_seconds_count", *labels) for _ in range(10)] == [30] * 10
        assert total(live, "arbiter_problems_total", 'code="game_unknown"') == 30
        assert {live.call(method, "/v1/games").status for method in ("FLY", "SWIM")} == {405}
        assert total(live, "arbiter_request_seconds_count", 'method="other"') == 2


@pytest.mark.parametrize("game", list(GAMES))
def test_moves_and_listings_are_counted_by_game(live: HttpClient, game: str) -> None:
    position = live.call("POST", f"/v1/games/{game}/states", {"seats": GAMES[game].seats[0], "seed": 1}).json
    before = total(live, "arbiter_moves_total", f'game="{game}"', 'by="caller"')
    listed = total(live, "arbiter_legal_moves_count", f'game="{game}"')
    body = {"state": position["state"], "move": position["legal_moves"][0]}
    assert live.call("POST", f"/v1/games/{game}/moves", body).status == 200
    assert live.call("POST", f"/v1/games/{game}/moves", {**body, "dry_run": True}).status == 200
    assert total(live, "arbiter_moves_total", f'game="{game}"', 'by="caller"') == before + 1, "a dry run does not count"
    assert total(live, "arbiter_legal_moves_count", f'game="{game}"') == listed + 2


def test_illegal_moves_are_counted_by_their_code(live: HttpClient) -> None:
    position = live.call("POST", "/v1/games/orbis/states", {"seats": 2, "seed": 1}).json
    again_and_again = [position["legal_moves"][0]] * 20
    refused = live.call("POST", "/v1/games/orbis/moves", {"state": position["state"], "moves": again_and_again})
    assert refused.status == 409
    assert total(live, "arbiter_illegal_moves_total", f'code="{refused.json["code"]}"') >= 1


def test_the_request_id_of_a_move_is_logged_by_the_worker(logged: tuple[HttpClient, Path]) -> None:
    live, log = logged
    wish = {"game": "orbis", "seats": [{"kind": "ai", "level": "random"}, {"kind": "human"}], "seed": 4}
    made = live.call("POST", "/v1/sessions", wish, X_Request_Id="made-by-test").json

    def told() -> list[Any]:
        lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
        return [line for line in lines if line.get("request_id") == "made-by-test" and line.get("logger") == "arbiter.worker"]

    line = eventually(told)[0]
    assert f"seat-{made['id']}" in line["message"]
    assert line["level"] == "info" and line["time"].endswith("Z")
    assert eventually(lambda: total(live, "arbiter_ai_moves_total", 'game="orbis"', 'task="turn"', 'level="random"'))
    assert eventually(lambda: total(live, "arbiter_ai_deadlines_total", 'task="turn"'))
    assert total(live, "arbiter_redis_seconds_count", 'part="sessions"') > 0


def test_open_feeds_are_counted_until_they_are_closed(live: HttpClient) -> None:
    made = new_session(live, "helios")
    stream = live.stream(made["id"], Accept="text/event-stream")
    next(stream.lines())
    assert total(live, "arbiter_feed_listeners", 'game="helios"') == 1
    stream.close()
    eventually(lambda: total(live, "arbiter_feed_listeners", 'game="helios"') == 0, 30)


def test_a_killed_web_process_leaves_its_counters_but_not_its_open_feeds(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path / "redis") as redis, serving(tmp_path, REDIS_URL=redis.url) as (process, port):
        live = HttpClient(port)
        made = new_session(live, "orbis")
        stream = live.stream(made["id"], Accept="text/event-stream")
        next(stream.lines())
        for _ in range(7):
            live.call("GET", "/v1/games")
        os.kill(web_process(process.pid), signal.SIGKILL)
        stream.close()
        eventually(lambda: total(live, "arbiter_feed_listeners") == 0 if live_again(live) else False)
        assert total(live, "arbiter_request_seconds_count", 'route="/v1/games"') == 7


def live_again(live: HttpClient) -> bool:
    try:
        return live.call("GET", "/healthz").status == 200
    except OSError:
        return False


def web_process(serve: int) -> int:
    """The process that answers requests: the only child of gunicorn's master."""
    for child in children(serve):
        if b"gunicorn" in Path(f"/proc/{child}/cmdline").read_bytes():
            return children(child)[0]
    raise AssertionError("there is no gunicorn")


def children(pid: int) -> list[int]:
    return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
