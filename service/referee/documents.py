"""The documents the service answers with; their JSON Schemas in openapi.yaml come from here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from engine.chance import SEED_LIMIT
from engine.description import Weight
from engine.errors import Defect
from engine.game import GlossaryGroup, Outcome

AnyState = Annotated[Any, Meta(extra_json_schema={"$ref": "State"})]
AnyMove = Annotated[Any, Meta(extra_json_schema={"$ref": "Move"})]
AnyOptions = Annotated[Any, Meta(extra_json_schema={"$ref": "Options"})]
AnyDecision = Annotated[Any, Meta(extra_json_schema={"$ref": "Decision"})]
AnyEvent = Annotated[Any, Meta(extra_json_schema={"$ref": "Event"})]
AnyContent = Annotated[Any, Meta(extra_json_schema={"$ref": "Content"})]
GameId = Annotated[str, Meta(extra_json_schema={"$ref": "GameId"})]
AiLevel = Annotated[str, Meta(extra_json_schema={"$ref": "AiLevel"})]
Language = Annotated[str, Meta(extra_json_schema={"$ref": "Language"})]
ProblemCode = Annotated[str, Meta(extra_json_schema={"$ref": "ProblemCode"})]
Label = Annotated[str, Meta(extra_json_schema={"$ref": "Label"})]
Seat = Annotated[int, Meta(ge=0)]
JsonObject = Annotated[Any, Meta(extra_json_schema={"type": "object"})]
JsonValue = Annotated[Any, Meta(description="Any JSON value.")]
LegalMoveList = Annotated[
    list[AnyMove],
    Meta(
        description="Every move that the caller may make, in a stable order; empty while another seat is to act, and at the end. Each has "
        "a `label` and, unless `previews` is false, a `preview`."
    ),
]
EventList = Annotated[list[AnyEvent], Meta(description="What this call or entry caused, in order.")]

MAX_RECORD_MOVES = 10_000
"""Longest record; every game that people or AI players finish is far shorter."""

MAX_UNDONE_REVEALS = 10**9
NAME_LENGTH = 40
SALT_LENGTH = 64

SALT_PATTERN = r"^[!-~]*$(?!\n)"
"""A salt is printable ASCII. The lookahead is there because Python's `$` also matches before a final line break."""


class Answer(msgspec.Struct):
    """Base of every document that the service returns."""


class ToAct(Answer):
    """The seat to act and the decision it has to make."""

    seat: Seat
    decision: AnyDecision


class Position(Answer, kw_only=True):
    """A position of a game. It carries `state`; if it is sealed, it carries `token` and `view` instead."""

    game: GameId
    rules_version: str
    schema_version: int
    version: Annotated[int, Meta(ge=0, description="The number of moves made so far.")]
    state: AnyState | UnsetType = UNSET
    token: str | UnsetType = UNSET
    seat_keys: Annotated[list[str], Meta(description="The secret key of each seat. Returned only once.")] | UnsetType = UNSET
    seat: Annotated[Seat | None, Meta(description="The seat whose view this is; null for a spectator.")] | UnsetType = UNSET
    view: AnyState | UnsetType = UNSET
    to_act: ToAct | None
    legal_moves: LegalMoveList | UnsetType = UNSET
    events: EventList
    outcome: Outcome | None


class LegalMoves(Answer):
    """The seat to act, its decision and every legal move."""

    to_act: ToAct | None
    legal_moves: LegalMoveList


class View(Answer):
    """The position as a seat may see it; seat null is a spectator. Hidden pieces are null; a finished game hides nothing."""

    seat: Seat | None
    view: AnyState


class Check(Answer):
    """Whether a position can be reached in play, and every defect it has."""

    valid: bool
    defects: list[Defect]


class RecordSeat(Answer, kw_only=True, forbid_unknown_fields=True):
    """Who played a seat; `level` is that of an AI player."""

    kind: Literal["human", "invited", "ai"]
    level: AiLevel | UnsetType = UNSET
    name: Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)] | UnsetType = UNSET


