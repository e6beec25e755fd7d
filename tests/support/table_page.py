"""What a user does on the page of a game: clicks on visible elements, or uses the keyboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from playwright.sync_api import Page, expect

HOME = ".cards"
"""What only the first page has."""

MINE_AND_DRAWN = ".status.your-turn ~ .middle .board-frame[aria-busy=false]"
MINE_OR_OVER = f"{MINE_AND_DRAWN}, .scores:not([hidden])"
SETTLED = f"{MINE_AND_DRAWN}[data-settled=true]"
"""The board takes clicks: it has not just changed."""

FIND = """([index, step]) => {
  const menu = document.getElementById("menu");
  const movesOf = (control) => control.dataset.moves.split(" ").map(Number);
  const controls = [...(menu ?? document).querySelectorAll("[data-moves]")]
    .filter((control) => movesOf(control).includes(index) && control.checkVisibility({ visibilityProperty: true }))
    .sort((one, other) => movesOf(one).length - movesOf(other).length);
  const places = controls.flatMap((control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const shares = [0.5, 0.15, 0.85];
    return shares.flatMap((across) => shares.map((down) => ({ control, x: left + width * across, y: top + height * down })));
  });
  const hit = ({ x, y }) => document.elementFromPoint(x, y)?.closest("[data-moves]") ?? null;
  const place = places.find((each) => hit(each) === each.control) ?? places.find((each) => each.control.contains(hit(each)) && hit(each));
  if (place) return [place.x, place.y];
  const tabs = menu ? [] : [...document.querySelectorAll(".tabs .lit")].map((tab) => tab.getBoundingClientRect());
  const tab = tabs[step % tabs.length];
  return tab ? [tab.left + tab.width / 2, tab.top + tab.height / 2] : null;
}"""
"""Where to click for a move, given its place in the list: on the control for the fewest moves, or on a tab that may have one."""

IS_SENT = """(before) => {
  const { settled, version } = document.querySelector(".board-frame").dataset;
  return settled === "false" || Number(version) !== before;
}"""

COUNT = "document.querySelectorAll('.move-list li').length"
STEPS_MOST = 12
"""The clicks that a move may need: tabs, pieces, a menu."""


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


def tool(page: Page, key: str) -> None:
    """Clicks a button of the rail; opens the rail first where it is a drawer."""
    if not page.locator(f".rail [data-key='{key}']").is_visible():
        page.click("[data-key=rail]")
    page.click(f".rail [data-key='{key}']")


def move(page: Page, chance: Random) -> None:
    """Makes a random legal move with the pointer."""
    page.wait_for_selector(SETTLED)
    click_move(page, chance.randrange(page.evaluate(COUNT)))


def click_move(page: Page, index: int) -> None:
    """Makes the move at this place of the list with the pointer, in as many clicks as it takes, and waits for the next board."""
    page.wait_for_selector(SETTLED)
    before = version(page)
    changed = f'.board-frame:not([data-version="{before}"]), .scores:not([hidden])'
    for step in range(STEPS_MOST):
        place = page.evaluate(FIND, [index, step])
        menu = page.locator("#menu").all_inner_texts()
        assert place is not None, f"no control makes move {index} of {page.evaluate(COUNT)}: {page.inner_text('.decision')}, {menu}"
        page.mouse.click(*place)
        if is_sent(page, before):
            page.wait_for_selector(changed, state="attached")
            return
    raise AssertionError(f"move {index} is not made by {STEPS_MOST} clicks")


def is_sent(page: Page, before: int) -> bool:
    """Whether a move has been sent since the board showed a version: it ignores clicks, or shows the next version already."""
    return bool(page.evaluate(IS_SENT, before))


def list_move(page: Page, index: int = 0) -> None:
    """Makes a move with the list of moves."""
    page.locator(".move-list li button").nth(index).click()


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
    tool(page, "share")
    found = [field.input_value() for field in page.locator("dialog .link input").all()]
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    return found
