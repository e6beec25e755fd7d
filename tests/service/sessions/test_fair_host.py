"""Fair against the host: what would let a host know hidden pieces or future draws is impossible, or everybody sees it."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from engine.game import apply
from service.sessions.changes import Sessions
from service.sessions.model import state_of
from service.sessions.store import SessionStore
from service.sessions.time_outs import time_out
from tests.support.clocks import leave_for, pass_deadline
from tests.support.http_client import Answer
from tests.support.tables import GAME_IDS, InProcess, Table, code_of, play_for

TWO_MINUTES = 121
AI = {"level": "random"}


def opened(caller: InProcess, *kinds: str, game: str = "orbis", **wish: Any) -> Table:
    """A session whose seats are of these kinds; the host's seat is the first and begins."""
    seats = [{"kind": kind, **(AI if kind == "ai" else {})} for kind in kinds]
    options = {"first_seat": 0} | wish.pop("options", {})
    answer = caller.call("POST", "/v1/sessions", {"game": game, "seats": seats, "options": options, **wish})
    assert answer.status == 201, answer.json
    return Table(caller, answer.json)


def post(table: Table, path: str, body: Any = None, token: str | None = None) -> Answer:
    return table.caller.call("POST", f"{table.path}{path}", body, token)


def join(table: Table, seat: int, code: str | None = None) -> Answer:
    """Somebody claims a seat."""
    answer = post(table, f"/seats/{seat}/claims", {"invite_code": code or table.codes[seat]})
    assert answer.status == 201, answer.json
    table.tokens[seat] = answer.json["token"]
    return answer


def invite(table: Table, seat: int) -> str:
    """The host issues a new invite code."""
    code: str = post(table, f"/seats/{seat}/invites", {}, table.host).json["invite_code"]
    return code


def shown(table: Table, seat: int) -> tuple[bool, bool]:
    """Whether everybody sees that the host holds a seat, and that somebody else held it before."""
    found = table.read()["seats"][seat]
    return found["held_by_host"], found["seen_before"]


def draws(store: SessionStore, table: Table, count: int = 30) -> list[Any]:
    """What will be revealed if everybody always makes the first legal move: the future that nobody may know."""
    session = store.find(table.id)
    state, revealed = state_of(session), list[Any]()
    while state.pending and len(revealed) < count:
        state, events = apply(session.game, state, session.game.legal_moves(state)[0])
        revealed += [event for event in events if event.reveals]
    return revealed


@pytest.mark.parametrize("game", GAME_IDS)
@pytest.mark.parametrize("with_seat", [False, True], ids=["host", "player"])
def test_forks_before_and_after_others_join_predict_no_draws(caller: InProcess, store: SessionStore, game: str, with_seat: bool) -> None:
    """Forks with the host's token, or with that of the host's own seat; forks of forks too."""
    table = opened(caller, "human", "invited", "invited", game=game)
    assert post(table, "/hosts", {"seat": 0}, table.host).status == 201
    maker = table.tokens[0] if with_seat else table.host

    def fork(parent: Table, token: str | None) -> Table:
        return Table(caller, post(parent, "/forks", {}, token).json)

    forks = [fork(table, maker) for _ in range(3)]
    join(table, 1)
    join(table, 2)
    forks += [fork(table, maker) for _ in range(3)]
    forks += [fork(each, each.host) for each in forks]
    expected = draws(store, table)
    assert len(expected) >= 5
    assert all(draws(store, each) != expected for each in forks)
    seeds = {store.find(each.id).facts.seed for each in [table, *forks]}
    assert len(seeds) == 1 + len(forks)
    assert [entry["type"] for entry in table.history()].count("forked") == 6, "everybody sees the forks"


