"""Records: a whole game in one compact document. A record is built from engine objects and replayed with the same rules."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import UNSET

from engine.decoding import read_move, read_options, read_state
from engine.errors import Defect, Defective, OptionsInvalid, Refusal, StateInvalid
from engine.game import Event, Move, Outcome, State, start, submit, to_act
from engine.games import GAMES
from service.referee.documents import Record, RecordSeat
from service.referee.errors import RecordInvalid
from service.referee.moves import AnyGame, below, list_near_moves
from service.referee.positions import count_seats

FORMAT: Final = "arbiter-record/1"
BELOW_BODY = "/record"
"""Where a record stands in a request body."""


class RecordStep(msgspec.Struct, frozen=True):
    """One move of a record: the seat that made it, the position after it, and its events."""

    seat: int
    move: Move
    after: State
    events: list[Event]


class ReplayedRecord(msgspec.Struct, frozen=True):
    """The position with which a record begins, and its moves."""

    first: State
    steps: list[RecordStep]

    @property
    def last(self) -> State:
        """The position after the last move that was replayed."""
        return self.steps[-1].after if self.steps else self.first


@lru_cache(maxsize=1024)
def seed_commitment(seed: int, salt: str) -> str:
    """SHA-256, in hexadecimal, of the seed in decimal, a colon, and the salt: all ASCII, e.g. `42:9f86d081884c7d65`."""
    return hashlib.sha256(f"{seed}:{salt}".encode("ascii")).hexdigest()


def build_record(
    game: AnyGame,
    *,
    options: Mapping[str, Any],
    seed: int,
    salt: str | None,
    seats: Sequence[RecordSeat],
    moves: Sequence[Move],
    outcome: Outcome | None,
    undone_reveals: int = 0,
    base: Any | None = None,
) -> Record:
    """The document of a game. With a base state, from which the moves begin, the options are those that the base state holds."""
    return Record(
        format=FORMAT,
        game=game.id,
        rules_version=game.rules_version,
        options=dict(options) if base is None else msgspec.to_builtins(base.options),
        seed=seed,
        salt=salt or UNSET,
        seats=list(seats),
        moves=list(moves),
        outcome=outcome,
        undone_reveals=undone_reveals or UNSET,
        base=UNSET if base is None else base,
    )


def replay_record(
    game: AnyGame,
    record: Mapping[str, Any],
    *,
    pointer: str = BELOW_BODY,
    count: int | None = None,
    keep: int | None = None,
    language: str = "en",
) -> ReplayedRecord:
    """Replays a record that RecordSchema has loaded; raises RecordInvalid if it does not follow the rules.

    `pointer` is where the record stands in the request. `count` replays only so many moves and does not compare the outcome. `keep` returns
    only so many steps, the last ones. `language` is for the labels of the legal moves that come with a wrong move.
    """
    _require_same_rules(game, record, pointer)
    first = _first_state(game, record, pointer)
    _require_bounded(game, first, record, pointer)
    steps = _replay_moves(game, first, record["moves"][:count], f"{pointer}/moves", language)
    replayed = ReplayedRecord(first, list(deque(steps, maxlen=keep)))
    if count is None:
        _require_outcome(game.outcome(replayed.last), record["outcome"], f"{pointer}/outcome")
    return replayed


def _require_same_rules(game: AnyGame, record: Mapping[str, Any], pointer: str) -> None:
    """Raises RecordInvalid for a record of another format, another game or other rules."""
    defects = [] if record["format"] == FORMAT else [Defect("/format", "unknown_format", f"This server reads the format {FORMAT}.")]
    if record["game"] not in GAMES:
        defects.append(Defect("/game", "unknown_game", f"There is no such game; the games are: {', '.join(GAMES)}."))
    elif record["game"] != game.id:
        defects.append(Defect("/game", "other_game", f"This is a record of {record['game']}, not of {game.id}."))
    elif record["rules_version"] != game.rules_version:
        sentence = f"This server plays version {game.rules_version} of the rules; a record of another version cannot be replayed."
        defects.append(Defect("/rules_version", "other_rules", sentence))
    if defects:
        raise RecordInvalid("This record cannot be replayed here.", [below(pointer, defect) for defect in defects])


def _first_state(game: AnyGame, record: Mapping[str, Any], pointer: str) -> State:
    """The base state, or a new game; raises RecordInvalid with every defect of it."""
    try:
        if "base" in record:
            return _read_base(game, record)
        first: State = start(game, record["options"], len(record["seats"]), record["seed"])
    except (OptionsInvalid, StateInvalid) as error:
        raise RecordInvalid(error.message, [below(pointer, defect) for defect in error.defects]) from None
    return first


def _read_base(game: AnyGame, record: Mapping[str, Any]) -> State:
    """The base state; raises StateInvalid if it is not a position of this game with the record's options and seats."""
    options, defects = read_options(game, record["options"], len(record["seats"]))
    try:
        base: Any = read_state(game, record["base"])
    except StateInvalid as error:
        raise StateInvalid(error.message, [*defects, *(below("/base", defect) for defect in error.defects)]) from None
    if count_seats(base) != len(record["seats"]):
        defects.append(Defect("/seats", "contradiction", f"The base state has {count_seats(base)} seats."))
    if options is not None and options != base.options:
        defects.append(Defect("/options", "contradiction", "The base state has other options."))
    if defects:
        raise StateInvalid("The base state does not fit the record.", defects)
    return base  # type: ignore[no-any-return]


def _require_bounded(game: AnyGame, first: Any, record: Mapping[str, Any], pointer: str) -> None:
    """Raises RecordInvalid if the record has more moves than any game, before one of them is replayed."""
    most = game.bound(first.options, count_seats(first))
    if len(record["moves"]) > most:
        sentence = f"A game of {game.title} with these options and seats has at most {most} moves."
        raise RecordInvalid(sentence, [Defect(f"{pointer}/moves", "too_long", sentence)])


def _replay_moves(game: AnyGame, state: State, moves: Sequence[Any], pointer: str, language: str) -> Iterator[RecordStep]:
    """Yields every move; raises RecordInvalid for the first one that is wrong."""
    for number, sent in enumerate(moves):
        before, decision = state, to_act(state)
        try:
            move = read_move(game, sent)
            state, events = submit(game, before, move)
        except Refusal as refusal:
            near_moves = list_near_moves(game, before, refusal, language, ())
            raise _wrong_move(refusal, f"{pointer}/{number}", near_moves) from None
        assert decision is not None, "submit refuses moves after the end"
        yield RecordStep(decision.seat, move, state, events)


def _wrong_move(refusal: Refusal, pointer: str, near_moves: Sequence[Mapping[str, Any]]) -> RecordInvalid:
    """The first error is that of the move as a whole; the others say which of its parameters are wrong."""
    details = refusal.defects if isinstance(refusal, Defective) else []
    errors = [Defect("", refusal.code, refusal.message), *(detail for detail in details if detail.pointer)]
    return RecordInvalid(f"The first wrong move is {pointer}. {refusal.message}", [below(pointer, error) for error in errors], near_moves)


def _require_outcome(replayed: Outcome | None, stated: Any, pointer: str) -> None:
    """Raises RecordInvalid unless the record states the outcome to which its moves lead."""
    if msgspec.to_builtins(replayed) == stated:
        return
    if replayed is None:
        sentence = "The game is not over after these moves; its outcome is null."
    else:
        sentence = f"The moves lead to another outcome: the ranking {replayed.ranking} and the scores {replayed.scores}."
    raise RecordInvalid(sentence, [Defect(pointer, "contradiction", sentence)])
