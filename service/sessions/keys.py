"""The names of a session's keys in Redis. All carry the session's id as hash tag, so that a Cluster keeps them on one node."""

from __future__ import annotations


def session_key(session_id: str) -> str:
    """The session itself; the names of its other keys begin with this one."""
    return f"arbiter:{{{session_id}}}"


def log_key(session_id: str) -> str:
    """The log."""
    return f"{session_key(session_id)}:log"


def reply_key(session_id: str, name: str) -> str:
    """The reply stored under an idempotency key."""
    return f"{session_key(session_id)}:answer:{name}"


def shared_moves_key(session_id: str, created_at: int) -> str:
    """The moves of the finished game that its forks share; a rematch that was deleted and made again has the same id."""
    return f"{session_key(session_id)}:moves:{created_at}"


def presence_key(session_id: str) -> str:
    """When each seat was last seen."""
    return f"{session_key(session_id)}:presence"


def ticket_key(session_id: str, hashed: str) -> str:
    """The feed ticket with this hash."""
    return f"{session_key(session_id)}:ticket:{hashed}"


def channel(session_id: str) -> str:
    """The channel on which new versions are published."""
    return f"{session_key(session_id)}:news"
