"""The contract that every game implements. Its five concepts are Game, State, Decision, Move and View.

A game is a pure function of (options, seed, moves). `State.pending` is a stack of decisions; the top one says which seat decides what. A
move is legal exactly when `legal_moves` lists it. `submit` checks this; `apply` and `play` trust the caller.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from engine.chance import SEED_LIMIT
from engine.decoding import read_options
from engine.description import Description
from engine.drawing import Layout
from engine.errors import Defect, GameOver, MoveNotAvailable, OptionsInvalid, WrongDecision
from engine.near_moves import near_moves, wrong_parameters

if TYPE_CHECKING:
    from engine.native import Rules


def snake(name: str) -> str:
    """Converts a class name to its tag on the wire: TakeRegion -> take_region."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """One action as a player would announce it. Hashable: parameters are ints, strings, bools, None and tuples of these."""

    hidden: ClassVar[bool] = False
    """Whether only the seat that made the move may know its parameters until the game is over. The type of a move is always public."""


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """A choice that one seat has to make, with the context needed to resolve it. Immutable: replaced, never changed in place."""

    seat: int


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """A consequence of a move, for clients to animate; events are listed in the order in which they happened."""

    reveals: ClassVar[bool] = False
    """Whether the event made hidden information known to a player; a move with such an event cannot be undone."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of a game, chosen before it starts; every option has a default."""

    @classmethod
    def defects(cls, given: Mapping[str, Any], seats: int) -> list[Defect]:
        """Returns what is wrong with the given options beyond their types, such as a seat that does not exist."""
        return []


class State(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, tag_field="game"):
    """A position, or the view of it that one seat has: in a view `seed` and every unknown piece are None.

    `schema_version` counts the changes of the rules and of the form of states. States of earlier versions are migrated when they are read;
    a state without this member is of version 1.
    """

    schema_version: int
    rules_version: str
    version: int
    seed: int | None
    pending: Sequence[Decision]


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What a player should know before making a move: whether it ends the turn, and whether it passes or declines something optional."""

    ends_turn: bool = False
    is_pass: bool = False


class GlossaryEntry(msgspec.Struct, frozen=True):
    """The name of a sign or piece and, in one sentence, what it does; pieces of pictures refer to `id` by `data-about`."""

    id: str
    name: str
    text: str


class GlossaryGroup(msgspec.Struct, frozen=True):
    """Entries of one kind, such as all gods."""

    name: str
    entries: tuple[GlossaryEntry, ...]


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a seat's score sheet; `line` is a stable id."""

    line: str
    points: int


class Outcome(msgspec.Struct, frozen=True):
    """The result of a game: places (lists of the seats that share them, winners first), scores and score sheets by seat, the reason."""

    ranking: list[list[int]]
    scores: list[int]
    score_sheet: list[list[ScoreLine]]
    reason: str


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
O = TypeVar("O", bound=Options)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)

Names = tuple[str | None, ...]
"""The names of the seats; None, or a tuple that is too short, leaves a seat unnamed."""

Migration = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the plain JSON of a state of one schema version into that of the next."""


class Labeller(Protocol[S_contra]):
    """The type of `Game.label`."""

    def __call__(self, state: S_contra, record: Move | Decision | Event, language: str, names: Names = ()) -> str: ...


class Painter(Protocol[S_contra]):
    """The type of `Game.board`."""

    def __call__(self, view: S_contra, seat: int | None, language: str, layout: Layout = ...) -> str: ...


@dataclass(frozen=True)
class Game(Generic[S, M, O]):
    """One game: its metadata, its types and its functions. The contract of the functions, where the seat None is a spectator:

    `new_game(options, seats, seed)` returns the initial state with a decision pending; all randomness of the set-up comes from the seed.
    `opening(state)` returns the events with which a new game begins.
    `legal_moves(state)` returns all legal moves without duplicates, in a stable order, and an empty list exactly when the game is over. It
    depends only on what the acting seat may see.
    `play(state, move, events)` plays a legal move in place without checking it, appends the events and increments `version`.
    `copy(state)` returns an independent state, which shares nothing that `play` changes.
    `view(state, seat)` returns a state of the same type in which the seed and all pieces unknown to the seat are None.
    `view_event(event, seat)` returns the event as the seat may see it.
    `determinize(view, seat, rng)` returns a full state that is consistent with the view.
    `check(state)` returns every defect; a state without defects can be played to its end without an exception.
    `outcome(state)` returns None while a decision is pending, then the result.
    `label(state, record, language, names)` returns a short text for a record, using only what the acting seat may see.
    `previews(state, moves)` returns for each of these legal moves what a player should know before making it, using only what the acting
    seat may see; `preview_types` are the types of the previews by type of move.
    `migrations` lead from each schema version to the next, the first from version 1.
    `bound(options, seats)` returns an upper bound for the number of moves of a game.
    `board(view, seat, language, layout)` returns a picture of what the seat sees, as SVG without a stylesheet; see engine/drawing.py.
    `panels` are the names of its panels; `{seat}` stands for the number of each seat.
    `glossary(language)` explains the signs and pieces of the pictures.
    `description` is what a catalogue says about the game: how long it takes, how demanding it is, the labels of its options.
    `rules` are the rules on native positions, on which the search works; see engine/native.py.
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
    content_type: type[msgspec.Struct]
    preview_types: Mapping[type[M], type[Preview]]
    migrations: tuple[Migration, ...]
    new_game: Callable[[O, int, int], S]
    opening: Callable[[S], list[Event]]
    legal_moves: Callable[[S], list[M]]
    play: Callable[[S, M, list[Event]], None]
    copy: Callable[[S], S]
    view: Callable[[S, int | None], S]
    view_event: Callable[[Event, int | None], Event]
    determinize: Callable[[S, int | None, Random], S]
    check: Callable[[S], list[Defect]]
    outcome: Callable[[S], Outcome | None]
    label: Labeller[S]
    previews: Callable[[S, list[M]], list[Preview]]
    bound: Callable[[O, int], int]
    panels: tuple[str, ...]
    board: Painter[S]
    glossary: Callable[[str], tuple[GlossaryGroup, ...]]
    description: Description
    rules: Rules

    def preview(self, state: S, move: M) -> Preview:
        """Returns the preview of one legal move."""
        return self.previews(state, [move])[0]

    @cached_property
    def move_type(self) -> Any:
        """The union of all move types, for decoding and for the schema."""
        return _union(self.moves)

    @cached_property
    def event_type(self) -> Any:
        """The union of all event types."""
        return _union(self.events)


