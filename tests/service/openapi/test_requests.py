"""The requests that /docs is prefilled with work as they stand, once a session and a job of the running service are filled in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from engine.games import GAMES
from service import create_app
from service.operations.embedded_redis import EmbeddedRedis
from service.settings import Settings
from tests.support.example_requests import OPERATIONS, SPEC, Page, body_examples, resolved
from tests.support.stores import close, proved

REFUSED = {
    "createInvite": (409, "seat_present"),
    "replacePlayer": (409, "seat_present"),
    "createRematch": (409, "game_running"),
    "getSessionRecord": (409, "game_running"),
    "takeFreeSeat": (403, "not_allowed"),
    "getWebhook": (404, "webhook_unknown"),
    "deleteWebhook": (404, "webhook_unknown"),
    "replaceWebhookSecret": (404, "webhook_unknown"),
    "listWebhookDeliveries": (404, "webhook_unknown"),
    "createWebhookTest": (404, "webhook_unknown"),
    "listWebhooks": (401, "webhook_owner_missing"),
}
"""Operations that a private session just created refuses, with status and code of the refusal; it has no webhook yet."""

LAST = ("claimSeat", "resignSeat", "cancelJob", "endSession")
"""Operations after which others no longer work; the rest works in the order of the specification."""


@pytest.fixture(scope="module")
def client(embedded: EmbeddedRedis) -> Iterator[FlaskClient]:
    """A client of a service with a Redis."""
    with proved(embedded.url):
        app = create_app(Settings(redis_url=embedded.url, log_requests=False, stream_seconds=1, pulse_seconds=1))
        yield app.test_client()
        close(app)


def in_order() -> list[str]:
    """The operations in an order in which each can succeed."""
    return sorted(OPERATIONS, key=lambda name: LAST.index(name) if name in LAST else -1)


@pytest.mark.parametrize("game", GAMES)
def test_every_prefilled_request_is_answered_with_success(client: FlaskClient, game: str) -> None:
    page = Page(client, game)
    for operation in in_order():
        bodies = body_examples(operation)
        chosen = bodies.get(game, bodies.get("example"))
        response = page.send(operation, chosen)
        if operation in REFUSED:
            assert (response.status_code, response.get_json()["code"]) == REFUSED[operation]
        else:
            assert 200 <= response.status_code < 300, (operation, response.get_data(as_text=True))
        assert not bodies or chosen is not None, f"{operation} has no body for {game}"


def test_every_operation_with_a_body_shows_one_for_each_game_or_one_for_all() -> None:
    for operation_id, (_, operation) in OPERATIONS.items():
        names = list(body_examples(operation_id))
        assert names in (list(GAMES), ["example"]) if "requestBody" in operation else not names, operation_id


def test_the_first_body_belongs_to_the_game_that_the_path_is_prefilled_with() -> None:
    assert SPEC["components"]["parameters"]["Game"]["example"] == next(iter(GAMES))


def test_every_path_parameter_is_prefilled() -> None:
    for _, operation in OPERATIONS.values():
        assert all("example" in each for each in map(resolved, operation["parameters"]) if each["in"] == "path")
