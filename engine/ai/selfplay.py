"""Matches between AI players: whole games with rotated seats, and a table of the win rates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from multiprocessing import get_context
from typing import Any

from engine.ai import LEVELS, choose
from engine.ai.evaluation import shares
from engine.game import Event, start, to_act
from engine.games import GAMES

Clock = Callable[[], float]
"""Returns seconds since any starting point; the engine has no clock, so the caller passes one."""


@dataclass(frozen=True)
class Contestant:
    """A level, and the number of iterations per move if it is fixed."""

    level: str
    iterations: int | None = None

    def __str__(self) -> str:
        return self.level if self.iterations is None else f"{self.level}:{self.iterations}"


@dataclass(frozen=True)
class Match:
    """A series of games: the contestants sit in this order in the first game and move on by one seat in each further game."""

    game: str
    contestants: tuple[Contestant, ...]
    games: int
    seed: int
    time_ms: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Played:
    """A finished game: the shares of the victory and the scores by contestant, and the number of moves."""

    shares: list[float]
    scores: list[int]
    moves: int


def read_contestant(text: str, iterations: int | None = None) -> Contestant:
    """Reads `hard` or `hard:800`, a level and an optional number of iterations; raises ValueError for anything else."""
    level, _, own = text.partition(":")
    if level not in LEVELS:
        raise ValueError(f"{level}: the levels are {', '.join(LEVELS)}")
    if own and not own.isdigit():
        raise ValueError(f"{text}: a number of iterations must follow the colon")
    return Contestant(level, int(own) if own else iterations if LEVELS[level].rung == "search" else None)


def play_one(match: Match, clock: Clock, number: int) -> Played:
    """Plays the game of that number; all rotations of the seats share a seed, so that luck is balanced."""
    game, seats = GAMES[match.game], len(match.contestants)
    seed = match.seed * 1_000_003 + number // seats
    seated = [(seat + number) % seats for seat in range(seats)]
    state = start(game, {"first_seat": 0, **match.options}, seats, seed)
    events: list[Event] = []
    while decision := to_act(state):
        contestant = match.contestants[seated[decision.seat]]
        game.play(state, _answer(match, clock, contestant, state, decision.seat, seed), events)
        events.clear()
    outcome = game.outcome(state)
    assert outcome is not None
    won = shares(outcome)
    order = [seated.index(contestant) for contestant in range(seats)]
    return Played([won[seat] for seat in order], [outcome.scores[seat] for seat in order], state.version)


def _answer(match: Match, clock: Clock, contestant: Contestant, state: Any, seat: int, seed: int) -> Any:
    game, level = GAMES[match.game], contestant.level
    time_ms = LEVELS[level].deadline_ms if match.time_ms is None else match.time_ms
    timed = contestant.iterations is None and (match.time_ms is not None or LEVELS[level].rung == "search")
    stop = _alarm(clock, time_ms) if timed else _never
    return choose(game, game.view(state, seat), seat, level, seed, iterations=contestant.iterations, stop=stop).move


def _never() -> bool:
    return False


def _alarm(clock: Clock, time_ms: int) -> Callable[[], bool]:
    end = clock() + time_ms / 1000
    return lambda: clock() >= end


def play_match(match: Match, clock: Clock, processes: int = 1) -> list[Played]:
    """Plays all games of a match on this many processes and returns them in order."""
    play = partial(play_one, match, clock)
    if processes == 1:
        return [play(number) for number in range(match.games)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        return list(pool.map(play, range(match.games)))


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Returns the 95 % confidence interval (Wilson) of a win rate; a shared victory counts as its share."""
    if games == 0:
        return 0.0, 1.0
    z, rate = 1.959964, wins / games
    centre = rate + z * z / (2 * games)
    reach = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max(0.0, (centre - reach) / whole), min(1.0, (centre + reach) / whole)


def table(match: Match, played: Sequence[Played]) -> str:
    """Returns a text table with a line for each contestant: seats played, win rate with its interval, mean score, mean winning score."""
    length = _mean(game.moves for game in played)
    head = f"{match.game}, {len(match.contestants)} seats, {len(played)} games, seed {match.seed}, {length:.0f} moves a game"
    columns = f"{'player':<14}{'seats':>7}{'wins':>9}{'95 %':>17}{'score':>9}{'winning':>9}"
    winners = [max(score for share, score in zip(game.shares, game.scores, strict=True) if share) for game in played]
    lines = [_line(match, kind, played) for kind in dict.fromkeys(match.contestants)]
    return "\n".join([head, columns, *lines, f"winners score {_mean(winners):.1f} on average"])


def _line(match: Match, kind: Contestant, played: Sequence[Played]) -> str:
    places = [place for place, other in enumerate(match.contestants) if other == kind]
    entries = [(game.shares[place], game.scores[place]) for game in played for place in places]
    won = sum(share for share, _ in entries)
    low, high = wilson(won, len(entries))
    interval = f"{100 * low:.1f}-{100 * high:.1f} %"
    score, winning = _mean(score for _, score in entries), _mean(score for share, score in entries if share)
    return f"{kind!s:<14}{len(entries):>7}{100 * won / len(entries):>7.1f} %{interval:>17}{score:>9.1f}{winning:>9.1f}"


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0
