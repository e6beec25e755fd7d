"""Advances: what a process takes out of a budget at once, and spends without asking Redis again."""

from __future__ import annotations

import pytest

from service.sessions.store import SessionStore
from service.storage.budgets import ADVANCE_SECONDS, SHARES, Budgets

SHARE = 10
LIMIT = SHARE * SHARES


def test_threads_that_take_an_advance_at_the_same_time_spend_both(store: SessionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread spends while the first one waits for Redis."""
    now, asked = [0.0], 0
    budgets = Budgets(store.server.url, lambda: now[0])
    run = budgets._run

    def run_beside_another(key: str, *arguments: object) -> list[int] | None:
        nonlocal asked
        asked += 1
        if asked == 1:
            budgets.spend("x", LIMIT)
        return run(key, *arguments)

    monkeypatch.setattr(budgets, "_run", run_beside_another)
    assert all(budgets.spend("x", LIMIT).is_enough for _ in range(2 * SHARE - 1))
    assert asked == 2, "everything was spent from the two advances"
    assert budgets.spend("x", LIMIT).remaining >= LIMIT - 2 * SHARE - 1, "nothing was taken twice"
    assert asked == 3
    now[0] += ADVANCE_SECONDS
    assert budgets.spend("x", LIMIT).is_enough
    assert budgets._advances["x"].left == SHARE - 1, "what is left of an old advance is lost"
    budgets.close()
