"""AI jobs and AI seats, with a real Redis and real workers."""
