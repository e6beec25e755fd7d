"""Dragging a piece to its target makes the same move as a click on each of them."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.table_page import SETTLED, begin, version
from tests.system.browser.conftest import Tab

MIDDLE = """(piece) => {
  const { left, top, width, height } = piece.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""


def middle(page: Page, selector: str) -> tuple[float, float]:
    """The middle of the first element."""
    x, y = page.locator(selector).first.evaluate(MIDDLE)
    return x, y


def reach_a_choice_of_slots(page: Page) -> None:
    """Plays the moves before the first turn, in which a tile and a slot are chosen."""
    for _ in range(20):
        page.wait_for_selector(SETTLED)
        if page.locator("[data-panel=actions] .highlighted").count():
            return
        before = version(page)
        page.locator(".move-list li button").first.click()
        page.wait_for_selector(f'.board-frame:not([data-version="{before}"])', state="attached")
    raise AssertionError("no turn begins")


def test_an_action_tile_is_dragged_to_a_slot(server: str, tab: Tab) -> None:
    page = tab(viewport={"width": 1440, "height": 900})
    begin(page, server, "helios", ("here", "random"), {"first_seat": "Player 1"})
    reach_a_choice_of_slots(page)
    tile = "[data-panel=actions] .highlighted[data-column]"
    before = version(page)
    page.mouse.move(*middle(page, tile))
    page.mouse.down()
    page.mouse.move(*[place + 40 for place in middle(page, tile)], steps=4)
    expect(page.locator(".selected")).to_have_count(1)
    page.mouse.move(*middle(page, "[data-panel^=holdings] .highlighted"), steps=4)
    page.mouse.up()
    page.wait_for_selector(f'.board-frame[data-version="{before + 1}"]')


def test_a_drag_to_nowhere_selects_and_makes_no_move(server: str, tab: Tab) -> None:
    page = tab(viewport={"width": 1440, "height": 900})
    begin(page, server, "helios", ("here", "random"), {"first_seat": "Player 1"})
    reach_a_choice_of_slots(page)
    before = version(page)
    page.mouse.move(*middle(page, "[data-panel=actions] .highlighted[data-column]"))
    page.mouse.down()
    page.mouse.move(5, 890, steps=5)
    page.mouse.up()
    expect(page.locator(".selected")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".selected")).to_have_count(0)
    assert version(page) == before
