"""The page survives reloads, a lost network and views of the past; no move is made twice."""

from __future__ import annotations

import json
from random import Random

from playwright.sync_api import Route, expect

from tests.support.http_client import HttpClient
from tests.support.table_page import HOME, MINE_AND_DRAWN, begin, click_move, links, list_move, move, tool, version
from tests.support.tables import new_table
from tests.system.browser.conftest import Tab

SLOW_FETCH = """
const originalFetch = window.fetch.bind(window);
let delay = 7;
const wait = () => new Promise((done) => setTimeout(done, (delay = (delay * 75 + 74) % 65537) % 250));
window.fetch = async (...parameters) => {
  await wait();
  const response = await originalFetch(...parameters);
  await wait();
  return response;
};
"""
"""Delays every request and response by a different time, so that they overtake each other."""

OFFLINE_ERRORS = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED")


def test_a_reload_in_mid_turn_changes_nothing(server: str, tab: Tab) -> None:
    page = tab()
    begin(page, server, "orbis", ("here", "random"))
    click_move(page, 0)
    page.wait_for_selector('.board-frame[data-version="1"]')
    expect(page.locator(".entries li")).to_have_count(1)
    before = (page.inner_text(".decision"), page.inner_text(".move-list"))
    page.reload()
    page.wait_for_selector(".highlighted")
    assert (page.inner_text(".decision"), page.inner_text(".move-list")) == before
    expect(page.locator(".entries li")).to_have_count(1)
    page.goto(server + "/")
    page.locator(".my-games li button").first.click()
    page.wait_for_selector('.board-frame[data-version="1"] .highlighted')


def test_moves_made_while_offline_appear_after_reconnecting(server: str, tab: Tab) -> None:
    page, other, chance = tab(refusals=OFFLINE_ERRORS), tab(), Random(2)
    begin(page, server, "orbis", ("here", "elsewhere"))
    other.goto(links(page)[-1])
    other.wait_for_selector(".status.your-turn")
    page.context.set_offline(True)
    expect(page.locator(".notice").first).to_contain_text("connection was lost")
    move(other, chance)
    move(other, chance)
    assert version(page) == 0
    page.context.set_offline(False)
    page.wait_for_selector(f'.board-frame[data-version="{version(other)}"]')
    expect(page.locator(".entries li")).to_have_count(version(other))
    expect(page.get_by_text("The connection was lost")).to_be_hidden()


def test_on_a_slow_network_no_click_is_lost(server: str, tab: Tab) -> None:
    page, chance = tab(viewport={"width": 360, "height": 740}), Random(5)
    page.context.add_init_script(SLOW_FETCH)
    begin(page, server, "orbis", ("here", "random"))
    for _ in range(8):
        move(page, chance)
    page.wait_for_selector(MINE_AND_DRAWN)
    expect(page.locator(".entries li")).to_have_count(version(page))


def test_opening_a_table_is_aborted_when_the_user_leaves(server: str, tab: Tab) -> None:
    page = tab()
    begin(page, server, "orbis", ("here", "random"))
    table = page.url
    page.goto(server + "/")
    page.wait_for_selector(HOME)
    page.route("**/v1/sessions/*", lambda held: None)
    with page.expect_request("**/v1/sessions/*"):
        page.evaluate("url => { location.href = url }", table)
    with page.expect_event("requestfailed", lambda request: "/v1/sessions/" in request.url):
        page.evaluate("location.hash = ''")
    page.unroute("**/v1/sessions/*")
    expect(page.locator(HOME)).to_be_visible()
    page.evaluate("url => { location.href = url }", table)
    page.wait_for_selector(".board-frame svg")


def test_a_late_response_does_not_change_another_page(server: str, tab: Tab) -> None:
    page = tab()
    begin(page, server, "orbis", ("here", "here"))
    held: list[Route] = []
    page.route("**/v1/sessions/*/moves", lambda route: held.append(route))
    with page.expect_request("**/v1/sessions/*/moves"):
        list_move(page)
    page.evaluate("location.hash = ''")
    page.wait_for_selector(HOME)
    with page.expect_response("**/v1/sessions/*/moves") as answered:
        held[0].continue_()
    answered.value.finished()
    page.evaluate("fetch('/healthz').then((answer) => answer.text())")
    assert page.title() == "Arbiter"


def test_a_move_made_offline_is_made_once_the_network_is_back(server: str, tab: Tab) -> None:
    page = tab(refusals=OFFLINE_ERRORS)
    begin(page, server, "orbis", ("here", "random"))
    page.context.set_offline(True)
    list_move(page)
    expect(page.locator(".notice[role=alert]")).to_contain_text("cannot be reached")
    page.context.set_offline(False)
    list_move(page)
    page.wait_for_selector('.board-frame[data-version="1"]')
    expect(page.locator(".entries li")).to_have_count(1)


