"""What `make fuzz` says at its end, and with which status."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.system.fuzz import report
from tests.system.fuzzing.hooks import Filler


def fuzzed(**statuses: dict[int, int]) -> Filler:
    filler = Filler(seed=5)
    for operation, found in statuses.items():
        filler.statuses[operation] = Counter(found)
    return filler


def test_a_run_without_faults_ends_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(fuzzed(getGame={200: 3, 404: 1}, endSession={204: 1, 401: 2}), True, "") == 0
    assert "7 cases, seed 5. Every operation succeeded." in capsys.readouterr().out


def test_an_operation_that_never_succeeded_is_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(fuzzed(getGame={200: 3}, endSession={304: 1, 401: 2, 404: 9}), True, "") == 1
    assert "Never succeeded: endSession." in capsys.readouterr().out


def test_a_fault_says_how_to_repeat_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(fuzzed(getGame={200: 3}), False, "the log of the server") == 1
    assert capsys.readouterr().out.endswith("the log of the server\nTo repeat: FUZZ_SEED=5 make fuzz\n")
