"""`include=position`: each entry of the feed carries the session exactly as a read right after that entry shows it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.game import Event, start
from engine.games import GAMES
from service.referee.presentation import Format
from service.sessions.entries import Claimed, Moved, Undone
from service.sessions.feed import Subscription, stream, subscribe
from service.sessions.feed_hub import FeedItem, Hub, Listener
from service.sessions.feed_positions import FeedPosition, FeedPositions, LogWalk
from service.sessions.log import replay, standing_moves
from service.sessions.model import encode, state_of
from service.sessions.store import SessionStore
from tests.support.http_client import HttpClient, Stream, headers_of
from tests.support.tables import GAME_IDS, InProcess, Table, code_of, new_table
from tests.support.waiting import PATIENCE

SHORT: dict[str, Any] = {"blue_moon_city": {"round_limit": 2}}
"""Options with which a game of cards ends soon."""

MOMENTARY = ("presence", "expires_at")
"""Members of a read that a position in the feed does not have, or that later changes move on."""


class Follower:
    """A client of the feed with positions, without HTTP."""

    def __init__(self, hub: Hub, table: Table, token: str | None, since: int = 0, form: Format | None = None) -> None:
        self.hub, self.token = hub, token
        self.subscription = subscribe(hub.store, table.id, since, token, form=form or Format("en"))
        self.listener = Listener(table.id, seat=self.subscription.seat, with_positions=True)
        hub.join(self.listener, self.subscription.session.game, self.subscription.session.version)
        self._items = filter(None, stream(hub, self.listener, self.subscription, PATIENCE, PATIENCE))

    def __next__(self) -> Any:
        """The next entry."""
        item: FeedItem = next(self._items)
        return json.loads(self.subscription.encode(item, "en"))


@pytest.fixture
def hub(store: SessionStore) -> Iterator[Hub]:
    hub = Hub(store, limit=100)
    yield hub
    for listener in hub._all_listeners():
        hub.leave(listener)


def holders(table: Table) -> list[str | None]:
    """A spectator, the host, and every seat."""
    return [None, table.host, *table.tokens]


def lasting(position: Any) -> Any:
    """A position without its momentary members."""
    return {name: value for name, value in position.items() if name not in MOMENTARY}


def polled(table: Table, token: str | None, query: str = "", since: int = 0) -> list[Any]:
    """The whole feed with positions, page by page."""
    entries: list[Any] = []
    cursor: int | None = since
    while cursor is not None:
        answer = table.caller.call("GET", f"{table.path}/events?include=position&wait=0&since={cursor}{query}", token=token)
        assert answer.status == 200, answer.json
        entries += answer.json["entries"]
        cursor = answer.json["next"]
    return entries


def moves_and_undos(table: Table, seed: int) -> Iterator[str]:
    """Plays a random game to its end; takes some moves and turns back where that is allowed. Yields what was done."""
    chance, position = Random(seed), table.read()
    while position["to_act"]:
        token = table.tokens[position["to_act"]["seat"]]
        assert token is not None
        answer = table.move(chance.choice(table.legal(token)), position["version"], token)
        assert answer.status == 200, answer.json
        yield "moved"
        position = answer.json
        if position["to_act"] and chance.random() < 0.2:
            to = chance.choice(("decision", "turn"))
            answer = table.caller.call("POST", f"{table.path}/undo", {"to": to}, token)
            if answer.status == 200:
                yield "undone"
                position = answer.json


@pytest.mark.parametrize("game", GAME_IDS)
def test_every_position_is_what_a_read_shows_at_its_version(caller: InProcess, hub: Hub, game: str) -> None:
    """Over a whole game with undos, for every seat, the host and a spectator: live, and resumed at the end from an earlier version."""
    table = new_table(caller, game, 2, options=SHORT.get(game, {}))
    followers = [Follower(hub, table, token) for token in holders(table)]
    reads: dict[tuple[int, str | None], Any] = {}
    kinds: set[str] = set()
    for kind in moves_and_undos(table, 3):
        kinds.add(kind)
        for follower in followers:
            entry, read = next(follower), table.read(follower.token)
            assert entry["type"] == kind and entry["version"] == entry["position"]["version"] == read["version"]
            assert entry["position"] == {name: value for name, value in read.items() if name != "presence"}
            reads[read["version"], follower.token] = read
    assert kinds == {"moved", "undone"} or game == "blue_moon_city", "the game has undos"
    last = max(version for version, _ in reads)
    assert reads[last, None]["outcome"] and reads[last, None]["salt"], "the last entry carries the outcome"
    assert entry["position"]["outcome"] == reads[last, None]["outcome"]


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_resumed_feed_has_the_same_positions(caller: InProcess, hub: Hub, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the game runs, from any version; undos go back over checkpoints."""
    monkeypatch.setattr("service.sessions.feed_positions.CHECKPOINT_MOVES", 3)
    table = new_table(caller, game, 3)
    reads: dict[str | None, list[Any]] = {token: [] for token in holders(table)}
    for count, _ in enumerate(moves_and_undos(table, 5), start=1):
        for token, seen in reads.items():
            seen.append(lasting(table.read(token)))
        if count == 45:
            break
    for token, seen in reads.items():
        assert [lasting(entry["position"]) for entry in polled(table, token)] == seen
        for since in (0, 7, 43, 44):
            follower = Follower(hub, table, token, since)
            assert [lasting(next(follower)["position"]) for _ in range(45 - since)] == seen[since:]


