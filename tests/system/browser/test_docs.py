"""The documentation at /docs: Swagger UI from our own files, under the strict Content-Security-Policy."""

from __future__ import annotations

import pytest

from tests.system.browser.conftest import Tab


def test_the_documentation_works_under_its_strict_policy(server: str, tab: Tab) -> None:
    page = tab()
    page.goto(f"{server}/docs")
    page.wait_for_selector("#operations-referee-makeMoves", timeout=60_000)


@pytest.mark.parametrize("operation", ["referee-makeMoves", "sessions-getSession", "sessions-makeSessionMoves", "sessions-claimSeat"])
def test_a_request_works_as_it_is_prefilled(server: str, tab: Tab, operation: str) -> None:
    page = tab()
    page.goto(f"{server}/docs")
    page.click(f"#operations-{operation} .opblock-summary-control", timeout=60_000)
    page.click(f"#operations-{operation} .try-out__btn")
    page.click(f"#operations-{operation} .execute")
    page.wait_for_selector(f"#operations-{operation} .live-responses-table .response-col_status", timeout=60_000)
    assert page.inner_text(f"#operations-{operation} .live-responses-table .response .response-col_status").startswith("20")
