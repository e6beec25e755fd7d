"""The bot of the README plays a seat with one call for each of its moves."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.games import GAMES
from tests.clients.tools import run
from tests.docs.readmes import blocks
from tests.support.http_client import HttpClient
from tests.support.server import serving

MORE_CALLS = 2
"""Calls beside moves and feeds: the session is created and its seat is claimed."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpClient]:
    """A service with one AI worker and no limit of calls that a bot could reach."""
    unlimited = {"ARBITER_SESSION_CALLS_PER_MINUTE": "0", "ARBITER_STREAMS_PER_MINUTE": "0"}
    with serving(tmp_path_factory.mktemp("service"), ARBITER_AI_WORKERS="1", **unlimited) as (_, port):
        yield HttpClient(port)


def bot() -> str:
    """The code of the bot in the README."""
    (script,) = (block for block in blocks("tests/clients/README.md", "python") if "include=position" in block)
    return script


def counted(service: HttpClient) -> dict[str, int]:
    """How many calls the service has answered, by method and route."""
    text = service.call("GET", "/metrics").body.decode()
    found = re.findall(r'^arbiter_request_seconds_count\{method="(\w+)",route="(/v1[^"]*)",status="\d+"\} ([\d.]+)$', text, re.MULTILINE)
    calls: dict[str, int] = {}
    for method, route, count in found:
        calls[f"{method} {route}"] = calls.get(f"{method} {route}", 0) + int(float(count))
    return calls


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_takes_one_call_per_own_move(service: HttpClient, tmp_path: Path, game: str) -> None:
    (tmp_path / "bot.py").write_text(bot(), encoding="utf-8")
    before = counted(service)
    played = run([sys.executable, "bot.py", f"http://127.0.0.1:{service.port}", "3", game], tmp_path)
    assert played.returncode == 0, played.stdout
    calls = {route: count - before.get(route, 0) for route, count in counted(service).items() if count > before.get(route, 0)}
    moves, feeds = int(played.stdout.split()[0]), calls["GET /v1/sessions/<session_id>/events"]
    assert moves > 10
    assert calls["POST /v1/sessions/<session_id>/moves"] == moves, "no move is sent twice"
    assert feeds == 1, "a feed lasts for minutes"
    assert sum(calls.values()) == moves + feeds + MORE_CALLS
