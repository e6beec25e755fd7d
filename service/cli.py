"""The command `arbiter`."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from engine.games import GAMES
from service.resources import shipped

MEASUREMENTS = ("engine", "ai", "http", "sealed", "limits", "sessions", "jobs", "recovery")
"""The scripts in tests/bench that measure."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one subcommand; gives the exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        return int(chosen.run(chosen))
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="arbiter", description="A referee for board games that you call over HTTP.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="command")
    serve_ = _command(commands, serve, "start the service, with everything it needs, and print its address")
    serve_.add_argument("--host", help="address to listen on (default: HOST, else 127.0.0.1)")
    serve_.add_argument("--port", type=int, help="port to listen on (default: PORT, else 8000)")
    serve_.add_argument("--workers", type=int, help="processes that answer requests (default: WEB_CONCURRENCY, else 2)")
    worker_ = _command(commands, worker, "think for AI players: in sessions, and for whoever asks for a move")
    worker_.add_argument("--processes", type=_positive, help="processes that think (default: ARBITER_AI_WORKERS, else 2)")
    _command(commands, games, "list the games that can be played")
    selfplay_ = _command(commands, selfplay, "let AI players play each other and print who wins how often")
    selfplay_.add_argument("--game", choices=list(GAMES), help="one game only (default: all)")
    selfplay_.add_argument(
        "--seats", default="easy,random", help="levels, one per seat, such as hard,easy or hard:400,easy (default: easy,random)"
    )
    selfplay_.add_argument("--games", type=_positive, default=20, help="games, the seats rotated from one to the next (default: 20)")
    selfplay_.add_argument("--seed", type=int, default=1, help="seed of the match (default: 1)")
    selfplay_.add_argument("--time-ms", type=_positive, help="thinking time for each move (default: that of the level)")
    selfplay_.add_argument("--iterations", type=_positive, help="iterations for each move instead of a time: the match is then repeatable")
    selfplay_.add_argument("--processes", type=_positive, default=1, help="games played at the same time (default: 1)")
    bench_ = _command(commands, bench, "measure the service and the engine (needs the source tree)")
    bench_.add_argument("what", nargs="?", choices=MEASUREMENTS, help="one measurement only (default: all)")
    key_ = _command(commands, key, "make an API key: for whoever will call, and as an entry of ARBITER_API_KEYS")
    key_.add_argument("name", help="who will hold it: letters, digits, - and _")
    key_.add_argument("--scopes", default="play+ai", help="what it is good for: play, ai, admin, joined by + (default: play+ai)")
    doctor_ = _command(commands, doctor, "look at a deployment and say what is wrong with it")
    doctor_.add_argument(
        "address", nargs="?", help="address of the service, such as https://arbiter.example (default: look at the Redis alone)"
    )
    verify_ = _command(commands, verify, "prove that sessions are what their logs say, by playing them again")
    verify_.add_argument("session", nargs="*", help="ids of sessions (default: all there are)")
    openapi_ = _command(commands, openapi, "print the API's specification, write it, or check that it is what the code says")
    openapi_.add_argument("--write", action="store_true", help="bring the generated part of openapi.yaml up to date")
    openapi_.add_argument("--check", action="store_true", help="fail if openapi.yaml is not up to date")
    return parser


def _command(commands: argparse._SubParsersAction[argparse.ArgumentParser], run: object, text: str) -> argparse.ArgumentParser:
    name = getattr(run, "__name__", "")
    command = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    command.set_defaults(run=run)
    return command


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def serve(chosen: argparse.Namespace) -> int:
    """Command line over environment over defaults."""
    from service.operations import serve as server

    wanted = {"ARBITER_HOST": chosen.host, "ARBITER_PORT": chosen.port, "WEB_CONCURRENCY": chosen.workers}
    return server.serve(server.environment_with(wanted))


def worker(chosen: argparse.Namespace) -> int:
    """On the Redis of the environment, else on the embedded one at work in DATA_DIR; any number of machines may join in."""
    from service.jobs.worker import work
    from service.operations.embedded_redis import running
    from service.settings import Settings

    settings = Settings.from_environment()
    if not settings.redis_url and (url := running(Path(settings.data_dir))):
        os.environ["ARBITER_REDIS_URL"] = url
        settings = Settings.from_environment()
    return work(settings, chosen.processes or settings.ai_workers or 1)


def verify(chosen: argparse.Namespace) -> int:
    """In the Redis of the environment, else in the embedded one of DATA_DIR, running or not."""
    from service.sessions.verify import verify_all

    return verify_all(chosen.session)


def key(chosen: argparse.Namespace) -> int:
    """The key itself is told here and never again."""
    from service.http.api_keys import SCOPES, new_key

    scopes = chosen.scopes.split("+")
    if not set(scopes) <= set(SCOPES) or not re.fullmatch(r"[\w-]{1,40}", chosen.name, re.ASCII):
        print(f"A name has letters, digits, - and _; scopes are {', '.join(SCOPES)}, joined by +.", file=sys.stderr)
        return 2
    secret, entry = new_key(chosen.name, scopes)
    print(f"X-Api-Key: {secret}\nARBITER_API_KEYS={entry}")
    return 0


def doctor(chosen: argparse.Namespace) -> int:
    """By the settings of the environment, and at the address where one is named."""
    from service.operations.doctor import report
    from service.settings import Settings

    return report(Settings.from_environment(), chosen.address)


def games(_: argparse.Namespace) -> int:
    """One line for each game."""
    print(f"{'id':<18}{'title':<18}{'players':<10}rules")
    for game in GAMES.values():
        print(f"{game.id:<18}{game.title:<18}{f'{game.seats[0]}-{game.seats[-1]}':<10}{game.rules_version}")
    return 0


def selfplay(chosen: argparse.Namespace) -> int:
    """A table for each game; with fixed iterations, or players that do not search, it can be repeated to the last digit."""
    from engine.ai.selfplay import Match, play_match, read_contestant, table

    try:
        contestants = tuple(read_contestant(text, chosen.iterations) for text in chosen.seats.split(","))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    for game in GAMES.values() if chosen.game is None else [GAMES[chosen.game]]:
        if len(contestants) not in game.seats:
            print(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players.", file=sys.stderr)
            return 2
        match = Match(game.id, contestants, chosen.games, chosen.seed, chosen.time_ms)
        print(table(match, play_match(match, time.monotonic, chosen.processes)), end="\n\n", flush=True)
    return 0


def bench(chosen: argparse.Namespace) -> int:
    """One measurement, or all of them in one table that is kept in tests/bench/results."""
    name = chosen.what or "report"
    root = shipped(f"tests/bench/{name}.py").parents[2]
    return subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], cwd=root, check=False).returncode


def openapi(chosen: argparse.Namespace) -> int:
    """The specification on standard output, unless it is to be written or checked."""
    path = shipped("openapi.yaml")
    if not chosen.write and not chosen.check:
        print(path.read_text(encoding="utf-8"), end="")
        return 0
    from service.openapi.generate import current

    wanted = current(path)
    if chosen.write:
        path.write_text(wanted, encoding="utf-8")
    elif path.read_text(encoding="utf-8") != wanted:
        print("openapi.yaml is not what the code says; run: arbiter openapi --write", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
