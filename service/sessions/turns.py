"""When a person's turn begins."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import to_act
from service.sessions.entries import AnyEntry, Claimed, Created, Moved, Undone
from service.sessions.model import Session, state_of


def begun_turn(after: Session, entries: Sequence[AnyEntry]) -> int | None:
    """The seat of a person whose turn these entries began: it was not to act before them, or nobody played it. Otherwise None."""
    seat = _begun(after, entries)
    return None if seat is None or after.seats[seat].is_ai or after.seats[seat].is_free else seat


def _begun(after: Session, entries: Sequence[AnyEntry]) -> int | None:
    """The seat to act, if these entries may have begun its turn."""
    match entries:
        case [Created(), *_]:
            return _acting(after)
        case [*_, Moved() | Undone() as last]:
            return last.to_act if last.to_act != last.seat else None
        case [*_, Claimed() as last]:
            return last.seat if last.seat == _acting(after) else None
    return None


def _acting(session: Session) -> int | None:
    decision = to_act(state_of(session))
    return None if decision is None else decision.seat
