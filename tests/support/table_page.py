"""What a user does on the page of a game: clicks on visible elements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from playwright.sync_api import Page, expect

HOME = ".cards"
"""What only the first page has."""

MINE_AND_DRAWN = ".status.your-turn ~ .board-frame[aria-busy=false]"
MINE_OR_OVER = ".status.your-turn, .scores:not([hidden])"

MIDDLE_OF_LIT = """(chance) => {
  const lit = [...document.querySelectorAll(".highlighted")];
  if (!lit.length) return null;
  const piece = lit[Math.floor(chance * lit.length)];
  piece.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = piece.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def begin(page: Page, server: str, game: str, kinds: Sequence[str], options: Mapping[str, str] | None = None) -> None:
    """Sets up a game on the page and starts it, always with the same seed."""
    open_setup(page, server, game)
    page.check(f"input[name=seats][value='{len(kinds)}']")
    for seat, kind in enumerate(kinds):
        page.select_option(f"[data-key=kind-{seat}]", kind)
    page.click("dialog details summary")
    page.fill("[name=option-seed]", "5")
    for name, value in (options or {}).items():
        field = page.locator(f"[name=option-{name}]")
        field.select_option(label=value) if name == "first_seat" else field.fill(value)
    start(page)


def open_setup(page: Page, server: str, game: str) -> None:
    """Opens the first page and the dialog that sets up a game."""
    page.goto(server + "/")
    page.click(f"[data-key=setup-{game}]")
    page.wait_for_selector("[data-key=start]")


def start(page: Page) -> None:
    """Starts the game that is set up and waits for its table."""
    page.click("[data-key=start]")
    page.wait_for_selector(".board-frame svg, .handover:not([hidden])")


def session_of(page: Page) -> str:
    """The id of the session whose table is open."""
    return page.url.partition("session=")[2]


def version(page: Page) -> int:
    """The version the board shows."""
    return int(page.get_attribute(".board-frame", "data-version") or 0)


def move(page: Page, chance: Random) -> None:
    """Clicks a highlighted piece, then the menu if the piece stands for several moves; without highlighted pieces, clicks the move list."""
    page.wait_for_selector(MINE_AND_DRAWN)
    before = version(page)
    place = page.evaluate(MIDDLE_OF_LIT, chance.random())
    if place is None:
        click_one(page, ".move-list button", chance)
    else:
        page.mouse.click(*place)
        if page.locator("#menu").count():
            click_one(page, "#menu button", chance)
    page.wait_for_selector(f'.board-frame:not([data-version="{before}"])', state="attached")


def click_one(page: Page, selector: str, chance: Random) -> None:
    """Clicks a random one of the elements as soon as they appear."""
    page.wait_for_selector(selector)
    found = page.locator(selector)
    found.nth(chance.randrange(found.count())).click()


def play_to_the_end(page: Page, chance: Random, most: int = 400) -> int:
    """Plays until the score sheet appears; returns the number of moves."""
    for count in range(most):
        page.wait_for_selector(MINE_OR_OVER)
        if page.locator(".scores:not([hidden])").count():
            return count
        move(page, chance)
    raise AssertionError("the game does not end")


def links(page: Page) -> list[str]:
    """The links in the share dialog."""
    page.click("[data-key=share]")
    found = [field.input_value() for field in page.locator("dialog .link input").all()]
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    return found
