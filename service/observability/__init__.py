"""Metrics and logging; imports nothing else of the service."""
