"""The versions of the rules and of the form of states."""

from typing import Literal

RulesVersion = Literal["1.1.0"]
RULES_VERSION: RulesVersion = "1.1.0"

SchemaVersion = Literal[2]
SCHEMA_VERSION: SchemaVersion = 2
"""Counts the changes of the rules and of the form of states; each has a step in migrations.py."""
