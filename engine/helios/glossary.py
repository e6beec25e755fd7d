"""The glossary: every sign and piece of the pictures with its name and what it does."""

from __future__ import annotations

from functools import cache

from engine.game import GlossaryGroup


@cache
def glossary(language: str) -> tuple[GlossaryGroup, ...]:
    """Returns the entries in groups, in the order of the legend."""
    return ()
