"""Self-play: seats rotate, shares add up, intervals are Wilson intervals, and fixed iterations give reproducible matches."""

from __future__ import annotations

import time

import pytest

from engine.ai.selfplay import Contestant, Match, Played, play_match, read_contestant, table, wilson


def no_clock() -> float:
    raise AssertionError("fixed iterations need no clock")


def test_wilson_interval() -> None:
    low, high = wilson(8, 10)
    assert [low, high] == pytest.approx([0.4902, 0.9433], abs=1e-3)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-3)
    assert wilson(0, 0) == (0.0, 1.0)


def test_contestants_are_read_and_wrong_ones_refused() -> None:
    assert read_contestant("hard:800") == Contestant("hard", 800)
    assert read_contestant("normal", 50) == Contestant("normal", 50)
    assert read_contestant("easy", 50) == Contestant("easy", None)
    for wrong in ("master", "hard:many", ""):
        with pytest.raises(ValueError, match=":"):
            read_contestant(wrong)


def test_easy_beats_random_from_every_seat() -> None:
    match = Match("helios", (Contestant("easy"), Contestant("random"), Contestant("random")), 3, seed=1)
    played = play_match(match, no_clock)
    assert [game.shares for game in played] == [[1.0, 0.0, 0.0]] * 3
    assert all(game.scores[0] > max(game.scores[1:]) for game in played)


def test_two_processes_play_the_same_match() -> None:
    match = Match("orbis", (Contestant("normal", 2), Contestant("random")), 2, seed=3)
    assert play_match(match, no_clock, processes=2) == play_match(match, no_clock)


def test_thinking_time_is_measured_with_the_given_clock() -> None:
    match = Match("orbis", (Contestant("hard"), Contestant("random")), 1, seed=3, time_ms=1)
    assert play_match(match, time.monotonic)[0].moves > 30


def test_the_table_counts_shares_and_winners() -> None:
    match = Match("orbis", (Contestant("hard"), Contestant("easy"), Contestant("easy")), 2, seed=1)
    text = table(match, [Played([1.0, 0.0, 0.0], [30, 10, 20], 100), Played([0.0, 0.5, 0.5], [20, 24, 24], 120)])
    head, _, hard, easy, winners = text.splitlines()
    assert head == "orbis, 3 seats, 2 games, seed 1, 110 moves a game"
    assert hard.split()[:4] == ["hard", "2", "50.0", "%"]
    assert easy.split()[:4] == ["easy", "4", "25.0", "%"]
    assert easy.split()[-2:] == ["19.5", "24.0"]
    assert winners == "winners score 27.0 on average"
