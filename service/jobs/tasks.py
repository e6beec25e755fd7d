"""What a worker does with a job: claims it, lets the AI think about what its seat sees, and hands in the move."""

from __future__ import annotations

import hashlib
import logging
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from engine.ai import LEVELS, Choice, choose
from engine.chance import SEED_LIMIT
from engine.games import GAMES
from service.jobs import watchdog as watch
from service.jobs.documents import ai_move
from service.jobs.store import LEASE, Analysis, Claim, Jobs, Turn
from service.observability import logs, metrics
from service.sessions.changes import move_for_ai
from service.sessions.errors import VersionStale
from service.sessions.model import Session, state_of
from service.sessions.store import SessionUnknown, Store
from service.storage.connection import RedisAway
from service.wiring import here

BEAT = 0.1
"""Seconds between two signs of life; a cancelled search stops as soon."""

MARGIN = 0.1
"""The part of the time before a deadline that is kept for bringing the answer home: machines stall, and nobody misses the last tenth."""

LEAST_MARGIN, MOST_MARGIN = 0.04, 0.25
"""Seconds kept at least and at most."""

LEAST_SHARE, WAY_HOME = 0.25, 0.01
"""The part even of a short time that is thought, for a brief look beats any move; and the seconds of it that are never thought."""

INSISTING, BETWEEN = LEASE / 1000, 0.1
"""Seconds for which an answer is handed in again and again while Redis is away, until others take the work up; and those in between."""

CRAMPED = 0.9
"""The part of its memory that a worker may take before a search must be content with what it has found."""

TRIPS = 3
"""How many trips to Redis an answer takes from here to whoever waits for it."""

LADDER = ("", "", "easy", "random")
"""The level of each attempt ("" is the one asked for): work that keeps failing is done more simply, at last by any legal move."""

log = logging.getLogger("arbiter.worker")


def is_cramped() -> bool:
    """Whether this process has nearly all the memory it may take: better a search that ends early than one that ends in nothing."""
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY or sys.platform != "linux":
        return False
    taken = int(Path("/proc/self/statm").read_text().partition(" ")[0]) * resource.getpagesize()
    return taken > CRAMPED * most


class Pace:
    """When to stop: in time for the deadline, earlier when other work waits (so that all of it is in time) or memory runs short, at once
    when nobody wants it.

    In time means early enough on this machine as it is now: twice the longest pause between two looks at the clock, and a few of the
    slowest trips to Redis, are kept in reserve.
    """

    def __init__(self, jobs: Jobs, claim: Claim, seconds: float, is_shared: bool = True) -> None:
        self.jobs, self.claim, self.is_shared = jobs, claim, is_shared
        self.began = self._looked = time.monotonic()
        self.deadline = seconds
        margin = min(MOST_MARGIN, max(LEAST_MARGIN, MARGIN * seconds))
        self.seconds = max(0.0, LEAST_SHARE * (seconds - WAY_HOME), seconds - margin)
        self.is_wanted, self.progress = True, 0.0
        self._next_beat = self.began + BEAT
        self._pause = self._trip = 0.0
        self._until = self._share()

    def stop(self) -> bool:
        """Asked by the search every few iterations."""
        now = time.monotonic()
        self._pause = max(self._pause, now - self._looked)
        if now >= self._next_beat:
            self._beat(now)
            now = time.monotonic()
        self._looked = now
        return not self.is_wanted or now + 2 * self._pause + TRIPS * self._trip >= self._until

    def advance(self, done: int, limit: int | None) -> None:
        """Told by the search how far it is."""
        spent = (time.monotonic() - self.began) / max(self._until - self.began, 0.001)
        self.progress = min(1.0, max(self.progress, spent, done / limit if limit else 0.0))

    def _beat(self, now: float) -> None:
        watch.own.alive()
        try:
            self.is_wanted = self.jobs.beat(self.claim, self.progress)
            self._trip = max(self._trip, time.monotonic() - now)
        except RedisAway:
            pass  # The search goes on; if Redis stays away, the lease runs out and the work is done again.
        self._next_beat = time.monotonic() + BEAT
        self._until = now if is_cramped() else self._share()

    def _share(self) -> float:
        """The time that is left is shared with the jobs that wait, by all workers there are."""
        others = self.claim.waiting / max(1, self.claim.workers) if self.is_shared else 0
        return self.began + self.seconds / (1 + others)


def run(job_id: str) -> None:
    """The function that RQ calls: a job that was done, cancelled or is being done elsewhere is left alone."""
    jobs, store = here()
    claim = jobs.claim(job_id)
    if claim is None:
        return
    attend(jobs, store, claim)


