"""Joining a game: by link, by code, at an open table; and finding one's own games again."""

from __future__ import annotations

import json
import re
from random import Random
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request, expect

from tests.support.http_client import HttpClient
from tests.support.table_page import HOME, begin, links, move, open_setup, session_of, start, tool, version
from tests.support.tables import new_table
from tests.system.browser.conftest import Tab

MINUTES = re.compile(r"time: [0-5]:[0-5]\d$")


def begin_with_clock(page: Page, server: str, *, is_open: bool = False) -> None:
    """Sets up a game of three people with a clock."""
    open_setup(page, server, "orbis")
    page.check("input[name=seats][value='3']")
    for seat, kind in enumerate(("here", "elsewhere", "elsewhere")):
        page.select_option(f"[data-key=kind-{seat}]", kind)
    page.select_option("[data-key=clock]", "fast")
    page.select_option("[data-key=timeout]", "ai_seat")
    page.set_checked("[data-key=open]", is_open)
    start(page)


def test_two_people_join_by_link_and_by_code_and_play_with_a_clock(server: str, tab: Tab) -> None:
    host, by_link, by_code, chance = tab(), tab(), tab(), Random(1)
    begin_with_clock(host, server)
    expect(host.locator(".seats")).to_contain_text("not joined yet")
    expect(host.locator(".clock")).to_be_hidden()
    assert held_seats(host) == ["0"], "the creator holds no token of an invited player"
    first, *_ = links(host)
    by_link.goto(first)
    by_link.fill("#join-name", "Grace")
    by_link.click("button[type=submit]")
    by_link.wait_for_selector(".board-frame svg")
    tool(host, "share")
    code = host.locator("dialog .code").inner_text()
    by_code.goto(server + "/")
    by_code.fill("#code-name", "Zoë")
    by_code.fill("#join-code", code.lower().replace("-", " "))
    by_code.click("[data-key=join]")
    host.keyboard.press("Escape")
    for page in (host, by_link, by_code):
        expect(page.locator(".seats")).to_contain_text("Grace")
        expect(page.locator(".seats")).to_contain_text("Zoë")
        expect(page.locator(".clock")).to_have_text(MINUTES)
        expect(page.locator(".bank")).to_have_text(["· reserve 5:00"] * 3)
    acting = next(page for page in (host, by_link, by_code) if page.locator(".status.your-turn").count())
    expect(acting.locator(".clock")).to_contain_text("Your time:")
    move(acting, chance)
    for page in (host, by_link, by_code):
        page.wait_for_selector(f'.board-frame[data-version="{version(acting)}"]')


def held_seats(page: Page) -> list[str]:
    """The seats of the open session of which the browser has tokens."""
    saved = page.evaluate("(id) => localStorage.getItem('arbiter.session.' + id)", session_of(page))
    return list(json.loads(saved)["seats"])


def test_the_qr_code_of_an_invite_link_is_shown(server: str, tab: Tab) -> None:
    host = tab(locale="fr-FR")
    begin(host, server, "orbis", ("here", "elsewhere"))
    with host.expect_request("**/v1/qr-codes") as drawn:
        host.click("[data-key=invite-1]")
    expect(host.get_by_role("img", name="Code QR du lien d’invitation")).to_be_visible()
    assert drawn.value.post_data_json == {"text": host.locator("dialog .link input").first.input_value()}
    box = host.locator(".qr-code svg").bounding_box()
    assert box is not None and box["width"] > 150, "it is large enough to scan"


def test_an_open_table_is_joined_with_one_click(server: str, tab: Tab) -> None:
    host, guest = tab(), tab()
    begin_with_clock(host, server, is_open=True)
    session = session_of(host)
    guest.goto(server + "/")
    row = guest.locator(f"[data-session='{session}']")
    expect(row).to_contain_text("free seats: 2 of 3")
    expect(row).to_contain_text("30 s per decision")
    guest.fill("#my-name", "Grace")
    row.get_by_role("button").click()
    guest.wait_for_selector(".board-frame svg")
    expect(host.locator(".seats")).to_contain_text("Grace")
    assert held_seats(guest) == ["1"]
    guest.goto(server + "/")
    expect(guest.locator(f"[data-session='{session}'] button")).to_have_text("Open")


