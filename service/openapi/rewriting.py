"""Turns the JSON Schemas that msgspec and apispec write into those of openapi.yaml: names, tagged unions, named enums."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from service.openapi.naming import camel, enum_name

Schema = dict[str, Any]
Change = Callable[[Schema], Schema]

REF = "#/components/schemas/"
NULL: Schema = {"type": "null"}


def ref(name: str) -> Schema:
    """A reference to a schema."""
    return {"$ref": REF + name}


def rewritten(schema: Any, *changes: Change) -> Any:
    """The schema with the changes made to every object in it, innermost first."""
    if isinstance(schema, list):
        return [rewritten(item, *changes) for item in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: rewritten(value, *changes) for name, value in schema.items()}
    for change in changes:
        inner = change(inner)
    return inner


def tidied(schema: Schema) -> Schema:
    """Descriptions on one line, no titles, plain references, and numbers and lists that every generator understands."""
    schema = {
        name: value
        for name, value in schema.items()
        if not (name == "title" and isinstance(value, str)) and (name, value) != ("required", [])
    }
    if isinstance(schema.get("description"), str):
        schema["description"] = " ".join(schema["description"].split())
    if not isinstance(schema.get("default", {}), dict):
        schema = _default_in_words(schema)
    match schema:
        case {"$ref": str()}:
            return {name: value for name, value in schema.items() if name in ("$ref", "description")}
        case {"type": "integer", "maximum": int(most)} if most >= 2**31:
            return {**schema, "format": "int64"}
        case {"enum": [*words]} if None in words:
            return _nullable(schema, [word for word in words if word is not None])
        case {"anyOf": [*choices]}:
            return _merged(schema, choices)
        case {"prefixItems": [first, *others], "items": False}:
            return _as_list(schema, first if all(other == first for other in others) else None)
    return schema


def _default_in_words(schema: Schema) -> Schema:
    """The default in the description: as a keyword, some generators take it to mean that the field is always present."""
    words = f"Default: {json.dumps(schema['default'])}."
    described = f"{schema['description']} {words}" if "description" in schema else words
    return {name: value for name, value in schema.items() if name != "default"} | {"description": described}


def _merged(schema: Schema, choices: list[Schema]) -> Schema:
    """A union of several enums as one enum."""
    enums = [choice for choice in choices if choice.keys() == {"enum"}]
    if len(enums) < 2:
        return schema
    rest = [choice for choice in choices if choice.keys() != {"enum"}]
    merged = {"enum": [word for enum in enums for word in enum["enum"]]}
    others = {name: value for name, value in schema.items() if name != "anyOf"}
    return {**others, "anyOf": [merged, *rest]} if rest else {**others, **merged}


def _nullable(schema: Schema, words: list[Any]) -> Schema:
    """An enum with null in it as a choice between the enum and null."""
    others = {name: value for name, value in schema.items() if name not in ("enum", "type")}
    return {**others, "anyOf": [{"enum": words}, NULL]}


def _as_list(schema: Schema, item: Schema | None) -> Schema:
    """A list of fixed length; its bounds give the length, because not all generators know `prefixItems` and `items: false`."""
    bare = {name: value for name, value in schema.items() if name != "items"}
    return bare if item is None else {**{name: value for name, value in bare.items() if name != "prefixItems"}, "items": item}


def union(tag: str, branches: Mapping[str, str], **others: Any) -> Schema:
    """A union of schemas, by name, that a tag tells apart."""
    mapping = {word: REF + name for word, name in branches.items()}
    return {
        **others,
        "oneOf": [ref(name) for name in dict.fromkeys(branches.values())],
        "discriminator": {"propertyName": tag, "mapping": mapping},
    }


def referring(names: Mapping[str, str], unions: Mapping[str, Schema] | None = None) -> Change:
    """References by the names of the spec; a tagged union is `oneOf`, or a reference if it has a name."""

    def change(schema: Schema) -> Schema:
        if isinstance(schema.get("$ref"), str):
            bare = schema["$ref"].removeprefix(REF)
            return {**schema, "$ref": REF + names.get(bare, bare)}
        if "propertyName" in schema.get("discriminator", ()) and "anyOf" in schema:
            return _named_union(schema, names, unions or {})
        return schema

    return change


def _named_union(schema: Schema, names: Mapping[str, str], unions: Mapping[str, Schema]) -> Schema:
    tagged = {tag: bare.removeprefix(REF) for tag, bare in schema["discriminator"]["mapping"].items()}
    found = union(schema["discriminator"]["propertyName"], {tag: names.get(bare, bare) for tag, bare in tagged.items()})
    name = next((name for name, known in unions.items() if known["discriminator"] == found["discriminator"]), None)
    return found if name is None else ref(name)


def named_enums(schemas: Mapping[str, Schema], known: Mapping[str, tuple[Any, ...]], owners: Mapping[str, str]) -> dict[str, Schema]:
    """The schemas with every enum under a name of its own: a known one, or that of its owner and field."""
    enums: dict[str, Schema] = {}

    def taken_out(otherwise: str) -> Change:
        def change(schema: Schema) -> Schema:
            words = schema.get("enum")
            if not isinstance(words, list):
                return schema
            name = enum_name(words, known, otherwise)
            enums[name] = _enum(words, known.get(name, words))
            return {**ref(name), **_annotations(schema)}

        return change

    done = {name: _by_field(owners.get(name, name), schema, taken_out) for name, schema in schemas.items()}
    return done | enums


def _enum(words: list[Any], order: Iterable[Any]) -> Schema:
    """An enum in the order of its declaration."""
    listed = [word for word in order if word in words]
    return {"type": "integer" if all(isinstance(word, int) for word in words) else "string", "enum": listed}


def named_unions(schemas: Mapping[str, Schema]) -> dict[str, Schema]:
    """The schemas with every union in a field under a name of its own, that of its owner and field; a choice of null is no union."""
    unions: dict[str, Schema] = {}

    def taken_out(name: str) -> Change:
        def change(schema: Schema) -> Schema:
            choices = [choice for choice in schema.get("anyOf", ()) if choice != NULL]
            if len(choices) < 2 or len(choices) < len(schema["anyOf"]):
                return schema
            unions[name] = {"anyOf": choices}
            return {**ref(name), **_annotations(schema)}

        return change

    return {name: _by_field(name, schema, taken_out) for name, schema in schemas.items()} | unions


def _annotations(schema: Schema) -> Schema:
    """What may stand beside a reference."""
    return {key: value for key, value in schema.items() if key == "description"}


def _by_field(owner: str, schema: Schema, change_for: Callable[[str], Change]) -> Schema:
    properties = {field: rewritten(inner, change_for(owner + camel(field))) for field, inner in schema.get("properties", {}).items()}
    return {**schema, "properties": properties} if properties else schema


def references(part: Any) -> set[str]:
    """The names of all schemas that a part of the specification refers to."""
    if isinstance(part, list):
        return set[str]().union(*map(references, part))
    if not isinstance(part, dict):
        return {part.removeprefix(REF)} if isinstance(part, str) and part.startswith(REF) else set()
    return set[str]().union(*map(references, part.values()))


def reachable(schemas: Mapping[str, Schema], roots: Iterable[str]) -> dict[str, Schema]:
    """The schemas that the roots refer to, directly or through others, in alphabetical order."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += references(schemas[name])
    return {name: schemas[name] for name in sorted(found)}
