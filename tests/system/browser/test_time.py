"""Time at the table: the moves of others are shown one after the other, clicks count when the board stands still, games are replayed."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.http_client import HttpClient
from tests.support.table_page import FIND, click_move, version
from tests.support.tables import Table, new_table
from tests.system.browser.conftest import Tab

STEPS = 10
LONGEST_TURN = 4_000
TICK = 50
REPLAY_STEP = 900
"""Milliseconds between two versions of a replay at normal speed."""

RECORD = """() => {
  const stage = document.querySelector(".stage");
  window.shown = [];
  const record = () => window.shown.push([Number(stage.dataset.version), Date.now()]);
  new MutationObserver(record).observe(stage, { attributeFilter: ["data-version"] });
}"""
"""Records every version that the stage shows from now on, with the simulated time."""

GLIDING = """() => document.querySelector(".stage").getAnimations({ subtree: true }).map((animation) => {
  const [from, to] = animation.effect.getKeyframes();
  return { id: animation.effect.target.id, duration: animation.effect.getTiming().duration, from: from.transform, to: to.transform };
})"""
HIDDEN = "[...document.querySelectorAll('.stage [id]')].filter((piece) => piece.style.visibility === 'hidden').map((piece) => piece.id)"
FINISH = "document.querySelector('.stage').getAnimations({ subtree: true }).forEach((animation) => animation.finish())"


def open_table(page: Page, server: str, table: Table, seat: int) -> None:
    """Opens the table as a seat, with a clock that stands still from then on."""
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(f"{server}/#session={table.id}&token={table.tokens[seat]}")
    page.wait_for_selector(".board-frame[aria-busy=false] svg")
    page.evaluate(RECORD)


def city(caller: HttpClient) -> Table:
    """A game of Blue Moon City between two people, in which the first player has a long first turn."""
    return new_table(caller, "blue_moon_city", 2, seed=2, options={"first_seat": 0})


def play(table: Table, moves: int) -> list[Any]:
    """The first player makes moves without a browser, so many or until the turn ends; returns them."""
    chance, made = Random(15), list[Any]()
    while len(made) < moves and table.read()["to_act"]["seat"] == 0:
        legal = table.legal(table.tokens[0])
        chosen = chance.choice([move for move in legal if move["type"] != "draw"] or legal)
        answer = table.move(chosen, table.read()["version"], table.tokens[0])
        assert answer.status == 200, answer.json
        made.append(chosen)
    return made


def play_unseen(page: Page, table: Table, moves: int) -> list[Any]:
    """The first player makes moves; returns them when the page has received every board, while its clock stands still."""
    finished: list[str] = []
    page.on("requestfinished", lambda request: finished.append(request.url) if "board.svg" in request.url else None)
    made = play(table, moves)
    wait_until(page, lambda: len(finished) >= moves)
    return made


def wait_until(page: Page, is_so: Any) -> None:
    """Lets the browser work until something is so."""
    for _ in range(1_000):
        if is_so():
            return
        page.wait_for_timeout(20)
    raise AssertionError("it does not happen")


def shown(page: Page) -> list[list[int]]:
    """The versions that were shown, each with the simulated time."""
    recorded: list[list[int]] = page.evaluate("window.shown")
    return recorded


def run(page: Page, milliseconds: int) -> None:
    """Lets the page's clock run in small steps."""
    for _ in range(milliseconds // TICK):
        page.clock.run_for(TICK)


def wait_for(page: Page, number: int) -> None:
    """Waits until the board shows a version."""
    page.wait_for_selector(f'.board-frame[data-version="{number}"][aria-busy=false]', state="attached")


def test_a_turn_of_ten_moves_is_shown_step_by_step_in_at_most_four_seconds(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(reduced_motion="no-preference"), city(caller)
    open_table(page, server, table, 1)
    play_unseen(page, table, STEPS)
    assert version(page) == 1, "the first step is shown at once, the others wait"
    expect(page.locator(".entries li"), "nothing is told before the board shows it").to_have_count(1)
    run(page, LONGEST_TURN)
    versions, times = zip(*shown(page), strict=True)
    assert list(versions) == list(range(1, STEPS + 1))
    assert times[-1] - times[0] <= LONGEST_TURN
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert min(pauses) >= 200, "every step can be seen"
    expect(page.locator(".entries li")).to_have_count(STEPS)


def test_a_click_skips_to_the_latest_position(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(reduced_motion="no-preference"), city(caller)
    open_table(page, server, table, 1)
    play_unseen(page, table, STEPS)
    assert version(page) == 1
    page.mouse.click(400, 400)
    wait_for(page, STEPS)
    assert [number for number, _ in shown(page)] == [1, STEPS]


@pytest.mark.parametrize(("motion", "animation"), [("reduce", "normal"), ("no-preference", "off")])
def test_without_motion_the_latest_position_is_shown_at_once_and_changes_are_marked(
    server: str, tab: Tab, caller: HttpClient, motion: str, animation: str
) -> None:
    page, table = tab(reduced_motion=motion), city(caller)
    page.context.add_init_script(f"localStorage.setItem('arbiter.settings', '{json.dumps({'animation': animation})}')")
    open_table(page, server, table, 1)
    play(table, STEPS)
    wait_for(page, STEPS)
    assert page.evaluate(GLIDING) == []
    expect(page.locator(".changed.changed-by-0")).not_to_have_count(0)


def test_a_piece_that_keeps_its_id_glides_to_its_new_place(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(reduced_motion="no-preference"), city(caller)
    open_table(page, server, table, 1)
    motion = page.context.new_cdp_session(page)
    motion.send("Animation.enable")
    motion.send("Animation.setPlaybackRate", {"playbackRate": 0})
    before = page.locator("[id=pawn-0]").bounding_box()
    assert play(table, 1)[0]["type"] == "step"
    wait_for(page, 1)
    gliding = page.evaluate(GLIDING)
    assert "pawn-0" in page.evaluate(HIDDEN), "its copy moves instead"
    assert gliding and all(each["id"] == "" and each["duration"] == 350 for each in gliding)
    assert all(each["from"] != each["to"] == "translate(0px, 0px)" for each in gliding)
    page.evaluate(FINISH)
    wait_until(page, lambda: page.evaluate(HIDDEN) == [])
    assert page.locator("[id=pawn-0]").bounding_box() != before
    assert page.evaluate(GLIDING) == []


def test_a_click_counts_300_milliseconds_after_the_board_has_changed(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(), new_table(caller, "orbis", 2, options={"first_seat": 0})
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    open_table(page, server, table, 0)
    plain = [index for index, move in enumerate(table.legal(table.tokens[0])) if not move["preview"].get("becomes_wilderness")]
    place = page.evaluate(FIND, [plain[0], 0])
    page.mouse.click(*place)
    page.clock.run_for(299)
    page.mouse.click(*place)
    assert sent == [] and page.locator(".selected, .menu").count() == 0
    page.clock.run_for(1)
    page.mouse.click(*place)
    wait_for(page, 1)
    assert len(sent) == 1
    expect(page.locator(".board-frame[data-settled=false]"), "the next board has just appeared").to_have_count(1)


def test_the_last_turn_of_an_opponent_stays_marked_until_the_own_move(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(), city(caller)
    open_table(page, server, table, 1)
    made = play(table, 100)
    assert len(made) > STEPS
    wait_for(page, len(made))
    page.clock.run_for(10_000)
    sentence = page.inner_text(".latest-entry")
    labels = [entry["move"]["label"] for entry in table.history(table.tokens[1]) if entry["type"] == "moved"]
    assert sentence == f"Player 1: {' · '.join(labels)}", "one sentence for the whole turn"
    expect(page.locator(".changed.changed-by-0")).not_to_have_count(0)
    click_move(page, 0)
    wait_for(page, len(made) + 1)
    expect(page.locator(".changed")).to_have_count(0)


def open_replay(page: Page, server: str, caller: HttpClient) -> int:
    """Opens a finished game, with a clock that stands still, and starts its replay; returns its last version."""
    table = new_table(caller, "orbis", 2)
    last = table.play(5000)
    open_table(page, server, table, 0)
    page.click(".scores [data-key=replay]")
    wait_for(page, 1)
    return last


def test_a_finished_game_is_replayed_paused_and_stepped_through(server: str, tab: Tab, caller: HttpClient) -> None:
    page = tab()
    last = open_replay(page, server, caller)
    expect(page.locator(".scores")).to_be_hidden()
    expect(page.locator(".past")).to_contain_text(f"step 1 of {last}")
    page.clock.run_for(REPLAY_STEP)
    wait_for(page, 2)
    page.click("[data-key='replay.pause']")
    page.clock.run_for(5 * REPLAY_STEP)
    assert version(page) == 2
    page.click(".past [data-key='past.on']")
    wait_for(page, 3)
    for number in (2, 1, 0):
        page.click(".past [data-key='past.back']")
        wait_for(page, number)
    expect(page.locator(".past [data-key='past.back']")).to_be_disabled()
    page.click(".past [data-key=now]")
    wait_for(page, last)
    expect(page.locator(".past")).to_be_hidden()
    expect(page.locator(".scores")).to_be_visible()


def test_the_speed_of_a_replay_can_be_changed_and_it_ends_with_the_game(server: str, tab: Tab, caller: HttpClient) -> None:
    page = tab()
    last = open_replay(page, server, caller)
    page.click(".past [data-key=speed]")
    expect(page.locator(".past [data-key=speed]")).to_have_text("2×")
    page.clock.run_for(REPLAY_STEP)
    wait_for(page, 2)
    page.clock.run_for(REPLAY_STEP // 2)
    wait_for(page, 3)
    page.fill(".past [data-key=slide]", str(last - 2))
    wait_for(page, last - 2)
    page.click(".past [data-key='replay.play']")
    wait_for(page, last - 1)
    page.clock.run_for(REPLAY_STEP // 2)
    wait_for(page, last)
    expect(page.locator(".past")).to_be_hidden()
    expect(page.locator(".scores")).to_be_visible()
