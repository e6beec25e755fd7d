"""Settings, calls for attention, and a server that does not answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.table_page import HOME, session_of
from tests.system.browser.conftest import Tab

SPOKEN = """(when) => import('/web/core/attention.js').then(({ notifyTurn }) => notifyTurn(when))"""
BACKGROUND = "getComputedStyle(document.body).backgroundColor"
BOARD_INK = "getComputedStyle(document.querySelector('.illustration svg')).getPropertyValue('--board-ink')"
HOUR = 3_600
LIGHT, DARK = ("rgb(243, 240, 232)", "#23262e"), ("rgb(20, 23, 29)", "#eceef2")


def choose(page: Page, name: str, value: str) -> None:
    """Chooses a value in the dialog of the settings."""
    page.click("#settings")
    page.select_option(f"[data-key=setting-{name}]", value)
    if page.locator("dialog").count():
        page.keyboard.press("Escape")


@pytest.mark.parametrize(("scheme", "own", "other"), [("light", LIGHT, DARK), ("dark", DARK, LIGHT)])
def test_page_and_boards_follow_the_chosen_theme(server: str, tab: Tab, scheme: str, own: tuple[str, str], other: tuple[str, str]) -> None:
    page = tab(color_scheme=scheme)
    page.goto(server + "/")
    page.wait_for_selector(".illustration svg")
    assert (page.evaluate(BACKGROUND), page.evaluate(BOARD_INK)) == own
    choose(page, "theme", "dark" if scheme == "light" else "light")
    assert (page.evaluate(BACKGROUND), page.evaluate(BOARD_INK)) == other
    assert page.get_attribute("meta[name=theme-color]", "content") == other[0]
    page.reload()
    page.wait_for_selector(".illustration svg")
    assert (page.evaluate(BACKGROUND), page.evaluate(BOARD_INK)) == other
    choose(page, "theme", "system")
    assert (page.evaluate(BACKGROUND), page.evaluate(BOARD_INK)) == own


def test_the_language_is_chosen_in_the_settings_too(server: str, tab: Tab) -> None:
    page = tab()
    page.goto(server + "/")
    choose(page, "language", "fr")
    expect(page.locator("h1")).to_have_text("Jouez à un jeu de société")
    expect(page.locator("#language")).to_have_value("fr")
    page.reload()
    expect(page.locator("h1")).to_have_text("Jouez à un jeu de société")


def test_the_header_waits_for_the_texts_of_the_page(server: str, tab: Tab) -> None:
    """A dialog opened before them would be closed at once, by the first page that is shown."""
    page, held = tab(), list[Route]()
    page.route("**/web/texts/*", lambda route: held.append(route))
    with page.expect_request("**/web/texts/*"):
        page.goto(server + "/", wait_until="commit")
    expect(page.locator("#settings")).to_be_disabled()
    expect(page.locator("#language")).to_be_disabled()
    wait_for_requests(page, held, 1)
    held[0].continue_()
    choose(page, "animation", "fast")


def test_settings_are_saved_and_told_to_listeners(server: str, tab: Tab) -> None:
    page = tab()
    page.goto(server + "/")
    page.evaluate("""import('/web/core/settings.js').then(({ settings }) => {
      window.heard = [];
      settings.onChange((name, value) => window.heard.push([name, value]));
    })""")
    choose(page, "animation", "fast")
    page.click("#settings")
    page.uncheck("[data-key=setting-confirm_turn_end]")
    assert page.evaluate("window.heard") == [["animation", "fast"], ["confirm_turn_end", False]]
    page.reload()
    read = "import('/web/core/settings.js').then(({ settings }) => ['animation', 'confirm_turn_end', 'sound'].map(settings.get))"
    assert page.evaluate(read) == ["fast", False, False]


@pytest.mark.parametrize(
    ("motion", "chosen", "expected"), [("no-preference", "normal", 350), ("no-preference", "fast", 140), ("reduce", "normal", 0)]
)
def test_animations_take_as_long_as_was_chosen(server: str, tab: Tab, motion: str, chosen: str, expected: int) -> None:
    page = tab(reduced_motion=motion)
    page.goto(server + "/")
    choose(page, "animation", chosen)
    assert page.evaluate("import('/web/core/durations.js').then(({ animationTime }) => animationTime(350))") == expected


def test_a_refused_permission_switches_notifications_off(server: str, tab: Tab) -> None:
    page = tab()
    page.goto(server + "/")
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.click("#settings")
    page.click("[data-key=setting-notification]")
    expect(page.locator("dialog .notice")).to_contain_text("does not allow")
    expect(page.locator("[data-key=setting-notification]")).not_to_be_checked()


def test_title_icon_and_sound_tell_whose_turn_it_is(server: str, tab: Tab) -> None:
    page = tab()
    page.add_init_script("""
      window.played = [];
      window.AudioContext = class extends AudioContext { constructor() { super(); window.played.push(this); } };
    """)
    page.goto(server + "/")
    page.click("#settings")
    page.click("[data-key=setting-sound]")
    assert page.evaluate("window.played.length") == 1, "the sound is played once to hear it"
    page.keyboard.press("Escape")
    page.evaluate(SPOKEN, {"title": "Orbis", "isYourTurn": False})
    assert page.title() == "Orbis"
    for _ in range(2):
        page.evaluate(SPOKEN, {"title": "Orbis", "isYourTurn": True})
    assert page.title() == "● Your turn · Orbis"
    assert page.get_attribute("link[rel=icon]", "href") == "/web/icons/icon_turn.svg"
    assert page.evaluate("window.played.length") == 2, "once for a turn"
    page.evaluate("location.hash = 'session='")
    page.wait_for_selector(".problem")
    assert (page.title(), page.get_attribute("link[rel=icon]", "href")) == ("Arbiter", "/web/icons/icon.svg")


def test_a_notification_is_sent_only_while_the_page_is_hidden(server: str, tab: Tab) -> None:
    page = tab()
    page.add_init_script("""
      window.sent = [];
      window.Notification = class extends EventTarget {
        static requestPermission = async () => "granted";
        constructor(title, { body }) { super(); window.sent.push(`${title}: ${body}`); }
        close() { window.sent.push("closed"); }
      };
    """)
    page.goto(server + "/")
    page.click("#settings")
    page.click("[data-key=setting-notification]")
    page.keyboard.press("Escape")
    page.evaluate(SPOKEN, {"title": "Orbis", "isYourTurn": True})
    page.evaluate(SPOKEN, {"title": "Orbis", "isYourTurn": False})
    assert page.evaluate("window.sent") == []
    page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })")
    page.evaluate(SPOKEN, {"title": "Orbis", "isYourTurn": True})
    page.evaluate(SPOKEN, {"title": "Orbis", "isYourTurn": False})
    assert page.evaluate("window.sent") == ["Your turn: Orbis", "closed"]


def hold_new_session(page: Page, server: str) -> list[Route]:
    """Starts a game with a clock that stands still; its request stays unanswered."""
    held = list[Route]()
    page.clock.install(time=0)
    page.goto(server + "/")
    page.wait_for_selector(HOME)
    page.clock.pause_at(HOUR)
    page.route("**/v1/sessions", lambda route: held.append(route))
    page.click("[data-key=play-orbis]")
    wait_for_requests(page, held, 1)
    return held


def wait_for_requests(page: Page, held: list[Route], count: int) -> None:
    """Waits until so many requests are held."""
    while len(held) < count:
        page.wait_for_timeout(20)


def test_a_server_that_does_not_answer_is_reported_after_three_seconds(server: str, tab: Tab) -> None:
    page = tab()
    held = hold_new_session(page, server)
    page.clock.run_for(2_999)
    expect(page.locator("#slow")).to_be_hidden()
    page.clock.run_for(1)
    expect(page.locator("#slow")).to_have_text("The server is not answering…")
    held[0].continue_()
    page.clock.resume()
    page.wait_for_selector(".board-frame svg")
    expect(page.locator("#slow")).to_be_hidden()


def test_a_call_without_an_answer_is_repeated_and_the_change_is_made_once(server: str, tab: Tab) -> None:
    page = tab()
    held = hold_new_session(page, server)
    with page.expect_event("requestfailed"):
        page.clock.run_for(20_000)
    page.clock.run_for(1_000)
    wait_for_requests(page, held, 2)
    keys = {route.request.headers["idempotency-key"] for route in held}
    assert len(held) == 2 and len(keys) == 1
    held[1].continue_()
    page.clock.resume()
    page.wait_for_selector(".board-frame svg")
    assert session_of(page)


def test_a_read_without_an_answer_becomes_a_problem_that_can_be_retried(server: str, tab: Tab) -> None:
    page = tab()
    page.clock.install(time=0)
    page.route("**/v1/games", lambda held: None)
    with page.expect_request("**/v1/games"):
        page.goto(server + "/")
    page.clock.run_for(20_000)
    expect(page.locator(".problem")).to_contain_text("cannot be reached")
    page.unroute("**/v1/games")
    page.click("button:text-is('Try again')")
    page.wait_for_selector(HOME)
