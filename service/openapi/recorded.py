"""Answers that were recorded from real calls (tests/service/openapi/recording.py), as examples for openapi.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

FILE = Path(__file__).with_name("recorded.json")


class Recorded(msgspec.Struct):
    """`answers` by operation, status, media type and name (such as a game); `problems` by code."""

    answers: dict[str, dict[str, dict[str, dict[str, Any]]]] = {}
    problems: dict[str, Any] = {}

    def names(self, operation: str, status: str) -> dict[str, dict[str, str]]:
        """The names of the examples of an answer, by media type and name."""
        by_type = self.answers.get(operation, {}).get(status, {})
        return {media_type: {name: _name(operation, status, media_type, name) for name in found} for media_type, found in by_type.items()}

    def examples(self) -> dict[str, dict[str, Any]]:
        """Every example by its name in the specification."""
        found = {f"Problem_{code}": {"value": document} for code, document in self.problems.items()}
        for operation, statuses in self.answers.items():
            for status, by_type in statuses.items():
                for media_type, named in by_type.items():
                    found |= {_name(operation, status, media_type, name): {"value": value} for name, value in named.items()}
        return found


def _name(operation: str, status: str, media_type: str, name: str) -> str:
    kind = "" if media_type == "application/json" else "_" + media_type.partition("/")[2].partition("+")[0].replace("-", "_")
    return f"{operation}_{status}{kind}_{name}"


def read_recorded() -> Recorded:
    """The recorded answers."""
    return msgspec.json.decode(FILE.read_bytes(), type=Recorded)


def write_recorded(recorded: Recorded) -> None:
    """Replaces the recorded answers."""
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(recorded), indent=1) + b"\n")
