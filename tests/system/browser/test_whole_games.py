"""Whole games against an AI, by clicking highlighted pieces only."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from engine.games import GAMES
from tests.support.table_page import begin, move, play_to_the_end
from tests.system.browser.conftest import Tab

PICTURES = Path(__file__).parent / "screenshots"
OPTIONS = {"blue_moon_city": {"round_limit": "5", "first_seat": "Player 1"}}
"""Random moves would take all of the hundred rounds (BMC-6.4)."""


def pictures(tmp_path: Path) -> Path:
    """Where screenshots go: into the repository only if ARBITER_SCREENSHOTS is set."""
    return PICTURES if os.environ.get("ARBITER_SCREENSHOTS") else tmp_path


@pytest.mark.parametrize("game", list(GAMES))
def test_a_whole_game_is_clicked_through(server: str, tab: Tab, game: str, tmp_path: Path) -> None:
    page, chance = tab(viewport={"width": 1000, "height": 1150}), Random(4)
    begin(page, server, game, ("here", "random"), OPTIONS.get(game))
    for _ in range(14):
        move(page, chance)
    page.wait_for_selector(".status.your-turn")
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=pictures(tmp_path) / f"{game}.png")
    assert play_to_the_end(page, chance) > 10
    expect(page.locator(".turn")).to_have_text("The game is over")
    expect(page.locator(".scores h2")).to_contain_text("Player")
    expect(page.locator(".scores")).to_contain_text("the shuffle was fixed beforehand")
    sheet = page.locator(".scores table").inner_text()
    assert "_" not in sheet, "a line of the score sheet has no text"
    assert page.locator(".moves-panel").is_hidden()
