"""The command `arbiter`."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections.abc import Sequence

from engine.games import GAMES
from service.resources import resource_path
from service.version import version

BENCHMARKS = (
    "engine",
    "ai",
    "http",
    "answers",
    "sealed",
    "limits",
    "bounds",
    "sessions",
    "feeds",
    "clocks",
    "statuses",
    "webhooks",
    "turns",
    "jobs",
    "shares",
    "recovery",
    "durability",
    "slow_clients",
    "shortcuts",
)
"""The benchmarks in tests/bench."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one subcommand; returns the exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        return int(chosen.run(chosen))
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="arbiter", description="A referee for board games that you call over HTTP.")
    parser.add_argument("--version", action="version", version=f"arbiter {version()}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="command")
    serve_ = _command(commands, serve, "start the service with everything it needs and print its address")
    serve_.add_argument("--host", help="address to listen on (default: HOST, else 127.0.0.1)")
    serve_.add_argument("--port", type=int, help="port to listen on (default: PORT, else 8000)")
    serve_.add_argument("--workers", type=int, help="processes that answer requests (default: WEB_CONCURRENCY, else 2)")
    worker_ = _command(commands, worker, "run AI jobs, and deliver to webhooks")
    worker_.add_argument("--only", choices=("ai", "webhooks"), help="one kind of work only (default: both)")
    worker_.add_argument(
        "--processes", type=_positive, help="worker processes for AI jobs, or with --only webhooks for webhooks (default: the settings)"
    )
    _command(commands, games, "list the games")
    selfplay_ = _command(commands, selfplay, "let AI players play each other and print the results")
    selfplay_.add_argument("--game", choices=list(GAMES), help="one game only (default: all)")
    selfplay_.add_argument(
        "--seats", default="easy,random", help="levels, one per seat, such as hard,easy or hard:400,easy (default: easy,random)"
    )
    selfplay_.add_argument("--games", type=_positive, default=20, help="games, the seats rotated from one to the next (default: 20)")
    selfplay_.add_argument("--seed", type=int, default=1, help="seed of the match (default: 1)")
    selfplay_.add_argument("--time-ms", type=_positive, help="thinking time for each move (default: that of the level)")
    selfplay_.add_argument("--iterations", type=_positive, help="iterations for each move instead of a time: the match is then repeatable")
    selfplay_.add_argument("--processes", type=_positive, default=1, help="games played at the same time (default: 1)")
    bench_ = _command(commands, bench, "run benchmarks of the service and the engine (needs the source tree)")
    bench_.add_argument("what", nargs="?", choices=BENCHMARKS, help="one benchmark only (default: all)")
    key_ = _command(commands, key, "make an API key and its entry for ARBITER_API_KEYS")
    key_.add_argument("name", help="name of the key: letters, digits, - and _")
    key_.add_argument("--scopes", default="play+ai", help="scopes of the key: play, ai, admin, joined by + (default: play+ai)")
    doctor_ = _command(commands, doctor, "check a deployment and say what is wrong with it")
    doctor_.add_argument(
        "address", nargs="?", help="address of the service, such as https://arbiter.example (default: check the Redis alone)"
    )
    verify_ = _command(commands, verify, "verify stored sessions by replaying their logs")
    verify_.add_argument("session", nargs="*", help="ids of sessions (default: all)")
    openapi_ = _command(commands, openapi, "print the API's specification, or write or check it")
    openapi_.add_argument("--write", action="store_true", help="bring openapi.yaml up to date")
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
    """Options override the environment, which overrides the defaults."""
    from service.operations.serve import environment_with
    from service.operations.serve import serve as run

    wanted = {"ARBITER_HOST": chosen.host, "ARBITER_PORT": chosen.port, "WEB_CONCURRENCY": chosen.workers}
    return run(environment_with(wanted))


def worker(chosen: argparse.Namespace) -> int:
    """Uses the configured Redis, else the embedded one that runs in DATA_DIR."""
    from service.operations.worker import work

    return work(chosen.processes, chosen.only)


def verify(chosen: argparse.Namespace) -> int:
    """Uses the configured Redis, else the embedded one of DATA_DIR, whether it runs or not."""
    from service.operations.verify import verify as run

    return run(chosen.session)


def key(chosen: argparse.Namespace) -> int:
    """Prints the key, which is shown only here, and its entry for the settings."""
    from service.http.api_keys import SCOPES, new_key

    scopes = chosen.scopes.split("+")
    if not set(scopes) <= set(SCOPES) or not re.fullmatch(r"[\w-]{1,40}", chosen.name, re.ASCII):
        print(f"A name consists of letters, digits, - and _; scopes are {', '.join(SCOPES)}, joined by +.", file=sys.stderr)
        return 2
    secret, entry = new_key(chosen.name, scopes)
    print(f"X-Api-Key: {secret}\nARBITER_API_KEYS={entry}")
    return 0


def doctor(chosen: argparse.Namespace) -> int:
    """Checks the settings of the environment, and the service at the address if there is one."""
    from service.operations.doctor import report
    from service.settings import Settings

    return report(Settings.from_environment(), chosen.address)


def games(_: argparse.Namespace) -> int:
    """Prints one line per game."""
    print(f"{'id':<18}{'title':<18}{'players':<10}rules")
    for game in GAMES.values():
        print(f"{game.id:<18}{game.title:<18}{f'{game.seats[0]}-{game.seats[-1]}':<10}{game.rules_version}")
    return 0


def selfplay(chosen: argparse.Namespace) -> int:
    """Prints one table per game; with fixed iterations, or players that do not search, the result is reproducible."""
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
    """Runs one benchmark, or all of them and writes tests/bench/results."""
    name = chosen.what or "report"
    root = resource_path(f"tests/bench/{name}.py").parents[2]
    return subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], cwd=root, check=False).returncode


def openapi(chosen: argparse.Namespace) -> int:
    """Prints the specification, writes it, or checks that it is up to date."""
    path = resource_path("openapi.yaml")
    if not chosen.write and not chosen.check:
        print(path.read_text(encoding="utf-8"), end="")
        return 0
    from service.openapi.generate import current

    wanted = current()
    if chosen.write:
        path.write_text(wanted, encoding="utf-8")
    elif path.read_text(encoding="utf-8") != wanted:
        print("openapi.yaml is not up to date; run: arbiter openapi --write", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
