"""QR codes: what a scanner reads is the text that was sent."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
import segno
import zxingcpp
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.referee.schemas import QR_TEXT_LENGTH

SVG = "{http://www.w3.org/2000/svg}"
SCALE = 4
RECTANGLE = re.compile(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z")

TEXTS = [
    "https://arbiter.example/#invite=7KQM-2WXR-9TNB",
    "1",
    "Zoë plays 点 with 🎲",
    "<svg onload='alert(1)'>&amp;\"",
    "x" * QR_TEXT_LENGTH,
    "🎲" * QR_TEXT_LENGTH,
]


def draw(client: FlaskClient, body: Any, **headers: str) -> TestResponse:
    return client.post("/v1/qr-codes", json=body, headers=headers)


def modules(picture: str) -> list[list[int]]:
    """The picture as rows of modules, 1 for dark, with the quiet zone."""
    root = ElementTree.fromstring(picture)
    _, _, width, height = map(int, root.attrib["viewBox"].split())
    rows = [[0] * width for _ in range(height)]
    light, dark = root.findall(f"{SVG}path")
    assert (light.attrib["fill"], dark.attrib["fill"]) == ("#fff", "#000")
    for x, y, length, back in (map(int, found) for found in RECTANGLE.findall(dark.attrib["d"])):
        assert length == back
        rows[y][x : x + length] = [1] * length
    assert not RECTANGLE.sub("", dark.attrib["d"])
    return rows


def scan(rows: list[list[int]]) -> str:
    """What a scanner reads."""
    line = [bytes(0 if dark else 255 for dark in row for _ in range(SCALE)) for row in rows]
    pixels, size = b"".join(each for each in line for _ in range(SCALE)), len(rows) * SCALE
    found = zxingcpp.read_barcode(memoryview(pixels).cast("B", (size, size)))
    assert found is not None
    return str(found.text)


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:12])
def test_a_scanner_reads_the_text(client: FlaskClient, text: str) -> None:
    answer = draw(client, {"text": text})
    assert answer.status_code == 200
    assert answer.mimetype == "image/svg+xml"
    assert scan(modules(answer.text)) == text


def test_the_code_has_a_quiet_zone_and_a_name_and_may_load_nothing(client: FlaskClient) -> None:
    answer = draw(client, {"text": TEXTS[0]})
    rows, expected = modules(answer.text), segno.make_qr(TEXTS[0], error="m", encoding="utf-8").matrix
    assert [row[4:-4] for row in rows[4:-4]] == [list(row) for row in expected]
    assert not any(any(row) for row in (*rows[:4], *rows[-4:])) and not any(any(row[:4] + row[-4:]) for row in rows)
    root = ElementTree.fromstring(answer.text)
    assert (root.attrib["role"], root.attrib["aria-label"]) == ("img", "QR code")
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/text"),
        ({"text": ""}, "/text"),
        ({"text": "x" * (QR_TEXT_LENGTH + 1)}, "/text"),
        ({"text": 1}, "/text"),
        ({"txt": "a"}, "/txt"),
    ],
)
def test_a_wrong_body_is_refused_where_it_is_wrong(client: FlaskClient, body: Any, pointer: str) -> None:
    answer = draw(client, body)
    assert answer.status_code == 422
    assert pointer in [error["pointer"] for error in answer.get_json()["errors"]]


def test_only_svg_is_offered(client: FlaskClient) -> None:
    assert draw(client, {"text": "a"}, Accept="image/png").status_code == 406
    assert draw(client, {"text": "a"}, Accept="image/*").status_code == 200