@pytest.mark.parametrize("how", ["replacements", "resignations", "time-outs"])
def test_draws_are_not_explored_while_an_ai_plays_for_a_person(caller: InProcess, sessions: Sessions, how: str) -> None:
    """The host could else play ahead against the AI, take everything back, and invite the person again, knowing what will be drawn."""
    clock = {"move_seconds": 60, "bank_seconds": 0, "on_timeout": "ai_seat", "level": "random"}
    first = 1 if how == "time-outs" else 0
    more: dict[str, Any] = {"clock": clock} if how == "time-outs" else {}
    table = opened(caller, "human", "human" if how == "resignations" else "invited", options={"first_seat": first}, seed=7, **more)
    match how:
        case "replacements":
            assert post(table, "/seats/1/replacements", AI, table.host).status == 201
        case "resignations":
            assert post(table, "/seats/1/resignations", AI, table.tokens[1]).status == 201
        case _:
            join(table, 1)
            pass_deadline(sessions.store, table.id)
            time_out(sessions, table.id)
    for _ in range(12):
        seen = table.read(table.tokens[0])
        if seen["legal_moves"]:
            assert table.move(seen["legal_moves"][0], seen["version"], table.tokens[0]).status == 200
        else:
            play_for(sessions, table.id)
    made = state_of(sessions.store.find(table.id)).version
    for to in ("turn", "decision"):
        answer = post(table, "/undo", {"to": to}, table.tokens[0])
        while answer.status == 200:
            answer = post(table, "/undo", {"to": to}, table.tokens[0])
        assert answer.json["code"] in ("undo_revealed", "undo_others_moved")
    assert all(entry.get("undone_reveals", 0) == 0 for entry in table.history())
    assert made - state_of(sessions.store.find(table.id)).version <= 1, "at most a quiet last move was taken back"


def test_a_seat_that_the_host_holds_is_shown_as_such_while_an_ai_plays_it(caller: InProcess, sessions: Sessions) -> None:
    """The token of a resigned seat still reads: the host sees the pieces of that AI."""
    table = opened(caller, "human", "human", "human", "invited", game="blue_moon_city")
    assert post(table, "/seats/1/resignations", AI, table.tokens[1]).status == 201
    leave_for(sessions.store, table.id, TWO_MINUTES)
    assert post(table, "/seats/2/replacements", AI, table.host).status == 201
    for seat in (1, 2):
        assert None not in table.read(table.tokens[seat])["view"]["players"][seat]["hand"]
        assert table.read()["seats"][seat]["kind"] == "ai" and shown(table, seat) == (True, False)
    assert shown(table, 0) == (True, False) and shown(table, 3) == (False, False)


def test_a_seat_that_the_host_looked_through_says_so_after_it_was_claimed(caller: InProcess, store: SessionStore) -> None:
    table = opened(caller, "human", "human", "human", game="blue_moon_city")
    looked = table.read(table.tokens[1])["view"]["players"][1]["hand"]
    assert None not in looked and shown(table, 1) == (True, False)
    claimed = join(table, 1)
    assert claimed.json["view"]["players"][1]["hand"] == looked and claimed.json["seats"][1]["seen_before"] is True
    assert shown(table, 1) == (False, True)
    leave_for(store, table.id, TWO_MINUTES)
    code = invite(table, 2)
    assert shown(table, 2) == (False, True), "a new invite does not hide that the host held the seat"
    join(table, 2, code)
    assert shown(table, 2) == (False, True)


def test_a_seat_that_the_host_claimed_and_passed_on_says_so(caller: InProcess, store: SessionStore) -> None:
    """The host has every invite code and can claim a seat in somebody's name."""
    table = opened(caller, "human", "invited")
    join(table, 1)
    assert shown(table, 1) == (False, False)
    leave_for(store, table.id, TWO_MINUTES)
    join(table, 1, invite(table, 1))
    assert shown(table, 1) == (False, True)
    assert [entry["type"] for entry in table.history()] == ["claimed", "invited", "claimed"]


def test_a_seat_that_nobody_saw_stays_unseen_while_an_ai_plays_it(caller: InProcess) -> None:
    table = opened(caller, "human", "invited")
    assert post(table, "/seats/1/replacements", AI, table.host).status == 201
    join(table, 1, invite(table, 1))
    assert shown(table, 1) == (False, False)


@pytest.mark.parametrize("kind", ["invited", "ai"])
def test_a_fork_says_whose_pieces_its_maker_knows(caller: InProcess, kind: str) -> None:
    """A host who plays keeps their hand in a fork; the player who gets that seat in the fork sees that it was seen."""
    table = opened(caller, "human", "invited", game="blue_moon_city")
    post(table, "/hosts", {"seat": 0}, table.host)
    seats = [{"kind": kind}, {"kind": "human"}]
    forks = [Table(caller, post(table, "/forks", {"seats": seats}, token).json) for token in (table.tokens[0], table.host)]
    assert [shown(fork, 0) for fork in forks] == [(False, True), (False, False)]
    assert [shown(fork, 1) for fork in forks] == [(True, False)] * 2
    assert all(fork.read()["redealt"] and fork.read()["fork_of"] == table.id for fork in forks)


