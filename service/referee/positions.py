"""A position as a client sent it: an open state, or a sealed token with the keys of the seats the client plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.errors import GameOver
from engine.game import Move, State, is_to_act, to_act, visible
from service.referee.documents import LegalMoves, Position, View
from service.referee.errors import SeatKeyMissing, SeatUnknown
from service.referee.moves import AnyGame, Step, read_moves, read_position
from service.referee.presentation import Format, present_events, present_events_for, present_legal_moves, present_position
from service.referee.sealing import Sealer, hash_seat_key, new_seat_keys


class ClientPosition(msgspec.Struct, frozen=True):
    """The state; for a sealed one also the sealer, the hashes of all seat keys, and the seats whose keys the client sent."""

    game: AnyGame
    state: State
    sealer: Sealer | None = None
    key_hashes: tuple[bytes, ...] = ()
    seats: tuple[int, ...] = ()

    def require_key(self, state: State) -> None:
        """Raises SeatKeyMissing if the client may not act for the seat to act."""
        decision = to_act(state)
        if self.sealer and decision is not None and decision.seat not in self.seats:
            raise SeatKeyMissing(f"Seat {decision.seat} is to act; its moves need its seat key.")

    def viewer(self, state: State) -> int | None:
        """The seat that sees a sealed position: the seat to act if its key was sent, else the first key's, else None (a spectator)."""
        decision = to_act(state)
        if decision is not None and decision.seat in self.seats:
            return decision.seat
        return self.seats[0] if self.seats else None

    def position(self, state: State, steps: Sequence[Step], form: Format, seat_keys: list[str] | None = None) -> Position:
        """The document of the position after some steps, open or sealed like this one."""
        game = self.game
        if self.sealer is None:
            return present_position(game, state, form, carried={"state": state}, events=present_events(game, steps, form))
        seat = self.viewer(state)
        view: State = visible(game, state, seat)
        carried: dict[str, Any] = {"token": self.sealer.seal(game, state, self.key_hashes), "seat": seat, "view": view}
        if seat_keys is not None:
            carried["seat_keys"] = seat_keys
        return present_position(
            game,
            state,
            form,
            carried=carried,
            view=view,
            events=present_events_for(seat, game, steps, view, form) if state.pending else present_events(game, steps, form),
            may_move=seat is not None and is_to_act(state, seat),
        )

    def legal_moves(self, form: Format) -> LegalMoves:
        """The pending decision, and the moves the client may make."""
        if self.sealer is None:
            return present_legal_moves(self.game, self.state, form)
        seat = self.viewer(self.state)
        may_move = seat is not None and is_to_act(self.state, seat)
        return present_legal_moves(self.game, visible(self.game, self.state, seat), form, may_move)

    def view(self, seat: int | None) -> View:
        """What a seat (None: a spectator) sees; raises SeatUnknown, or SeatKeyMissing for a sealed position without that seat's key.

        A finished position hides nothing and needs no key.
        """
        seats = count_seats(self.state)
        if seat is not None and seat >= seats:
            raise SeatUnknown(seats)
        if self.sealer and seat is not None and seat not in self.seats and self.state.pending:
            raise SeatKeyMissing(f"The view of seat {seat} needs its seat key.")
        return View(seat=seat, view=visible(self.game, self.state, seat))

    def view_to_act(self) -> tuple[int, State]:
        """The seat to act and its view; raises GameOver, or SeatKeyMissing if the client may not act for it."""
        self.require_key(self.state)
        decision = to_act(self.state)
        if decision is None:
            raise GameOver("The game is over; no move is legal.")
        return decision.seat, self.game.view(self.state, decision.seat)


def count_seats(state: Any) -> int:
    """The number of seats; every game keeps its players in a list."""
    return len(state.players)


def seal_new(game: AnyGame, state: State, sealer: Sealer) -> tuple[ClientPosition, list[str]]:
    """A new sealed position, and the seat keys, which are returned only this once."""
    keys = new_seat_keys(count_seats(state))
    return ClientPosition(game, state, sealer, tuple(map(hash_seat_key, keys))), keys


def read_client_position(
    game: AnyGame, body: Mapping[str, Any], sealer: Sealer, moves: Mapping[str, Any]
) -> tuple[ClientPosition, dict[str, Move]]:
    """The position of a request body, and its moves. An open state is checked; a token that opens is trusted."""
    if "token" not in body:
        state, read = read_position(game, body["state"], moves)
        return ClientPosition(game, state), read
    opened = sealer.open(game, body["token"])
    keys = {f"/seat_keys/{index}": key for index, key in enumerate(body.get("seat_keys", ()))}
    if "seat_key" in body:
        keys["/seat_key"] = body["seat_key"]
    position = ClientPosition(game, opened.state, sealer, opened.key_hashes, opened.seats_of(keys))
    return position, read_moves(game, moves)
