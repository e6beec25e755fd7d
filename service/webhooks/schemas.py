"""marshmallow schemas of requests about webhooks."""

from __future__ import annotations

from marshmallow import fields, validate

from service.referee.schemas import List, RequestSchema, described
from service.sessions.schemas import ID_PATTERN
from service.webhooks.model import WEBHOOK_EVENTS

URL_LENGTH = 2000

URL_PATTERN = r"^[Hh][Tt][Tt][Pp][Ss]?://[!-~]+$(?!\n)"


class NewWebhookRequest(RequestSchema):
    """Whom to call about what: the events of one session, with its host's token, or without `session` all of the API key."""

    url = fields.String(
        required=True,
        validate=[validate.Length(1, URL_LENGTH), validate.Regexp(URL_PATTERN, error="Must be a URL of https, in ASCII.")],
        metadata=described("An address of https that leads to a public address."),
    )
    events = List(
        fields.String(validate=validate.OneOf(WEBHOOK_EVENTS)),
        1,
        len(WEBHOOK_EVENTS),
        required=True,
        metadata=described("`job` is for webhooks of an API key only."),
    )
    session = fields.String(validate=validate.Regexp(ID_PATTERN, error="Must be the id of a session."))


class NewSecretRequest(RequestSchema):
    """Replaces the secret; there is nothing to choose."""


class WebhookTestRequest(RequestSchema):
    """Sends a test; there is nothing to choose."""