def panel_names(game: Game[Any, Any, Any], seats: int) -> list[str]:
    """Returns the names of the panels in a game with this number of seats."""
    return [name.format(seat=seat) for name in game.panels for seat in range(seats if "{seat}" in name else 1)]


def _union(types: Sequence[type]) -> Any:
    union: Any = types[0]
    for other in types[1:]:
        union = union | other
    return union


def to_act(state: State) -> Decision | None:
    """Returns the pending decision, or None when the game is over."""
    return state.pending[-1] if state.pending else None


def is_to_act(state: State, seat: int) -> bool:
    """Returns whether the pending decision is put to the seat."""
    return bool(state.pending) and state.pending[-1].seat == seat


def visible(game: Game[S, Any, Any], state: S, seat: int | None) -> S:
    """Returns what a seat or a spectator may see of a position: its view, or the whole state once the game is over."""
    return game.view(state, seat) if state.pending else state


def view_move(move: M, actor: int, seat: int | None) -> M | None:
    """Returns a move of `actor` as a seat or a spectator may see it while the game runs: None if they may know only its type."""
    return None if move.hidden and actor != seat else move


def rank(standings: Sequence[Any]) -> list[list[int]]:
    """Returns the places from best to worst, each the list of the seats that share it; `standings` holds one sort key per seat."""
    return [[seat for seat, own in enumerate(standings) if own == standing] for standing in sorted(set(standings), reverse=True)]


def apply(game: Game[S, M, Any], state: S, move: M) -> tuple[S, list[Event]]:
    """Applies a legal move without checking it and returns the new state and the events; the given state is not changed."""
    after = game.copy(state)
    events: list[Event] = []
    game.play(after, move, events)
    return after, events


def submit(game: Game[S, M, Any], state: S, move: M) -> tuple[S, list[Event]]:
    """Applies a move and returns the new state and the events; raises GameOver, WrongDecision or MoveNotAvailable if it is not legal."""
    rules = game.rules
    position = rules.read_state(state)
    listed = rules.legal_moves(position)
    legal: list[M] = [rules.write_move(other) for other in listed]
    if move in legal:
        after, events = rules.copy(position), list[Event]()
        rules.play(after, listed[legal.index(move)], events)
        return rules.write_state(after), events
    if not legal:
        raise GameOver("The game is over; no move is legal.")
    accepted = sorted({type(other).__struct_config__.tag for other in legal})  # type: ignore[type-var]
    tag = type(move).__struct_config__.tag
    if tag in accepted:
        sentence = f"This {tag} is not among the {len(legal)} legal moves; send one that legal_moves lists."
        raise MoveNotAvailable(sentence, wrong_parameters(move, legal), near_moves(move, legal))
    raise WrongDecision(f"The pending decision accepts: {', '.join(map(str, accepted))}; not {tag}.")


def replay(game: Game[S, M, Any], state: S, moves: Iterable[M]) -> S:
    """Returns the state after these legal moves, which are not checked; the given state is not changed."""
    rules = game.rules
    position = rules.copy(rules.read_state(state))
    for move in moves:
        native = rules.read_move(move)
        assert native is not None, "a legal move"
        rules.play(position, native, None)
    after: S = rules.write_state(position)
    return after


def start(game: Game[S, Any, O], options: Mapping[str, Any] | None, seats: int, seed: int) -> S:
    """Validates the options, the number of seats and the seed, and returns a new game; raises OptionsInvalid with every defect."""
    chosen, defects = read_options(game, options or {}, seats)
    if seats not in game.seats:
        defects.append(Defect("/seats", "out_of_range", f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players."))
    if not 0 <= seed <= SEED_LIMIT:
        defects.append(Defect("/seed", "out_of_range", f"The seed must be an integer from 0 to {SEED_LIMIT}."))
    if defects or chosen is None:
        raise OptionsInvalid(f"{game.title} cannot be set up with these options.", defects)
    return game.new_game(chosen, seats, seed)


def list_moves(game: Game[S, Any, Any], state: S, language: str = "en", names: Names = (), previews: bool = True) -> list[dict[str, Any]]:
    """Returns the legal moves as clients get them; see `describe_moves`."""
    return describe_moves(game, state, game.legal_moves(state), language, names, previews)


def describe_moves(
    game: Game[S, M, Any], state: S, moves: list[M], language: str, names: Names = (), previews: bool = True
) -> list[dict[str, Any]]:
    """Returns legal moves as clients get them: their parameters, their labels and, if wanted, their previews."""
    listed: list[dict[str, Any]] = [msgspec.to_builtins(move) for move in moves]
    for entry, move in zip(listed, moves, strict=True):
        entry["label"] = game.label(state, move, language, names)
    if previews:
        for entry, preview in zip(listed, game.previews(state, moves), strict=True):
            entry["preview"] = msgspec.to_builtins(preview)
    return listed
