"""From the JSON Schemas that msgspec writes to those that openapi.yaml wants: names, tagged unions, named choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Schema = dict[str, Any]
Change = Callable[[Schema], Schema]

REF = "#/components/schemas/"


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


def described(schema: Schema) -> Schema:
    """Descriptions on one line, no titles, and a choice of one word as a constant."""
    schema = {name: value for name, value in schema.items() if name != "title" or not isinstance(value, str)}
    if isinstance(schema.get("description"), str):
        schema["description"] = " ".join(schema["description"].split())
    match schema:
        case {"enum": [str() as word]}:
            return {**{name: value for name, value in schema.items() if name != "enum"}, "type": "string", "const": word}
        case {"anyOf": [*choices]}:
            return {**schema, "anyOf": [_as_enum(choice) for choice in choices]}
        case {"prefixItems": [first, *others], "items": False}:
            return _as_list(schema, first if all(other == first for other in others) else None)
    return schema


def _as_enum(schema: Schema) -> Schema:
    """A constant word among other types as a choice of one: there writers of clients know choices, but not constants."""
    match schema:
        case {"type": "string", "const": word}:
            return {"type": "string", "enum": [word]}
    return schema


def _as_list(schema: Schema, item: Schema | None) -> Schema:
    """A list of fixed length; its bounds say how long it is, and writers of clients do not all know `items: false`."""
    bare = {name: value for name, value in schema.items() if name != "items"}
    return bare if item is None else {**{name: value for name, value in bare.items() if name != "prefixItems"}, "items": item}


def referring(names: Mapping[str, str], unions: Mapping[str, Schema] | None = None) -> Change:
    """References by the spec's names; a union told apart by a tag is `oneOf`, or a reference where it has a name."""

    def change(schema: Schema) -> Schema:
        if isinstance(schema.get("$ref"), str):
            bare = schema["$ref"].removeprefix(REF)
            return {**schema, "$ref": REF + names.get(bare, bare)}
        if "propertyName" in schema.get("discriminator", ()) and "anyOf" in schema:
            mapping = {tag: REF + names[name.removeprefix(REF)] for tag, name in schema["discriminator"]["mapping"].items()}
            return _named_union(mapping, schema, unions or {})
        return schema

    return change


def _named_union(mapping: Mapping[str, str], schema: Schema, unions: Mapping[str, Schema]) -> Schema:
    for name, union in unions.items():
        if union["discriminator"]["mapping"] == mapping:
            return {"$ref": REF + name}
    discriminator = {**schema["discriminator"], "mapping": mapping}
    return {"oneOf": [{"$ref": branch} for branch in mapping.values()], "discriminator": discriminator}


def named_enums(schemas: Mapping[str, Schema], aliases: Mapping[str, tuple[Any, ...]]) -> dict[str, Schema]:
    """The schemas with every choice of several words under a name of its own: its alias, or owner and field."""
    enums: dict[str, Schema] = {}

    def taken_out(owner: str) -> Change:
        def change(schema: Schema) -> Schema:
            words = schema.get("enum")
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                return schema
            name = next((alias for alias, listed in aliases.items() if sorted(map(str, listed)) == sorted(words)), owner)
            enums[name] = {"type": "string", "enum": words}
            return {"$ref": REF + name}

        return change

    done = {name: _by_field(name, schema, taken_out) for name, schema in schemas.items()}
    return done | enums


def _by_field(owner: str, schema: Schema, change_for: Callable[[str], Change]) -> Schema:
    properties = {
        field: rewritten(inner, change_for(owner + "".join(part.capitalize() for part in field.split("_"))))
        for field, inner in schema.get("properties", {}).items()
    }
    return {**schema, "properties": properties} if properties else schema
