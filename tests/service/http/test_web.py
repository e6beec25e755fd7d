"""The files of the web page and the rules: complete, restricted by CSP, cacheable."""

from __future__ import annotations

import json
import re
import struct
from itertools import product
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from engine import games
from engine.words import LANGUAGES
from service.http.routes.web import FILES, FOLDER
from service.http.static_files import CONTENT_TYPES

FROM = re.compile(r'"(\.{1,2}/|/web/)([a-z_0-9/]+\.[a-z]+)"')


def referred(name: str, content: str) -> set[str]:
    """The files of the page that a file refers to."""
    here = FOLDER / Path(name).parent
    places = {"/web/": FOLDER, "./": here, "../": here / ".."}
    return {(places[start] / path).resolve().relative_to(FOLDER).as_posix() for start, path in FROM.findall(content)}


def test_the_page_allows_only_our_own_files(client: FlaskClient) -> None:
    page = client.get("/")
    policy = page.headers["Content-Security-Policy"]
    assert page.content_type == "text/html; charset=utf-8"
    assert policy.startswith("default-src 'self';") and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert not re.search(r"<script(?! type=\"module\" src=)|<style| style=| on\w+=", page.get_data(as_text=True))


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_file_is_served_with_what_it_refers_to(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/web/{name}")
    assert answer.status_code == 200
    assert answer.content_type == CONTENT_TYPES[Path(name).suffix[1:]]
    assert Path(name).suffix == ".png" or referred(name, answer.get_data(as_text=True)) <= FILES
    assert client.get(f"/web/{name}", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("name", ["nothing.js", "..%2fcli.py", "%2e%2e/cli.py", "web.py", ""])
def test_no_other_file_is_served(client: FlaskClient, name: str) -> None:
    assert client.get(f"/web/{name}").status_code == 404


def test_every_file_is_used() -> None:
    used = {"index.html", *(f"positions/{game_id}.json" for game_id in games.GAMES)}
    folders = ("texts", "coach/texts", "table/texts", *(f"games/{game_id}" for game_id in games.GAMES))
    used |= {f"{folder}/{language}.json" for folder in folders for language in LANGUAGES}
    for name in FILES:
        used |= referred(name, (FOLDER / name).read_text(encoding="utf-8")) if Path(name).suffix != ".png" else set()
    assert used == FILES


def test_the_page_can_be_installed(client: FlaskClient) -> None:
    assert '<link rel="manifest" href="/web/manifest.webmanifest">' in client.get("/").get_data(as_text=True)
    answer = client.get("/web/manifest.webmanifest")
    manifest = json.loads(answer.data)
    assert answer.content_type == "application/manifest+json"
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    for icon in manifest["icons"]:
        drawn = client.get(icon["src"])
        assert drawn.content_type == icon["type"]
        if icon["type"] == "image/png":
            assert drawn.data[:8] == b"\x89PNG\r\n\x1a\n"
            assert "{}x{}".format(*struct.unpack(">II", drawn.data[16:24])) == icon["sizes"]
    kinds = {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]}
    assert {(size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")} <= kinds


@pytest.mark.parametrize(
    ("asked", "spoken", "name"),
    [
        ("", "en", "RULES.md"),
        ("en-GB", "en", "RULES.md"),
        ("it", "en", "RULES.md"),
        ("fr-CH, en;q=0.5", "fr", "RULES.fr.md"),
        ("it, de;q=0.8, en;q=0.5", "de", "RULES.de.md"),
    ],
)
def test_rules_are_served_as_they_are_written(client: FlaskClient, game_id: str, asked: str, spoken: str, name: str) -> None:
    answer = client.get(f"/v1/games/{game_id}/rules", headers={"Accept-Language": asked})
    written = (Path(games.__file__).parent / game_id / name).read_bytes()
    assert answer.data == written
    assert answer.content_type == "text/markdown; charset=utf-8"
    assert answer.headers["Content-Language"] == spoken
    assert "Accept-Language" in answer.headers["Vary"]


def test_rules_are_cached_by_language(client: FlaskClient, game_id: str) -> None:
    path = f"/v1/games/{game_id}/rules"
    tags = {spoken: client.get(path, headers={"Accept-Language": spoken}).headers["ETag"] for spoken in LANGUAGES}
    assert len(set(tags.values())) == len(LANGUAGES)
    for (kept, tag), asked in product(tags.items(), LANGUAGES):
        answer = client.get(path, headers={"Accept-Language": asked, "If-None-Match": tag})
        assert answer.status_code == (304 if kept == asked else 200)
        assert "Accept-Language" in answer.headers["Vary"]


def test_rules_of_unknown_games_and_media_types_are_refused(client: FlaskClient) -> None:
    assert client.get("/v1/games/chess/rules").get_json()["code"] == "game_unknown"
    assert client.get("/v1/games/orbis/rules", headers={"Accept": "image/png"}).get_json()["code"] == "not_acceptable"
