"""After the end: the players begin another game, and anybody can download the record."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.support.http_client import HttpClient
from tests.support.table_page import session_of
from tests.support.tables import Table, new_table
from tests.system.browser.conftest import Tab


def finished(caller: HttpClient) -> Table:
    """A game that two people have played to its end."""
    table = new_table(caller, "orbis", 2)
    table.play(5000)
    return table


def test_the_other_player_is_offered_the_next_game(server: str, tab: Tab, caller: HttpClient) -> None:
    table, ada, grace, spectator = finished(caller), tab(), tab(locale="de-DE"), tab()
    for page, fragment in ((ada, f"&token={table.tokens[0]}"), (grace, f"&token={table.tokens[1]}"), (spectator, "")):
        page.goto(f"{server}/#session={table.id}{fragment}")
        page.wait_for_selector(".scores:not([hidden])")
    expect(spectator.locator("[data-key=rematch]")).to_have_count(0)
    ada.click("[data-key=rematch]")
    ada.wait_for_url(lambda url: table.id not in url)
    ada.wait_for_selector(".board-frame svg")
    expect(grace.locator(".scores .notice")).to_contain_text("Das nächste Spiel mit denselben Spielern hat begonnen")
    grace.click("button:text-is('Zum nächsten Spiel')")
    spectator.click("button:text-is('Watch the next game')")
    for page in (grace, spectator):
        page.wait_for_selector(".board-frame[data-version='0'] svg")
        assert session_of(page) == session_of(ada) != table.id
    turns = [page.locator(".status.your-turn").count() for page in (ada, grace, spectator)]
    assert sum(turns) == 1 and turns[2] == 0, "both players hold their seats in the next game"


def test_the_record_is_downloaded(server: str, tab: Tab, caller: HttpClient, tmp_path: Path) -> None:
    table, page = finished(caller), tab()
    page.goto(f"{server}/#session={table.id}")
    with page.expect_download() as download:
        page.click("[data-key=record]")
    assert download.value.suggested_filename == f"orbis-{table.id}.json"
    download.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    verified = caller.call("POST", "/v1/games/orbis/records", {"record": record})
    assert verified.status == 200 and verified.json["outcome"] == record["outcome"]
