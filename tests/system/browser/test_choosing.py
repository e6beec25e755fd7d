"""Choosing a move on the board: select, then target; questions before moves that a player may regret; taking back; explanations."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.http_client import HttpClient
from tests.support.table_page import FIND, SETTLED, list_move, play_to_the_end, tool, version
from tests.support.tables import Table, new_table
from tests.system.browser.conftest import Tab

LIT = "[...document.querySelectorAll('.highlighted')].map((piece) => piece.id).sort()"
SLOTS = ["slot-0-blue", "slot-0-red", "slot-0-yellow"]
SUN = "[id=action-sun-5]"
"""The lowest action tile with which the sun is moved."""
AI = {"kind": "ai", "level": "random"}
LONG_PRESS = 500


def open_table(page: Page, server: str, table: Table, seat: int = 0) -> None:
    """Opens the table as a seat and waits until clicks count."""
    page.goto(f"{server}/#session={table.id}&token={table.tokens[seat]}")
    page.wait_for_selector(SETTLED)


def table_with_ai(caller: HttpClient, game: str, **options: int) -> Table:
    """A game of one person, who begins, against an AI player."""
    wish = {"game": game, "seats": [{"kind": "human"}, AI], "seed": 7, "options": {"first_seat": 0, **options}}
    made = caller.call("POST", "/v1/sessions", wish)
    assert made.status == 201, made.json
    return Table(caller, made.json)


def helios_turn(caller: HttpClient) -> Table:
    """A game of Helios between two people, in which the first player takes an action."""
    table = new_table(caller, "helios", 2, options={"first_seat": 0})
    for _ in range(2):
        token = table.acting()
        assert table.move(table.legal(token)[0], table.read()["version"], token).status == 200
    return table


def click(page: Page, selector: str) -> None:
    """Clicks in the middle of a piece, whatever is drawn there."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def index_of(table: Table, **parameters: Any) -> int:
    """The place of a move of the first player in the list."""
    return next(index for index, move in enumerate(table.legal(table.tokens[0])) if parameters.items() <= move.items())


