"""Webhooks: signed calls to the back ends of apps when something happens in a session or an AI job has ended."""
