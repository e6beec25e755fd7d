"""Everything that knows Flask: requests, responses, problems, middleware and routes."""
