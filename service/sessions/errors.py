"""What sessions refuse beyond what the games do; each with its stable code."""

from __future__ import annotations

from engine.errors import Refusal


class VersionStale(Refusal):
    """The position has changed since the version the client knows."""

    code = "version_stale"


class VersionMissing(Refusal):
    """A move must say which version it answers to."""

    code = "if_match_missing"


class VersionUnknown(Refusal):
    """The session has not come to this version."""

    code = "version_unknown"


class SeatUnknown(Refusal):
    """The session has no such seat."""

    code = "seat_not_found"


class SeatTaken(Refusal):
    """The seat cannot be claimed (any more)."""

    code = "seat_taken"


class SeatResigned(Refusal):
    """An AI plays this seat now."""

    code = "seat_resigned"


class InviteWrong(Refusal):
    """The invite code is not this seat's."""

    code = "invite_wrong"


class MoveTooEarly(Refusal):
    """The move before it, in the same request, reveals something: who could have the rest refused would have peeked for nothing."""

    code = "move_too_early"


class UndoNothing(Refusal):
    """There is no move to take back."""

    code = "undo_nothing"


class UndoOthersMoved(Refusal):
    """Another seat has moved since."""

    code = "undo_others_moved"


class UndoRevealed(Refusal):
    """The move showed something hidden, which cannot be unseen."""

    code = "undo_revealed"


class SeatsFixed(Refusal):
    """The players of a running game stay who they are, in a fork as well."""

    code = "seats_fixed"


class SessionFull(Refusal):
    """The session has seen as many changes as it may."""

    code = "session_full"


class GameFinished(Refusal):
    """The game is over; what happened stays."""

    code = "game_over"
