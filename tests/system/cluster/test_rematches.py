"""The tests of rematches again, on a Redis Cluster: a game and its rematch lie on different nodes."""

from tests.service.sessions.test_rematches import *  # noqa: F403

del test_players_who_ask_at_the_same_time_get_one_session  # noqa: F821 - It runs a gunicorn on a single server.