def test_past_positions_can_be_viewed_but_not_played(server: str, tab: Tab) -> None:
    page = tab()
    begin(page, server, "orbis", ("here", "here"))
    last = 6
    for step in range(last):
        list_move(page)
        page.wait_for_selector(f'.board-frame[data-version="{step + 1}"] .highlighted')
    page.click("[data-key=entry-1]")
    page.wait_for_selector('.board-frame[data-version="1"]')
    expect(page.locator(".notices .notice:visible")).to_contain_text(f"step 1 of {last}")
    expect(page.locator(".highlighted")).to_have_count(0)
    assert page.locator(".moves-panel").is_hidden()
    page.click(".notices [data-key=now]")
    page.wait_for_selector(f'.board-frame[data-version="{last}"] .highlighted')
    page.click(".history-panel [data-key='past.back']")
    page.click("[data-key=fork]")
    page.wait_for_selector('.board-frame[data-version="0"] .highlighted')


def test_undo_takes_back_a_move_or_explains_why_not(server: str, tab: Tab) -> None:
    page = tab(refusals=("409",))
    begin(page, server, "orbis", ("here", "random"))
    tool(page, "undo")
    expect(page.locator(".notice[role=alert]")).to_have_text("You have no move to undo.")
    decision = page.inner_text(".decision")
    click_move(page, 0)
    page.wait_for_selector('.board-frame[data-version="1"]')
    tool(page, "undo")
    page.wait_for_selector('.board-frame[data-version="2"]')
    assert page.inner_text(".decision") == decision


def test_a_whole_turn_is_taken_back(server: str, tab: Tab) -> None:
    page = tab()
    begin(page, server, "blue_moon_city", ("here", "random"), {"first_seat": "Player 1"})
    moves = page.inner_text(".move-list")
    for step in range(2):
        list_move(page)
        page.wait_for_selector(f'.board-frame[data-version="{step + 1}"] .highlighted')
    expect(page.locator(".entries li")).to_have_count(2)
    tool(page, "undo_turn")
    expect(page.locator(".latest-entry")).to_have_text("Player 1 undid a move")
    page.wait_for_selector(MINE_AND_DRAWN)
    assert page.inner_text(".move-list") == moves


def test_a_hint_can_be_followed(server: str, tab: Tab) -> None:
    page = tab()
    begin(page, server, "helios", ("here", "random"))
    tool(page, "hint")
    expect(page.locator(".notice[role=alert]")).to_contain_text("Best so far:")
    expect(page.locator(".notice[role=alert]")).to_contain_text("Hint:")
    expect(page.locator(".move-list .win-chance").first).to_contain_text("%")
    suggested = page.locator(".move-list button").first
    expect(page.locator(".emphasized")).not_to_have_count(0)
    suggested.click()
    page.wait_for_selector('.board-frame:not([data-version="0"])')


def test_a_move_ends_the_search_for_a_hint(server: str, tab: Tab) -> None:
    """The search would go on for half a minute."""
    page = tab()
    begin(page, server, "helios", ("here", "random"))
    wish = {"level": "expert", "analysis": True, "deadline_ms": 30_000}
    page.route("**/ai-moves", lambda route: route.continue_(post_data=json.dumps(wish)))
    with page.expect_response(lambda answer: "/v1/jobs/" in answer.url and answer.request.method == "DELETE") as cancelled:
        tool(page, "hint")
        expect(page.locator(".notice[role=alert]")).to_contain_text("Best so far:")
        click_move(page, 0)
    assert cancelled.value.status == 200


def test_resigning_hands_the_seat_to_an_ai(server: str, tab: Tab) -> None:
    page = tab()
    begin(page, server, "orbis", ("here", "random"))
    tool(page, "resign")
    page.click("dialog button.primary")
    expect(page.locator(".seats")).to_contain_text("resigned")
    expect(page.locator("[data-key=undo]")).to_have_count(0)


def test_moves_made_while_the_table_opens_are_shown(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(), new_table(caller, "orbis", 2)
    held: list[Route] = []
    page.route("**/v1/sessions/*/history*", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/v1/sessions/*/history*"):
        page.goto(f"{server}/#session={table.id}&token={table.tokens[0]}")
    latest = table.play(6)
    page.evaluate("0")  # Lets the held request arrive here.
    held[0].continue_()
    page.wait_for_selector(f'.board-frame[data-version="{latest}"]')
    expect(page.locator(".entries li")).to_have_count(latest)