def posted(page: Page) -> list[str]:
    """The changes that the page sends from now on."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    return sent


def test_a_selected_piece_leaves_only_its_targets(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(), helios_turn(caller)
    open_table(page, server, table)
    lit, before = page.evaluate(LIT), version(page)
    click(page, SUN)
    assert page.evaluate(LIT) == SLOTS
    expect(page.locator(f"{SUN}.selected")).to_have_count(1)
    page.keyboard.press("Escape")
    assert page.evaluate(LIT) == lit
    expect(page.locator(".selected")).to_have_count(0)
    click(page, SUN)
    page.click("[data-key=deselect]")
    assert page.evaluate(LIT) == lit
    click(page, SUN)
    click(page, "[id=slot-0-blue]")
    page.wait_for_selector(f'.board-frame[data-version="{before + 1}"]')
    made = table.history()[-1]["move"]
    assert (made["type"], made["column"], made["slot"]) == ("take_action", "sun", "blue")


def test_a_click_on_an_empty_part_of_the_board_deselects(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(), helios_turn(caller)
    open_table(page, server, table)
    lit, sent = page.evaluate(LIT), posted(page)
    for place in ("[data-panel=summary-1]", "[data-panel=lands]"):
        click(page, SUN)
        assert page.evaluate(LIT) == SLOTS
        click(page, place)
        assert page.evaluate(LIT) == lit
    assert sent == []


def test_a_menu_asks_where_two_moves_share_piece_and_place(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(), sun_before_its_orbit(caller)
    open_table(page, server, table)
    legal = table.legal(table.tokens[0])
    fields = [move.get("field") for move in legal]
    field = next(move["field"] for move in legal if move.get("orbit") and fields.count(move["field"]) == 2)
    shared = [(index, move) for index, move in enumerate(legal) if move.get("field") == field]
    before = version(page)
    page.mouse.click(*page.evaluate(FIND, [shared[0][0], 0]))
    assert page.locator("#menu .choice span").all_inner_texts() == [move["label"] for _, move in shared]
    assert version(page) == before
    page.locator("#menu .choice").nth(1).click()
    page.wait_for_selector(f'.board-frame:not([data-version="{before}"])')
    made = table.history()[before]["move"]
    assert (made["field"], made["orbit"]) == (field, shared[1][1]["orbit"])


def sun_before_its_orbit(caller: HttpClient) -> Table:
    """A game of Helios in which the first player may complete an orbit of the sun or not, on the same field."""
    table, chance = new_table(caller, "helios", 2, seed=3, options={"first_seat": 0}), Random(16)
    for number in range(39):
        token = table.acting()
        legal = table.legal(token)
        sun = [move for move in legal if move["type"] in ("move_sun", "choose_land") or move.get("column") == "sun"]
        assert table.move(chance.choice(sun or legal), number, token).status == 200
    return table


def test_a_move_that_loses_points_is_made_only_after_a_question(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(), table_with_ai(caller, "orbis")
    open_table(page, server, table)
    sent = posted(page)
    wilderness = next(move for move in table.legal(table.tokens[0]) if move["preview"].get("becomes_wilderness"))
    piece = f"[id=slot-{wilderness['slot']}]"
    expect(page.locator(f"{piece}.warning")).to_have_count(1)
    click(page, piece)
    expect(page.locator("#menu")).to_contain_text("Are you sure?")
    expect(page.locator("#menu")).to_contain_text("wilderness")
    page.click("#menu button:text-is('Cancel')")
    expect(page.locator("#menu")).to_have_count(0)
    assert version(page) == 0 and sent == []
    click(page, piece)
    page.click("#menu .choice")
    page.wait_for_selector('.board-frame:not([data-version="0"])')
    assert len(sent) == 1


def test_the_end_of_a_turn_is_asked_once_where_it_is_final(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(), new_table(caller, "orbis", 2, options={"first_seat": 0})
    open_table(page, server, table)
    take = index_of(table, type="take_god")
    page.mouse.click(*page.evaluate(FIND, [take, 0]))
    expect(page.locator("#menu")).to_contain_text("This ends your turn and cannot be taken back.")
    assert version(page) == 0
    page.click("#menu .choice")
    page.wait_for_selector('.board-frame[data-version="1"]')
    expect(page.locator("#menu")).to_have_count(0)


def test_the_question_at_the_end_of_a_turn_can_be_switched_off(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(), new_table(caller, "orbis", 2, options={"first_seat": 0})
    open_table(page, server, table)
    tool(page, "settings")
    page.uncheck("[data-key=setting-confirm_turn_end]")
    page.keyboard.press("Escape")
    page.mouse.click(*page.evaluate(FIND, [index_of(table, type="take_god"), 0]))
    page.wait_for_selector('.board-frame[data-version="1"]')


def test_the_end_of_a_turn_against_ai_players_is_not_asked(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(), table_with_ai(caller, "orbis")
    open_table(page, server, table)
    page.mouse.click(*page.evaluate(FIND, [index_of(table, type="take_god"), 0]))
    page.wait_for_selector('.board-frame:not([data-version="0"])')


def test_a_turn_is_restarted_and_taken_back_even_after_a_reveal(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(), table_with_ai(caller, "blue_moon_city", round_limit=2)
    open_table(page, server, table)
    first = page.inner_text(".move-list")
    expect(page.locator("[data-key=undo_turn]")).to_have_text("Undo turn")
    for made in range(2):
        list_move(page)
        page.wait_for_selector(f'.board-frame[data-version="{made + 1}"] .highlighted')
    expect(page.locator("[data-key=undo_turn]")).to_have_text("Restart turn")
    tool(page, "undo_turn")
    expect(page.locator(".move-list")).to_have_text(first, use_inner_text=True)
    expect(page.locator(".latest-entry")).to_have_text("Player 1 undid a move")
    end_turn(page, table)
    expect(page.locator("[data-key=undo_turn]")).to_have_text("Undo turn")
    tool(page, "undo_turn")
    expect(page.locator(".latest-entry")).to_have_text("Player 1 took back a move after something was revealed (so far: 1)")
    expect(page.locator(".move-list")).to_have_text(first, use_inner_text=True)
    play_to_the_end(page, Random(1))
    assert caller.call("GET", f"{table.path}/record", token=table.tokens[0]).json["undone_reveals"] == 1


def end_turn(page: Page, table: Table) -> None:
    """Makes the last listed move until an AI player has had a turn."""
    seats = {0}
    while seats == {0}:
        page.wait_for_selector(SETTLED)
        before = version(page)
        list_move(page, page.locator(".move-list li").count() - 1)
        page.wait_for_selector(f'.board-frame:not([data-version="{before}"])')
        page.wait_for_selector(SETTLED)
        seats = {entry["seat"] for entry in table.history(table.tokens[0]) if entry["type"] == "moved"}


def test_a_power_card_is_played_from_the_hand_only(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(), new_table(caller, "blue_moon_city", 2, seed=10, options={"first_seat": 0})
    open_table(page, server, table)
    sent, lit = posted(page), page.evaluate(LIT)
    steps = {move["cell"] for move in table.legal(table.tokens[0]) if move["type"] == "step"}
    far = next(move["cell"] for move in table.legal(table.tokens[0]) if move["type"] == "fly" and move["cell"] not in steps)
    tile = f"[data-panel=city] [data-after][data-cell='{far}']"
    click(page, tile)
    page.keyboard.press("Escape")
    assert sent == [] and page.locator("#menu, .selected").count() == 0 and page.evaluate(LIT) == lit
    card = "[data-panel=hand] [data-move~=fly]"
    click(page, card)
    expect(page.locator(f"{card}.selected")).to_have_count(1)
    expect(page.locator(f"{tile}.highlighted")).to_have_count(1)
    click(page, tile)
    page.wait_for_selector('.board-frame[data-version="1"]')
    made = table.history()[-1]["move"]
    assert (made["type"], made["cell"]) == ("fly", far)


def god_of(table: Table, caller: HttpClient, language: str) -> tuple[str, Any]:
    """A god that can be taken: its piece, and its entry of the glossary."""
    god = f"god-{next(move['god'] for move in table.legal(table.tokens[0]) if move['type'] == 'take_god')}"
    groups = caller.call("GET", "/v1/games/orbis", Accept_Language=language).json["glossary"]
    return f"[id={god}]", next(entry for group in groups for entry in group["entries"] if entry["id"] == god)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_hover_and_focus_explain_a_piece_in_the_language_of_the_page(server: str, tab: Tab, caller: HttpClient, locale: str) -> None:
    page, table = tab(locale=locale), new_table(caller, "orbis", 2, options={"first_seat": 0})
    open_table(page, server, table)
    piece, entry = god_of(table, caller, locale)
    tooltip = page.get_by_role("tooltip")
    page.hover(piece)
    expect(tooltip.locator("strong")).to_have_text(entry["name"])
    expect(tooltip.locator("p").first).to_have_text(entry["text"])
    page.mouse.move(1, 1)
    expect(tooltip).to_have_count(0)
    while not page.evaluate("(piece) => document.activeElement.matches(piece)", piece):
        page.keyboard.press("Tab")
    expect(tooltip.locator("strong")).to_have_text(entry["name"])
    page.keyboard.press("Tab")
    expect(tooltip.locator("strong:text-is('" + entry["name"] + "')")).to_have_count(0)


def test_a_long_press_explains_a_piece_and_is_no_click(server: str, tab: Tab, caller: HttpClient) -> None:
    page, table = tab(viewport={"width": 390, "height": 844}, has_touch=True), new_table(caller, "orbis", 2, options={"first_seat": 0})
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(f"{server}/#session={table.id}&token={table.tokens[0]}")
    page.wait_for_selector(".board-frame[aria-busy=false] svg")
    page.clock.run_for(LONG_PRESS)
    sent, (piece, entry), tooltip = posted(page), god_of(table, caller, "en"), page.get_by_role("tooltip")
    press(page, piece, LONG_PRESS - 1)
    expect(tooltip).to_have_count(0)
    expect(page.locator("#menu"), "a short press is a click").to_be_visible()
    page.keyboard.press("Escape")
    press(page, piece, LONG_PRESS)
    expect(tooltip.locator("strong")).to_have_text(entry["name"])
    expect(tooltip.locator("p").first).to_have_text(entry["text"])
    expect(page.locator("#menu")).to_have_count(0)
    press(page, piece, LONG_PRESS, end="touchCancel")
    expect(tooltip).to_have_count(1)
    press(page, piece, 1)
    expect(tooltip).to_have_count(0)
    expect(page.locator("#menu"), "a long press takes no later click").to_be_visible()
    assert sent == []


def press(page: Page, piece: str, milliseconds: int, end: str = "touchEnd") -> None:
    """Presses a piece with a finger for a simulated time."""
    box = page.locator(piece).bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.clock.run_for(milliseconds)
    touch.send("Input.dispatchTouchEvent", {"type": end, "touchPoints": []})


@pytest.mark.parametrize(("game", "panels"), [("orbis", 2), ("helios", 3), ("blue_moon_city", 1)])
def test_a_click_on_a_name_in_the_bar_enlarges_what_a_player_has(server: str, tab: Tab, caller: HttpClient, game: str, panels: int) -> None:
    page, table = tab(), new_table(caller, game, 2, options={"first_seat": 0})
    open_table(page, server, table)
    small = page.locator("[data-panel=summary-1] svg").bounding_box()
    page.click("[data-key=person-1]")
    expect(page.locator("dialog h2")).to_have_text("Player 2")
    shown = page.locator("dialog .enlarged .cell:visible")
    expect(shown).to_have_count(panels)
    names = [cell.get_attribute("data-panel") or "" for cell in shown.all()]
    assert all(name.endswith("-1") for name in names)
    large = page.locator("dialog .enlarged").bounding_box()
    assert small and large and large["width"] > 2 * small["width"]
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
