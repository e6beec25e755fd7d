"""The coach of the first game: its steps, and how they go on."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from engine.game import start
from engine.games import GAMES
from service.http.routes.web import FOLDER
from tests.support.http_client import HttpClient
from tests.support.table_page import MINE_AND_DRAWN, SETTLED, move, session_of
from tests.system.browser.conftest import Tab

COACH, NEXT, SKIP = ".coach-place", "[data-key=coach-next]", "[data-key=coach-skip]"
MOVES_MOST = 150
"""Random moves until everything that a lesson asks for has been done."""


def begin_lesson(page: Page, server: str, game: str) -> Any:
    """Starts the lesson of a game; returns what the device has saved of it."""
    page.goto(server + "/")
    page.click(f"[data-key=learn-{game}]")
    page.wait_for_selector(f"{COACH} h2")
    return json.loads(page.evaluate("(id) => localStorage.getItem('arbiter.session.' + id)", session_of(page)))


@pytest.mark.parametrize("game_id", list(GAMES))
def test_what_a_lesson_asks_for_is_soon_possible(game_id: str) -> None:
    source = (FOLDER / "coach" / "steps.js").read_text(encoding="utf-8")
    seed = int(re.findall(rf"{game_id}: (\d+)", source)[0])
    lesson = source.partition(f"  {game_id}: [\n")[2].partition("  ],\n")[0]
    wanted = set(re.findall(r'made\("(\w+)"\)', lesson))
    game, found = GAMES[game_id], set[str]()
    for chance in map(Random, range(20)):
        state = start(game, {"first_seat": 0}, 2, seed)
        for _ in range(30):
            moves = game.legal_moves(state)
            if state.pending[-1].seat == 0:
                found |= {str(type(move).__struct_config__.tag) for move in moves}
            game.play(state, chance.choice(moves), [])
    assert wanted and wanted <= found


@pytest.mark.parametrize("game", list(GAMES))
def test_a_lesson_is_always_the_same_game_against_an_easy_ai(server: str, tab: Tab, caller: HttpClient, game: str) -> None:
    first, second = tab(), tab()
    saved = [begin_lesson(page, server, game) for page in (first, second)]
    views = []
    for page, each in zip((first, second), saved, strict=True):
        read = caller.call("GET", f"/v1/sessions/{session_of(page)}/states/0", token=each["seats"]["0"]).json
        assert each["lesson"] == {"step": 0}
        assert caller.call("GET", f"/v1/sessions/{session_of(page)}").json["seats"][1]["level"] == "easy"
        views.append(read["view"])
    assert views[0] == views[1]


def test_a_step_goes_on_when_it_is_done_and_the_lesson_is_remembered(server: str, tab: Tab) -> None:
    page = tab()
    begin_lesson(page, server, "orbis")
    title = page.locator(f"{COACH} h2")
    expect(title).to_have_text("Your world")
    expect(page.locator("[data-panel=world-0].pointed-at")).to_be_visible()
    page.click(NEXT)
    expect(title).to_have_text("Take a region")
    expect(page.locator(".pointed-at")).to_have_count(1)
    expect(page.locator("[data-panel=display].pointed-at")).to_be_visible()
    expect(page.locator(NEXT)).to_have_count(0)
    move(page, Random(1))
    expect(title).not_to_have_text("Take a region")
    reached = title.inner_text()
    page.reload()
    expect(title).to_have_text(reached)
    page.click(SKIP)
    expect(page.locator(COACH)).to_be_hidden()
    expect(page.locator(".pointed-at")).to_have_count(0)
    page.reload()
    page.wait_for_selector(MINE_AND_DRAWN)
    expect(page.locator(COACH)).to_be_hidden()


def test_a_step_goes_on_when_the_log_arrives_after_the_board(server: str, tab: Tab) -> None:
    page, held = tab(), list[Route]()
    page.route("**/v1/sessions/*/events*", lambda route: held.append(route))
    begin_lesson(page, server, "orbis")
    page.click(NEXT)
    with page.expect_response("**/moves"):
        move(page, Random(1))
    expect(page.locator(f"{COACH} h2")).to_have_text("Take a region")
    held[0].continue_()
    expect(page.locator(f"{COACH} h2")).not_to_have_text("Take a region")


@pytest.mark.parametrize(("game", "locale"), [("orbis", "en-GB"), ("helios", "fr-FR"), ("blue_moon_city", "de-DE")])
def test_a_lesson_can_be_played_to_its_end(server: str, tab: Tab, game: str, locale: str) -> None:
    page, chance = tab(locale=locale), Random(3)
    begin_lesson(page, server, game)
    seen = set[str]()
    for _ in range(MOVES_MOST):
        page.wait_for_selector(SETTLED)
        if page.locator(COACH).is_hidden():
            break
        seen.add(page.inner_text(f"{COACH} .coach"))
        if page.locator(NEXT).count():
            page.click(NEXT)
        else:
            move(page, chance)
    assert len(seen) == 5 and not any("coach." in words for words in seen), "every text is there"
    expect(page.locator(COACH)).to_be_hidden()
