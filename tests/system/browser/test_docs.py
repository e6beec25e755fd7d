"""The documentation at /docs: Swagger UI from our own files, under the strict Content-Security-Policy."""

from __future__ import annotations

from tests.system.browser.conftest import Tab


def test_the_documentation_works_under_its_strict_policy(server: str, tab: Tab) -> None:
    page = tab()
    page.goto(f"{server}/docs")
    page.wait_for_selector("#operations-referee-makeMoves", timeout=60_000)
