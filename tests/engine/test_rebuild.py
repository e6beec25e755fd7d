"""What clients can rely on: events rebuild the position (law 13), and previews tell the end of a turn (law 14)."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec
import pytest

from engine.game import Event, apply
from tests.engine.cases import CASES, case_id, new_game, random_game

Rebuild = Callable[[dict[str, Any], dict[str, Any], int | None], None]

NOT_IN_EVENTS = ("pending", "version")
"""Clients get the pending decision as `to_act` and the version beside the view."""


def seen_by(game: Any, state: Any, seat: int | None) -> dict[str, Any]:
    """Returns the view of a seat as plain JSON, without the members that events do not carry."""
    view: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game.view(state, seat)))
    return {name: value for name, value in view.items() if name not in NOT_IN_EVENTS}


def plain(game: Any, event: Event, seat: int | None) -> dict[str, Any]:
    """Returns an event as the seat sees it, as plain JSON."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game.view_event(event, seat)))
    return found


@pytest.mark.parametrize(("game_id", "seats", "options"), CASES, ids=case_id)
def test_law_13_events_rebuild_the_view_of_every_seat(game_id: str, seats: int, options: dict[str, Any]) -> None:
    rebuild: Rebuild = import_module(f"tests.engine.{game_id}.rebuild").rebuild
    for seed in (31, 32):
        game, state = new_game(game_id, seats, options, seed)
        viewers = (None, *range(seats))
        rebuilt = {viewer: seen_by(game, state, viewer) for viewer in viewers}
        for position, move, _ in random_game(game, state, seed):
            after, events = apply(game, position, move)
            for viewer in viewers:
                for event in events:
                    rebuild(rebuilt[viewer], plain(game, event, viewer), viewer)
                assert rebuilt[viewer] == seen_by(game, after, viewer), (move, events)


@pytest.mark.parametrize(("game_id", "seats", "options"), CASES, ids=case_id)
def test_law_14_a_preview_tells_whether_the_turn_ends(game_id: str, seats: int, options: dict[str, Any]) -> None:
    """A move ends the turn exactly if another turn starts after it or the game is over; the opening starts the first turn."""
    game, state = new_game(game_id, seats, options, seed=33)
    assert turns_started(game.opening(state)) == [state.pending[-1].seat]
    for position, move, _ in random_game(game, state, 33):
        acting, foretold = position.pending[-1].seat, game.preview(position, move)
        after, events = apply(game, position, move)
        started = turns_started(events)
        assert foretold.ends_turn == (bool(started) or not after.pending), (move, events)
        if after.pending:
            assert after.pending[-1].seat == (started[-1] if started else acting), (move, events)


def turns_started(events: list[Any]) -> list[int]:
    """Returns the seats whose turns started."""
    return [event.seat for event in events if type(event).__struct_config__.tag == "turn_started"]
