"""The recorded answers are what the service answers now, in every run."""

from __future__ import annotations

import msgspec

from service.openapi.recorded import read_recorded
from tests.service.openapi.recording import record


def test_the_recorded_answers_are_up_to_date() -> None:
    assert msgspec.to_builtins(record()) == msgspec.to_builtins(read_recorded()), "run: make spec"
