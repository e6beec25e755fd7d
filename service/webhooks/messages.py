"""The messages of a webhook: what the log of a session, an AI job or a test gives it to tell.

Every message has a position in its stream: a log entry of version v gives at most one message about what happened, at position 2v, and one
about the turn that began, at 2v + 1. Its id follows from its position, so that a repetition has the same id.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import cast

import msgspec

from service.sessions.entries import AnyEntry, Claimed, Ended, Moved, TimedOut
from service.sessions.log_presentation import present_entry
from service.sessions.model import Session
from service.sessions.presentation import is_over, present_time
from service.webhooks.documents import JobEndStatus, JobMessage, JobNews, SessionEvent, SessionMessage, SessionNews, TestMessage, TestNews
from service.webhooks.model import DeliveryType, JobEnd, Webhook

ID_LENGTH = 32

_encode = msgspec.json.Encoder().encode
_job_ends: msgspec.json.Decoder[JobEnd] = msgspec.json.Decoder(JobEnd)


class Message(msgspec.Struct, frozen=True):
    """A message to deliver; `next` is the position after it."""

    id: str
    type: DeliveryType
    next: int
    body: bytes


def session_messages(webhook: Webhook, session: Session, version: int, entry: AnyEntry) -> Iterator[tuple[int, Message]]:
    """The messages of a log entry that the webhook asked for, with their positions.

    They show what a spectator could see while the game was running, whenever they are sent: a repetition has the same body.
    """
    for position, event, seat in _events(session, version, entry):
        if event in webhook.events:
            shown = present_entry(session.game, version, entry, None, webhook.language, hides=True)
            news = SessionNews(
                session=session.id, game=session.facts.game, seat=seat, version=version, entry=shown, metadata=session.facts.metadata
            )
            body = _encode(SessionMessage(type=event, timestamp=present_time(entry.at), data=news))
            yield position, Message(message_id(webhook, f"session/{session.id}/{position}"), event, position + 1, body)


def _events(session: Session, version: int, entry: AnyEntry) -> Iterator[tuple[int, SessionEvent, int | None]]:
    """The events of a log entry: position, type and seat."""
    match entry:
        case Claimed():
            yield first_position(version), "claimed", entry.seat
        case TimedOut():
            yield first_position(version), "timed_out", entry.seat
        case Moved(to_act=None):
            yield first_position(version), "over", None
        case Ended() if not is_over(session):
            yield first_position(version), "over", None
    if entry.turn is not None:
        yield first_position(version) + 1, "turn", entry.turn


def first_position(version: int) -> int:
    """The position of the first message that the log entry of a version may give."""
    return 2 * version


def version_at(position: int) -> int:
    """The version of the log entry that gives the message at a position."""
    return position // 2


def job_message(webhook: Webhook, job: str, payload: bytes) -> Message:
    """The message about an AI job that has ended."""
    end = _job_ends.decode(payload)
    news = JobNews(job=job, status=cast(JobEndStatus, end.status))
    body = _encode(JobMessage(type="job", timestamp=present_time(end.at), data=news))
    return Message(message_id(webhook, f"job/{job}"), "job", 1, body)


def test_message(webhook: Webhook, test: str, payload: bytes) -> Message:
    """The message of a test."""
    body = _encode(TestMessage(type="test", timestamp=present_time(int(payload)), data=TestNews(webhook=webhook.id)))
    return Message(message_id(webhook, f"test/{test}"), "test", 1, body)


def message_id(webhook: Webhook, about: str) -> str:
    """The id of a message, the same for every attempt and different for every webhook."""
    return "msg_" + hashlib.sha256(f"{webhook.id}/{about}".encode()).hexdigest()[:ID_LENGTH]
