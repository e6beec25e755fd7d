"""What sessions refuse beyond what the games do; each refusal has a stable code."""

from __future__ import annotations

from engine.errors import Refusal


class SessionUnknown(Refusal):
    """There is no such session, or it has expired or was ended."""

    code = "session_unknown"


class TokenMissing(Refusal):
    """The call needs a token and the request has none."""

    code = "token_missing"


class TokenUnknown(Refusal):
    """The token does not belong to this session, or not any more."""

    code = "token_unknown"


class NotAllowed(Refusal):
    """The token is valid but does not allow this call."""

    code = "not_allowed"


class VersionStale(Refusal):
    """The position has changed since the version in If-Match; `version` is the current one."""

    code = "version_stale"

    def __init__(self, message: str, version: int) -> None:
        super().__init__(message)
        self.version = version


class VersionMissing(Refusal):
    """A move needs If-Match with the version it answers to."""

    code = "if_match_missing"


class VersionUnknown(Refusal):
    """The session has not reached this version."""

    code = "version_unknown"


class VersionArchived(Refusal):
    """The version is older than the session's base state, so it cannot be replayed any more."""

    code = "version_archived"


class SeatUnknown(Refusal):
    """The session has no such seat."""

    code = "seat_not_found"


class SeatTaken(Refusal):
    """The seat cannot be claimed, or not any more."""

    code = "seat_taken"


class SeatResigned(Refusal):
    """An AI plays this seat now."""

    code = "seat_resigned"


class InviteWrong(Refusal):
    """The invite code does not belong to this seat."""

    code = "invite_wrong"


class MoveTooEarly(Refusal):
    """An earlier move of the same request reveals something hidden; refusing a later one would leak it for free."""

    code = "move_too_early"


class DryRunReveals(Refusal):
    """The moves of a dry run would reveal something hidden."""

    code = "dry_run_reveals"


class TimeOver(Refusal):
    """The move came after its deadline, or an AI already plays this turn."""

    code = "time_over"


class TooEarly(Refusal):
    """The deadline of the decision has not passed; only the service itself can meet this."""

    code = "internal_error"


class SeatPresent(Refusal):
    """The seat's player is neither absent nor timed out."""

    code = "seat_present"


class SeatOfAi(Refusal):
    """The seat was created for an AI player."""

    code = "seat_of_ai"


class SeatFree(Refusal):
    """Nobody has claimed this seat yet."""

    code = "seat_free"


class NoFreeSeat(Refusal):
    """Every seat of the session is taken."""

    code = "no_free_seat"


class GameRunning(Refusal):
    """The game is not over yet."""

    code = "game_running"


class UndoNothing(Refusal):
    """There is no move to take back."""

    code = "undo_nothing"


class UndoOthersMoved(Refusal):
    """Another seat has moved since."""

    code = "undo_others_moved"


class UndoRevealed(Refusal):
    """The move revealed something hidden."""

    code = "undo_revealed"


class SessionFull(Refusal):
    """The session has reached its maximum number of changes."""

    code = "session_full"


class GameFinished(Refusal):
    """The game is over and cannot be changed."""

    code = "game_over"


class TicketInvalid(Refusal):
    """The feed ticket was used, has expired, or belongs to another session or to a token that ended."""

    code = "ticket_invalid"


class TooManyStreams(Refusal):
    """The client has its share of the live feeds of this process."""

    code = "too_many_streams"


class StreamsFull(Refusal):
    """This process has reached its maximum number of live feeds."""

    code = "streams_full"
