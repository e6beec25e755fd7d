"""`arbiter verify`: verifies stored sessions and prints what is wrong with them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from engine.errors import Refusal
from service.operations.embedded_redis import EmbeddedRedis, StartFailed, running_url
from service.sessions.errors import SessionUnknown
from service.sessions.store import SessionStore
from service.sessions.verify import verify_session
from service.settings import Settings
from service.storage.errors import RedisUnavailable


def verify(session_ids: Sequence[str]) -> int:
    """Verifies the named sessions (none: all) in the configured Redis, else in the embedded one; returns the exit status."""
    settings = Settings.from_environment()
    with ExitStack() as stack:
        try:
            url = settings.sessions_redis or _embedded_url(Path(settings.data_dir), stack)
            store = SessionStore(url, 0)
            return max([_report(store, session_id) for session_id in session_ids] if session_ids else _report_all(store), default=0)
        except (StartFailed, Refusal) as error:
            print(error, file=sys.stderr)
            return 2


def _report(store: SessionStore, session_id: str) -> int:
    """Prints the faults of a session; returns 1 if there are any. Data that cannot be read is a fault too."""
    try:
        faults = verify_session(store, session_id)
    except (SessionUnknown, RedisUnavailable):
        raise
    except Exception as error:
        faults = [f"The stored data cannot be read: {error!r}."]
    print(f"{session_id}: {' '.join(faults) or 'sound'}")
    return 1 if faults else 0


def _report_all(store: SessionStore) -> Iterator[int]:
    for session_id in store.ids():
        with suppress(SessionUnknown):  # It expired meanwhile.
            yield _report(store, session_id)


def _embedded_url(data: Path, stack: ExitStack) -> str:
    """The embedded Redis that already runs on a data directory, else one that runs until the stack closes."""
    return running_url(data) or stack.enter_context(EmbeddedRedis(data)).url
