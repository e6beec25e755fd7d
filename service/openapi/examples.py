"""Examples for openapi.yaml: requests of every game that work as they stand, and their answers."""

from __future__ import annotations

from typing import Any

from engine.game import apply, start
from engine.games import GAMES
from service.openapi.naming import prefix
from service.openapi.requests import request_names
from service.openapi.rewriting import Schema, ref
from service.referee.documents import View
from service.referee.moves import AnyGame
from service.referee.presentation import Format, present_events, present_legal_moves, present_position

ENGLISH = Format("en")


def request_bodies(by_hand: str) -> dict[str, Any]:
    """Every request body that an operation refers to, with an example for each game."""
    return {name: _request_body(name) for name in request_names() if f"/requestBodies/{name}'" in by_hand}


def _request_body(name: str) -> Schema:
    shown = {game.id: {"$ref": f"#/components/examples/{prefix(game)}{name}"} for game in GAMES.values() if name in _requests(game)}
    content = {"schema": ref(name)} | ({"examples": shown} if shown else {})
    return {"required": True, "content": {"application/json": content}}


def examples(text: str) -> dict[str, Any]:
    """The examples that the text refers to."""
    found = {prefix(game) + name: value for game in GAMES.values() for name, value in (_requests(game) | _answers(game)).items()}
    return {name: {"value": value} for name, value in found.items() if f"/examples/{name}'" in text}


def _answers(game: AnyGame) -> dict[str, Any]:
    state = start(game, {}, game.seats[0], 1)
    after, events = apply(game, state, game.legal_moves(state)[0])
    moved = present_position(game, after, ENGLISH, carried={"state": after}, events=present_events(game, [(after, events)], ENGLISH))
    return {
        "Position": present_position(game, state, ENGLISH, carried={"state": state}),
        "MovedPosition": moved,
        "LegalMoves": present_legal_moves(game, state, ENGLISH),
        "View": View(seat=None, view=game.view(state, None)),
    }


def _requests(game: AnyGame) -> dict[str, Any]:
    state = start(game, {}, game.seats[0], 1)
    move = game.legal_moves(state)[0]
    return {
        "NewSessionRequest": {"game": game.id, "seats": [{"kind": "human"}] * game.seats[0], "seed": 1, "options": {}},
        "NewGameRequest": {"seats": game.seats[0], "seed": 1, "options": {}},
        "MovesRequest": {"state": state, "move": move},
        "SessionMovesRequest": {"move": move},
        "LegalMovesRequest": {"state": state},
        "AiMoveRequest": {"state": state, "level": "easy", "seed": 1},
        "ViewRequest": {"state": state, "seat": None},
        "BoardRequest": {"state": state, "seat": 0},
        "CheckRequest": {"state": state},
    }
