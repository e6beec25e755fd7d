"""Ids of pieces stay the same from version to version, so that a page can animate what moved."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.drawing import Layout
from engine.game import panel_names
from engine.orbis import GAME
from engine.orbis.records import COLORS
from engine.orbis.setup import new_game
from engine.orbis.state import Options, State
from tests.engine.orbis.positions import walk
from tests.engine.pictures import drawn


def pictures(seats: int) -> Iterator[tuple[State, list[str]]]:
    """The positions of a random game with all ids of their pictures, summaries included."""
    layout = Layout(panels=tuple(panel_names(GAME, seats)))
    state = new_game(Options(), seats, 50 + seats)
    for position, _, _ in walk(state, 50):
        picture = drawn(GAME, position, position.pending[-1].seat, layout=layout)
        yield position, [found for element in picture.iter() if (found := element.get("id"))]


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_piece_has_its_id(seats: int) -> None:
    for state, ids in pictures(seats):
        assert len(ids) == len(set(ids))
        expected = {f"slot-{slot}" for slot in range(9)} | {f"supply-{color}" for color in COLORS}
        expected |= {f"tile-{tile}" for tile in state.display if tile} | {f"god-{god}" for god in state.gods}
        for seat, player in enumerate(state.players):
            expected |= {f"owned-{seat}-{color}" for color in COLORS} | {f"privilege-{seat}-{color}" for color in player.privileges}
            expected |= {f"region-{seat}-{order}" for order in range(len(player.world))}
            expected |= {f"tile-{region.tile}" for region in player.world}
            expected |= {f"god-{player.god}"} if player.god else set()
        assert expected <= set(ids)


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_piece_in_play_keeps_its_id(seats: int) -> None:
    """ORB-3.3: a tile goes from the display to a world; ORB-3.1: a god goes from the table to a player."""
    before: set[str] = set()
    for _, ids in pictures(seats):
        after = {piece for piece in ids if piece.startswith(("tile-", "god-", "region-", "privilege-"))}
        assert before <= after
        before = after
    assert len([piece for piece in before if piece.startswith("god-")]) == seats + 1
