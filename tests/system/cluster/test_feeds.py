"""The tests of feeds with positions and of feed tickets again, on a Redis Cluster."""

from tests.service.sessions.test_feed_positions import *  # noqa: F403
from tests.service.sessions.test_feed_tickets import *  # noqa: F403

# These start servers on the single Redis of the session tests.
del test_a_stream_over_http_carries_positions  # noqa: F821
del test_of_many_simultaneous_uses_one_succeeds  # noqa: F821
del test_an_event_source_follows_its_seat  # noqa: F821
del test_a_feed_with_a_ticket_needs_no_api_key  # noqa: F821
del test_tickets_work_across_processes_and_stay_out_of_the_log_lines  # noqa: F821
