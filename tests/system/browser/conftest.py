"""A real server and a real Chromium; every tab fails on console errors, requests to other hosts and secrets in URLs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from service.operations.embedded_redis import running_url
from service.sessions.store import SessionStore
from tests.support.http_client import HttpClient
from tests.support.server import serving

CHROMIUM = shutil.which("chromium")
PATIENCE = 60_000
"""Milliseconds after which an expected element counts as missing; it usually takes a fraction of a second."""
SECRET = re.compile(r"seat_|host_|token=|invite=|[0-9A-Z]{4}(-[0-9A-Z]{4}){2}")

Tab = Callable[..., Page]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks every test here that opens a tab; skips it without a Chromium."""
    for item in items:
        if "tests/system/browser/" in str(item.path) and "tab" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="there is no chromium on this machine"))


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the service keeps its data."""
    return tmp_path_factory.mktemp("table")


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[str]:
    """The URL of a service with an AI worker."""
    with serving(folder, ARBITER_AI_WORKERS="1") as (_, port):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def caller(server: str) -> HttpClient:
    """A client of the service without a browser."""
    return HttpClient(int(server.rpartition(":")[2]))


@pytest.fixture
def stored(server: str, folder: Path) -> Iterator[SessionStore]:
    """The sessions of the service in its Redis, for tests that let time pass."""
    url = running_url(folder / "data")
    assert url is not None
    store = SessionStore(url, 3600)
    yield store
    store.server.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True)
        yield browser
        browser.close()


@pytest.fixture
def tab(chromium: Browser) -> Iterator[Tab]:
    """Opens tabs, each in a browser context of its own; `refusals` are console messages that the test expects."""
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(checked_tab(chromium, **options))


@contextmanager
def checked_tab(browser: Browser, refusals: tuple[str, ...] = (), **options: Any) -> Iterator[Page]:
    """Yields a tab; afterwards fails if the tab did something forbidden."""
    options = {"viewport": {"width": 1280, "height": 860}, "reduced_motion": "reduce", "locale": "en-GB"} | options
    context = browser.new_context(**options)
    faults: list[str] = []
    record_faults(context, faults, refusals)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()
    assert not faults


def record_faults(context: BrowserContext, faults: list[str], refusals: tuple[str, ...]) -> None:
    """Records console errors, page errors and forbidden requests."""

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(refusal in message.text for refusal in refusals):
            faults.append(message.text)

    def on_request(request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:")) or SECRET.search(request.url):
            faults.append(request.url)

    context.on("console", on_console)
    context.on("weberror", lambda error: faults.append(str(error.error)))
    context.on("request", on_request)
