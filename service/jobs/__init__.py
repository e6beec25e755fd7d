"""AI work: the job queue in Redis and the workers that serve it."""