def test_the_feed_of_a_finished_game_hides_nothing(caller: InProcess) -> None:
    table = new_table(caller, "blue_moon_city", 2, options=SHORT["blue_moon_city"])
    version = table.play(1000)
    for token in holders(table):
        entries = polled(table, token)
        assert [entry["position"]["version"] for entry in entries] == list(range(1, version + 1))
        for entry in entries[:: len(entries) // 5]:
            past = caller.call("GET", f"{table.path}/states/{entry['version']}", token=token).json
            assert entry["position"]["view"] == past["view"] and entry["position"]["outcome"] == past["outcome"]
            assert entry["position"]["seed"] == 7 and past["view"]["seed"] == 7


def turns(game: str, seats: int, seed: int, count: int) -> Iterator[tuple[int, int, list[Any]]]:
    """A random game as posts of several moves: the version before each post, its seat and its moves, as many as one post may contain."""
    chance, state, first, moves = Random(seed), start(GAMES[game], {}, seats, seed), 0, list[Any]()
    for version in range(1, count + 1):
        move, seat, events = chance.choice(GAMES[game].legal_moves(state)), state.pending[-1].seat, list[Event]()
        GAMES[game].play(state, move, events)
        moves.append(msgspec.to_builtins(move))
        if not state.pending or state.pending[-1].seat != seat or any(event.reveals for event in events) or version == count:
            yield first, seat, moves
            first, moves = version, []


@pytest.mark.parametrize("game", GAME_IDS)
def test_posts_of_several_moves_give_a_position_for_each_move(caller: InProcess, hub: Hub, game: str) -> None:
    table, count = new_table(caller, game, 2, seed=11), 30
    followers = [Follower(hub, table, token) for token in holders(table)]
    posts = list(turns(game, 2, 11, count))
    assert any(len(moves) > 1 for _, _, moves in posts)
    for version, seat, moves in posts:
        answer = caller.call("POST", f"{table.path}/moves", {"moves": moves}, table.tokens[seat], If_Match=f'"{version}"')
        assert answer.status == 200, answer.json
    for follower in followers:
        seen = [next(follower)["position"] for _ in range(count)]
        assert [position["version"] for position in seen] == list(range(1, count + 1))
        for position in seen:
            past = caller.call("GET", f"{table.path}/states/{position['version']}", token=follower.token).json
            assert {name: position[name] for name in ("view", "to_act", "outcome")} == {
                name: past[name] for name in ("view", "to_act", "outcome")
            }
            is_mine = position["to_act"] is not None and position["to_act"]["seat"] == position["seat"]
            assert bool(position["legal_moves"]) == is_mine


def test_query_parameters_of_positions_apply(caller: InProcess) -> None:
    table = new_table(caller)
    token = table.acting()
    table.move(table.legal(token)[0], 0, token)
    for query in ("", "&legal_moves=false", "&previews=false"):
        for holder in table.tokens:
            (entry,) = polled(table, holder, query)
            read = caller.call("GET", f"{table.path}?{query.lstrip('&')}", token=holder).json
            assert lasting(entry["position"]) == lasting(read)
    (plain,) = caller.call("GET", f"{table.path}/events?wait=0").json["entries"]
    assert "position" not in plain
    assert {name: value for name, value in polled(table, None)[0].items() if name != "position"} == plain


def test_an_unknown_include_is_refused_by_name(caller: InProcess) -> None:
    table = new_table(caller)
    for value in ("positions", "", "position,legal_moves"):
        answer = caller.call("GET", f"{table.path}/events?include={value}")
        assert code_of(answer) == (422, "query_invalid")
        (error,) = answer.json["errors"]
        assert error["parameter"] == "include" and error["message"] == "include must be position."


def test_claims_have_a_position_except_for_the_token_that_they_end(caller: InProcess, hub: Hub) -> None:
    table = new_table(caller)
    former, other = Follower(hub, table, table.tokens[1]), Follower(hub, table, table.tokens[0])
    claimed = caller.call("POST", f"{table.path}/seats/1/claims", {"invite_code": table.codes[1], "name": "Zoë"}).json["token"]
    told = next(former)
    assert told["type"] == "claimed" and "position" not in told
    assert next(former, None) is None
    assert next(other)["position"]["seats"][1]["name"] == "Zoë"
    (entry,) = polled(table, claimed)
    assert lasting(entry["position"]) == lasting(table.read(claimed))


def test_the_end_of_a_session_has_no_position(caller: InProcess, hub: Hub) -> None:
    table = new_table(caller)
    follower = Follower(hub, table, table.tokens[0])
    caller.call("DELETE", table.path, token=table.host)
    told = next(follower)
    assert told["type"] == "ended" and "position" not in told
    assert next(follower, None) is None


def test_the_clock_comes_with_the_latest_position_only(caller: InProcess) -> None:
    table = new_table(caller, clock={"move_seconds": 1000, "bank_seconds": 0, "on_timeout": "ai_turn"})
    table.play(3)
    *earlier, last = polled(table, None)
    assert all("clock" not in entry["position"] and entry["clock"] for entry in earlier)
    assert last["position"]["clock"].keys() == {"seat", "deadline_at", "now", "bank_ms"}
    assert last["position"]["clock"]["deadline_at"] == table.read()["clock"]["deadline_at"]


def test_entries_before_a_migration_have_no_position(caller: InProcess, store: SessionStore) -> None:
    """Their moves belong to earlier rules, by which nothing can be replayed any more."""
    table = new_table(caller)
    table.play(4)
    store.server.client.hset(f"arbiter:{{{table.id}}}", "base", encode({"version": 3, "state": msgspec.Raw(replayed(store, table, 3))}))
    assert [entry.get("position", {}).get("version") for entry in polled(table, None)] == [None, None, 3, 4]


def replayed(store: SessionStore, table: Table, version: int) -> bytes:
    return encode(replay(store.find(table.id), standing_moves(entry for _, entry in store.entries(table.id, 0, version))))


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_walk_through_the_log_agrees_with_a_replay_of_every_version(
    caller: InProcess, store: SessionStore, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Undos of any length, as against AI players; versions may be left out on the way."""
    monkeypatch.setattr("service.sessions.feed_positions.CHECKPOINT_MOVES", 4)
    table = new_table(caller, game, 2)
    table.play(20)
    session, moves = store.find(table.id), [entry for _, entry in store.entries(table.id, 0)]
    log = [*moves[:13], Undone(at=0, seat=0, to_act=0, moves=11), *moves[2:9], Undone(at=0, seat=0, to_act=0, moves=1), *moves[8:15]]
    monkeypatch.setattr(
        SessionStore, "entries", lambda self, _, since, limit=None: list(enumerate(log, start=1))[since : since + limit if limit else None]
    )
    for step in (1, 2, 5):
        walk = LogWalk(store, session)
        for version in range(step, len(log) + 1, step):
            expected = encode(replay(session, standing_moves(log[:version])))
            assert encode(walk.follow(version, log[version - 1])) == expected
            assert encode(walk.follow(version, log[version - 1])) == expected


def test_a_resumed_feed_plays_every_move_once(caller: InProcess, store: SessionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work for a position does not grow with the log before it."""
    table = new_table(caller)
    table.play(30)
    played: list[Moved] = []
    play = LogWalk._play

    def count(self: LogWalk, entry: Moved) -> None:
        played.append(entry)
        play(self, entry)

    monkeypatch.setattr(LogWalk, "_play", count)
    positions, log = FeedPositions(store, table.id), store.entries(table.id, 0)
    now = positions.load()
    assert all(positions.find(now, version, entry) for version, entry in log)
    assert len(played) == 29, "the latest position is the stored one"


def test_listeners_with_the_same_sight_share_one_encoding(caller: InProcess, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table(caller)
    presented: list[int | None] = []
    present = FeedPosition.present

    def count(self: FeedPosition, seat: int | None, hides: bool, form: Format) -> Any:
        presented.append(seat)
        return present(self, seat, hides, form)

    monkeypatch.setattr(FeedPosition, "present", count)
    item = FeedItem(GAMES["orbis"], *first_entry(hub.store, table))
    subscriptions = [subscribe(hub.store, table.id, 0, token, form=Format("en")) for token in [None, None, *table.tokens, *table.tokens]]
    for subscription in subscriptions:
        subscription.encode(item, "en")
    assert presented == [None, 0, 1]


def first_entry(store: SessionStore, table: Table) -> tuple[int, Any, FeedPosition | None]:
    """The first move of the table with its position."""
    table.play(1)
    ((version, entry),) = store.entries(table.id, 0)
    positions = FeedPositions(store, table.id)
    return version, entry, positions.find(positions.load(), version, entry)


def test_positions_do_not_depend_on_what_a_seat_may_not_know(caller: InProcess, store: SessionStore) -> None:
    """Two games that differ only in hidden things give a seat the same bytes."""
    for game in GAME_IDS:
        table = new_table(caller, game, 3)
        table.play(25)
        session = store.find(table.id)
        state = state_of(session)
        for seat in (None, 0, 1, 2):
            twin = GAMES[game].determinize(GAMES[game].view(state, seat), seat, Random(9))
            assert encode(twin) != encode(state)
            told = [
                encode(FeedPosition(replace(session, snapshot=encode(world), state=world), world).present(seat, True, Format("en")))
                for world in (state, twin)
            ]
            assert told[0] == told[1]


def test_a_session_that_cannot_be_read_does_not_stop_other_feeds(caller: InProcess, hub: Hub) -> None:
    sick, table = new_table(caller), new_table(caller)
    Follower(hub, sick, None)
    follower = Follower(hub, table, None)
    hub.store.server.client.hset(f"arbiter:{{{sick.id}}}", "seats", b"broken")
    hub.store.server.client.xadd(f"arbiter:{{{sick.id}}}:log", {"entry": encode(Claimed(at=0, seat=0, name="Zoë"))}, id="1-1")
    hub.store.server.client.publish(f"arbiter:{{{sick.id}}}:news", b"1")
    table.play(2)
    assert [next(follower)["position"]["version"] for _ in range(2)] == [1, 2]
    hub.store.server.client.delete(f"arbiter:{{{sick.id}}}:log", f"arbiter:{{{sick.id}}}")


@pytest.mark.parametrize("media_type", ["text/event-stream", "application/x-ndjson"])
def test_a_stream_over_http_carries_positions(live: HttpClient, media_type: str) -> None:
    table = new_table(live)
    table.play(2)
    headers = headers_of(table.tokens[0], {"Accept": media_type})
    feed = Stream(live.port, f"{table.path}/events?since=1&include=position", headers)
    entries = feed.entries()
    assert lasting(next(entries)["position"]) == lasting(table.read(table.tokens[0]))
    table.play(1)
    assert lasting(next(entries)["position"]) == lasting(table.read(table.tokens[0]))
    feed.close()


def test_a_subscription_without_a_format_has_no_positions(caller: InProcess, hub: Hub) -> None:
    """A plain listener may share a room, and its items, with one that wants positions."""
    table = new_table(caller)
    follower = Follower(hub, table, None)
    plain = Subscription(follower.subscription.session, None, 0)
    table.play(1)
    item = next(follower._items)
    assert item.position is not None
    assert "position" not in json.loads(plain.encode(item, "en"))
