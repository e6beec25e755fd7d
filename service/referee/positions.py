"""A position as a client holds it: open to everybody, or sealed and seen through the keys of the seats it plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.game import Move, State, to_act
from service.referee import moves as play
from service.referee.documents import LegalMoves, Position, View
from service.referee.moves import AnyGame, Step
from service.referee.sealing import Sealer, SeatKeyMissing, hash_of, new_seat_keys


class Held(msgspec.Struct, frozen=True):
    """The state, and for a sealed one whose keys it honours and for which seats keys came along."""

    game: AnyGame
    state: State
    sealer: Sealer | None = None
    key_hashes: tuple[bytes, ...] = ()
    seats: tuple[int, ...] = ()

    def permit(self, state: State) -> None:
        """Refuses a move for a seat whose key is not here."""
        decision = to_act(state)
        if self.sealer and decision is not None and decision.seat not in self.seats:
            raise SeatKeyMissing(f"Seat {decision.seat} is to act; its moves need its seat key.")

    def viewer(self, state: State) -> int | None:
        """Who looks at a sealed position: the seat to act if its key is here, else the first with a key, else a spectator."""
        decision = to_act(state)
        if decision is not None and decision.seat in self.seats:
            return decision.seat
        return self.seats[0] if self.seats else None

    def position(
        self, state: State, steps: Sequence[Step], language: str, with_moves: bool, seat_keys: list[str] | None = None
    ) -> Position:
        """The position after some steps, in the form in which it was held before them."""
        game = self.game
        if self.sealer is None:
            events = play.told(game, steps, language)
            return play.position(game, state, language, carried={"state": state}, events=events, with_moves=with_moves)
        seat = self.viewer(state)
        seen: State = game.view(state, seat)
        carried: dict[str, Any] = {"token": self.sealer.seal(game, state, self.key_hashes), "seat": seat, "view": seen}
        if seat_keys is not None:
            carried["seat_keys"] = seat_keys
        events = play.told_to(seat, game, steps, seen, language)
        may_move = is_asked(seat, state)
        return play.position(game, state, language, carried=carried, seen=seen, events=events, with_moves=with_moves, may_move=may_move)

    def legal_moves(self, language: str) -> LegalMoves:
        """Who is asked what; the answers too, where they are the caller's to give."""
        if self.sealer is None:
            return play.legal_moves(self.game, self.state, language)
        seat = self.viewer(self.state)
        return play.legal_moves(self.game, self.game.view(self.state, seat), language, is_asked(seat, self.state))

    def view(self, seat: int | None) -> View:
        """What a seat may see; of a sealed position only with that seat's key."""
        seen = play.view(self.game, self.state, seat)
        if self.sealer and seat is not None and seat not in self.seats:
            raise SeatKeyMissing(f"The view of seat {seat} needs its seat key.")
        return seen


def is_asked(seat: int | None, state: State) -> bool:
    """Whether this seat is the one to act."""
    decision = to_act(state)
    return decision is not None and decision.seat == seat


def sealed(game: AnyGame, state: State, sealer: Sealer) -> tuple[Held, list[str]]:
    """A new game under seal, shown as to a spectator, and the keys of its seats: told now and never again."""
    keys = new_seat_keys(play.seats_of(state))
    return Held(game, state, sealer, tuple(map(hash_of, keys))), keys


def read(game: AnyGame, body: Mapping[str, Any], sealer: Sealer, moves: Mapping[str, Any]) -> tuple[Held, dict[str, Move]]:
    """The position that a request brings, and its moves; an open state is checked, a token that opens is trusted."""
    if "token" not in body:
        state, found = play.read(game, body["state"], moves)
        return Held(game, state), found
    opened = sealer.open(game, body["token"])
    keys = {f"/seat_keys/{index}": key for index, key in enumerate(body.get("seat_keys", ()))}
    if "seat_key" in body:
        keys["/seat_key"] = body["seat_key"]
    held = Held(game, opened.state, sealer, opened.key_hashes, opened.seats_of(keys))
    return held, play.read_moves(game, moves)
