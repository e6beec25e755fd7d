"""Arbiter over HTTP: the Flask service around the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from service.settings import Settings


def create_app(settings: Settings | None = None) -> Flask:
    """The service as a WSGI application; without settings, those of the environment.

    Imports happen here, so that commands which need no web application start quickly.
    """
    from service.http.app import build_app
    from service.settings import Settings

    return build_app(settings or Settings.from_environment())