def test_a_rematch_is_dealt_anew_and_seen_by_its_holders_only(caller: InProcess, sessions: Sessions) -> None:
    table = opened(caller, "human", "human", game="orbis")
    join(table, 1)
    table.play(1000)
    rematch = Table(caller, post(table, "/rematches", {}, table.tokens[1]).json | {"host_token": table.host})
    assert [shown(rematch, seat) for seat in (0, 1)] == [(True, False), (False, False)]
    assert sessions.store.find(rematch.id).facts.seed != sessions.store.find(table.id).facts.seed


@pytest.mark.parametrize("action", ["claims", "invites"])
def test_feeds_tickets_and_polls_of_the_host_end_with_the_token(caller: InProcess, store: SessionStore, action: str) -> None:
    table = opened(caller, "human", "human", game="blue_moon_city")
    old = table.tokens[1]
    ticket = post(table, "/feed-tickets", {}, old).json["ticket"]
    if action == "invites":
        leave_for(store, table.id, TWO_MINUTES)
        invite(table, 1)
    else:
        join(table, 1)
    assert code_of(caller.call("GET", f"{table.path}/events?wait=0&ticket={ticket}", Accept="application/json")) == (401, "ticket_invalid")
    for path in ("", "/history", "/legal-moves", "/states/0", "/board.svg", "/events?wait=0", "/record"):
        accept = "image/svg+xml" if path == "/board.svg" else "application/json"
        assert code_of(caller.call("GET", f"{table.path}{path}", token=old, Accept=accept)) == (401, "token_unknown"), path
    for path in ("/moves", "/undo", "/forks", "/ai-moves", "/feed-tickets", "/seats/1/resignations"):
        body = {"/moves": {"move": {"type": "pass"}}, "/ai-moves": {"level": "easy"}}.get(path, {})
        answer = caller.call("POST", f"{table.path}{path}", body, old, If_Match='"0"')
        assert code_of(answer) == (401, "token_unknown"), path


def test_a_chosen_seed_is_shown_in_every_document_of_the_session(caller: InProcess) -> None:
    """The person who chose the seed can play the same game elsewhere and read every hand: everybody sees that it was chosen."""
    table = opened(caller, "human", "invited", game="blue_moon_city", seed=7)
    again = opened(caller, "human", "human", game="blue_moon_city", seed=7)
    joined = join(table, 1).json
    assert joined["view"]["players"][1]["hand"] == again.read(again.tokens[1])["view"]["players"][1]["hand"]
    feed = caller.call("GET", f"{table.path}/events?since=0&wait=0&include=position", Accept="application/json").json
    documents = [table.made, joined, table.read(), *[entry["position"] for entry in feed["entries"]]]
    assert all(document["seed_chosen"] is True for document in documents)


@pytest.mark.parametrize("seed", [7, None])
def test_the_list_of_open_sessions_tells_whether_the_seed_was_chosen(caller: InProcess, seed: int | None) -> None:
    chosen: dict[str, Any] = {} if seed is None else {"seed": seed}
    table = opened(caller, "human", "invited", visibility="open", **chosen)
    listed = next(each for each in caller.call("GET", "/v1/sessions").json["sessions"] if each["id"] == table.id)
    assert listed["seed_chosen"] is (seed is not None)


def test_metrics_do_not_tell_how_many_moves_a_hidden_hand_allows(caller: InProcess) -> None:
    """On a server with one game the sum of a metric would change by that number whenever a player reads the position."""

    def figures() -> list[str]:
        return [line for line in caller.call("GET", "/metrics").body.decode().splitlines() if line.startswith("arbiter_legal_moves")]

    table = opened(caller, "human", "invited", game="blue_moon_city", options={"first_seat": 1})
    join(table, 1)
    before = figures()
    assert table.legal(table.tokens[1]) and table.read(table.tokens[1])["legal_moves"]
    assert figures() == before


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_commitment_of_the_seed_checks_out_at_the_end(caller: InProcess, game: str) -> None:
    options = {"round_limit": 1} if game == "blue_moon_city" else {}
    table = opened(caller, "human", "human", game=game, options=options)
    fork = Table(caller, post(table, "/forks", {}, table.host).json)
    for each in (table, fork):
        assert "seed" not in each.made and "salt" not in each.made
        each.play(5000)
        over = each.read()
        assert hashlib.sha256(f"{over['seed']}:{over['salt']}".encode()).hexdigest() == each.made["seed_commitment"]
    record = caller.call("GET", f"{table.path}/record").json
    assert caller.call("POST", f"/v1/games/{game}/records", {"record": record}).status == 200
    assert record["seed"] == table.read()["seed"]
