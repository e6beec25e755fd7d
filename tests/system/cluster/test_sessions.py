"""The session tests again, on a Redis Cluster."""

from tests.service.sessions.test_idempotency import *  # noqa: F403
from tests.service.sessions.test_sessions import *  # noqa: F403
from tests.service.sessions.test_shared_moves import *  # noqa: F403
from tests.service.sessions.test_tokens import *  # noqa: F403
from tests.service.sessions.test_undo_and_forks import *  # noqa: F403

del test_a_key_whose_answer_expired_creates_no_second_session  # noqa: F821 - It searches the keys of one server only.
