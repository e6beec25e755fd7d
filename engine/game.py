"""The contract every game keeps. Five words carry it: Game, State, Decision, Move, View.

A game is a pure function of (options, seed, moves). `State.pending` is a stack of decisions; the top one says who is asked what. A move
is legal exactly when `legal_moves` lists it, and `submit` is the one door that checks this; `apply` and `play` trust their caller.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from engine.chance import SEED_LIMIT
from engine.errors import Defect, GameOver, MoveInvalid, MoveNotAvailable, OptionsInvalid, StateInvalid, WrongDecision, escape_pointer
from engine.shape import shape_defects


def snake(name: str) -> str:
    """TakeRegion -> take_region: class names are written once and become the tags clients see."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """One gesture a player would announce. Hashable: parameters are ints, strings, bools, None and tuples of these."""


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """A question put to one seat, with what must be remembered until it is answered. Replaced, never changed in place."""

    seat: int


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """Something that happened, for clients to animate, in the order it happened."""

    reveals: ClassVar[bool] = False
    """True where a piece from a hidden stack became known to somebody: a move that did this cannot be undone."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What can be agreed before a game; every option has a default."""

    @classmethod
    def defects(cls, given: Mapping[str, Any], seats: int) -> list[Defect]:
        """Returns what is wrong with the given options beyond their types, such as a seat that does not exist."""
        return []


class State(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, tag_field="game"):
    """A whole position, or what one seat may see of it: then `seed` and every unknown piece are None."""

    version: int
    seed: int | None
    pending: Sequence[Decision]


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a seat's score sheet; `line` is a stable id."""

    line: str
    points: int


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: places (each a list of the seats sharing it, winners first), scores, sheets by seat, and why it ended."""

    ranking: list[list[int]]
    scores: list[int]
    score_sheet: list[list[ScoreLine]]
    reason: str


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
O = TypeVar("O", bound=Options)


@dataclass(frozen=True)
class Game(Generic[S, M, O]):
    """Everything the rest of the house knows of a game. Functions are plain; what they promise:

    `new_game(options, seats, seed)`: all set-up chance from the seed; a decision is pending.
    `legal_moves(state)`: complete, no duplicates, stable order; empty exactly at the end; depends only on what the acting seat may see.
    `play(state, move, events)`: changes the given state in place, trusts the move, appends what happened; also counts `version` up.
    `copy(state)`: an independent state; never shares anything that `play` changes.
    `view(state, seat or None)`: same type; unknown pieces are None, the seed too. None is a spectator.
    `view_event(event, seat or None)`: the event as that seat may see it.
    `determinize(view, seat or None, rng)`: a full state consistent with the view.
    `check(state)`: every defect at once; a state that passes can be played to its end without an exception.
    `outcome(state)`: None while a decision is pending, else how the game ended.
    `label(state, record, language)`: short text for a move, a decision or an event; knows no more than the acting seat.
    `preview(state, move)`: what a listed move would bring, where that is worth telling in the list, else None.
    `bound(options, seats)`: no game is longer than this many moves.
    `board(view, seat or None, language)`: a picture of what that seat sees, as SVG without a stylesheet; see engine/drawing.py.
    """

    id: str
    title: str
    rules_version: str
    schema_version: int
    seats: tuple[int, ...]
    options: type[O]
    state: type[S]
    moves: tuple[type[M], ...]
    decisions: tuple[type[Decision], ...]
    events: tuple[type[Event], ...]
    content: Mapping[str, Any]
    new_game: Callable[[O, int, int], S]
    legal_moves: Callable[[S], list[M]]
    play: Callable[[S, M, list[Event]], None]
    copy: Callable[[S], S]
    view: Callable[[S, int | None], S]
    view_event: Callable[[Event, int | None], Event]
    determinize: Callable[[S, int | None, Random], S]
    check: Callable[[S], list[Defect]]
    outcome: Callable[[S], Outcome | None]
    label: Callable[[S, Move | Decision | Event, str], str]
    preview: Callable[[S, M], Mapping[str, Any] | None]
    bound: Callable[[O, int], int]
    board: Callable[[S, int | None, str], str]

    @cached_property
    def move_type(self) -> Any:
        """The union of all moves, for decoding and for the schema."""
        return _union(self.moves)

    @cached_property
    def event_type(self) -> Any:
        """The union of all events."""
        return _union(self.events)


def _union(types: Sequence[type]) -> Any:
    union: Any = types[0]
    for other in types[1:]:
        union = union | other
    return union


def to_act(state: State) -> Decision | None:
    """The decision now asked for, or None when the game is over."""
    return state.pending[-1] if state.pending else None


def is_to_act(state: State, seat: int) -> bool:
    """Returns whether the pending decision is put to the seat."""
    return bool(state.pending) and state.pending[-1].seat == seat


def rank(standings: Sequence[Any]) -> list[list[int]]:
    """Returns the places from best to worst, each the list of the seats that share it; `standings` holds one sort key per seat."""
    return [[seat for seat, own in enumerate(standings) if own == standing] for standing in sorted(set(standings), reverse=True)]


def apply(game: Game[S, M, Any], state: S, move: M) -> tuple[S, list[Event]]:
    """The trusted door: the position after a legal move, and what happened; the given state stays as it was."""
    after = game.copy(state)
    events: list[Event] = []
    game.play(after, move, events)
    return after, events


def submit(game: Game[S, M, Any], state: S, move: M) -> tuple[S, list[Event]]:
    """The checked door: applies the move if `legal_moves` lists it, refuses it with a reason otherwise."""
    legal = game.legal_moves(state)
    if move in legal:
        return apply(game, state, move)
    if not legal:
        raise GameOver("The game is over; no move is legal any more.")
    accepted = sorted({type(other).__struct_config__.tag for other in legal})  # type: ignore[type-var]
    tag = type(move).__struct_config__.tag
    if tag in accepted:
        raise MoveNotAvailable(f"This {tag} is not among the {len(legal)} legal moves; send one that legal_moves lists.")
    raise WrongDecision(f"Now the answer must be one of: {', '.join(map(str, accepted))}; {tag} is not.")


def start(game: Game[S, Any, O], options: Mapping[str, Any] | None, seats: int, seed: int) -> S:
    """The checked door for new games: reads the options, refuses wrong ones with every defect at once."""
    chosen, defects = read_options(game, options or {}, seats)
    if seats not in game.seats:
        defects.append(Defect("/seats", "out_of_range", f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players."))
    if not 0 <= seed <= SEED_LIMIT:
        defects.append(Defect("/seed", "out_of_range", f"The seed is a whole number from 0 to {SEED_LIMIT}."))
    if defects or chosen is None:
        raise OptionsInvalid(f"{game.title} cannot be set up like this.", defects)
    return game.new_game(chosen, seats, seed)


def read_options(game: Game[Any, Any, O], options: Mapping[str, Any], seats: int) -> tuple[O | None, list[Defect]]:
    """The options as the game's own type, or every defect they have."""
    fields = {field.name: field for field in msgspec.structs.fields(game.options)}
    defects = [
        Defect(f"/options/{escape_pointer(name)}", "unknown_option", f"There is no such option; there are: {', '.join(fields) or 'none'}.")
        for name in options
        if name not in fields
    ]
    for name, field in fields.items():
        if name in options:
            try:
                msgspec.convert(options[name], field.type)
            except msgspec.ValidationError as error:
                found = shape_defects(options[name], field.type) or [_located(error, "", "")]
                defects += [Defect(f"/options/{name}{defect.pointer}", "wrong_value", defect.message) for defect in found]
    defects += game.options.defects(options, seats)
    if defects:
        return None, defects
    return msgspec.convert(dict(options), game.options), []


