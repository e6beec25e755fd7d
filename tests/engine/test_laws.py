"""The laws of every game, tested on random games and games chosen by Hypothesis, for every player count and option."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from importlib import import_module
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decoding import read_move
from engine.errors import Refusal
from engine.game import Event, apply, list_moves, submit, to_act
from engine.games import GAMES
from engine.words import LANGUAGES
from tests.engine.cases import CASES, case_id, new_game, random_game

encode = msgspec.json.encode
every_case = pytest.mark.parametrize(("game_id", "seats", "options"), CASES, ids=case_id)


def sampled(game: Any, state: Any, seed: int, every: int) -> Any:
    """Yields every n-th position of a random game, beginning with the first."""
    for step, (position, move, moves) in enumerate(random_game(game, state, seed)):
        if step % every == 0:
            yield game.copy(position), move, moves


@every_case
def test_law_1_encoding_round_trips(game_id: str, seats: int, options: dict[str, Any]) -> None:
    game, state = new_game(game_id, seats, options, seed=1)
    for position, move, moves in sampled(game, state, 1, every=7):
        _, events = apply(game, position, move)
        assert msgspec.json.decode(encode(position), type=game.state) == position
        for seat in (None, *range(seats)):
            view = game.view(position, seat)
            assert msgspec.json.decode(encode(view), type=game.state) == view
            for event in events:
                seen = game.view_event(event, seat)
                assert msgspec.json.decode(encode(seen), type=game.event_type) == seen
        for listed, listing in zip(moves, list_moves(game, position), strict=True):
            assert msgspec.json.decode(encode(listed), type=game.move_type) == listed
            assert read_move(game, json.loads(json.dumps(listing))) == listed


@every_case
def test_law_2_and_10_moves_run_out_exactly_at_the_end_and_games_end(game_id: str, seats: int, options: dict[str, Any]) -> None:
    for seed in range(3):
        game, state = new_game(game_id, seats, options, seed)
        bound = game.bound(state.options, seats)
        for count, (position, _, _) in enumerate(random_game(game, state, seed)):
            assert game.outcome(position) is None
            assert to_act(position) is not None
            assert position.version == count < bound
        outcome = game.outcome(state)
        assert outcome is not None
        assert to_act(state) is None
        assert sorted(seat for place in outcome.ranking for seat in place) == list(range(seats))
        assert outcome.scores == [sum(line.points for line in sheet) for sheet in outcome.score_sheet]
        assert len(outcome.scores) == seats


@every_case
def test_law_3_every_listed_move_applies_and_leaves_the_given_state_untouched(game_id: str, seats: int, options: dict[str, Any]) -> None:
    game, state = new_game(game_id, seats, options, seed=3)
    for position, _, moves in sampled(game, state, 3, every=11):
        before = encode(position)
        assert len(set(moves)) == len(moves)
        for move in moves[:60]:
            after, _ = submit(game, position, move)
            assert after.version == position.version + 1
            assert encode(position) == before


def fingerprint(game_id: str, seats: int, options: dict[str, Any]) -> str:
    """A digest of every state, listing and event of one random game."""
    game, state = new_game(game_id, seats, options, seed=4)
    digest = hashlib.sha256()
    for position, move, moves in random_game(game, state, 4):
        digest.update(encode([position, moves, apply(game, position, move)[1]]))
    return digest.hexdigest()


@pytest.mark.parametrize("game_id", GAMES)
def test_law_4_same_bytes_in_any_process(game_id: str) -> None:
    options: dict[str, Any] = {"first_seat": "random"}
    call = f"from tests.engine.test_laws import fingerprint; print(fingerprint({game_id!r}, 3, {options!r}))"
    for hash_seed in ("0", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        found = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, check=True, env=environment)
        assert found.stdout.strip() == fingerprint(game_id, 3, options)


@every_case
def test_law_5_legal_moves_depend_only_on_the_view_of_the_acting_seat(game_id: str, seats: int, options: dict[str, Any]) -> None:
    game, state = new_game(game_id, seats, options, seed=5)
    for position, _, moves in sampled(game, state, 5, every=3):
        view = game.view(position, position.pending[-1].seat)
        assert game.legal_moves(view) == moves
        assert list_moves(game, view) == list_moves(game, position)


@every_case
def test_law_6_and_7_views_hide_and_determinizations_agree(game_id: str, seats: int, options: dict[str, Any]) -> None:
    """Two states with equal views for a seat give it equal events and labels if its views after the move are equal too."""
    game, state = new_game(game_id, seats, options, seed=6)
    compared = 0
    for position, move, _ in sampled(game, state, 6, every=9):
        for seat in (None, *range(seats)):
            view = game.view(position, seat)
            assert view.seed is None
            assert game.view(view, seat) == view
            worlds = [game.determinize(view, seat, Random(world)) for world in (1, 2)]
            for world in worlds:
                assert world.seed is not None
                assert game.view(world, seat) == view
                assert game.check(world) == []
            reached = [seen_after(game, world, move, seat) for world in [position, *worlds] if move in game.legal_moves(world)]
            for other in reached[1:]:
                if other[0] == reached[0][0]:
                    assert other == reached[0]
                    compared += 1
    assert compared > 0


def seen_after(game: Any, position: Any, move: Any, seat: int | None) -> tuple[Any, ...]:
    """Returns all that a seat learns from a move: its view after it, the events and their labels."""
    after, events = apply(game, position, move)
    view = game.view(after, seat)
    seen = [game.view_event(event, seat) for event in events]
    return view, seen, [game.label(view, event, "en") for event in seen]


@every_case
def test_law_8_pieces_are_conserved(game_id: str, seats: int, options: dict[str, Any]) -> None:
    count = import_module(f"tests.engine.{game_id}.pieces")
    game, state = new_game(game_id, seats, options, seed=8)
    expected: Counter[str] = count.expected(state.options, seats)
    for position, _, _ in random_game(game, state, 8):
        assert count.pieces(position) == expected
    assert count.pieces(state) == expected


@every_case
def test_law_9_a_move_not_listed_is_refused(game_id: str, seats: int, options: dict[str, Any]) -> None:
    game, state = new_game(game_id, seats, options, seed=9)
    seen: set[Any] = set()
    refused = 0
    for position, _, moves in sampled(game, state, 9, every=5):
        before = encode(position)
        for unlisted in sorted(seen - set(moves), key=repr)[:40]:
            with pytest.raises(Refusal) as refusal:
                submit(game, position, unlisted)
            assert refusal.value.code in ("wrong_decision", "move_not_available")
            refused += 1
        assert encode(position) == before
        seen.update(moves[:20])
    assert refused > 0
    with pytest.raises(Refusal) as refusal:
        submit(game, state, next(iter(seen)))
    assert refusal.value.code == "game_over"


@every_case
def test_law_11_check_passes_on_every_reachable_state(game_id: str, seats: int, options: dict[str, Any]) -> None:
    for seed in (11, 12):
        game, state = new_game(game_id, seats, options, seed)
        for position, _, _ in random_game(game, state, seed):
            assert game.check(position) == []
        assert game.check(state) == []


@every_case
def test_law_12_a_move_without_a_revealing_event_is_predictable(game_id: str, seats: int, options: dict[str, Any]) -> None:
    """Unless an event reveals something, the acting seat can predict the state after its move, so the move may be undone."""
    game, state = new_game(game_id, seats, options, seed=12)
    foretold = 0
    for position, move, _ in sampled(game, state, 12, every=4):
        seat = position.pending[-1].seat
        after, events = apply(game, position, move)
        if not any(event.reveals for event in events):
            world = game.determinize(game.view(position, seat), seat, Random(7))
            assert game.view(apply(game, world, move)[0], seat) == game.view(after, seat)
            foretold += 1
    assert foretold > 0


ONE_ANSWER: dict[str, set[str]] = {
    "helios": {"drawn_lands"},
    "orbis": set(),
    "blue_moon_city": {"movement", "contribution", "payment", "offering", "reset"},
}
"""The decisions that are asked although only one move is legal: not asking would tell others something about a hidden hand, or the player
could not take back what came before."""


@every_case
def test_law_15_a_decision_with_only_one_answer_is_not_asked(game_id: str, seats: int, options: dict[str, Any]) -> None:
    for seed in (14, 15):
        game, state = new_game(game_id, seats, options, seed)
        for position, _, moves in random_game(game, state, seed):
            asked = str(type(position.pending[-1]).__struct_config__.tag)
            assert len(moves) > 1 or asked in ONE_ANSWER[game_id], position.pending[-1]


@every_case
def test_labels_exist_in_every_language(game_id: str, seats: int, options: dict[str, Any]) -> None:
    game, state = new_game(game_id, seats, options, seed=13)
    for position, move, moves in sampled(game, state, 13, every=6):
        _, events = apply(game, position, move)
        for language in LANGUAGES:
            for record in (*moves[:30], to_act(position), *events):
                text = game.label(position, record, language)
                assert 0 < len(text) <= 160
                assert "{" not in text


@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=15, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_laws_hold_on_games_hypothesis_chooses(game_id: str, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(GAMES[game_id].seats))
    game, state = new_game(game_id, seats, {"first_seat": "random"}, data.draw(st.integers(0, 2**53 - 1)))
    for _ in range(40):
        moves = game.legal_moves(state)
        if not moves:
            assert game.outcome(state) is not None
            return
        move = moves[data.draw(st.integers(0, len(moves) - 1))]
        view = game.view(state, state.pending[-1].seat)
        assert game.legal_moves(view) == moves
        assert msgspec.json.decode(encode(state), type=game.state) == state
        events: list[Event] = []
        game.play(state, move, events)
        assert game.check(state) == []
