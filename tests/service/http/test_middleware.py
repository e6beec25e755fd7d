"""What every answer carries: request id, CORS and security headers, compression; and the endpoints about the service itself."""

from __future__ import annotations

import gzip
import json
import logging
from typing import Any

import orjson
import pytest
import yaml
from flask.testing import FlaskClient

from engine.games import GAMES
from service import create_app
from service.http.routes.docs import FILES
from service.resources import resource_path
from service.settings import Settings

GAME = next(iter(GAMES))
EVERYWHERE = ["/healthz", "/v1/games", "/nowhere", "/docs", "/openapi.json"]


@pytest.mark.parametrize("path", EVERYWHERE)
def test_every_answer_has_a_request_id_of_its_own(client: FlaskClient, path: str) -> None:
    first, second = (client.get(path).headers["X-Request-Id"] for _ in range(2))
    assert first != second


@pytest.mark.parametrize("path", EVERYWHERE)
def test_a_valid_request_id_is_echoed(client: FlaskClient, path: str) -> None:
    assert client.get(path, headers={"X-Request-Id": "trace-01:a/b=="}).headers["X-Request-Id"] == "trace-01:a/b=="


@pytest.mark.parametrize("sent", ["", "a" * 129, "two words", "<b>", "é"])
def test_any_other_request_id_is_replaced(client: FlaskClient, sent: str) -> None:
    given = client.get("/healthz", headers={"X-Request-Id": sent}).headers["X-Request-Id"]
    assert given != sent
    assert len(given) == 16


@pytest.mark.parametrize("path", EVERYWHERE)
def test_every_answer_carries_the_security_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "Server" not in headers


def test_every_origin_is_allowed_by_default(client: FlaskClient) -> None:
    headers = client.get("/v1/games", headers={"Origin": "https://example.org"}).headers
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert "X-Request-Id" in headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in headers


def test_a_preflight_request_is_answered(client: FlaskClient) -> None:
    asked = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    response = client.options(f"/v1/games/{GAME}/moves", headers=asked)
    assert response.status_code == 200
    assert "Content-Type" not in response.headers, "there is no content"
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in response.headers["Access-Control-Allow-Headers"]
    assert int(response.headers["Access-Control-Max-Age"]) > 0


def test_origins_can_be_limited() -> None:
    client = create_app(Settings(log_requests=False, cors_origins=("https://ours.example",))).test_client()
    ours = client.get("/healthz", headers={"Origin": "https://ours.example"}).headers
    theirs = client.get("/healthz", headers={"Origin": "https://theirs.example"}).headers
    assert ours["Access-Control-Allow-Origin"] == "https://ours.example"
    assert "Access-Control-Allow-Origin" not in theirs
    assert "Origin" in ours["Vary"]
    assert "Origin" in theirs["Vary"]


def test_cors_can_be_disabled() -> None:
    client = create_app(Settings(log_requests=False, cors_origins=())).test_client()
    assert "Access-Control-Allow-Origin" not in client.get("/healthz", headers={"Origin": "https://example.org"}).headers


def test_a_large_answer_is_compressed_for_clients_that_accept_gzip(client: FlaskClient) -> None:
    plain = client.get(f"/v1/games/{GAME}")
    packed = client.get(f"/v1/games/{GAME}", headers={"Accept-Encoding": "br, gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.get_data()) < len(plain.get_data())
    assert gzip.decompress(packed.get_data()) == plain.get_data()
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in packed.headers["Vary"]


@pytest.mark.parametrize("encoding", ["gzip;q=0", "br", "identity"])
def test_an_answer_is_not_compressed_for_clients_that_refuse_gzip(client: FlaskClient, encoding: str) -> None:
    assert "Content-Encoding" not in client.get(f"/v1/games/{GAME}", headers={"Accept-Encoding": encoding}).headers


@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_1_kb_is_compressed_to_less_than_half(client: FlaskClient, game: str) -> None:
    body = {"seats": GAMES[game].seats[0], "seed": 1}
    for query in ("", "?legal_moves=false"):
        plain = client.post(f"/v1/games/{game}/states{query}", json=body)
        packed = client.post(f"/v1/games/{game}/states{query}", json=body, headers={"Accept-Encoding": "gzip"})
        assert len(plain.get_data()) >= 1024 and len(packed.get_data()) < len(plain.get_data()) / 2
        assert gzip.decompress(packed.get_data()) == plain.get_data()


def test_a_small_answer_is_not_compressed(client: FlaskClient) -> None:
    assert "Content-Encoding" not in client.get("/healthz", headers={"Accept-Encoding": "gzip"}).headers


def test_a_compressed_answer_is_revalidated_by_its_weak_etag(client: FlaskClient) -> None:
    headers = {"Accept-Encoding": "gzip"}
    etag = client.get(f"/v1/games/{GAME}", headers=headers).headers["ETag"]
    assert etag.startswith("W/")
    assert client.get(f"/v1/games/{GAME}", headers={**headers, "If-None-Match": etag}).status_code == 304


def test_each_request_is_one_line_of_json_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    client = create_app(Settings()).test_client()
    with caplog.at_level(logging.INFO, "arbiter.requests"):
        client.get("/v1/games", headers={"X-Request-Id": "mine"})
        client.get("/nowhere")
    lines = [json.loads(record.getMessage()) for record in caplog.records if record.name == "arbiter.requests"]
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [("GET", "/v1/games", 200), ("GET", None, 404)]
    assert lines[0]["request_id"] == "mine"
    assert all(line["ms"] >= 0 for line in lines)


def test_the_log_can_be_switched_off(caplog: pytest.LogCaptureFixture, client: FlaskClient) -> None:
    with caplog.at_level(logging.INFO, "arbiter.requests"):
        client.get("/v1/games")
    assert not [record for record in caplog.records if record.name == "arbiter.requests"]


def test_healthz_says_that_the_process_is_up(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"status": "ok"}


def test_the_stateless_service_needs_nothing_to_be_ready(client: FlaskClient) -> None:
    told = client.get("/readyz").get_json()
    assert (told["status"], told["checked"]) == ("ok", [])


def test_the_specification_is_served_in_both_forms(client: FlaskClient) -> None:
    text = client.get("/openapi.yaml")
    assert text.headers["Content-Type"] == "application/yaml"
    assert text.get_data() == resource_path("openapi.yaml").read_bytes()
    loaded: Any = yaml.load(text.get_data(), Loader=yaml.CSafeLoader)
    assert orjson.loads(client.get("/openapi.json").get_data()) == loaded


def test_the_documentation_loads_only_our_own_files(client: FlaskClient) -> None:
    page = client.get("/docs")
    assert page.headers["Content-Type"].startswith("text/html")
    assert "script-src 'self';" in page.headers["Content-Security-Policy"]
    text = page.get_data(as_text=True)
    assert "//" not in text
    assert all(f"/docs/{name}" in text for name in FILES)
    for name in FILES:
        assert client.get(f"/docs/{name}").status_code == 200
    assert client.get("/docs/oauth2-redirect.html").status_code == 404
