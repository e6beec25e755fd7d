"""The stateless use cases: each takes a validated request body and returns the document of the answer."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from engine.chance import SEED_LIMIT
from engine.errors import StateInvalid
from engine.game import State, start
from service.observability import metrics
from service.referee.documents import Check, LegalMoves, Position, VerifiedRecord, View
from service.referee.moves import AnyGame, play_moves, read_position, require_turn, sent_moves
from service.referee.positions import ClientPosition, read_client_position, seal_new
from service.referee.presentation import Format
from service.referee.records import replay_record, seed_commitment
from service.referee.sealing import Sealer

Body = Mapping[str, Any]


class Referee:
    """Answers the stateless calls; `sealer` seals and opens tokens."""

    def __init__(self, sealer: Sealer) -> None:
        self._sealer = sealer

    def create_game(self, game: AnyGame, body: Body, form: Format) -> Position:
        """The first position of a new game; raises OptionsInvalid."""
        state: State = start(game, body.get("options"), body["seats"], choose_seed(body))
        position, keys = seal_new(game, state, self._sealer) if body.get("sealed") else (ClientPosition(game, state), None)
        return position.position(state, [(state, game.opening(state))], form, keys)

    def make_moves(self, game: AnyGame, body: Body, form: Format) -> Position:
        """The position after the move or moves; all of them are legal, or the first that is not raises IllegalMove."""
        position, moves = read_client_position(game, body, self._sealer, sent_moves(body))
        require_turn(position.state, body.get("seat"))
        steps = play_moves(game, position.state, moves, lambda state, _: position.require_key(state), form.language)
        if not body.get("dry_run"):
            metrics.moves(game.id, "caller").inc(len(steps))
        return position.position(steps[-1][0], steps, form)

    def legal_moves(self, game: AnyGame, body: Body, form: Format) -> LegalMoves:
        """The pending decision and every legal move."""
        return self._read(game, body).legal_moves(form)

    def view(self, game: AnyGame, body: Body) -> View:
        """What a seat, or a spectator, sees."""
        return self._read(game, body).view(body.get("seat"))

    def view_to_act(self, game: AnyGame, body: Body) -> tuple[int, State]:
        """The seat to act and what it sees; raises GameOver."""
        return self._read(game, body).view_to_act()

    def check(self, game: AnyGame, body: Body) -> Check:
        """Every defect of a state, with JSON pointers into the request body."""
        try:
            read_position(game, body["state"], {})
        except StateInvalid as error:
            return Check(valid=False, defects=error.defects)
        return Check(valid=True, defects=[])

    def verify_record(self, game: AnyGame, body: Body, form: Format) -> VerifiedRecord:
        """What a record leads to; raises RecordInvalid for the first thing that is wrong with it."""
        record = body["record"]
        replayed = replay_record(game, record, keep=1, language=form.language)
        steps = [(step.after, step.events) for step in replayed.steps]
        position = ClientPosition(game, replayed.last).position(replayed.last, steps, form)
        return VerifiedRecord(
            game=game.id,
            moves=len(record["moves"]),
            seed_commitment=seed_commitment(record["seed"], record["salt"]) if "salt" in record else UNSET,
            outcome=position.outcome,
            position=position,
        )

    def _read(self, game: AnyGame, body: Body) -> ClientPosition:
        return read_client_position(game, body, self._sealer, {})[0]


def choose_seed(body: Body) -> int:
    """The seed of the request, or a random one."""
    seed: int | None = body.get("seed")
    return secrets.randbelow(SEED_LIMIT + 1) if seed is None else seed
