"""The client of the contract tests notices answers that do not match the specification."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jsonschema_rs
import pytest
from flask import Response

from service import create_app
from service.settings import Settings
from tests.support.checked_client import CheckedClient

Tamper = Callable[[Response], None]
NEW_GAME = {"seats": 2, "seed": 1}


def tampered(tamper: Tamper, game: str = "orbis") -> CheckedClient:
    """A client of a service whose answers are changed on their way."""
    app = create_app(Settings(log_requests=False))

    def change(response: Response) -> Response:
        tamper(response)
        return response

    app.after_request_funcs.setdefault(None, []).insert(0, change)  # Runs after all others.
    return CheckedClient(app.test_client(), game)


def edit(change: Callable[[Any], None]) -> Tamper:
    """Changes the document of a response."""

    def tamper(response: Response) -> None:
        document = json.loads(response.get_data())
        change(document)
        response.set_data(json.dumps(document))

    return tamper


def test_an_answer_as_specified_passes() -> None:
    tampered(lambda response: None).good("POST", "/v1/games/orbis/states", NEW_GAME)


@pytest.mark.parametrize(
    "tamper",
    [
        lambda response: response.headers.remove("X-Request-Id"),
        lambda response: response.headers.set("Content-Language", "es"),
        lambda response: setattr(response, "status_code", 202),
        lambda response: setattr(response, "mimetype", "text/plain"),
        edit(lambda document: document.pop("events")),
        edit(lambda document: document.update(stray=1)),
        edit(lambda document: document["legal_moves"][0].pop("slot")),
        edit(lambda document: document["legal_moves"][0].update(type="move_sun", field=1, orbit=False)),
    ],
)
def test_any_other_answer_is_noticed(tamper: Tamper) -> None:
    with pytest.raises((AssertionError, jsonschema_rs.ValidationError)):
        tampered(tamper).good("POST", "/v1/games/orbis/states", NEW_GAME)


def test_documents_that_do_not_name_their_game_are_checked_as_documents_of_the_game() -> None:
    checked = tampered(lambda response: None, game="helios")
    state = checked.client.post("/v1/games/orbis/states", json=NEW_GAME).get_json()["state"]
    with pytest.raises(jsonschema_rs.ValidationError):
        checked.good("POST", "/v1/games/orbis/legal-moves", {"state": state})
