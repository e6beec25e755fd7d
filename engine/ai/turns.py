"""The course of a turn, as its seat can foresee it."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from engine.game import Game, Move, State, apply, to_act

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


def view_after(game: Game[S, M, Any], view: S, seat: int, move: M) -> S | None:
    """Returns what the seat sees after its move while its turn goes on; None if the turn is over or the move reveals something hidden."""
    if game.preview(view, move).ends_turn:
        return None
    after, events = apply(game, game.determinize(view, seat, Random(view.version)), move)
    decision = to_act(after)
    if decision is None or decision.seat != seat or any(event.reveals for event in events):
        return None
    return game.view(after, seat)
