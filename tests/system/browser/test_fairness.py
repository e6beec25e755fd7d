"""Everybody sees who holds which seat, how the game was dealt, and what the host did, in three languages."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from service.sessions.store import SessionStore
from tests.support.clocks import leave_for
from tests.support.http_client import HttpClient
from tests.support.table_page import begin, links
from tests.support.tables import Table
from tests.system.browser.conftest import Tab

TWO_MINUTES = 121

SEATS = {
    "en-GB": ["on the host’s device", "connected · joined", "not joined yet", "AI, random", "somebody held this seat before"],
    "fr-FR": ["sur l’appareil de l’hôte", "connecté · a rejoint la partie", "", "", "quelqu’un a occupé cette place avant"],
    "de-DE": ["auf dem Gerät des Gastgebers", "verbunden · ist dabei", "", "", "jemand hatte diesen Platz vorher"],
}
LOG = {
    "en-GB": ["The host forked the game; hidden pieces are dealt again", "new invite for the seat of Cy", "lets an AI play for Cy"],
    "fr-FR": ["L’hôte a dérivé une autre partie de celle-ci", "", ""],
    "de-DE": ["Der Gastgeber hat das Spiel abgezweigt; was verdeckt ist", "", ""],
}
REDEALT = {"en-GB": "forked from a running one", "fr-FR": "dérivée d’une partie en cours", "de-DE": "von einem laufenden abgezweigt"}
EXACT = {"en-GB": "goes on from a finished one", "fr-FR": "prolonge une partie terminée", "de-DE": "setzt ein beendetes fort"}


def post(table: Table, path: str, body: Any, token: str | None) -> Any:
    answer = table.caller.call("POST", f"{table.path}{path}", body, token)
    assert answer.status == 201, answer.json
    return answer.json


@pytest.fixture
def table(caller: HttpClient) -> Table:
    """A session of the host, a seat that the host holds for Bo, an invited one for Cy, and an AI."""
    seats: list[Any] = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}, {"kind": "invited", "name": "Cy"}]
    body = {"game": "orbis", "seats": [*seats, {"kind": "ai", "level": "random"}], "options": {"first_seat": 0}}
    return Table(caller, caller.call("POST", "/v1/sessions", body).json)


@pytest.mark.parametrize("locale", SEATS)
def test_seats_and_log_show_what_the_host_can_know(server: str, tab: Tab, table: Table, stored: SessionStore, locale: str) -> None:
    page = tab(locale=locale)
    page.goto(f"{server}/#session={table.id}")
    seats, history = page.locator(".seats"), page.locator(".history")
    held, joined, free, player, seen = SEATS[locale]
    for shown in (held, free, player):
        expect(seats).to_contain_text(shown)
    expect(seats).not_to_contain_text(seen)
    expect(page.locator(".deal-note")).to_be_hidden()
    post(table, "/seats/1/claims", {"invite_code": table.codes[1]}, None)
    expect(seats.locator("li").nth(1)).to_contain_text(joined)
    expect(seats.locator("li").nth(1)).to_contain_text(seen)
    expect(seats.locator("li").nth(0)).to_contain_text(held)
    forked, invited, replaced = LOG[locale]
    fork = post(table, "/forks", {}, table.host)
    expect(history).to_contain_text(forked)
    post(table, "/seats/2/invites", {}, table.host)
    expect(history).to_contain_text(invited)
    leave_for(stored, table.id, TWO_MINUTES)
    post(table, "/seats/2/replacements", {"level": "random"}, table.host)
    expect(history).to_contain_text(replaced)
    page.goto(f"{server}/#session={fork['id']}")
    expect(page.locator(".deal-note")).to_contain_text(REDEALT[locale])


@pytest.mark.parametrize("locale", EXACT)
def test_a_fork_of_a_finished_game_says_that_everybody_knows_it(server: str, tab: Tab, caller: HttpClient, locale: str) -> None:
    seats = [{"kind": "human"}, {"kind": "human"}]
    table = Table(caller, caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": seats}).json)
    table.play(1000)
    fork = post(table, "/forks", {"version": 4}, None)
    page = tab(locale=locale)
    page.goto(f"{server}/#session={fork['id']}")
    expect(page.locator(".deal-note")).to_contain_text(EXACT[locale])
    expect(page.locator(".history li.turn-row").first).to_be_visible()


def test_an_invitation_says_what_others_may_know(server: str, tab: Tab, table: Table) -> None:
    host, guest, other = tab(), tab(), tab()
    begin(host, server, "orbis", ("here", "elsewhere"))
    guest.goto(links(host)[0])
    expect(guest.locator(".invitation")).to_contain_text("The seed of this game was chosen beforehand")
    expect(guest.locator(".invitation")).not_to_contain_text("Somebody has held this seat")
    other.goto(f"{server}/#session={table.id}&seat=1&invite={table.codes[1]}")
    expect(other.locator(".invitation")).to_contain_text("Somebody has held this seat until now")
    other.click("button[type=submit]")
    expect(other.locator(".seats li").nth(1)).to_contain_text("on this device · somebody held this seat before")
