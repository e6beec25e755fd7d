"""The receiver of the README verifies real deliveries of a running service, accepts repetitions, and refuses forgeries."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from service.operations.supervisor import die_with_parent
from tests.docs.readmes import blocks
from tests.support.http_client import HttpClient
from tests.support.ports import free_port, listens
from tests.support.server import serving
from tests.support.waiting import PATIENCE, eventually

LONGEST = 35
"""Lines that the example may have."""


def script() -> str:
    """The code of the receiver in the README."""
    (found,) = (block for block in blocks("tests/clients/README.md", "python") if "app.run(" in block)
    return found


def forge(port: int) -> int:
    """The status of a call with a wrong signature."""
    headers = {"webhook-id": "msg_1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA", "Content-Type": "application/json"}
    try:
        return int(urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/hooks", b"{}", headers)).status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def test_the_receiver_is_told_whose_turn_it_is(tmp_path: Path) -> None:
    port = free_port()
    allowed = {"ARBITER_WEBHOOK_WORKERS": "1", "ARBITER_WEBHOOK_HTTP": "true", "ARBITER_WEBHOOK_NETWORKS": "127.0.0.0/8"}
    with serving(tmp_path, **allowed) as (_, service_port):
        live = HttpClient(service_port)
        seats = [{"kind": "human"}, {"kind": "human"}]
        made = live.call("POST", "/v1/sessions", {"game": "orbis", "seats": seats, "metadata": {"match": "77"}}).json
        asked = {"url": f"http://127.0.0.1:{port}/hooks", "events": ["turn"], "session": made["id"]}
        webhook = live.call("POST", "/v1/webhooks", asked, made["host_token"]).json
        path = tmp_path / "receiver.py"
        path.write_text(script(), encoding="utf-8")
        environment = os.environ | {"WEBHOOK_SECRET": webhook["secret"]}
        with (tmp_path / "said").open("w") as said:
            receiver = subprocess.Popen(
                [sys.executable, str(path), str(port)], env=environment, stdout=said, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent
            )
        try:
            eventually(lambda: listens(port))
            assert forge(port) == 401
            play_until_the_other_seat_acts(live, made)
            eventually(lambda: "match 77: seat 1 is to move\n" in (tmp_path / "said").read_text())
            delivered = live.call("GET", f"/v1/webhooks/{webhook['id']}/deliveries", token=made["host_token"]).json["deliveries"]
            assert {each["status"] for each in delivered} == {204}
        finally:
            receiver.terminate()
            receiver.wait(timeout=PATIENCE)


def play_until_the_other_seat_acts(live: HttpClient, made: Any) -> None:
    """Makes moves of seat 0 until it is the turn of seat 1."""
    token, path = made["seats"][0]["token"], f"/v1/sessions/{made['id']}"
    position = live.call("GET", path, token=token).json
    while position["to_act"]["seat"] == 0:
        move = {"move": position["legal_moves"][0]}
        answer = live.call("POST", f"{path}/moves", move, token, If_Match=f'"{position["version"]}"')
        position = json.loads(answer.body)


def test_the_example_is_short() -> None:
    assert len(script().splitlines()) <= LONGEST