class Record(Answer, kw_only=True, forbid_unknown_fields=True):
    """A whole game, nothing hidden: what it began with and every move that stood. Anybody can replay it."""

    format: Literal["arbiter-record/1"]
    game: GameId
    rules_version: Annotated[str, Meta(description="The version of the rules it was played with; only these can replay it.")]
    options: AnyOptions
    seed: Annotated[int, Meta(ge=0, le=SEED_LIMIT)]
    salt: (
        Annotated[
            str,
            Meta(min_length=1, max_length=SALT_LENGTH, pattern=SALT_PATTERN, description="With the seed it gives the `seed_commitment`."),
        ]
        | UnsetType
    ) = UNSET
    seats: Annotated[list[RecordSeat], Meta(min_length=1)]
    moves: Annotated[list[AnyMove], Meta(max_length=MAX_RECORD_MOVES, description="The moves that stood, in order.")]
    outcome: Annotated[Outcome | None, Meta(description="The outcome; null if the game did not end.")]
    undone_reveals: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=MAX_UNDONE_REVEALS,
                description="How many times a player took back something that had revealed something hidden; 0 if it is absent.",
            ),
        ]
        | UnsetType
    ) = UNSET
    base: Annotated[AnyState, Meta(description="The position with which the moves begin, instead of a new game.")] | UnsetType = UNSET


class VerifiedRecord(Answer, kw_only=True):
    """A record that follows the rules, and where it leads."""

    game: GameId
    moves: Annotated[int, Meta(ge=0, description="The number of moves that were replayed.")]
    seed_commitment: (
        Annotated[str, Meta(description="SHA-256, in hexadecimal, of the seed in decimal, a colon and the salt, if the record has one.")]
        | UnsetType
    ) = UNSET
    outcome: Outcome | None
    position: Annotated[Position, Meta(description="The position after the last move, with the events of that move.")]


class ProblemError(Defect, frozen=True):
    """One error of a request. It lies in the body at the JSON pointer `pointer` ("" is the whole body), or else where a member says."""

    parameter: Annotated[str, Meta(description="The query parameter that is wrong; `pointer` is then empty.")] | UnsetType = UNSET
    header: Annotated[str, Meta(description="The request header that is wrong; `pointer` is then empty.")] | UnsetType = UNSET


class Problem(Answer):
    """Why a request was refused (RFC 9457). `code` is stable; `errors` lists every error found, up to 100."""

    type: Annotated[str, Meta(description="A stable URN: urn:arbiter:problem: followed by the code.")]
    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: str
    code: ProblemCode
    errors: list[ProblemError]
    instance: Annotated[str, Meta(description="The id of the request.")]
    version: Annotated[int, Meta(ge=0, description="With `version_stale`: the current version of the session.")] | UnsetType = UNSET
    near_moves: (
        Annotated[list[AnyMove], Meta(description="With `move_not_available` and `record_invalid`: up to five legal moves, nearest first.")]
        | UnsetType
    ) = UNSET


class GameSummary(Answer):
    """A game in short."""

    id: GameId
    title: str
    about: Annotated[str, Meta(description="What the game is about, in one line, in the language of the request.")]
    minutes: Annotated[int, Meta(ge=1, description="About how long two players take for a game.")]
    weight: Annotated[Weight, Meta(description="How much there is to learn and to think about.")]
    seats: Annotated[list[int], Meta(description="The numbers of players the game can be played with.")]
    rules_version: str
    schema_version: int
    languages: list[Language]


class Games(Answer):
    """All games the service knows."""

    games: list[GameSummary]


class Option(Answer):
    """An option of a new game. `values` lists every choice if there are finitely many."""

    name: str
    label: Annotated[str, Meta(description="What the option is called, in the language of the request.")]
    type: Annotated[str, Meta(description="A JSON type, `choice` (one of `values`) or `mixed` (see `schema`).")]
    values: list[JsonValue] | None
    value_labels: Annotated[
        dict[str, str], Meta(description="What the values are called that are words, by value, in the language of the request.")
    ]
    default: JsonValue
    schema: Annotated[JsonObject, Meta(description="The JSON Schema of the option.")]


class RecordType(Answer):
    """A type of move, decision or event."""

    type: str
    description: str


class GameDetail(GameSummary):
    """Everything that is fixed about a game."""

    options: list[Option]
    move_types: list[RecordType]
    decisions: list[RecordType]
    events: list[RecordType]
    content: Annotated[AnyContent, Meta(description="Tiles, cards, boards and all other fixed content.")]
    panels: Annotated[list[str], Meta(description="The panels of the board image; `{seat}` stands for the number of each seat.")]
    glossary: Annotated[
        tuple[GlossaryGroup, ...], Meta(description="What each sign and piece of the image means, in the language of the request.")
    ]


class Health(Answer):
    """The process is up."""

    status: str


class Readiness(Answer):
    """Every part the service depends on is available. `checked` names the parts, `figures` and `warnings` say how they are doing."""

    status: str
    checked: list[str]
    figures: dict[str, JsonObject] | UnsetType = UNSET
    warnings: list[str] | UnsetType = UNSET
