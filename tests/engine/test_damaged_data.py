"""Changed data files are refused with every fault, or played: real components can replace the rebuilt ones."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from tests.support.damaged_data import damage_of, run_variants


@pytest.mark.parametrize("game_id", GAMES)
def test_changed_data_are_refused_or_played_to_the_end(game_id: str) -> None:
    """No exception in games of every player count, with views, labels, previews, pictures and the computer player's evaluation."""
    damage, results = damage_of(game_id), run_variants(game_id)
    assert len(results) == len(damage.allowed) + len(damage.refused) + damage.random_variants
    assert not [result for result in results.values() if result.result == "failed"]
    assert {name: results[name].result for name in damage.allowed} == dict.fromkeys(damage.allowed, "played")
    assert {name: results[name].result for name in damage.refused} == dict.fromkeys(damage.refused, "refused")
    missing = [(name, word) for name, (_, words) in damage.refused.items() for word in words if word not in results[name].message]
    assert not missing, "not named in the refusal"
    at_random = [result.result for name, result in results.items() if name not in damage.allowed and name not in damage.refused]
    for result in ("played", "refused"):
        assert at_random.count(result) > len(at_random) / 6
