"""Whole random games on five screens: every question and every answer is visible, legible and large enough to hit."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from playwright.sync_api import Page

from engine.games import GAMES
from tests.support.http_client import HttpClient
from tests.support.screens import PHONES, SIZES, faults
from tests.support.table_page import COUNT, MINE_OR_OVER, SETTLED, click_move, version
from tests.system.browser.conftest import Tab

OPTIONS = {"blue_moon_city": {"round_limit": 5}}
"""Random moves would take all of the hundred rounds (BMC-6.4)."""
CASES = [(game, screen, 2 + number % 3) for number, (game, screen) in enumerate(product(GAMES, SIZES))]
every_screen = pytest.mark.parametrize(("game", "screen", "seats"), CASES, ids=lambda value: str(value))
MOVES_MOST = 400

TAB_STOPS = """(index) => {
  const menu = document.getElementById("menu");
  const focused = document.activeElement;
  const makes = (control) => (control.dataset.moves ?? "").split(" ").includes(String(index));
  if (menu) return menu.contains(focused) && makes(focused);
  const isVisible = (control) => control.checkVisibility({ visibilityProperty: true });
  const controls = [...document.querySelectorAll("[data-moves]")].filter(isVisible);
  return controls.some(makes) ? makes(focused) : focused.matches(".tabs .lit[aria-pressed=false]");
}"""
"""Whether Enter on the focused element leads to the move."""


def opened(server: str, tab: Tab, caller: HttpClient, game: str, screen: str, seats: int) -> Page:
    """The table of a game against random AI players, as the first seat."""
    width, height = SIZES[screen]
    players = [{"kind": "human", "name": "Ada"}, *[{"kind": "ai", "level": "random"}] * (seats - 1)]
    made = caller.call("POST", "/v1/sessions", {"game": game, "seats": players, "seed": 5, "options": OPTIONS.get(game, {})}).json
    page = tab(viewport={"width": width, "height": height}, has_touch=screen in PHONES)
    page.clock.install()
    page.goto(f"{server}/#session={made['id']}&token={made['seats'][0]['token']}")
    return page


def is_over(page: Page) -> bool:
    """Waits for the next decision or for the end of the game; returns whether it is the end."""
    page.wait_for_selector(MINE_OR_OVER)
    if page.locator(".scores:not([hidden])").count():
        return True
    page.clock.fast_forward(400)
    page.wait_for_selector(SETTLED)
    return False


@every_screen
def test_a_game_is_played_by_pointer_and_everything_fits(
    server: str, tab: Tab, caller: HttpClient, game: str, screen: str, seats: int
) -> None:
    page, chance = opened(server, tab, caller, game, screen, seats), Random(11)
    for made in range(MOVES_MOST):
        if is_over(page):
            assert made > 8
            return
        assert faults(page, screen) == [], f"move {made}"
        click_move(page, chance.randrange(page.evaluate(COUNT)))
    raise AssertionError("the game does not end")


@every_screen
def test_a_game_is_played_by_keyboard(server: str, tab: Tab, caller: HttpClient, game: str, screen: str, seats: int) -> None:
    page, chance = opened(server, tab, caller, game, screen, seats), Random(12)
    for made in range(MOVES_MOST):
        if is_over(page):
            assert made > 8
            return
        press_move(page, chance.randrange(page.evaluate(COUNT)))
    raise AssertionError("the game does not end")


def press_move(page: Page, index: int) -> None:
    """Makes the move at this place of the list with Tab and Enter alone."""
    before = version(page)
    for _ in range(12):
        press_tab_until_found(page, index)
        page.keyboard.press("Enter")
        if version(page) != before or page.locator(".board-frame[data-settled=false]").count():
            page.wait_for_selector(f'.board-frame:not([data-version="{before}"]), .scores:not([hidden])', state="attached")
            return
    raise AssertionError(f"Enter does not make move {index}")


def press_tab_until_found(page: Page, index: int) -> None:
    """Presses Tab until the focus is on something that leads to the move."""
    for _ in range(400):
        if page.evaluate(TAB_STOPS, index):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches move {index}")
