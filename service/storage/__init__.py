"""Redis access: clients, scripts, budgets and idempotency keys."""
