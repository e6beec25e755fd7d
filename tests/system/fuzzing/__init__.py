"""The contract fuzzer: Schemathesis with sessions, tokens, codes and positions that exist."""
