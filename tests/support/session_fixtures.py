"""Fixtures of the session tests, for a single server and for a Cluster; each conftest adds its own `app`."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.sessions.changes import Sessions
from tests.support.stores import sessions_of
from tests.support.tables import InProcess


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of the application of this test."""
    return app.test_client()


@pytest.fixture
def caller(client: FlaskClient) -> InProcess:
    """Calls the application of this test."""
    return InProcess(client)


@pytest.fixture
def sessions(app: Flask) -> Sessions:
    """The sessions of the application of this test."""
    return sessions_of(app)
