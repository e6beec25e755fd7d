"""Request bodies in which one value has grown until the body is as long as it may be: what a hostile client would send."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from copy import deepcopy
from typing import Any, NamedTuple

import orjson

from engine.games import GAMES
from tests.support.example_requests import OPERATIONS, SPEC, Call, Page, body_examples, resolved

MARK = "\N{BLACK DIAMOND}"
"""Stands for the grown value while the body around it is encoded."""

NESTING = 1000
"""Arrays within arrays; orjson refuses a little more."""

Place = tuple[str | int, ...]

ENGINE = frozenset({"state", "base", "move", "moves", "outcome"})
"""Members that the engine decodes."""


class GrownBody(NamedTuple):
    """A body, the place of the value that has grown, and how it has grown."""

    place: str
    growth: str
    body: bytes


def grown_bodies(body: Any, limit: int, closed: Set[str] = frozenset(), below: Place = ()) -> Iterator[GrownBody]:
    """Every place at or below `below` in every growth, in bodies of `limit` bytes; members named in `closed` grow as a whole only."""
    for place in places(value_at(body, below), closed, below):
        value = value_at(body, place)
        frame = orjson.dumps(replaced(body, place, MARK))
        room = limit - len(frame)
        for name, grow in GROWTHS.items():
            grown = grow(value, room)
            if grown:
                yield GrownBody("/" + "/".join(map(str, place)), name, frame.replace(f'"{MARK}"'.encode(), grown, 1))


def with_other_fields(body: dict[str, Any], schema: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Place]]:
    """The body with each field of its schema that it does not have, and the place of that field."""
    for name, field in fields_of(schema).items():
        if name not in body:
            yield {**body, name: outline(field)}, (name,)


def fields_of(schema: dict[str, Any]) -> dict[str, Any]:
    """The fields of an object by name, those of all branches of a union."""
    found = resolved_schema(schema)
    branches = [*found.get("oneOf", ()), *found.get("anyOf", ())]
    return {name: field for part in (found, *map(resolved_schema, branches)) for name, field in part.get("properties", {}).items()}


def outline(schema: dict[str, Any]) -> Any:
    """A value with every field and one item in every list, but no scalars; states and moves are left empty."""
    found = resolved_schema(schema)
    if "items" in found:
        return [outline(found["items"])]
    names = fields_of(schema)
    return {name: None if name in ENGINE else outline(field) for name, field in names.items()} if "type" not in names else None


def resolved_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema, or the one that it refers to."""
    while "$ref" in schema:
        schema = SPEC["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def places(body: Any, closed: Set[str], at: Place = ()) -> Iterator[Place]:
    """The body itself and every value in it; of a list, only the first item."""
    yield at
    if isinstance(body, dict):
        for name, inner in body.items():
            if name in closed:
                yield (*at, name)
            else:
                yield from places(inner, closed, (*at, name))
    elif isinstance(body, list) and body:
        yield from places(body[0], closed, (*at, 0))


def value_at(body: Any, place: Place) -> Any:
    """The value at a place."""
    for step in place:
        body = body[step]
    return body


def replaced(body: Any, place: Place, value: Any) -> Any:
    """The body with another value at a place."""
    if not place:
        return value
    changed = deepcopy(body)
    value_at(changed, place[:-1])[place[-1]] = value
    return changed


def repeated(item: bytes, room: int) -> bytes:
    """An array of as many equal items as there is room for."""
    return b"[" + b",".join([item] * ((room - 2) // (len(item) + 1))) + b"]"


def numbered(members: bytes, form: bytes, room: int) -> bytes:
    """An object with these members and as many more as there is room for, each with another name."""
    each = len(form % 0) + 7
    more = b",".join(form % number for number in range((room - len(members) - 2) // each))
    return b"{" + b",".join(part for part in (members, more) if part) + b"}"


def its_items(value: Any, room: int) -> bytes:
    """The first item again and again."""
    return repeated(orjson.dumps(value[0]), room) if isinstance(value, list) and value else b""


def more_members(value: Any, room: int) -> bytes:
    """The members that it has and many more."""
    return numbered(orjson.dumps(value)[1:-1], b'"%d":0', room) if isinstance(value, dict) else b""


GROWTHS: dict[str, Callable[[Any, int], bytes]] = {
    "its items": its_items,
    "more members": more_members,
    "zeros": lambda _, room: repeated(b"0", room),
    "objects": lambda _, room: repeated(b"{}", room),
    "typed objects": lambda _, room: repeated(b'{"type":0}', room),
    "arrays": lambda _, room: repeated(b"[]", room),
    "texts": lambda _, room: repeated(b'"x"', room),
    "members": lambda _, room: numbered(b"", b'"%d":{}', room),
    "equal names": lambda _, room: b"{" + repeated(b'"a":0', room)[1:-1] + b"}",
    "nested arrays": lambda _, room: b"[" * NESTING + repeated(b"0", room - 2 * NESTING) + b"]" * NESTING,
    "nested objects": lambda _, room: b'{"a":' * NESTING + repeated(b"0", room - 6 * NESTING) + b"}" * NESTING,
    "long text": lambda _, room: b'"' + b"x" * (room - 2) + b'"',
    "wide text": lambda _, room: b'"' + b"x" * (room - 6) + "\N{GRINNING FACE}".encode() + b'"',
    "escapes": lambda _, room: b'"' + rb"\u0001" * ((room - 2) // 6) + b'"',
    "long name": lambda _, room: b'{"' + b"~" * (room - 6) + b'":0}',
    "long names": lambda _, room: numbered(b"", b'"' + b"/" * 1000 + b'%d":0', room),
    "digits": lambda _, room: b"9" * room,
    "decimals": lambda _, room: b"0." + b"3" * (room - 2),
    "white space": lambda _, room: b" " * (room - 1) + b"1",
}
"""How a value grows into `room` bytes of JSON; empty where this value cannot."""


def hostile_requests(page: Page, operation_id: str, limit: int) -> Iterator[tuple[Call, GrownBody]]:
    """Every growth of every field of an operation's body.

    States grow inside only where nothing but a state is sent, because all calls read them the same way; there, states of version 1 too.
    """
    closed: Set[str] = frozenset() if operation_id == "checkState" else ENGINE
    examples, call = body_examples(operation_id), page.call(operation_id)
    body = page.filled(operation_id, examples.get(page.game, examples.get("example")))
    schema = resolved(OPERATIONS[operation_id][1]["requestBody"])["content"]["application/json"]["schema"]
    for grown in grown_bodies(body, limit, closed):
        yield call, grown
    for wider, place in with_other_fields(body, schema):
        for grown in grown_bodies(wider, limit, closed, place):
            yield call, grown
    if not closed:
        earlier = {**body, "state": {name: value for name, value in body["state"].items() if name != "schema_version"}}
        for grown in grown_bodies(earlier, limit, closed, ("state",)):
            yield call, grown._replace(place=f"{grown.place} of version 1")


def operations_of(game: str) -> list[str]:
    """The operations that take a body; of further games, those in which the game has fields of its own."""
    names = [name for name, (_, operation) in OPERATIONS.items() if "requestBody" in operation]
    return names if game == next(iter(GAMES)) else ["checkState", "makeMoves", "verifyRecord"]
