"""Steps that bring states of earlier schema versions into the current form."""

from __future__ import annotations

from typing import Any

from engine.game import Migration


def from_schema_1(state: dict[str, Any]) -> dict[str, Any]:
    """Returns a state of schema version 1 (rules 1.0.0) as one of schema version 2."""
    return state


MIGRATIONS: tuple[Migration, ...] = (from_schema_1,)
"""The steps by schema version, the first from version 1."""
