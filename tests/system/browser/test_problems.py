"""The page explains problems and offers a way to continue."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from tests.support.ports import free_port
from tests.support.server import serving
from tests.support.table_page import HOME, begin, session_of, tool
from tests.system.browser.conftest import Tab

UNKNOWN_SESSION = "0123456789abcdef0123"


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("#nonsense", "incomplete or broken"),
        ("#session=", "incomplete or broken"),
        ("#session=../../healthz", "incomplete or broken"),
        (f"#session={UNKNOWN_SESSION}", "no longer exists"),
        (f"#session={UNKNOWN_SESSION}&seat=1&invite=AAAA", "no longer exists"),
        (f"#session={UNKNOWN_SESSION}&token=seat_x", "no longer exists"),
    ],
)
def test_a_broken_or_expired_link_leads_to_a_new_game(server: str, tab: Tab, fragment: str, words: str) -> None:
    page = tab(refusals=("404",))
    page.goto(f"{server}/{fragment}")
    expect(page.locator(".problem")).to_contain_text(words)
    page.click("button:text-is('New game')")
    page.wait_for_selector(HOME)


def test_a_wrong_invite_code_is_explained(server: str, tab: Tab) -> None:
    page = tab(refusals=("403",))
    begin(page, server, "orbis", ("here", "elsewhere"))
    page.goto(f"{server}/#session={session_of(page)}&seat=1&invite=AAAA-BBBB-CCCC")
    expect(page.locator("form")).to_contain_text("player 2")
    page.click("button[type=submit]")
    expect(page.locator(".notice[role=alert]")).to_contain_text("invite code does not work")
    page.goto(f"{server}/#invite=AAAA-BBBB-CCCC")
    expect(page.locator("h1")).to_have_text("You are invited to a game")
    page.click("button[type=submit]")
    expect(page.locator(".notice[role=alert]")).to_contain_text("invite code does not work")


def test_an_unreadable_response_is_explained_and_can_be_retried(server: str, tab: Tab) -> None:
    """For example the login page of a captive portal."""
    page = tab()
    begin(page, server, "orbis", ("here", "random"))
    table = page.url
    page.goto(server + "/")
    page.wait_for_selector(HOME)
    page.route("**/v1/sessions/*", lambda route: route.fulfill(body="<html>Please log in</html>", content_type="text/html"))
    page.evaluate("url => { location.href = url }", table)
    expect(page.locator(".problem")).to_contain_text("cannot be reached")
    page.unroute("**/v1/sessions/*")
    page.click("button:text-is('Try again')")
    page.wait_for_selector(".board-frame svg")
    page.evaluate("location.hash = ''")
    page.wait_for_selector(HOME)


def test_a_game_ended_by_its_host_is_explained(server: str, tab: Tab) -> None:
    page = tab(refusals=("404",))
    body = json.dumps({"game": "orbis", "seats": [{"kind": "human"}, {"kind": "human"}]}).encode()
    made = json.load(urlopen(Request(f"{server}/v1/sessions", body, {"Content-Type": "application/json"})))
    feeds: list[object] = []
    page.on("request", lambda request: feeds.append(request) if "/events" in request.url else None)
    page.goto(f"{server}/#session={made['id']}")
    page.wait_for_selector(".board-frame svg")
    end = Request(f"{server}/v1/sessions/{made['id']}", headers={"Authorization": f"Bearer {made['host_token']}"}, method="DELETE")
    urlopen(end).close()
    expect(page.locator(".problem")).to_contain_text("no longer exists")
    page.wait_for_timeout(2500)
    assert len(feeds) <= 2, "the page must not reconnect after the last entry"


def test_a_full_queue_and_an_unreachable_redis_are_explained(tab: Tab, tmp_path: Path) -> None:
    full, away = tmp_path / "full", tmp_path / "away"
    full.mkdir()
    away.mkdir()
    page = tab(refusals=("503",))
    with serving(full, ARBITER_JOBS_OPEN="0") as (_, port):
        begin(page, f"http://127.0.0.1:{port}", "orbis", ("here", "here"))
        tool(page, "hint")
        expect(page.locator(".notice[role=alert]")).to_contain_text("All AI players are busy")
        page.goto("about:blank")
    with serving(away, ARBITER_REDIS_URL=f"redis://127.0.0.1:{free_port()}") as (_, port):
        page.goto(f"http://127.0.0.1:{port}/")
        page.click("[data-key=play-orbis]")
        expect(page.locator("[data-game=orbis] .notice")).to_contain_text("cannot reach its database")
        page.goto(f"http://127.0.0.1:{port}/#session={UNKNOWN_SESSION}")
        expect(page.locator(".problem")).to_contain_text("cannot reach its database")
        with page.expect_response("**/v1/sessions/*") as answered:
            page.click("button:text-is('Try again')")
        assert answered.value.status == 503
        expect(page.locator(".problem")).to_contain_text("cannot reach its database")
