"""Examples of requests for openapi.yaml: they work as they stand, apart from ids and codes that a running service gives out."""

from __future__ import annotations

from typing import Any

from engine.game import apply, start
from engine.games import GAMES
from service.openapi.naming import prefix
from service.openapi.requests import request_names
from service.openapi.rewriting import Schema, ref
from service.referee.moves import AnyGame

SEED = 1

OF_ANY_GAME: dict[str, Any] = {
    "UndoRequest": {},
    "ForkRequest": {"version": 0},
    "ClaimRequest": {"invite_code": "7KQM-2WXR-9TNB", "name": "Grace"},
    "ResignationRequest": {"level": "normal"},
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
    }


def quiet_move(game: AnyGame, state: Any) -> Any:
    """The first legal move that reveals nothing, so that it can be taken back in a session."""
    moves = game.legal_moves(state)
    return next((move for move in moves if not any(event.reveals for event in apply(game, state, move)[1])), moves[0])
