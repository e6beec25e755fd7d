"""The first page: real boards, one click to a game, remembered choices, one's own games, little to load."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.decoding import read_state
from engine.game import panel_names
from engine.games import GAMES
from tests.recorded.page_positions import POSITIONS
from tests.support.http_client import HttpClient
from tests.support.table_page import HOME, open_setup, session_of, start
from tests.support.tables import new_table
from tests.system.browser.conftest import Tab
from tests.system.browser.test_accessibility import serious

MOST_BYTES = 200_000
SCREENS = [(1920, 1080), (1440, 900), (1280, 720), (820, 1180), (390, 844), (844, 390), (360, 740)]


def open_home(page: Page, server: str) -> None:
    """Opens the first page and waits until every board in view is drawn."""
    page.goto(server + "/")
    page.wait_for_selector(HOME)
    for game in GAMES:
        page.locator(f"[data-game={game}] .illustration").scroll_into_view_if_needed()
        page.wait_for_selector(f"[data-game={game}] .illustration svg")


def saved(page: Page) -> Any:
    """What the device has saved of the open session."""
    return json.loads(page.evaluate("(id) => localStorage.getItem('arbiter.session.' + id)", session_of(page)))


@pytest.mark.parametrize("game_id", list(GAMES))
def test_the_positions_of_the_illustrations_are_valid_and_in_mid_game(game_id: str) -> None:
    game = GAMES[game_id]
    state = read_state(game, json.loads((POSITIONS / f"{game_id}.json").read_bytes()))
    assert game.check(state) == [] and game.legal_moves(state)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_every_game_has_a_card_with_a_drawn_board(server: str, tab: Tab, caller: HttpClient, locale: str) -> None:
    page = tab(locale=locale)
    open_home(page, server)
    for game in caller.call("GET", "/v1/games", Accept_Language=locale).json["games"]:
        card = page.locator(f"[data-game={game['id']}]")
        expect(card.locator("h2")).to_have_text(game["title"])
        expect(card).to_contain_text(game["about"])
        expect(card.locator(".facts")).to_contain_text(str(game["minutes"]))
        assert card.locator(".illustration svg [data-width]").count() == 1


@pytest.mark.parametrize("game", list(GAMES))
def test_one_click_starts_a_game_against_an_easy_ai(server: str, tab: Tab, caller: HttpClient, game: str) -> None:
    page = tab()
    page.goto(server + "/")
    page.click(f"[data-key=play-{game}]")
    page.wait_for_url("**/#session=*")
    seats = caller.call("GET", f"/v1/sessions/{session_of(page)}").json["seats"]
    assert [(seat["kind"], seat.get("level")) for seat in seats] == [("human", None), ("ai", "easy")]


def test_the_level_and_all_other_choices_are_remembered(server: str, tab: Tab, caller: HttpClient) -> None:
    page = tab()
    open_setup(page, server, "blue_moon_city")
    page.check("[name=seats][value='3']")
    page.select_option("[data-key=kind-1]", "elsewhere")
    page.select_option("[data-key=kind-2]", "random")
    page.select_option("[data-key=clock]", "slow")
    page.get_by_role("textbox", name="Player 1: Name").fill("Ada")
    page.click("dialog details summary")
    page.fill("[name=option-round_limit]", "7")
    start(page)
    open_setup(page, server, "blue_moon_city")
    expect(page.locator("[name=seats]:checked")).to_have_value("3")
    expect(page.locator("[data-key=kind-1]")).to_have_value("elsewhere")
    expect(page.locator("[data-key=clock]")).to_have_value("slow")
    expect(page.locator("[name=option-round_limit]")).to_have_value("7")
    page.keyboard.press("Escape")
    page.click("[data-key=play-orbis]")
    page.wait_for_url("**/#session=*")
    seats = caller.call("GET", f"/v1/sessions/{session_of(page)}").json["seats"]
    assert (seats[0]["name"], seats[1]["level"]) == ("Ada", "random")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_axe_finds_nothing_serious_on_the_first_page(server: str, tab: Tab, caller: HttpClient, scheme: str, size: tuple[int, int]) -> None:
    page, table = tab(color_scheme=scheme, viewport={"width": size[0], "height": size[1]}), new_table(caller, "orbis", 2)
    caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": [{"kind": "human"}, {"kind": "invited"}], "visibility": "open"})
    page.goto(f"{server}/#session={table.id}&token={table.tokens[0]}")
    page.wait_for_selector(".board-frame svg")
    open_home(page, server)
    page.wait_for_selector(".tables li")
    page.wait_for_selector(".my-games [data-status]:not(:empty)")
    assert serious(page) == []
    for key in ("setup-orbis", "legend-orbis", "rules-orbis"):
        page.click(f"[data-key={key}]")
        page.wait_for_selector("dialog :is(form, .legend dl, .rules h3)")
        assert serious(page) == []
        page.keyboard.press("Escape")
    page.click("#settings")
    assert serious(page) == []


@pytest.mark.parametrize("size", SCREENS)
def test_the_first_page_never_scrolls_sideways_and_nothing_jumps(server: str, tab: Tab, size: tuple[int, int]) -> None:
    page = tab(viewport={"width": size[0], "height": size[1]}, locale="de-DE")
    page.route("**/boards?*", lambda held: None)
    page.goto(server + "/")
    page.wait_for_selector(HOME)
    heights = "[...document.querySelectorAll('.card, .card *:not(.illustration *)')].map((each) => each.getBoundingClientRect().height)"
    before = page.evaluate(heights)
    page.unroute("**/boards?*")
    open_home(page, server)
    assert page.evaluate(heights) == before
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_first_visit_loads_little(server: str, tab: Tab) -> None:
    page, sizes = tab(), dict[str, float]()
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    open_home(page, server)
    page.wait_for_load_state("networkidle")
    assert len(sizes) > 25, "every file was counted"
    assert sum(sizes.values()) < MOST_BYTES
    sizes.clear()
    page.reload()
    page.wait_for_selector(".illustration svg")
    page.wait_for_load_state("networkidle")
    assert sum(sizes.values()) < MOST_BYTES / 3, "a second visit revalidates what it has"


def test_my_games_name_the_opponents(server: str, tab: Tab) -> None:
    page = tab()
    open_setup(page, server, "orbis")
    page.check("[name=seats][value='3']")
    page.select_option("[data-key=kind-1]", "elsewhere")
    page.get_by_role("textbox", name="Player 2: Name").fill("Grace")
    page.select_option("[data-key=kind-2]", "hard")
    start(page)
    page.goto(server + "/")
    expect(page.locator(".my-games li").first).to_contain_text("with Grace, AI, hard")


def test_many_games_are_folded_and_can_be_removed(server: str, tab: Tab, caller: HttpClient) -> None:
    page = tab()
    for table in [new_table(caller, "orbis", 2) for _ in range(4)]:
        page.goto(f"{server}/#session={table.id}&token={table.tokens[0]}")
        page.wait_for_selector(".board-frame svg")
        page.goto(server + "/")
        page.wait_for_selector(HOME)
    page.wait_for_selector(".my-games [data-status]:not(:empty)")
    expect(page.locator(".my-games li:visible")).to_have_count(3)
    page.click(".my-games summary")
    expect(page.locator(".my-games li:visible")).to_have_count(4)
    page.locator(".my-games").get_by_role("button", name="Remove").first.click()
    expect(page.locator(".my-games li")).to_have_count(3)


@pytest.mark.parametrize("game", list(GAMES))
def test_the_rules_have_contents_and_pictures(server: str, tab: Tab, game: str) -> None:
    page = tab(viewport={"width": 390, "height": 844})
    page.goto(server + "/")
    page.click(f"[data-key=rules-{game}]")
    page.wait_for_selector(".rules .picture svg")
    expect(page.locator(".rules .picture svg")).to_have_count(2)
    panels = {figure.get_attribute("data-panel") for figure in page.locator(".rules .picture").all()}
    assert panels <= set(panel_names(GAMES[game], 2))
    last = page.locator(".rules h3").last
    assert page.locator(".contents li").all_inner_texts() == page.locator(".rules h3").all_inner_texts()
    expect(last).not_to_be_in_viewport()
    page.locator(".contents button").last.click()
    expect(last).to_be_in_viewport()
    expect(last).to_be_focused()


@pytest.mark.parametrize(("locale", "nothing"), [("en-GB", "No sign matches."), ("de-DE", "Kein Zeichen passt.")])
def test_the_legend_lists_the_glossary_and_can_be_searched(server: str, tab: Tab, locale: str, nothing: str) -> None:
    page, glossary = tab(locale=locale), GAMES["orbis"].glossary(locale[:2])
    names = [entry.name for group in glossary for entry in group.entries]
    page.goto(server + "/")
    page.click("[data-key=legend-orbis]")
    expect(page.locator(".legend dt")).to_have_text(names)
    wanted = glossary[-1].entries[-1]
    page.fill("[data-key=legend-search]", wanted.text.lower())
    expect(page.locator(".legend h3:visible")).to_have_text([glossary[-1].name])
    expect(page.locator(f"[data-entry={wanted.id}]")).to_be_visible()
    assert page.locator(".legend dt:visible").count() < len(names)
    page.fill("[data-key=legend-search]", "xyzzy")
    expect(page.locator(".legend")).to_contain_text(nothing)


def test_a_game_without_a_glossary_says_so(server: str, tab: Tab) -> None:
    page = tab()
    page.goto(server + "/")
    page.route("**/v1/games/orbis", lambda route: route.fulfill(json={"glossary": []}))
    page.click("[data-key=legend-orbis]")
    expect(page.locator(".legend")).to_have_text("There is no list of the signs of this game yet.")