def attend(jobs: Jobs, store: Store, claim: Claim) -> None:
    """Does a job; whatever comes of it, it is told or tried again."""
    logs.request_id.set(claim.request)
    watch.own.alive()
    try:
        match claim.task:
            case Analysis() if claim.attempt > len(LADDER):
                fail(jobs, claim)
            case Analysis():
                analyse(jobs, claim, claim.task)
            case Turn():
                take_turn(jobs, store, claim, claim.task)
    except RedisAway:
        raise
    except Exception as error:
        log.exception("attempt %s at job %s failed", claim.attempt, claim.id)
        give_up(jobs, claim)
        if isinstance(error, MemoryError):
            os.kill(os.getpid(), signal.SIGTERM)  # A fresh process takes over.


def give_up(jobs: Jobs, claim: Claim) -> None:
    """Work that failed is tried again, a rung lower; an analysis that fails on every rung is told to have failed."""
    if isinstance(claim.task, Analysis) and claim.attempt >= len(LADDER):
        fail(jobs, claim)
    else:
        jobs.release(claim)


def fail(jobs: Jobs, claim: Claim) -> None:
    """Tells that an analysis came to nothing, also one that none of its workers has survived."""
    jobs.fail(claim, "ai_failed", "No move could be found, though it was tried several times; the position may be at fault.")


def level_of(asked: str, attempt: int) -> str:
    """The level of this attempt: what was asked for at first, then simpler ones, never harder."""
    return LADDER[min(attempt, len(LADDER)) - 1] or asked if asked != "random" else asked


def analyse(jobs: Jobs, claim: Claim, task: Analysis) -> None:
    """Finds a move for a view and keeps it as the job's result."""
    game = GAMES[task.game]
    view = msgspec.json.decode(task.view, type=game.state)
    pace = Pace(jobs, claim, claim.left_ms / 1000, is_shared=task.iterations is None)
    level = level_of(task.level, claim.attempt)
    choice = choose(
        game,
        view,
        task.seat,
        level,
        task.seed,
        iterations=task.iterations,
        stop=pace.stop,
        progress=pace.advance,
        analysis=task.analysis,
    )
    if pace.is_wanted:
        elapsed = claim.waited_ms + int((time.monotonic() - pace.began) * 1000)
        answer = msgspec.json.encode(ai_move(game, view, choice, task.language, elapsed))
        hand_in(lambda: jobs.finish(claim, answer))
        note(claim, pace, game.id, level, choice.rung)


def take_turn(jobs: Jobs, store: Store, claim: Claim, task: Turn) -> None:
    """Moves for an AI's seat through the same door as people; a turn that has passed meanwhile is dropped."""
    session, _ = store.load(task.session)
    if session is not None and not session.ended and session.due == task.due:
        level = level_of(task.due.level, claim.attempt)
        pace = Pace(jobs, claim, LEVELS[level].deadline_ms / 1000)
        choice = seat_choice(session, task.due.seat, level, pace)
        if not pace.is_wanted:
            return
        watch.own.alive()
        try:
            hand_in(lambda: move_for_ai(store, task.session, task.due, choice.move))
            watch.own.alive()
            note(claim, pace, session.facts.game, level, choice.rung)
        except (VersionStale, SessionUnknown):
            log.info("session %s has moved on; the answer to version %s is dropped", task.session, task.due.version)
    jobs.forget(claim)


def hand_in(step: Callable[[], object]) -> None:
    """Hands an answer in, which does no harm when it comes twice; one that is found is not given up because Redis is away for a moment."""
    until = time.monotonic() + INSISTING
    while True:
        try:
            step()
            return
        except RedisAway:
            if time.monotonic() >= until:
                raise
            watch.own.alive()
            time.sleep(BETWEEN)


def note(claim: Claim, pace: Pace, game: str, level: str, rung: str) -> None:
    """Counts a move that was handed in, and tells the log of it under the id of the request that led to it."""
    task, seconds = type(claim.task).__name__.lower(), time.monotonic() - pace.began
    metrics.thought(game, task, level, rung, claim.waited_ms / 1000, seconds, in_time=seconds <= pace.deadline)
    log.info("job %s: %s of %s by %s (%s) in %d ms", claim.id, task, game, level, rung, seconds * 1000)


def seat_choice(session: Session, seat: int, level: str, pace: Pace) -> Choice[Any]:
    """The AI's move for a seat, which is shown what the seat may see and nothing else."""
    view = session.game.view(state_of(session), seat)
    seed = seat_seed(session.facts.salt, session.version)
    return choose(session.game, view, seat, level, seed, stop=pace.stop, progress=pace.advance)


def seat_seed(salt: str, version: int) -> int:
    """The AI's own chance: the same for the same turn, nothing that players could know before the end, nor guess the game's seed from."""
    return int.from_bytes(hashlib.sha256(f"ai seat/{salt}/{version}".encode()).digest()[:8]) % (SEED_LIMIT + 1)
