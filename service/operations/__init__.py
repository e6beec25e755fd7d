"""Running the service: serve, supervision, the embedded Redis, diagnosis."""
