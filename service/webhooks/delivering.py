"""Delivers a claimed stream: its messages one after the other, until one fails or none is left."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Iterator

import msgspec

from service.observability import metrics
from service.sessions.model import Session
from service.sessions.store import SessionStore
from service.storage.budgets import Budgets
from service.webhooks.messages import Message, first_position, job_message, session_messages, test_message, version_at
from service.webhooks.model import Attempt, Claim, Verdict
from service.webhooks.registration import KEEP_SECONDS
from service.webhooks.sender import Answer, Sender
from service.webhooks.signatures import signed_headers, valid
from service.webhooks.store import WebhookStore

FIRST_DELAY, LONGEST_DELAY = 5.0, 3600.0
"""Seconds until the second attempt at a message, and between two attempts at most; in between the delay doubles."""

JITTER = 0.2
"""The fraction by which a delay is longer or shorter at random, so that receivers do not get all repetitions at once."""

SLOW_SECONDS = 1.0
"""A call that takes longer makes its webhook a slow one."""

PAGE = 50
"""Log entries that are read at a time."""

MAX_MESSAGES = 20
"""Messages of a stream that are delivered before others get their turn."""

GONE = 410

log = logging.getLogger("arbiter.webhooks")


class Deliverer(msgspec.Struct, frozen=True):
    """What a delivery needs; `calls_per_minute` is the budget of each client (0: no limit). `stopping` ends every stream soon."""

    store: WebhookStore
    sessions: SessionStore
    sender: Sender
    budgets: Budgets
    calls_per_minute: int
    stopping: threading.Event


def deliver(deliverer: Deliverer, claim: Claim) -> None:
    """Delivers what the stream holds, and ends the claim."""
    match claim.kind:
        case "session":
            _deliver_session(deliverer, claim)
        case "job":
            _deliver_single(deliverer, claim, job_message(claim.webhook, claim.resource, claim.payload))
        case "test":
            _deliver_single(deliverer, claim, test_message(claim.webhook, claim.resource, claim.payload))


def _deliver_single(deliverer: Deliverer, claim: Claim, message: Message) -> None:
    """Delivers the only message of a stream; a test is sent once, whatever comes of it."""
    verdict = _send(deliverer, claim, message)
    if verdict in ("delivered", "given_up") or (verdict == "failed" and claim.kind == "test"):
        deliverer.store.finish(claim, message.next, None)


def _deliver_session(deliverer: Deliverer, claim: Claim) -> None:
    """Delivers what has happened in a session since the last delivery."""
    session, _ = deliverer.sessions.load(claim.resource)
    if session is None:
        deliverer.store.finish(claim, claim.cursor, None, with_webhook=claim.webhook.session is not None)
        return
    for count, message in enumerate(_pending(deliverer.sessions, session, claim)):
        if count == MAX_MESSAGES or deliverer.stopping.is_set():
            deliverer.store.release(claim, 0)
            return
        if _send(deliverer, claim, message) != "delivered":
            return
    seconds = max(0, session.expires_at - int(time.time())) + KEEP_SECONDS
    deliverer.store.finish(claim, claim.cursor, seconds, with_webhook=claim.webhook.session is not None)


def _pending(sessions: SessionStore, session: Session, claim: Claim) -> Iterator[Message]:
    """The messages from the claim's cursor on, which moves past everything that the webhook does not want to hear."""
    while True:
        entries = sessions.log(session, version_at(claim.cursor) - 1, PAGE)
        for version, entry in entries:
            if max(entry.at, session.facts.created_at) >= claim.since:
                for position, message in session_messages(claim.webhook, session, version, entry):
                    if position >= claim.cursor:
                        yield message
            claim.cursor = first_position(version + 1)
        if len(entries) < PAGE:
            return


def _send(deliverer: Deliverer, claim: Claim, message: Message) -> Verdict:
    """One attempt at a message, within the client's budget; `lost` if it must wait for the budget."""
    wait_ms = _wait_for_budget(deliverer, claim)
    if wait_ms:
        deliverer.store.release(claim, wait_ms)
        return "lost"
    now = deliverer.sessions.now_ms()
    headers = signed_headers(message.id, now // 1000, message.body, valid(claim.secrets, now))
    answer = deliverer.sender.post(claim.webhook.url, headers, message.body)
    attempt = _attempt(claim, message, now, answer)
    verdict = deliverer.store.report(
        claim, _result(claim, answer), attempt, message.next, delay_ms(claim.failures, answer), _is_slow(answer)
    )
    if verdict == "delivered":
        claim.failures = 0
    if verdict == "off":
        log.warning("webhook %s is switched off: %s", claim.webhook.id, answer.error)
    metrics.count_delivery(message.type, "gone" if answer.status == GONE else verdict, answer.seconds)
    return verdict


def _wait_for_budget(deliverer: Deliverer, claim: Claim) -> int:
    """The milliseconds that a call must wait for the client's budget; 0 if it need not."""
    if not deliverer.calls_per_minute:
        return 0
    spending = deliverer.budgets.spend(f"webhooks:{claim.webhook.client}", deliverer.calls_per_minute)
    return 0 if spending.is_enough else spending.retry_after * 1000


def _attempt(claim: Claim, message: Message, at: int, answer: Answer) -> Attempt:
    return Attempt(
        id=message.id,
        type=message.type,
        resource=claim.stream,
        at=at,
        number=claim.failures + 1,
        result="delivered" if answer.is_good else "failed",
        elapsed_ms=round(answer.seconds * 1000),
        status=answer.status,
        error=answer.error,
    )


def _result(claim: Claim, answer: Answer) -> str:
    if answer.is_good:
        return "delivered"
    if answer.status == GONE:
        return "gone"
    return "untested" if claim.kind == "test" else "failed"


def delay_ms(failures: int, answer: Answer) -> int:
    """The milliseconds until the next attempt, after so many earlier failures; a receiver may ask for more, up to LONGEST_DELAY."""
    delay = min(LONGEST_DELAY, FIRST_DELAY * 2.0 ** min(failures, 30)) * random.uniform(1 - JITTER, 1 + JITTER)
    return int(1000 * min(LONGEST_DELAY * (1 + JITTER), max(delay, answer.retry_after)))


def _is_slow(answer: Answer) -> bool:
    return not answer.is_good or answer.seconds > SLOW_SECONDS
