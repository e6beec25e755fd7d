"""Webhooks: whom the service calls when something happens in a session or an AI job has ended."""

from __future__ import annotations

import re

from flask import Blueprint, Response

from service.http.context import context, current_request, webhooks
from service.http.queries import SESSION
from service.http.requests import caller, query_word, read_body, read_optional_body, require_json_acceptable
from service.http.responses import NOT_STORED, json_response, webhook_response
from service.webhooks.errors import WebhookUnknown
from service.webhooks.registration import (
    delete_webhook,
    list_webhooks,
    read_deliveries,
    read_webhook,
    register_webhook,
    replace_secret,
    send_test,
)
from service.webhooks.schemas import NewSecretRequest, NewWebhookRequest, WebhookTestRequest

routes = Blueprint("webhooks", __name__, url_prefix="/v1/webhooks")
routes.before_request(require_json_acceptable)

NEW, SECRET, TEST = NewWebhookRequest(), NewSecretRequest(), WebhookTestRequest()

_is_webhook_id = re.compile(r"[0-9a-f]{24}").fullmatch


@routes.before_request
def require_webhook_id() -> None:
    """Raises WebhookUnknown for an id that cannot be a webhook's, without asking Redis."""
    webhook_id = (current_request().view_args or {}).get("webhook_id")
    if webhook_id is not None and not _is_webhook_id(webhook_id):
        raise WebhookUnknown("There is no webhook with this id.")


@routes.post("")
def register() -> Response:
    """A new webhook."""
    registry, body = webhooks(), read_body(NEW)
    reply = register_webhook(registry, body, caller(), context().client)
    return webhook_response(reply, f"/v1/webhooks/{reply.resource}")


@routes.get("")
def list_all() -> Response:
    """The webhooks of the API key, or of a session."""
    return _not_stored(list_webhooks(webhooks(), query_word(SESSION), caller()))


@routes.get("/<webhook_id>")
def read(webhook_id: str) -> Response:
    """A webhook and how its deliveries go."""
    return _not_stored(read_webhook(webhooks(), webhook_id, caller()))


@routes.delete("/<webhook_id>")
def delete(webhook_id: str) -> Response:
    """Deletes a webhook."""
    delete_webhook(webhooks(), webhook_id, caller())
    return Response(status=204)


@routes.post("/<webhook_id>/secrets")
def rotate(webhook_id: str) -> Response:
    """A new secret."""
    registry = webhooks()
    read_optional_body(SECRET)
    return webhook_response(replace_secret(registry, webhook_id, caller()))


@routes.get("/<webhook_id>/deliveries")
def list_deliveries(webhook_id: str) -> Response:
    """The last attempts to deliver."""
    return _not_stored(read_deliveries(webhooks(), webhook_id, caller()))


@routes.post("/<webhook_id>/tests")
def test(webhook_id: str) -> Response:
    """Sends a test."""
    registry = webhooks()
    read_optional_body(TEST)
    return webhook_response(send_test(registry, webhook_id, caller()))


def _not_stored(document: object) -> Response:
    response = json_response(document)
    response.headers.update(NOT_STORED)
    return response
