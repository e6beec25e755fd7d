"""What a worker does with a job: claim it, search for a move from what its seat sees, hand in the move."""

from __future__ import annotations

import hashlib
import logging
import os
import signal
import time
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.ai import Choice, choose
from engine.ai.turns import view_after
from engine.chance import SEED_LIMIT
from engine.games import GAMES
from service.jobs import watchdog
from service.jobs.model import Analysis, Claim, Queue, Turn
from service.jobs.pacing import LEAST_SECONDS, Pace, seconds_for_decision
from service.jobs.presentation import present_choice, present_turn
from service.jobs.store import LEASE_MS, JobStore
from service.observability import logs, metrics
from service.referee.moves import AnyGame
from service.referee.presentation import Format
from service.sessions.changes import Sessions
from service.sessions.errors import SessionUnknown, VersionStale
from service.sessions.model import Session, state_of
from service.sessions.moves import make_ai_move
from service.storage.errors import RedisUnavailable

HAND_IN_SECONDS, RETRY_SECONDS = LEASE_MS / 1000, 0.1
"""How long a move is handed in again while Redis is unavailable, and the pause between two attempts."""

HANDING_OVER_MS = 15
"""The time of a turn that each decision takes besides thinking: the queue, the commit."""

LONGEST_TURN = 60
"""The most moves of one turn; no turn of a sensible player is as long."""

Thought = tuple[Any, Choice[Any]]
"""A view, and what an AI player chose there."""

LEVEL_OF_ATTEMPT = ("", "", "easy", "random")
"""The level of each attempt ("": the requested one): a job that keeps failing is done more simply."""

log = logging.getLogger("arbiter.worker")


_installed: list[tuple[JobStore, Sessions]] = []


def install(jobs: JobStore, sessions: Sessions) -> None:
    """Gives this process the stores that `run` works on."""
    _installed[:] = [(jobs, sessions)]


def run(queue: Queue) -> None:
    """Runs the next job of the queue, if there is one; RQ calls this."""
    jobs, sessions = _installed[0]
    claim = jobs.claim(queue)
    if claim is not None:
        perform(jobs, sessions, claim)


def perform(jobs: JobStore, sessions: Sessions, claim: Claim) -> None:
    """Does a claimed job; if it fails it is released for another attempt, or marked as failed."""
    logs.request_id.set(claim.request)
    watchdog.current().touch()
    try:
        match claim.task:
            case Analysis() if claim.attempt > len(LEVEL_OF_ATTEMPT):
                fail(jobs, claim)
            case Analysis():
                analyse(jobs, claim, claim.task)
            case Turn():
                take_turn(jobs, sessions, claim, claim.task)
    except RedisUnavailable:
        raise
    except Exception as error:
        log.exception("attempt %s at job %s failed", claim.attempt, claim.id)
        if isinstance(claim.task, Analysis) and claim.attempt >= len(LEVEL_OF_ATTEMPT):
            fail(jobs, claim)
        else:
            jobs.release(claim)
        if isinstance(error, MemoryError):
            os.kill(os.getpid(), signal.SIGTERM)  # A new process replaces this one.


def fail(jobs: JobStore, claim: Claim) -> None:
    """Marks an analysis as failed."""
    jobs.fail(claim, "ai_failed", "No move was found in several attempts; the position may be the cause.")


def level_of(requested: str, attempt: int) -> str:
    """The level of an attempt: the requested one first, then simpler ones, never a harder one."""
    return LEVEL_OF_ATTEMPT[min(attempt, len(LEVEL_OF_ATTEMPT)) - 1] or requested if requested != "random" else requested