def read_state(game: Game[S, Any, Any], data: Any) -> S:
    """A state from a stranger: right in shape and free of defects, or refused with all that is wrong."""
    try:
        state = msgspec.convert(data, game.state)
    except msgspec.ValidationError as error:
        defects = shape_defects(data, game.state) or [_located(error, "", "wrong_shape")]
        raise StateInvalid("The state has not the shape of a state of this game.", defects) from None
    defects = game.check(state)
    if defects:
        raise StateInvalid("The state could never be reached in play.", defects)
    return state


LISTED_ONLY = ("label", "preview")
"""Members a listed move carries for people; ignored when the move is sent back."""


def read_move(game: Game[Any, M, Any], data: Any) -> M:
    """A move as sent by a client: a listed move may be sent back as it came."""
    if isinstance(data, dict):
        data = {name: value for name, value in data.items() if name not in LISTED_ONLY}
    try:
        move: M = msgspec.convert({"move": data}, holder_of(game.move_type)).move
    except msgspec.ValidationError as error:
        bare = msgspec.ValidationError(str(error).replace("`$.move", "`$", 1))
        defects = shape_defects(data, game.move_type) or [_located(bare, "", "wrong_shape")]
        raise MoveInvalid("This is not a move of this game.", defects) from None
    return move


@cache
def holder_of(move_type: Any) -> Any:
    """A record of one move: msgspec remembers how to read a record, while it works out a union anew every time."""
    return msgspec.defstruct("Holder", [("move", move_type)])


def list_moves(game: Game[S, Any, Any], state: S, language: str = "en") -> list[dict[str, Any]]:
    """The legal moves as clients get them: each with its label, and a preview where the game gives one."""
    return [list_move(game, state, move, language) for move in game.legal_moves(state)]


def list_move(game: Game[S, M, Any], state: S, move: M, language: str) -> dict[str, Any]:
    """Returns one legal move as clients get it: its parameters, its label, and a preview where the game gives one."""
    entry: dict[str, Any] = msgspec.to_builtins(move)
    entry["label"] = game.label(state, move, language)
    preview = game.preview(state, move)
    if preview is not None:
        entry["preview"] = preview
    return entry


def _located(error: msgspec.ValidationError, base: str, code: str) -> Defect:
    """msgspec says `... - at `$.players[0].mana``; clients get the JSON pointer /players/0/mana."""
    sentence, _, path = str(error).partition(" - at `$")
    steps = re.findall(r"\.([^.\[\]`]+)|\[(\d+|\.\.\.)\]", path)
    pointer = "".join(f"/{escape_pointer(name or index)}" for name, index in steps)
    return Defect(base + pointer, code, sentence.rstrip(".") + ".")
