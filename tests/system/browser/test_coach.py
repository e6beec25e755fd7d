"""The coach of the first game: its steps, and how they go on."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.game import start
from engine.games import GAMES
from service.http.routes.web import FOLDER
from tests.support.http_client import HttpClient
from tests.support.table_page import session_of
from tests.system.browser.conftest import Tab

OPEN = """async ([game, session]) => {
  const coach = await import('/web/coach/coach.js');
  const container = document.getElementById('coach') ?? document.body.appendChild(document.createElement('div'));
  container.id = 'coach';
  window.lesson = await coach.createCoach(game, session);
  window.panels = [];
  const onChange = () => window.panels.push(coach.coachPanels(window.lesson));
  window.drawLesson = (version) => coach.drawCoach(container, window.lesson, { version, onChange });
  window.observe = (position, entries) => {
    const isDone = coach.observe(window.lesson, position, entries);
    window.drawLesson(position.version);
    return isDone;
  };
  window.drawLesson(0);
}"""


def begin_lesson(page: Page, server: str, game: str) -> Any:
    """Starts the lesson of a game; returns what the device has saved of it."""
    page.goto(server + "/")
    page.click(f"[data-key=learn-{game}]")
    page.wait_for_url("**/#session=*")
    page.evaluate(OPEN, [game, session_of(page)])
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
    coach = page.locator("#coach")
    expect(coach.locator("h2")).to_have_text("Your world")
    coach.locator("[data-key=coach-next]").click()
    expect(coach.locator("h2")).to_have_text("Take a region")
    expect(coach.locator("[data-key=coach-next]")).to_have_count(0)
    assert page.evaluate("window.panels") == [["display"]]
    entry = {"type": "moved", "version": 1, "seat": 1, "move": {"type": "take_region"}}
    position = {"seat": 0, "version": 1}
    assert page.evaluate("([position, entry]) => window.observe(position, [entry])", [position, entry]) is False, "the AI moved"
    entry = {**entry, "seat": 0}
    assert page.evaluate("([position, entry]) => window.observe(position, [entry])", [position, entry]) is True
    expect(coach.locator("h2")).to_have_text("Lay it in your world")
    page.evaluate(OPEN, ["orbis", session_of(page)])
    expect(coach.locator("h2")).to_have_text("Lay it in your world")
    coach.locator("[data-key=coach-skip]").click()
    expect(coach).to_be_hidden()
    page.evaluate(OPEN, ["orbis", session_of(page)])
    expect(coach).to_be_hidden()


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_every_step_can_be_read_to_the_end(server: str, tab: Tab, game: str, locale: str) -> None:
    page = tab(locale=locale)
    begin_lesson(page, server, game)
    seen = []
    for version in range(1, 6):
        seen.append(page.inner_text("#coach"))
        assert "coach." not in seen[-1], "every text is there"
        if page.locator("[data-key=coach-next]").count():
            page.click("[data-key=coach-next]")
        else:
            page.evaluate("window.lesson.steps[window.lesson.step].done = () => true")
            assert page.evaluate("(version) => window.observe({ seat: 0, version }, [])", version)
    assert len(set(seen)) == 5
    expect(page.locator("#coach")).to_be_hidden()