def test_open_tables_are_shown_page_by_page(server: str, tab: Tab, caller: HttpClient) -> None:
    wish = {"game": "helios", "seats": [{"kind": "human", "name": "Ada"}, {"kind": "invited"}], "visibility": "open"}
    made = [caller.call("POST", "/v1/sessions", wish).json["id"] for _ in range(7)]
    page = tab()
    page.goto(server + "/")
    expect(page.locator(f"[data-session='{made[-1]}']"), "the newest comes first").to_be_visible()
    expect(page.locator(f"[data-session='{made[0]}']")).to_have_count(0)
    page.click("[data-key=more-tables]")
    expect(page.locator(f"[data-session='{made[0]}']")).to_be_visible()
    expect(page.locator(f"[data-session='{made[-1]}']")).to_have_count(1)


def test_a_table_that_is_full_by_now_is_explained(server: str, tab: Tab, caller: HttpClient) -> None:
    wish = {"game": "helios", "seats": [{"kind": "human"}, {"kind": "invited"}], "visibility": "open"}
    session = caller.call("POST", "/v1/sessions", wish).json["id"]
    page = tab(refusals=("409",))
    page.goto(server + "/")
    row = page.locator(f"[data-session='{session}']")
    expect(row).to_be_visible()
    assert caller.call("POST", f"/v1/sessions/{session}/claims", {}).status == 201
    row.get_by_role("button").click()
    expect(page.locator(".tables-section")).to_contain_text("Every seat of this table is taken")
    expect(row).to_have_count(0)


def test_my_games_tell_whose_turn_it_is_in_one_call(server: str, tab: Tab, caller: HttpClient) -> None:
    page = tab()
    tables = [new_table(caller, "orbis", 2) for _ in range(3)]
    for table, seat in zip(tables, (1, 0, 0), strict=True):
        first = table.made["to_act"]["seat"]
        page.goto(f"{server}/#session={table.id}&token={table.tokens[first if seat == 0 else 1 - first]}")
        page.wait_for_selector(".board-frame svg")
        page.goto(server + "/")
        page.wait_for_selector(HOME)
    waiting, mine, ended = (page.locator(f"[data-status='{table.id}']") for table in tables)
    caller.call("DELETE", tables[2].path, token=tables[2].host)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if "/v1/sessions/" in request.url else None)
    page.reload()
    expect(mine).to_have_text("Your turn")
    expect(waiting).to_contain_text("Waiting for Player")
    expect(ended).to_contain_text("no longer exists")
    assert [request.url.rpartition("/")[2] for request in asked] == ["statuses"]
    page.locator(".my-games li").first.get_by_role("button").first.click()
    expect(page.locator(".status.your-turn")).to_be_visible()
    assert session_of(page) == tables[1].id, "games that wait for you come first"


def test_a_move_needs_one_call_and_the_picture_of_the_board(server: str, tab: Tab) -> None:
    host, guest, chance = tab(), tab(), Random(1)
    begin(host, server, "orbis", ("here", "elsewhere"), {"first_seat": "Player 1"})
    guest.goto(links(host)[0])
    guest.click("button[type=submit]")
    guest.wait_for_selector(".board-frame svg")
    expect(host.locator(".latest-entry")).to_contain_text("joined")
    host.wait_for_selector('.board-frame[data-version="1"]')
    sent, received = calls_of(host), calls_of(guest)
    move(host, chance)
    guest.wait_for_selector(f'.board-frame[data-version="{version(host)}"]')
    reads_of_presence = f"GET {session_of(host)}"
    assert [call for call in sent if call != reads_of_presence] == ["POST moves", "GET board.svg"]
    assert [call for call in received if call != reads_of_presence] == ["GET board.svg"]


def calls_of(page: Page) -> list[str]:
    """The calls that the page makes from now on: each is its method and the end of its path."""
    calls: list[str] = []
    page.on("request", lambda request: calls.append(f"{request.method} {urlsplit(request.url).path.rpartition('/')[2]}"))
    return calls
