"""The end of a game: the score sheet and what follows; and pictures of games under way for the README."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from engine.games import GAMES
from tests.support.http_client import HttpClient
from tests.support.palette_png import reduce_colours
from tests.support.table_page import HOME, MINE_AND_DRAWN, move, play_to_the_end, session_of
from tests.support.tables import Table
from tests.system.browser.conftest import Tab

PICTURES = Path(__file__).parent / "screenshots"
OPTIONS = {"blue_moon_city": {"round_limit": 2}}
"""Random moves would take all of the hundred rounds (BMC-6.4)."""
REASONS = {
    "orbis": "Every world is complete.",
    "helios": "The last round has been played.",
    "blue_moon_city": "The maximum number of rounds has been played.",
}
SCREENS = {"desktop": (1280, 720), "phone": (390, 844)}
NAMES = ["Ada", "Grace", "Alan"]
MOVES = 14
LARGEST = 200_000
"""Bytes of a picture that the README shows."""


def begin(caller: HttpClient, game: str, seats: int, options: dict[str, int]) -> Table:
    """A game of one person against random AI players."""
    players = [{"kind": "human", "name": NAMES[0]}, *({"kind": "ai", "level": "random", "name": name} for name in NAMES[1:seats])]
    made = caller.call("POST", "/v1/sessions", {"game": game, "seats": players, "seed": 5, "options": options})
    assert made.status == 201, made.json
    return Table(caller, made.json)


def open_table(page: Page, server: str, table: Table) -> None:
    """Opens the table as the person."""
    page.goto(f"{server}/#session={table.id}&token={table.tokens[0]}")


@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_ends_with_the_score_sheet_and_what_can_follow(server: str, tab: Tab, caller: HttpClient, game: str) -> None:
    page, table = tab(), begin(caller, game, 2, OPTIONS.get(game, {}))
    open_table(page, server, table)
    assert play_to_the_end(page, Random(4)) > 10
    outcome = table.read()["outcome"]
    winners = [NAMES[seat] for seat in outcome["ranking"][0]]
    expect(page.locator(".turn")).to_have_text("The game is over")
    for name in winners:
        expect(page.locator(".scores h2")).to_contain_text(name)
    expect(page.locator(".scores")).to_contain_text(REASONS[game])
    expect(page.locator(".scores")).to_contain_text("the shuffle was fixed beforehand")
    sheet = page.locator(".scores table")
    assert "_" not in sheet.inner_text(), "a line of the score sheet has no text"
    expect(sheet.locator(".total td")).to_have_text([str(score) for score in outcome["scores"]])
    expect(page.locator(".moves-panel")).to_be_hidden()
    page.click("[data-key=end-aside]")
    expect(page.locator(".scores")).to_be_hidden()
    page.click(".rail [data-key=result]")
    expect(page.locator(".scores")).to_be_visible()
    try_what_follows(page, table)


def try_what_follows(page: Page, table: Table) -> None:
    """Replays the game, begins another with the same players, and leaves for a new one."""
    page.click(".scores [data-key=replay]")
    page.wait_for_selector('.board-frame[data-version="2"]')
    page.click(".past [data-key=now]")
    page.click(".scores [data-key=rematch]")
    page.wait_for_selector(".board-frame svg")
    page.wait_for_selector(".scores", state="hidden")
    assert session_of(page) != table.id
    page.go_back()
    page.click(".scores [data-key=new-game]")
    page.wait_for_selector(HOME)


@pytest.mark.parametrize("screen", list(SCREENS))
@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_of_three_is_under_way(server: str, tab: Tab, caller: HttpClient, game: str, screen: str, tmp_path: Path) -> None:
    width, height = SCREENS[screen]
    page, chance = tab(viewport={"width": width, "height": height}, color_scheme="light"), Random(4)
    table = begin(caller, game, 3, {"first_seat": 0})
    open_table(page, server, table)
    for _ in range(MOVES):
        move(page, chance)
    page.wait_for_selector(MINE_AND_DRAWN)
    assert page.locator(".people .name").all_text_contents() == NAMES
    assert sum(entry["type"] == "moved" and entry["seat"] == 0 for entry in table.history(table.tokens[0])) == MOVES
    take_picture(page, f"{game}-{screen}.png", tmp_path)


def take_picture(page: Page, name: str, tmp_path: Path) -> None:
    """Takes a screenshot; keeps it in the repository, with fewer colours, if ARBITER_SCREENSHOTS is set."""
    page.mouse.move(0, 0)
    picture = page.screenshot(path=tmp_path / name)
    if os.environ.get("ARBITER_SCREENSHOTS"):
        (PICTURES / name).write_bytes(reduce_colours(picture))


def test_the_pictures_of_the_readme_are_complete_and_small() -> None:
    kept = {path.name: path.stat().st_size for path in PICTURES.iterdir()}
    assert kept.keys() == {f"{game}-{screen}.png" for game in GAMES for screen in SCREENS}
    assert max(kept.values()) < LARGEST