def analyse(jobs: JobStore, claim: Claim, task: Analysis) -> None:
    """Finds a move, or the moves of the rest of the turn, for a view and stores it as the job's result."""
    game, level = GAMES[task.game], level_of(task.level, claim.attempt)
    first: Any = msgspec.json.decode(task.view, type=game.state)
    form, started, taken, paces = Format(task.language, names=task.names), time.monotonic(), list[Thought](), list[Pace]()

    def elapsed_ms() -> int:
        return claim.waited_ms + int((time.monotonic() - started) * 1000)

    def show(choice: Choice[Any]) -> bytes:
        return msgspec.json.encode(present_choice(game, first, choice, form, elapsed_ms()))

    view, whole = first, max(1, claim.left_ms) / 1000  # A request may have waited until its deadline, or longer.
    while view is not None and len(taken) < LONGEST_TURN:
        left = whole - (time.monotonic() - started)
        if taken and left <= LEAST_SECONDS:
            break
        seconds = min(left, task.deadline_ms / 1000) if task.turn else left
        part = (1 - left / whole, seconds / whole) if task.turn else (0.0, 1.0)
        pace = Pace(jobs, claim, seconds, is_shared=task.iterations is None, show=None if taken else show, part=part)
        choice = _choose_for_view(task, game, view, level, pace)
        if not pace.is_wanted:
            return
        paces.append(pace)
        taken.append((view, choice))
        view = view_after(game, view, task.seat, choice.move) if task.turn else None
    present = present_turn(game, taken, form, elapsed_ms()) if task.turn else present_choice(game, first, taken[0][1], form, elapsed_ms())
    hand_in(lambda: jobs.finish(claim, msgspec.json.encode(present)))
    record(claim, paces[0], game.id, level, taken[0][1].rung)


def _choose_for_view(task: Analysis, game: AnyGame, view: Any, level: str, pace: Pace) -> Choice[Any]:
    choice = choose(
        game,
        view,
        task.seat,
        level,
        task.seed,
        iterations=task.iterations,
        stop=pace.should_stop,
        progress=pace.report,
        watch=pace.watch,
        analysis=task.analysis,
    )
    pace.watch(None)
    return choice


def take_turn(jobs: JobStore, sessions: Sessions, claim: Claim, task: Turn) -> None:
    """Makes an AI's move in a session, under the same checks as a player's; a turn that is over is dropped."""
    session, _ = sessions.store.load(task.session)
    began = time.monotonic()
    if session is not None and not session.ended and session.due == task.due:
        level = level_of(task.due.level, claim.attempt)
        pace = Pace(jobs, claim, seconds_for_decision(session.game, replace(task.due, level=level)))
        choice = choose_for_seat(session, task.due.seat, level, pace)
        if not pace.is_wanted:
            return
        watchdog.current().touch()
        spent = task.due.spent_ms + HANDING_OVER_MS + int((time.monotonic() - pace.started) * 1000)
        try:
            hand_in(lambda: make_ai_move(sessions, task.session, task.due, choice.move, spent))
            watchdog.current().touch()
            record(claim, pace, session.facts.game, level, choice.rung)
        except (VersionStale, SessionUnknown):
            log.info("session %s has moved on; the move for version %s is dropped", task.session, task.due.version)
    jobs.delete(claim, int((time.monotonic() - began) * 1000))


def hand_in(step: Callable[[], object]) -> None:
    """Runs an idempotent step; repeats it for HAND_IN_SECONDS while Redis is unavailable."""
    until = time.monotonic() + HAND_IN_SECONDS
    while True:
        try:
            step()
            return
        except RedisUnavailable:
            if time.monotonic() >= until:
                raise
            watchdog.current().touch()
            time.sleep(RETRY_SECONDS)


def record(claim: Claim, pace: Pace, game: str, level: str, rung: str) -> None:
    """Counts and logs a move that was handed in."""
    task, seconds = type(claim.task).__name__.lower(), time.monotonic() - pace.started
    metrics.count_ai_move(game, task, level, rung, claim.waited_ms / 1000, seconds, in_time=seconds <= pace.deadline)
    log.info("job %s: %s of %s by %s (%s) in %d ms", claim.id, task, game, level, rung, seconds * 1000)


def choose_for_seat(session: Session, seat: int, level: str, pace: Pace) -> Choice[Any]:
    """The AI's move for a seat, chosen from what the seat sees."""
    view = session.game.view(state_of(session), seat)
    seed = seat_seed(session.facts.salt, session.version)
    return choose(session.game, view, seat, level, seed, stop=pace.should_stop, progress=pace.report)


def seat_seed(salt: str, version: int) -> int:
    """The seed of an AI's turn: reproducible, unknown to players until the end, and unrelated to the game's seed."""
    return int.from_bytes(hashlib.sha256(f"ai seat/{salt}/{version}".encode()).digest()[:8]) % (SEED_LIMIT + 1)
