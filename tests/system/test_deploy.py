"""The files in deploy/: linters find nothing, every name in them exists, and nginx runs as configured.

Images are not built and manifests not applied: that would need a container daemon and a cluster.
"""

from __future__ import annotations

import json
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPResponse
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.jobs.model import Load
from service.jobs.queue_metrics import load_metrics
from service.observability import metrics
from service.operations.embedded_redis import EmbeddedRedis
from service.operations.supervisor import die_with_parent
from service.problem_codes import PROBLEM_CODES
from service.settings import UNPREFIXED, Settings
from service.storage.health import StorageCollector
from service.webhooks.delivery_metrics import load_metrics as delivery_metrics
from service.webhooks.model import Load as Deliveries
from tests.support.http_client import HttpClient
from tests.support.ports import free_port, listens
from tests.support.server import Server, await_port
from tests.support.stores import proved
from tests.support.tables import new_table
from tests.support.waiting import PATIENCE, eventually

DEPLOY = Path(__file__).parents[2] / "deploy"
FILES = sorted(path for path in DEPLOY.rglob("*") if path.suffix in (".yaml", ".json", ".conf") or path.name == "Dockerfile")


@pytest.mark.parametrize(
    "command",
    [
        ["hadolint", "Dockerfile"],
        ["compose-lint", "compose.yaml"],
        ["kubernetes-validate", "--strict", "kubernetes/arbiter.yaml", "kubernetes/redis.yaml"],
    ],
    ids=lambda command: command[0],
)
def test_the_linter_of_each_file_finds_nothing(command: list[str]) -> None:
    tool = Path(sys.executable).parent / command[0]
    if not tool.exists():
        pytest.skip(f"{command[0]} is not installed; it belongs to the extra dev")
    done = subprocess.run([str(tool), *command[1:]], cwd=DEPLOY, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_setting_that_is_named_exists() -> None:
    known = {f"ARBITER_{name.upper()}" for name in Settings.__struct_fields__} | {name.upper() for name in UNPREFIXED}
    named = {path.name: set(re.findall(r"\bARBITER_[A-Z_]+\b", path.read_text())) for path in FILES}
    assert named["compose.yaml"] and named["arbiter.yaml"]
    for name, settings in named.items():
        assert settings <= known, f"{name} names {settings - known}"


def test_every_metric_in_a_query_exists() -> None:
    families = [*metrics.OWN.collect(), *load_metrics(Load(0, 0, 0)), *delivery_metrics(Deliveries(0, 0, 0, 0, 0, 0))]
    families += StorageCollector({}).collect()
    suffixes = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"], "gauge": [""]}
    counted = {family.name + suffix for family in families for suffix in suffixes[family.type]}
    for path in FILES:
        asked = set(re.findall(r"\barbiter_[a-z_]+", "".join(expressions(path))))
        assert asked <= counted, f"{path} asks for {asked - counted}"
    assert len(set(re.findall(r"\barbiter_[a-z_]+", "".join(expressions(DEPLOY / "grafana/arbiter.json"))))) > 12


def expressions(path: Path) -> Iterator[str]:
    """The Prometheus queries in a file."""
    if path.name == "alerts.yaml":
        for group in yaml.safe_load(path.read_text())["groups"]:
            yield from (rule["expr"] for rule in group["rules"])
    elif path.suffix == ".json":
        for panel in json.loads(path.read_text())["panels"]:
            yield from (target["expr"] for target in panel["targets"])
    elif path.parent.name == "kubernetes":
        yield from re.findall(r"metric: \{name: (\w+)\}", path.read_text())


def test_nginx_and_compose_name_the_same_services() -> None:
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    upstream = set(re.findall(r"server (web-\d):8000", (DEPLOY / "nginx.conf").read_text()))
    assert upstream == {name for name in services if name.startswith("web-")} and len(upstream) == 2
    assert len([name for name in services if name.startswith("worker-")]) == 2
    assert "--appendonly" in services["redis"]["command"]


def test_only_nginx_and_the_worker_for_webhooks_reach_the_outside() -> None:
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert {name for name, service in services.items() if "outside" in service["networks"]} == {"nginx", "webhooks"}
    commands = {name: service["command"] for name, service in services.items() if service.get("command", [""])[0] == "worker"}
    ai = ["worker", "--only", "ai"]
    assert commands == {"worker-1": ai, "worker-2": ai, "webhooks": ["worker", "--only", "webhooks"]}


def configured(folder: Path, port: int, web: list[int]) -> Path:
    """Writes the shipped nginx.conf with the ports and folders of this test."""
    text = (DEPLOY / "nginx.conf").read_text()
    text = text.replace("listen 8080", f"listen 127.0.0.1:{port}").replace(" /tmp/", f" {folder}/").replace("  include mime.types;\n", "")
    for number, behind in enumerate(web, start=1):
        text = text.replace(f"server web-{number}:8000", f"server 127.0.0.1:{behind}")
    path = folder / "nginx.conf"
    path.write_text("daemon off;\n" + text.replace("worker_processes auto", "worker_processes 1"))
    return path


@pytest.fixture
def tier(tmp_path: Path) -> Iterator[tuple[HttpClient, list[Server]]]:
    """nginx as shipped, in front of two nodes that share only a Redis and a secret."""
    if not shutil.which("nginx"):
        pytest.skip("there is no nginx on PATH")
    with EmbeddedRedis(tmp_path / "redis") as redis, proved(redis.url):
        nodes = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            shared = {"ARBITER_SEAL_KEYS": "a secret of both nodes", "ARBITER_PROXIES": "1", "ARBITER_CALLS_PER_MINUTE": "6"}
            nodes.append(Server(redis.url, tmp_path / name, WEB_CONCURRENCY="1", **shared))
            nodes[-1].start()
        port = free_port()
        config = configured(tmp_path, port, [node.port for node in nodes])
        command = [str(shutil.which("nginx")), "-c", str(config), "-e", str(tmp_path / "error.log")]
        nginx = subprocess.Popen(command, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
        try:
            await_port(port)
            yield HttpClient(port), nodes
        finally:
            nginx.terminate()
            nginx.wait(timeout=PATIENCE)
            for node in nodes:
                node.kill(signal.SIGTERM)


@contextmanager
def nginx_before(folder: Path, web: list[int]) -> Iterator[int]:
    """Runs nginx as shipped in front of these ports; returns its own port."""
    if not shutil.which("nginx"):
        pytest.skip("there is no nginx on PATH")
    port = free_port()
    config = configured(folder, port, web)
    command = [str(shutil.which("nginx")), "-c", str(config), "-e", str(folder / "error.log")]
    nginx = subprocess.Popen(command, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
    try:
        eventually(lambda: listens(port))
        yield port
    finally:
        nginx.terminate()
        nginx.wait(timeout=PATIENCE)


@pytest.fixture
def lonely(tmp_path: Path) -> Iterator[int]:
    """The port of nginx as shipped, with nothing behind it."""
    with nginx_before(tmp_path, [free_port(), free_port()]) as port:
        yield port


@pytest.mark.proxy
def test_two_nodes_behind_nginx_survive_the_death_of_one(tier: tuple[HttpClient, list[Server]]) -> None:
    live, nodes = tier
    table = new_table(live)
    stream = live.stream(table.id, Accept="text/event-stream")
    table.play(4)
    entries = list(islice(stream.entries(), 4))
    nodes[0].kill(signal.SIGKILL)
    eventually(lambda: not listens(nodes[0].port))  # A call to a dying process fails, as it should.
    table.play(4, seed=2)
    stream.close()
    resumed = live.stream(table.id, Last_Event_ID=str(entries[-1]["version"]), Accept="text/event-stream")
    entries += list(islice(resumed.entries(), 4))
    resumed.close()
    assert entries == table.history() and len(entries) == 8


@pytest.mark.proxy
def test_a_token_sealed_by_one_node_is_opened_by_the_other(tier: tuple[HttpClient, list[Server]]) -> None:
    _, nodes = tier
    one, two = (HttpClient(node.port) for node in nodes)
    position = one.call("POST", "/v1/games/orbis/states", {"seats": 2, "seed": 1, "sealed": True}).json
    body = {"token": position["token"], "seat_keys": position["seat_keys"]}
    assert two.call("POST", "/v1/games/orbis/legal-moves", body).json["legal_moves"]


@pytest.mark.proxy
def test_nginx_sets_the_client_address_and_hides_metrics(tier: tuple[HttpClient, list[Server]]) -> None:
    live, _ = tier
    statuses = (live.call("GET", "/v1/games", X_Forwarded_For=f"192.0.2.{number}").status for number in range(200))
    assert 429 in statuses, "a caller that chooses its own address would never be limited"
    assert live.call("GET", "/metrics").status == 404
    answer = live.call("GET", "/v1/games")
    assert (answer.headers["server"], "content-security-policy" in answer.headers) == ("nginx", True)


@pytest.mark.proxy
def test_nginx_refuses_more_than_200_connections_of_one_address_as_the_service_does(tmp_path: Path) -> None:
    with ExitStack() as stack:
        silent = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=1024)).getsockname()[1]
        port = stack.enter_context(nginx_before(tmp_path, [silent, silent]))

        def ask() -> socket.socket:
            asking = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
            asking.sendall(b"GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n")
            return asking

        asking = [ask() for _ in range(201)]
        readable, _, _ = select.select(asking, [], [], PATIENCE)
        refused = HTTPResponse(readable[0])
        refused.begin()
        told = json.loads(refused.read())
    assert (len(readable), refused.status, refused.headers["Retry-After"]) == (1, 429, "1")
    assert (told["code"], told["title"]) == ("too_many_connections", PROBLEM_CODES["too_many_connections"][1])


@pytest.mark.proxy
@pytest.mark.parametrize(
    ("request_", "status", "code"),
    [
        (b"NONSENSE\r\n\r\n", 400, "bad_request"),
        (b"GET / HTTP/1.1\r\n\r\n", 400, "bad_request"),
        (b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n", 400, "bad_request"),
        (b"GET / HTTP/3.0\r\nHost: x\r\n\r\n", 400, "bad_request"),
        (b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "bad_request"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 40_000 + b"\r\n\r\n", 431, "bad_request"),
        (b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n", 413, "body_too_large"),
        (b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", 404, "not_found"),
        (b"GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n", 502, "unavailable"),
    ],
)
def test_errors_of_nginx_itself_are_problem_documents(request_: bytes, status: int, code: str, lonely: int) -> None:
    with socket.create_connection(("127.0.0.1", lonely), timeout=PATIENCE) as raw:
        raw.sendall(request_)
        answer = HTTPResponse(raw)
        answer.begin()
        told = json.loads(answer.read())
    assert (answer.status, answer.headers["Content-Type"]) == (status, "application/problem+json")
    assert told["instance"] == answer.headers["X-Request-Id"]
    assert (told["type"], told["title"]) == (f"urn:arbiter:problem:{code}", PROBLEM_CODES[code][1])
    assert (told["status"], told["code"], told["errors"]) == (status, code, []) and told["detail"].endswith(".")
    assert answer.headers["Retry-After"] == ("1" if status == 502 else None)
