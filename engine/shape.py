"""Schema validation that reports every error in a JSON value; msgspec stops at the first one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import msgspec
from msgspec import inspect

from engine.errors import MOST_DEFECTS, Defect, escape_pointer

MOST_DEPTH = 10
"""No state and no move is nested so deeply."""

MOST_CONTAINERS = 5000
"""No state and no move has so many objects and arrays: states have less than a hundred."""

WRONG = "wrong_shape"

_NAMES: dict[type, str] = {
    dict: "an object",
    list: "an array",
    str: "a string",
    bool: "true or false",
    int: "an integer",
    float: "a number",
}


def shape_defects(value: Any, kind: Any) -> list[Defect]:
    """Returns every place where the value does not match the type, and an empty list if it matches."""
    return list(islice(_walk(value, _info(kind), ""), MOST_DEFECTS))


def oversized(value: Any, kind: Any) -> list[Defect]:
    """Returns every array that is longer than the type allows. Other errors are ignored, so data of an earlier version may pass."""
    return list(islice(_oversized(value, _info(kind), ""), MOST_DEFECTS))


def with_integers(value: Any) -> Any:
    """Returns the value with every whole number as an int: in JSON, 1.0 is the integer 1.

    Values that lie too deep, or in too many objects and arrays for a state or a move, stay as they are.
    """
    return _with_integers(value, iter(range(MOST_CONTAINERS)), MOST_DEPTH)


def _with_integers(value: Any, left: Iterator[int], depth: int) -> Any:
    if type(value) is float and value.is_integer():
        return int(value)
    if depth == 0 or not isinstance(value, dict | list) or next(left, None) is None:
        return value
    if isinstance(value, list):
        return [_with_integers(item, left, depth - 1) for item in value]
    return {name: _with_integers(item, left, depth - 1) for name, item in value.items()}


def has_float(error: msgspec.ValidationError) -> bool:
    """Returns whether msgspec refused a number because it has a decimal point or an exponent."""
    return "got `float`" in str(error)


def shape_faults(data: Any, kind: Any) -> list[str]:
    """Returns every place where data of a file do not have the form of their type, as a JSON pointer and a sentence."""
    found = [f"{defect.pointer}: {defect.message}" for defect in shape_defects(data, kind)]
    try:
        msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError as error:
        return found or [f": {error}"]
    return found


_info = cache(inspect.type_info)


def _walk(value: Any, kind: inspect.Type, at: str) -> Iterator[Defect]:
    match kind:
        case inspect.StructType():
            yield from _object(value, kind, at)
        case inspect.ListType() | inspect.VarTupleType():
            yield from _array(value, kind, at)
        case inspect.TupleType():
            yield from _tuple(value, kind, at)
        case inspect.DictType():
            yield from _mapping(value, kind, at)
        case inspect.UnionType():
            yield from _union(value, kind, at)
        case inspect.LiteralType():
            if isinstance(value, bool) or value not in kind.values:
                yield Defect(at, WRONG, f"Must be one of: {', '.join(map(str, kind.values))}.")
        case inspect.Metadata():
            yield from _walk(value, kind.type, at)
        case _:
            yield from _scalar(value, kind, at)


def _object(value: Any, kind: inspect.StructType, at: str) -> Iterator[Defect]:
    if not isinstance(value, dict):
        yield _not_a(dict, at)
        return
    if kind.tag_field is not None and value.get(kind.tag_field) != kind.tag:
        yield Defect(f"{at}/{kind.tag_field}", WRONG, f"Must be {kind.tag}.")
    names = {field.encode_name: field for field in kind.fields}
    for name, field in names.items():
        if name in value:
            yield from _walk(value[name], field.type, f"{at}/{escape_pointer(name)}")
        elif field.required:
            yield Defect(f"{at}/{escape_pointer(name)}", "missing_field", "This field is required.")
    for name in value:
        if name not in names and name != kind.tag_field and kind.forbid_unknown_fields:
            yield Defect(f"{at}/{escape_pointer(name)}", "unknown_field", "There is no such field.")


def _array(value: Any, kind: inspect.ListType | inspect.VarTupleType, at: str) -> Iterator[Defect]:
    if not isinstance(value, list):
        yield _not_a(list, at)
        return
    yield from _length(len(value), kind.min_length, kind.max_length, "items", at)
    for index, item in enumerate(value[: kind.max_length]):
        yield from _walk(item, kind.item_type, f"{at}/{index}")


def _tuple(value: Any, kind: inspect.TupleType, at: str) -> Iterator[Defect]:
    if not isinstance(value, list):
        yield _not_a(list, at)
        return
    yield from _length(len(value), len(kind.item_types), len(kind.item_types), "items", at)
    for index, (item, inner) in enumerate(zip(value, kind.item_types, strict=False)):
        yield from _walk(item, inner, f"{at}/{index}")


def _mapping(value: Any, kind: inspect.DictType, at: str) -> Iterator[Defect]:
    if not isinstance(value, dict):
        yield _not_a(dict, at)
        return
    yield from _length(len(value), kind.min_length, kind.max_length, "members", at)
    for name, item in islice(value.items(), kind.max_length):
        yield from _walk(item, kind.value_type, f"{at}/{escape_pointer(name)}")


def _oversized(value: Any, kind: inspect.Type, at: str) -> Iterator[Defect]:
    match kind, value:
        case inspect.StructType(), dict():
            for field in kind.fields:
                if field.encode_name in value:
                    yield from _oversized(value[field.encode_name], field.type, f"{at}/{escape_pointer(field.encode_name)}")
        case inspect.ListType() | inspect.VarTupleType(), list():
            yield from _length(len(value), None, kind.max_length, "items", at)
            for index, item in enumerate(value[: kind.max_length]):
                yield from _oversized(item, kind.item_type, f"{at}/{index}")
        case inspect.TupleType(), list():
            yield from _length(len(value), None, len(kind.item_types), "items", at)
        case inspect.UnionType(), dict():
            same = [branch for branch in kind.types if isinstance(branch, inspect.StructType) and _has_tag(value, branch)]
            for branch in same[:1]:
                yield from _oversized(value, branch, at)
        case inspect.UnionType(), list():
            for choice in kind.types:
                yield from _oversized(value, choice, at)
        case inspect.Metadata(), _:
            yield from _oversized(value, kind.type, at)


def _has_tag(value: dict[str, Any], kind: inspect.StructType) -> bool:
    return kind.tag_field is None or value.get(kind.tag_field) == kind.tag


def _union(value: Any, kind: inspect.UnionType, at: str) -> Iterator[Defect]:
    """Reports errors for the branch that the client most likely meant: the one with the same tag, else one with the same JSON type."""
    structs = [branch for branch in kind.types if isinstance(branch, inspect.StructType)]
    if structs and isinstance(value, dict):
        yield from _tagged(value, structs, at)
        return
    tried = [list(islice(_walk(value, branch, at), MOST_DEFECTS)) for branch in kind.types]
    if all(tried):
        deeper = [defects for defects in tried if any(defect.pointer != at for defect in defects)]
        if deeper:
            yield from deeper[0]
        else:
            yield Defect(at, WRONG, " Or: ".join(dict.fromkeys(defects[0].message for defects in tried)))


def _tagged(value: dict[str, Any], structs: list[inspect.StructType], at: str) -> Iterator[Defect]:
    field = structs[0].tag_field
    if len(structs) == 1 or field is None:
        yield from _object(value, structs[0], at)
        return
    chosen = [branch for branch in structs if branch.tag == value.get(field)]
    if chosen:
        yield from _object(value, chosen[0], at)
    else:
        code = WRONG if field in value else "missing_field"
        yield Defect(f"{at}/{field}", code, f"Must be one of: {', '.join(str(branch.tag) for branch in structs)}.")


def _scalar(value: Any, kind: inspect.Type, at: str) -> Iterator[Defect]:
    match kind:
        case inspect.NoneType() if value is not None:
            yield Defect(at, WRONG, "Must be null.")
        case inspect.BoolType() if not isinstance(value, bool):
            yield _not_a(bool, at)
        case inspect.IntType() if not _is_integer(value):
            yield _not_a(int, at)
        case inspect.FloatType() if isinstance(value, bool) or not isinstance(value, int | float):
            yield _not_a(float, at)
        case inspect.StrType() if not isinstance(value, str):
            yield _not_a(str, at)
        case inspect.IntType():
            least = kind.ge if kind.gt is None else kind.gt + 1
            most = kind.le if kind.lt is None else kind.lt - 1
            yield from _range(value, least, most, at)
        case inspect.FloatType():
            yield from _range(value, kind.ge, kind.le, at)
        case inspect.StrType():
            yield from _length(len(value), kind.min_length, kind.max_length, "characters", at)


def _is_integer(value: Any) -> bool:
    return (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())


def _range(value: float, least: float | None, most: float | None, at: str) -> Iterator[Defect]:
    if (least is not None and value < least) or (most is not None and value > most):
        wanted = f"at least {least}" if most is None else f"at most {most}" if least is None else f"from {least} to {most}"
        yield Defect(at, WRONG, f"Must be {wanted}.")


def _length(found: int, least: int | None, most: int | None, things: str, at: str) -> Iterator[Defect]:
    if (least is not None and found < least) or (most is not None and found > most):
        wanted = str(least) if least == most else f"{_open(least or 0)} to {_open(most)}"
        yield Defect(at, WRONG, f"Must have {wanted} {things}, not {found}.")


def _open(bound: float | None) -> str:
    return "any" if bound is None else str(bound)


def _not_a(kind: type, at: str) -> Defect:
    return Defect(at, WRONG, f"Must be {_NAMES[kind]}.")
