"""Whole games in sessions: each seat is played by a client that knows only its feed and its own calls."""

from __future__ import annotations

import threading
import time
from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from tests.engine.cases import VARIANTS
from tests.support.http_client import HttpClient, Stream
from tests.support.tables import GAME_IDS, Table, new_table

LONG = 90.0


class Seat(threading.Thread):
    """A client of one seat, or a spectator (None): follows the feed and moves when its seat is to act."""

    def __init__(self, live: HttpClient, table: Table, seat: int | None, form: str) -> None:
        super().__init__(daemon=True)
        self.live, self.table, self.seat, self.form = live, table, seat, form
        self.token = None if seat is None else table.tokens[seat]
        self.entries: list[Any] = []
        self.rng = Random(str(seat))
        self.problem: object = None

    def run(self) -> None:
        stream = self.open()
        try:
            self.act(self.table.made["to_act"]["seat"], 0)
            for entry in stream.entries():
                self.entries.append(entry)
                if entry["to_act"] is None:
                    return
                self.act(entry["to_act"], entry["version"])
        except BaseException as error:
            self.problem = error
            raise
        finally:
            stream.close()

    def open(self) -> Stream:
        """Opens the feed; retries while the server refuses more feeds."""
        while (stream := self.live.stream(self.table.id, token=self.token, Accept=self.form)).status == 503:
            stream.close()
            time.sleep(0.1)
        return stream

    def act(self, asked: int, version: int) -> None:
        if self.seat is not None and asked == self.seat:
            legal = self.table.legal(self.token)
            answer = self.table.move(legal[int(self.rng.random() * len(legal))], version, self.token)
            assert answer.status == 200, answer.json


def is_redacted(seen: Any, whole: Any) -> bool:
    """Whether a record seen during the game is the whole one, which everybody sees at the end, with nulls for what was hidden."""
    if isinstance(seen, dict) and isinstance(whole, dict):
        return seen.keys() == whole.keys() and all(is_redacted(seen[name], whole[name]) for name in seen if name != "label")
    if isinstance(seen, list) and isinstance(whole, list):
        return len(seen) == len(whole) and all(map(is_redacted, seen, whole))
    return seen is None or bool(seen == whole)


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_game_played_by_separate_clients_is_the_same_for_all(live: HttpClient, game: str) -> None:
    seats = GAMES[game].seats[-1]
    table = new_table(live, game, seats, options=VARIANTS[game][0])
    forms = ["text/event-stream", "application/x-ndjson"]
    clients = [Seat(live, table, seat, forms[number % 2]) for number, seat in enumerate([None, *range(seats)])]
    for client in clients:
        client.start()
    for client in clients:
        client.join(timeout=LONG)
        assert not client.is_alive() and client.problem is None
    over = table.read()
    assert over["outcome"] is not None and over["version"] == len(clients[0].entries)
    whole = table.history()
    for client in clients:
        assert len(client.entries) == len(whole)
        assert all(map(is_redacted, client.entries, whole))
        assert table.history(client.token) == whole
        polled, since = [], 0
        while since < over["version"]:
            page = live.call("GET", f"{table.path}/events?since={since}&wait=0", token=client.token).json
            polled += page["entries"]
            since = polled[-1]["version"]
        assert polled == whole
