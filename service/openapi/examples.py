"""Examples of requests for openapi.yaml: they work as they stand, apart from ids and codes that a running service gives out."""

from __future__ import annotations

from typing import Any

from engine.game import apply, start
from engine.games import GAMES
from service.openapi.naming import prefix
from service.openapi.requests import request_names
from service.openapi.rewriting import Schema, ref
from service.referee.documents import RecordSeat
from service.referee.moves import AnyGame
from service.referee.records import build_record

SEED = 1
SALT = "9f86d081884c7d659a2feaa0c55ad015"

OF_ANY_GAME: dict[str, Any] = {
    "UndoRequest": {"to": "decision"},
    "FeedTicketRequest": {},
    "InviteRequest": {},
    "ReplacementRequest": {"level": "normal"},
    "HostRequest": {"seat": 0},
    "RematchRequest": {},
    "ForkRequest": {"version": 0},
    "ClaimRequest": {"invite_code": "7KQM-2WXR-9TNB", "name": "Grace"},
    "FreeSeatRequest": {"name": "Grace"},
    "StatusesRequest": {"sessions": [{"id": "852fb046e9f32eaacfc3", "token": "seat_0fR7kXo2LwYt5BnDq8MzCj1GvEs6PuHa4"}]},
    "ResignationRequest": {"level": "normal"},
    "QrCodeRequest": {"text": "https://arbiter.example/#invite=7KQM-2WXR-9TNB"},
    "NewWebhookRequest": {"url": "https://app.example/hooks", "events": ["turn", "over"], "session": "852fb046e9f32eaacfc3"},
    "NewSecretRequest": {},
    "WebhookTestRequest": {},
    "HintRequest": {"level": "easy", "seed": SEED},
}
"""Bodies that are the same for every game. The page of /docs puts the invite code of a new session in place of this one."""


def request_bodies(by_hand: str) -> dict[str, Schema]:
    """Every request body that an operation refers to, with its examples."""
    shown = request_examples()
    return {name: _request_body(name, shown.get(name, {})) for name in request_names() if f"/requestBodies/{name}'" in by_hand}


def _request_body(name: str, shown: dict[str, Any]) -> Schema:
    content = {"schema": ref(name)} | ({"examples": shown} if shown else {})
    return {"required": True, "content": {"application/json": content}}


def request_examples() -> dict[str, dict[str, Any]]:
    """The examples of each request body: one for each game, by its id, or one for all."""
    found: dict[str, dict[str, Any]] = {name: {"example": {"value": value}} for name, value in OF_ANY_GAME.items()}
    for game in GAMES.values():
        for name in _requests(game):
            found.setdefault(name, {})[game.id] = {"$ref": f"#/components/examples/{prefix(game)}{name}"}
    return found


def requests_of_games() -> dict[str, Any]:
    """The bodies that name a game's own records, by the names of the examples."""
    return {prefix(game) + name: _example(game, value) for game in GAMES.values() for name, value in _requests(game).items()}


def _example(game: AnyGame, value: Any) -> dict[str, Any]:
    return {"summary": f"{game.title}: set `game` to {game.id}", "value": value}


def _requests(game: AnyGame) -> dict[str, Any]:
    state = start(game, {}, game.seats[0], SEED)
    move = quiet_move(game, state)
    return {
        "NewSessionRequest": {"game": game.id, "seats": [{"kind": "human"}] * game.seats[0], "seed": SEED, "options": {}},
        "NewGameRequest": {"seats": game.seats[0], "seed": SEED, "options": {}},
        "MovesRequest": {"state": state, "move": move},
        "SessionMovesRequest": {"move": move},
        "LegalMovesRequest": {"state": state},
        "AiMoveRequest": {"state": state, "level": "easy", "seed": SEED},
        "ViewRequest": {"state": state, "seat": None},
        "BoardRequest": {"state": state, "seat": 0},
        "CheckRequest": {"state": state},
        "RecordRequest": {"record": _record(game, [move])},
    }


def _record(game: AnyGame, moves: list[Any]) -> Any:
    seats = [RecordSeat(kind="human", name="Ada"), *[RecordSeat(kind="ai", level="easy")] * (game.seats[0] - 1)]
    return build_record(game, options={}, seed=SEED, salt=SALT, seats=seats, moves=moves, outcome=None)


def quiet_move(game: AnyGame, state: Any) -> Any:
    """The first legal move that reveals nothing, so that it can be taken back in a session."""
    moves = game.legal_moves(state)
    return next((move for move in moves if not any(event.reveals for event in apply(game, state, move)[1])), moves[0])
