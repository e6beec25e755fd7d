"""Absent players: the host invites again or lets an AI play; a player becomes a host; time runs out."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from service.sessions.store import SessionStore
from tests.support.clocks import leave_for, pass_deadline
from tests.support.http_client import HttpClient
from tests.support.table_page import begin, links, open_setup, session_of
from tests.support.waiting import eventually
from tests.system.browser.conftest import Tab

TWO_MINUTES = 121


def join(caller: HttpClient, link: str, name: str) -> Any:
    """Claims the seat of an invite link without a browser: the player is never connected."""
    code = link.partition("invite=")[2]
    claimed = caller.call("POST", "/v1/claims", {"invite_code": code, "name": name})
    assert claimed.status == 201
    return claimed.json


def manage(page: Page) -> None:
    """Opens the dialog of the second seat."""
    page.click("[data-key=manage-1]")
    page.wait_for_selector("dialog [data-key], dialog p")


def is_connected(caller: HttpClient, page: Page) -> bool:
    """Whether the second seat has a live feed."""
    connected: bool = caller.call("GET", f"/v1/sessions/{session_of(page)}").json["presence"][1]["connected"]
    return connected


def test_an_absent_player_is_replaced_and_comes_back(server: str, tab: Tab, caller: HttpClient, stored: SessionStore) -> None:
    host, guest = tab(refusals=("409",)), tab()
    begin(host, server, "orbis", ("here", "elsewhere"))
    join(caller, links(host)[0], "Grace")
    expect(host.locator(".seats")).to_contain_text("Grace not connected")
    manage(host)
    host.click("[data-key=replace]")
    expect(host.locator("dialog .notice")).to_contain_text("less than two minutes ago")
    leave_for(stored, session_of(host), TWO_MINUTES)
    host.click("[data-key=replace]")
    expect(host.locator(".latest-entry")).to_have_text("The host lets an AI play for Grace")
    expect(host.locator(".seats")).to_contain_text("away; AI, normal")
    manage(host)
    host.click("[data-key=invite-again]")
    expect(host.locator("dialog .qr-code svg")).to_be_visible()
    guest.goto(host.locator("dialog .link input").input_value())
    host.keyboard.press("Escape")
    guest.fill("#join-name", "Grace again")
    guest.click("button[type=submit]")
    guest.wait_for_selector(".board-frame svg")
    expect(host.locator(".seats")).to_contain_text("Grace again")
    expect(host.locator(".seats")).not_to_contain_text("AI, normal")
    expect(host.locator(".history")).to_contain_text("new invite for the seat of Grace")


def test_a_connected_player_is_shown_and_can_become_a_host(server: str, tab: Tab) -> None:
    host, guest = tab(), tab()
    begin(host, server, "orbis", ("here", "elsewhere", "elsewhere"))
    guest.goto(links(host)[0])
    guest.fill("#join-name", "Grace")
    guest.click("button[type=submit]")
    guest.wait_for_selector(".board-frame svg")
    expect(guest.locator("[data-key^=manage]")).to_have_count(0)
    expect(guest.locator(".seats")).to_contain_text("on the host’s device")
    expect(guest.locator(".rail")).to_contain_text("seed of this game was chosen beforehand")
    expect(host.locator(".seats")).to_contain_text("Grace connected")
    manage(host)
    expect(host.locator("dialog")).to_contain_text("The player is connected")
    host.click("[data-key=make-host]")
    expect(guest.locator(".latest-entry")).to_have_text("Grace is now a host too")
    guest.click("[data-key=manage-2]")
    guest.click("[data-key=invite-again]")
    expect(guest.locator("dialog .qr-code svg")).to_be_visible()


def test_a_person_invited_again_on_the_same_device_takes_the_seat(server: str, tab: Tab, caller: HttpClient, stored: SessionStore) -> None:
    host, guest = tab(), tab(refusals=("401",))
    begin(host, server, "orbis", ("here", "elsewhere"))
    guest.goto(links(host)[0])
    guest.click("button[type=submit]")
    guest.wait_for_selector(".board-frame svg")
    eventually(lambda: is_connected(caller, host))
    guest.goto("about:blank")
    eventually(lambda: not is_connected(caller, host))
    leave_for(stored, session_of(host), TWO_MINUTES)
    manage(host)
    host.click("[data-key=invite-again]")
    link = host.locator("dialog .link input").input_value()
    guest.goto(link)
    guest.fill("#join-name", "Grace")
    guest.click("button[type=submit]")
    guest.wait_for_selector(".board-frame svg")
    host.keyboard.press("Escape")
    expect(host.locator(".seats")).to_contain_text("Grace")


def test_time_runs_out_and_an_ai_takes_over(server: str, tab: Tab, stored: SessionStore) -> None:
    page = tab()
    open_setup(page, server, "helios")
    page.select_option("[data-key=clock]", "day")
    page.select_option("[data-key=timeout]", "ai_seat")
    begin_here(page)
    expect(page.locator(".clock")).to_contain_text("Your time: 23 h 59 min")
    pass_deadline(stored, session_of(page))
    expect(page.locator(".history")).to_contain_text("ran out of time; an AI takes over the seat")
    expect(page.locator(".seats")).to_contain_text("ran out of time; AI, normal")


def begin_here(page: Page) -> None:
    """Starts a game of two people on this device, without hands."""
    page.select_option("[data-key=kind-1]", "here")
    page.click("[data-key=start]")
    page.wait_for_selector(".board-frame svg")
