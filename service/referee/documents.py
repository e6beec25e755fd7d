"""The documents the service answers with; their JSON Schemas in openapi.yaml come from here."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from engine.errors import Defect
from engine.game import Outcome

AnyState = Annotated[Any, Meta(extra_json_schema={"$ref": "State"})]
AnyMove = Annotated[Any, Meta(extra_json_schema={"$ref": "Move"})]
AnyDecision = Annotated[Any, Meta(extra_json_schema={"$ref": "Decision"})]
AnyEvent = Annotated[Any, Meta(extra_json_schema={"$ref": "Event"})]
GameId = Annotated[str, Meta(extra_json_schema={"$ref": "GameId"})]
ProblemCode = Annotated[str, Meta(extra_json_schema={"$ref": "ProblemCode"})]
Seat = Annotated[int, Meta(ge=0)]
JsonObject = Annotated[Any, Meta(extra_json_schema={"type": "object"})]
JsonValue = Annotated[Any, Meta(description="Any JSON value.")]


class Answer(msgspec.Struct):
    """Base of every document a client gets."""


class ToAct(Answer):
    """Which seat is asked what."""

    seat: Seat
    decision: AnyDecision


class Position(Answer, kw_only=True):
    """A position of a game: the one shape everywhere. It carries `state`, or where pieces are kept secret `view` and perhaps `token`."""

    game: GameId
    rules_version: str
    schema_version: int
    version: Annotated[int, Meta(ge=0, description="How many moves were made so far.")]
    state: AnyState | UnsetType = UNSET
    token: str | UnsetType = UNSET
    seat_keys: Annotated[list[str], Meta(description="The secret of each seat, told once.")] | UnsetType = UNSET
    seat: Annotated[Seat | None, Meta(description="Whose view this is; null is a spectator's.")] | UnsetType = UNSET
    view: AnyState | UnsetType = UNSET
    to_act: ToAct | None
    legal_moves: Annotated[list[AnyMove], Meta(description="Every legal move, in a stable order; empty at the end.")] | UnsetType = UNSET
    events: Annotated[list[AnyEvent], Meta(description="What this call caused, in order.")]
    outcome: Outcome | None


class LegalMoves(Answer):
    """Who is asked what, and every legal answer."""

    to_act: ToAct | None
    legal_moves: list[AnyMove]


class View(Answer):
    """What a seat may see; seat null is a spectator. Unknown pieces are null."""

    seat: Seat | None
    view: AnyState


class Check(Answer):
    """Whether a position could be reached in play, and everything that is wrong with it."""

    valid: bool
    defects: list[Defect]


class Problem(Answer):
    """Why a request was turned down (RFC 9457). `code` is stable; `errors` are all there are, up to 100."""

    type: Annotated[str, Meta(description="A stable URN, urn:arbiter:problem: and the code.")]
    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: str
    code: ProblemCode
    errors: list[Defect]
    instance: Annotated[str, Meta(description="The request id.")]


class GameSummary(Answer):
    """What tells one game from another."""

    id: GameId
    title: str
    seats: Annotated[list[int], Meta(description="The numbers of players the game is for.")]
    rules_version: str
    schema_version: int
    languages: list[str]


class Games(Answer):
    """All games there are."""

    games: list[GameSummary]


class Option(Answer):
    """Something to agree on before a game. `values` lists the choices where they can be counted."""

    name: str
    type: Annotated[str, Meta(description="A JSON type, choice (of the values) or mixed (see the schema).")]
    values: list[JsonValue] | None
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
    content: Annotated[JsonObject, Meta(description="Tiles, cards, boards and all other fixed content.")]


class Health(Answer):
    """The process is up."""

    status: str


class Readiness(Answer):
    """Every part the service needs is there; `checked` names them. `figures` tell how they do: without workers no AI moves for now."""

    status: str
    checked: list[str]
    figures: dict[str, JsonObject] | UnsetType = UNSET
