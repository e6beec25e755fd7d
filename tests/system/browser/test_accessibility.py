"""Accessibility: phones, keyboard only, assistive technology, light and dark colour schemes."""

from __future__ import annotations

import re
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.games import GAMES
from tests.support.http_client import HttpClient
from tests.support.table_page import HOME, MINE_AND_DRAWN, begin, list_move, move, open_setup, start, tool
from tests.support.tables import new_table
from tests.system.browser.conftest import Tab

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def serious(page: Page) -> list[str]:
    """The serious and critical violations that axe-core finds."""
    page.evaluate(AXE)
    found: list[dict[str, Any]] = page.evaluate("() => axe.run().then(({ violations }) => violations)")
    return [
        f"{rule['id']}: {node['html'][:150]} {node['any'][0]['message'] if node['any'] else ''}"
        for rule in found
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(server: str, tab: Tab, scheme: str) -> None:
    page = tab(color_scheme=scheme)
    for game in GAMES:
        begin(page, server, game, ("here", "random"), {"first_seat": "Player 1"})
        page.wait_for_selector(".highlighted")
        assert serious(page) == []
    tool(page, "share")
    assert serious(page) == []
    page.keyboard.press("Escape")
    tool(page, "rules")
    page.wait_for_selector(".rules h3")
    assert serious(page) == []
    page.goto(server + "/#session=nonsense")
    page.wait_for_selector(".problem")
    assert serious(page) == []
    page.evaluate("document.querySelector('.problem').append(document.createElement('select'))")
    assert serious(page), "axe must find a field without a name"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_among_other_players(server: str, tab: Tab, caller: HttpClient, scheme: str) -> None:
    page = tab(color_scheme=scheme)
    table = new_table(caller, "orbis", 2, visibility="open")
    table.play(5000)
    page.goto(f"{server}/#session={table.id}&token={table.tokens[0]}")
    page.wait_for_selector(".after-game")
    assert serious(page) == []
    open_setup(page, server, "orbis")
    page.select_option("[data-key=kind-1]", "elsewhere")
    page.select_option("[data-key=clock]", "fast")
    page.check("[data-key=open]")
    assert serious(page) == []
    start(page)
    page.click("[data-key=invite-1]")
    page.wait_for_selector(".qr-code svg")
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.click("[data-key=manage-1]")
    page.wait_for_selector("[data-key=replace]")
    assert serious(page) == []


@pytest.mark.parametrize("game", list(GAMES))
def test_a_phone_shows_everything_without_scrolling_sideways(server: str, tab: Tab, game: str) -> None:
    page, chance = tab(viewport={"width": 360, "height": 740}, has_touch=True, color_scheme="dark"), Random(2)
    begin(page, server, game, ("here", "random"), {"first_seat": "Player 1"})
    for _ in range(4):
        move(page, chance)
    page.wait_for_selector(".status.your-turn")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.click("[data-key=rail]")
    list_move(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_game_is_played_by_keyboard_alone(server: str, tab: Tab) -> None:
    page = tab()
    page.goto(server + "/")
    page.wait_for_selector(HOME)
    press_until(page, "[data-key=setup-orbis]")
    page.keyboard.press("Enter")
    press_until(page, "[name=seats]")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.value") == "3", "the focus stays on the number just chosen"
    press_until(page, "[data-key=start]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".status.your-turn")
    press_until(page, ".move-list button")
    outlined = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outlined == "solid", "the focus is visible"
    expect(page.locator(".emphasized"), "the piece of the focused move is emphasized").not_to_have_count(0)
    for _ in range(6):
        page.wait_for_selector(MINE_AND_DRAWN)
        before = page.get_attribute(".board-frame", "data-version")
        assert page.evaluate("document.activeElement.closest('.move-list') !== null"), "the focus stays in the list"
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_selector(f'.board-frame:not([data-version="{before}"])')
        page.wait_for_selector(MINE_AND_DRAWN)
        page.wait_for_selector(".move-list button:focus")
    expect(page.locator("#announcements")).not_to_be_empty()


def press_until(page: Page, selector: str) -> None:
    """Presses Tab until the element has the focus."""
    for _ in range(60):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize(("locale", "name"), [("en-GB", "RULES.md"), ("fr-CH", "RULES.fr.md"), ("de-AT", "RULES.de.md")])
def test_the_rules_can_be_read_in_the_language_of_the_page(server: str, tab: Tab, game: str, locale: str, name: str) -> None:
    page = tab(locale=locale)
    page.goto(server + "/")
    page.click(f"[data-key=rules-{game}]")
    page.wait_for_selector(".rules h3")
    shown = page.inner_text(".rules")
    written = (files("engine") / game / name).read_text(encoding="utf-8")
    assert page.get_attribute(".rules", "lang") == page.get_attribute("html", "lang") == locale[:2]
    assert page.locator(".rules h3").all_inner_texts() == re.findall(r"^## (.*)$", written, re.MULTILINE)
    assert page.locator(".rules li:not(.contents li)").count() == len(re.findall(r"^ *(?:-|\d+\.) ", written, re.MULTILINE))
    assert written.count("**") // 2 == page.locator(".rules strong").count()
    assert "**" not in shown and "|" not in shown and "`" not in shown
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
