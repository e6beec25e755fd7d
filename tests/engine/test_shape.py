"""Schema validation reports every error at once, with its JSON pointer."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from engine.errors import MOST_DEFECTS
from engine.shape import MOST_CONTAINERS, shape_defects, with_integers


class Circle(msgspec.Struct, tag_field="type", tag="circle", forbid_unknown_fields=True):
    radius: Annotated[int, Meta(ge=1, le=9)]
    turn: Annotated[int, Meta(gt=-4, lt=4)] = 0


class Square(msgspec.Struct, tag_field="type", tag="square", forbid_unknown_fields=True):
    corner: tuple[int, int]
    name: Annotated[str, Meta(min_length=1, max_length=3)] | None = None


class Sheet(msgspec.Struct, forbid_unknown_fields=True):
    shapes: Annotated[list[Circle | Square], Meta(max_length=3)]
    color: Literal["red", "blue"]
    first: int | Literal["random"] = 0
    weights: dict[str, float] = {}
    whole: bool = False


def circle(radius: Any) -> dict[str, Any]:
    return {"type": "circle", "radius": radius}


CASES: list[tuple[Any, list[str]]] = [
    ({"shapes": [], "color": "red"}, []),
    ([], [""]),
    ({}, ["/shapes", "/color"]),
    ({"shapes": {}, "color": "red"}, ["/shapes"]),
    ({"shapes": [circle(10), circle(True), circle(1.5)], "color": "red"}, ["/shapes/0/radius", "/shapes/1/radius", "/shapes/2/radius"]),
    (
        {"shapes": [{**circle(0), "turn": 4}, {**circle(1), "turn": -4}], "color": "red"},
        ["/shapes/0/radius", "/shapes/0/turn", "/shapes/1/turn"],
    ),
    ({"shapes": [circle(1)] * 4, "color": "red"}, ["/shapes"]),
    ({"shapes": [{"type": "oval"}, {}, 7], "color": "red"}, ["/shapes/0/type", "/shapes/1/type", "/shapes/2"]),
    ({"shapes": [{"type": "square", "corner": [1], "name": "long"}], "color": "red"}, ["/shapes/0/corner", "/shapes/0/name"]),
    ({"shapes": [{"type": "square", "corner": "xy", "name": None}], "color": "red"}, ["/shapes/0/corner"]),
    ({"shapes": [], "color": "green", "first": "last", "whole": 1}, ["/color", "/first", "/whole"]),
    ({"shapes": [], "color": "red", "weights": {"a/b": "1", "c~d": 1}}, ["/weights/a~1b"]),
    ({"shapes": [], "color": "red", "weights": []}, ["/weights"]),
    ({"shapes": [], "color": "red", "extra": 1}, ["/extra"]),
]


@pytest.mark.parametrize(("value", "pointers"), CASES)
def test_all_defects_are_found_where_they_are(value: Any, pointers: list[str]) -> None:
    assert [defect.pointer for defect in shape_defects(value, Sheet)] == pointers


@pytest.mark.parametrize(("value", "pointers"), CASES)
def test_the_validation_agrees_with_msgspec(value: Any, pointers: list[str]) -> None:
    try:
        msgspec.convert(value, Sheet)
    except msgspec.ValidationError:
        assert pointers
    else:
        assert not pointers


def test_codes_distinguish_missing_and_unknown_fields_from_wrong_values() -> None:
    defects = shape_defects({"shapes": 0, "extra": 0}, Sheet)
    assert [(defect.pointer, defect.code) for defect in defects] == [
        ("/shapes", "wrong_shape"),
        ("/color", "missing_field"),
        ("/extra", "unknown_field"),
    ]


def test_the_number_of_reported_errors_is_limited() -> None:
    assert len(shape_defects({str(number): 0 for number in range(50_000)}, Sheet)) == MOST_DEFECTS


def test_items_beyond_the_maximum_length_are_not_validated() -> None:
    defects = shape_defects({"shapes": [0] * 50_000, "color": "red"}, Sheet)
    assert [defect.pointer for defect in defects] == ["/shapes", "/shapes/0", "/shapes/1", "/shapes/2"]


def test_whole_numbers_become_integers_unless_there_are_too_many_arrays() -> None:
    assert repr(with_integers({"a": [1.0, {"b": 2.0}], "c": 0.5})) == repr({"a": [1, {"b": 2}], "c": 0.5})
    converted = with_integers([[1.0] for _ in range(2 * MOST_CONTAINERS)])
    assert [type(item) for (item,) in converted].count(int) == MOST_CONTAINERS - 1, "one is the array around them"
