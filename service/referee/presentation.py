"""Builds the documents of positions, moves and events from states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from engine.errors import Defect
from engine.game import Names, State, list_moves, to_act
from service.observability import metrics
from service.problem_codes import PROBLEM_CODES
from service.referee.documents import LegalMoves, Position, Problem, ProblemError, ToAct
from service.referee.moves import AnyGame, Step

JsonObject = dict[str, Any]


class Format(msgspec.Struct, frozen=True):
    """How a client wants its answer: the language of labels, whether legal moves are listed and with previews, and the seats' names."""

    language: str
    with_moves: bool = True
    with_previews: bool = True
    names: Names = ()


def present_position(
    game: AnyGame,
    state: State,
    form: Format,
    *,
    carried: Mapping[str, Any],
    view: State | None = None,
    events: Sequence[JsonObject] = (),
    may_move: bool = True,
) -> Position:
    """The document of a position. `carried` holds `state`, or `token` and `view`; `view` is what the client may see (None: everything)."""
    seen = state if view is None else view
    return Position(
        game=game.id,
        rules_version=game.rules_version,
        schema_version=game.schema_version,
        version=state.version,
        **carried,
        to_act=present_decision(game, seen, form),
        legal_moves=(present_moves(game, seen, form) if may_move else []) if form.with_moves else UNSET,
        events=list(events),
        outcome=game.outcome(state),
    )


def present_moves(game: AnyGame, view: State, form: Format) -> list[JsonObject]:
    """Every legal move with its label and, if wanted, its preview."""
    moves = list_moves(game, view, form.language, form.names, form.with_previews)
    if view.seed is not None:  # The number for a view would tell readers of /metrics something about a hidden hand.
        metrics.legal_moves(game.id).observe(len(moves))
    return moves


def present_legal_moves(game: AnyGame, view: State, form: Format, may_move: bool = True) -> LegalMoves:
    """The pending decision and the moves the client may make."""
    return LegalMoves(
        to_act=present_decision(game, view, form),
        legal_moves=present_moves(game, view, form) if may_move else [],
    )


def present_decision(game: AnyGame, view: State, form: Format) -> ToAct | None:
    """The seat to act and its decision, or None when the game is over."""
    decision = to_act(view)
    return None if decision is None else ToAct(seat=decision.seat, decision=with_label(game, view, decision, form))


def with_label(game: AnyGame, view: State, record: Any, form: Format) -> JsonObject:
    """A decision or an event with its label."""
    document: JsonObject = msgspec.to_builtins(record)
    document["label"] = game.label(view, record, form.language, form.names)
    return document


def present_events(game: AnyGame, steps: Sequence[Step], form: Format) -> list[JsonObject]:
    """All events of the steps, nothing hidden."""
    return [with_label(game, state, event, form) for state, events in steps for event in events]


def present_events_for(seat: int | None, game: AnyGame, steps: Sequence[Step], last: State, form: Format) -> list[JsonObject]:
    """All events of the steps as a seat (None: a spectator) may see them; `last` is its view of the last position."""
    views = [*[game.view(state, seat) for state, _ in steps[:-1]], last]
    return [
        with_label(game, view, game.view_event(event, seat), form)
        for view, (_, events) in zip(views, steps, strict=False)
        for event in events
    ]


def _present_error(error: Defect) -> ProblemError:
    return error if isinstance(error, ProblemError) else ProblemError(error.pointer, error.code, error.message)


def present_problem(
    code: str, detail: str, errors: Sequence[Defect], instance: str, status: int | None = None, members: Mapping[str, Any] | None = None
) -> Problem:
    """The problem document of a code; `status` overrides the code's own, `members` belong to this code alone."""
    default, title = PROBLEM_CODES[code]
    return Problem(
        type=f"urn:arbiter:problem:{code}",
        title=title,
        status=status or default,
        detail=detail,
        code=code,
        errors=[_present_error(error) for error in errors],
        instance=instance,
        **(members or {}),
    )
