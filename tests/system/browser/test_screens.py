"""Whole random games on five screens: every question and every answer is visible, legible and large enough to hit."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from playwright.sync_api import Page

from engine.games import GAMES
from tests.support.http_client import HttpClient
from tests.support.screens import PHONES, SIZES, faults
from tests.support.table_page import COUNT, SETTLED, click_move, is_sent, version
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


class Game:
    """A game on the page as the first seat; the other seats are played by calls, at random but always alike."""

    def __init__(self, server: str, tab: Tab, caller: HttpClient, game: str, screen: str, seats: int) -> None:
        width, height = SIZES[screen]
        players = [{"kind": "human", "name": name} for name in ("Ada", "Bob", "Cleo", "Dan")[:seats]]
        made = caller.call("POST", "/v1/sessions", {"game": game, "seats": players, "seed": 5, "options": OPTIONS.get(game, {})}).json
        self.caller, self.chance, self.path = caller, Random(f"{game} {screen}"), f"/v1/sessions/{made['id']}"
        self.tokens = [seat["token"] for seat in made["seats"]]
        self.page = tab(viewport={"width": width, "height": height}, has_touch=screen in PHONES)
        self.page.clock.install()
        self.page.goto(f"{server}/#session={made['id']}&token={self.tokens[0]}")

    def is_over(self) -> bool:
        """Plays the other seats; then waits for the own decision or for the end of the game and returns whether it is the end."""
        position = self.caller.call("GET", self.path, token=self.tokens[0]).json
        while position["to_act"] and position["to_act"]["seat"]:
            token = self.tokens[position["to_act"]["seat"]]
            moves = self.caller.call("GET", f"{self.path}/legal-moves?previews=false", token=token).json["legal_moves"]
            version, move = str(position["version"]), self.chance.choice(moves)
            position = self.caller.call("POST", f"{self.path}/moves?previews=false", {"move": move}, token=token, If_Match=version).json
        self.page.wait_for_selector(f'.board-frame[data-version="{position["version"]}"][aria-busy=false]')
        if position["outcome"]:
            self.page.wait_for_selector(".scores:not([hidden])")
            return True
        self.page.clock.fast_forward(400)
        self.page.wait_for_selector(SETTLED)
        return False

    def next_move(self) -> int:
        """The place of a random legal move in the list."""
        return self.chance.randrange(self.page.evaluate(COUNT))


@every_screen
def test_a_game_is_played_by_pointer_and_everything_fits(
    server: str, tab: Tab, caller: HttpClient, game: str, screen: str, seats: int
) -> None:
    played = Game(server, tab, caller, game, screen, seats)
    for made in range(MOVES_MOST):
        if played.is_over():
            assert made > 8
            return
        assert faults(played.page, screen) == [], f"move {made}"
        click_move(played.page, played.next_move())
    raise AssertionError("the game does not end")


@every_screen
def test_a_game_is_played_by_keyboard(server: str, tab: Tab, caller: HttpClient, game: str, screen: str, seats: int) -> None:
    played = Game(server, tab, caller, game, screen, seats)
    for made in range(MOVES_MOST):
        if played.is_over():
            assert made > 8
            return
        press_move(played.page, played.next_move())
    raise AssertionError("the game does not end")


def press_move(page: Page, index: int) -> None:
    """Makes the move at this place of the list with Tab and Enter alone."""
    before = version(page)
    for _ in range(12):
        press_tab_until_found(page, index)
        page.keyboard.press("Enter")
        if is_sent(page, before):
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
