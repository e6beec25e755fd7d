"""Several players: by link, as spectators, on one device, in different languages."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, Route, expect

from tests.support.table_page import begin, links, list_move, move, tool, version
from tests.system.browser.conftest import Tab


def test_two_browsers_and_a_spectator_share_a_game(server: str, tab: Tab) -> None:
    host, guest, spectator, chance = tab(), tab(locale="fr-FR"), tab(locale="de-DE"), Random(1)
    begin(host, server, "orbis", ("here", "elsewhere"))
    invite, spectator_link, _ = links(host)
    assert "#session=" in invite and "invite=" in invite.partition("#")[2]
    guest.goto(invite)
    guest.fill("#join-name", "Zoë")
    guest.click("button[type=submit]")
    guest.wait_for_selector(".board-frame svg")
    assert "invite" not in guest.url
    expect(host.locator(".seats")).to_contain_text("Zoë")
    spectator.goto(spectator_link)
    expect(spectator.locator(".turn")).to_have_text("Warten auf Spieler 1")
    while host.locator(".status.your-turn").count():
        move(host, chance)
    expect(guest.locator(".turn")).to_have_text("Zoë, à vous de jouer")
    move(guest, chance)
    spectator.wait_for_selector(f'.board-frame[data-version="{version(guest)}"]')
    expect(spectator.locator(".move-list button, .highlighted")).to_have_count(0)
    expect(spectator.locator(".latest-entry")).to_contain_text("Zoë")


def test_a_used_invite_is_explained_and_offers_to_watch(server: str, tab: Tab) -> None:
    host, guest, late = tab(), tab(), tab(refusals=("403",))
    begin(host, server, "orbis", ("here", "elsewhere"))
    invite = links(host)[0]
    for page in (guest, late):
        page.goto(invite)
        page.wait_for_selector("#join-name")
    guest.click("button[type=submit]")
    guest.wait_for_selector(".board-frame svg")
    late.click("button[type=submit]")
    expect(late.locator(".notice")).to_contain_text("somebody has used it")
    late.click("button:text-is('Watch as a spectator')")
    expect(late.locator(".turn")).to_have_text("Waiting for Player 1")


def test_a_seat_moves_to_another_device(server: str, tab: Tab) -> None:
    first, second = tab(), tab(viewport={"width": 360, "height": 740})
    begin(first, server, "helios", ("here", "random"))
    second.goto(links(first)[-1])
    second.wait_for_selector(".status.your-turn")
    assert "token" not in second.url
    move(second, Random(2))
    first.wait_for_selector('.board-frame:not([data-version="0"])')


def test_a_link_with_an_unknown_token_offers_to_watch(server: str, tab: Tab) -> None:
    page, stranger = tab(), tab(refusals=("401",))
    begin(page, server, "orbis", ("here", "here"))
    stranger.goto(page.url + "&token=seat_of_nobody")
    expect(stranger.locator(".problem")).to_contain_text("no longer played on this device")
    stranger.click("button:text-is('Watch as a spectator')")
    expect(stranger.locator(".turn")).to_have_text("Waiting for Player 1")


def test_hands_are_hidden_between_turns_on_one_device(server: str, tab: Tab) -> None:
    page = tab()
    begin(page, server, "blue_moon_city", ("here", "here"), {"first_seat": "Player 1"})
    assert page.locator(".board-frame svg, .move-list button").count() == 0
    expect(page.locator(".handover p")).to_have_text("Hand the device to Player 1.")
    page.click(".handover button")
    page.wait_for_selector(".highlighted")
    end_turn(page)
    expect(page.locator(".handover p")).to_have_text("Hand the device to Player 2.")
    tool(page, "rules")
    expect(page.locator("dialog .rules")).to_contain_text("BMC-6.1")


def test_a_board_that_loads_late_stays_hidden(server: str, tab: Tab) -> None:
    page = tab()
    begin(page, server, "blue_moon_city", ("here", "here"), {"first_seat": "Player 1"})
    held: list[Route] = []
    page.route("**/board.svg*", lambda route: held.append(route))
    page.click(".handover button")
    end_turn(page)
    assert held, "the board of the first player has not been loaded yet"
    for route in held:
        with page.expect_response("**/board.svg*") as answered:
            route.continue_()
        answered.value.finished()
    # Responses arrive in order, so after this one the earlier ones have been processed.
    page.evaluate("fetch('/healthz').then((response) => response.text())")
    assert page.locator(".board-frame svg").count() == 0


def end_turn(page: Page) -> None:
    """Makes the last listed move until the handover screen appears."""
    for _ in range(60):
        page.evaluate("document.querySelector('.move-list ul').id = 'before'")
        page.locator(".move-list button").last.click()
        page.wait_for_selector(".move-list ul:not(#before) button, .handover:not([hidden])", state="attached")
        if page.locator(".handover:visible").count():
            return
    raise AssertionError("the turn does not end")


def test_games_without_hands_need_no_handover_and_undo_crosses_seats(server: str, tab: Tab) -> None:
    page = tab()
    begin(page, server, "helios", ("here", "here"))
    list_move(page)
    expect(page.locator(".turn")).to_contain_text("Player 2")
    assert page.locator(".handover:visible").count() == 0
    tool(page, "undo")
    expect(page.locator(".turn")).to_contain_text("Player 1")
    expect(page.locator(".latest-entry")).to_have_text("Player 1 undid a move")


def test_the_language_can_be_changed_during_a_game(server: str, tab: Tab) -> None:
    page = tab()
    begin(page, server, "orbis", ("here", "random"))
    expect(page.locator(".decision")).to_have_text("Take a region or a god")
    tool(page, "settings")
    page.select_option("[data-key=setting-language]", "de")
    expect(page.locator(".turn")).to_have_text("Spieler 1, du bist dran")
    assert page.get_attribute("html", "lang") == "de"
    expect(page.locator(".board-frame svg[lang=de]")).not_to_have_count(0)
    expect(page.locator(".board-frame svg:not([lang=de])")).to_have_count(0)
    expect(page.locator(".decision")).to_have_text("Eine Landschaft oder eine Gottheit nehmen")
    page.reload()
    expect(page.locator(".turn")).to_have_text("Spieler 1, du bist dran")
