"""Every fault of the data files, as sentences that name the tile, god or number of players."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.orbis.records import (
    DISPLAY_SIZE,
    MOST_CHOSEN,
    REGIONS_PER_WORLD,
    Conversion,
    Forest,
    God,
    GodsFile,
    SeatNumbers,
    Tile,
    Volcano,
)
from engine.shape import shape_defects

SEATS = (2, 3, 4)
PLAIN_ID = re.compile(r"[A-Za-z0-9_-]+")

Setup = dict[str, SeatNumbers]


def faults(tiles: Any, gods: Any, setup: Any) -> list[str]:
    """Returns what is wrong with the content of the three data files, and an empty list if the referee can play with it."""
    found = [*_shape_faults("tiles.json", tiles, list[Tile]), *_shape_faults("gods.toml", gods, GodsFile)]
    found += _shape_faults("setup.toml", setup, Setup)
    if found:
        return found
    all_tiles, all_gods = msgspec.convert(tiles, list[Tile]), msgspec.convert(gods, GodsFile).gods
    return [*_tile_faults(all_tiles), *_god_faults(all_gods), *_setup_faults(all_tiles, all_gods, msgspec.convert(setup, Setup))]


def _shape_faults(file: str, data: Any, kind: Any) -> Iterator[str]:
    """Yields every member that is missing, unknown, of the wrong type or out of range."""
    for defect in shape_defects(data, kind):
        steps = defect.pointer.split("/")[1:]
        yield f"{file}, {_named(data, steps)}: {defect.message.rstrip('.')}"


def _named(data: Any, steps: Sequence[str]) -> str:
    """Returns where a fault is: the id of the tile or god and the path of the member."""
    for depth, step in enumerate(steps):
        data = data[int(step)] if isinstance(data, list) else data.get(step) if isinstance(data, dict) else None
        if isinstance(data, dict) and isinstance(data.get("id"), str):
            return "/".join([data["id"], *steps[depth + 1 :]])
    return "/".join(steps) or "the file"


def _tile_faults(tiles: Sequence[Tile]) -> Iterator[str]:
    """Yields contradictions with ORB-1.1 and effects that cannot be played."""
    yield from _id_faults("tile", [tile.id for tile in tiles])
    for tile in tiles:
        if (tile.mystic is None) == (tile.color == "white"):
            yield f"{tile.id}/mystic: a white tile has a mystic value, and no other tile has one (ORB-1.1)"
        match tile.effect:
            case Volcano(colors=colors) | Forest(colors=colors) if len(set(colors)) < len(colors):
                yield f"{tile.id}/effect/colors: a colour is listed twice"
            case Conversion(color="any", amount=amount) if amount > MOST_CHOSEN:
                yield f"{tile.id}/effect/amount: at most {MOST_CHOSEN} worshippers of any colour can be chosen"


def _god_faults(gods: Sequence[God]) -> Iterator[str]:
    """Yields gods whose condition or effect contradicts itself (ORB-7)."""
    yield from _id_faults("god", [god.id for god in gods])
    for god in gods:
        if god.scoring == "most" and len(god.effects) != 1:
            yield f"{god.id}/effects: a god who wants the most of one effect names exactly one (ORB-7.2)"
        if god.scoring == "one_of_each" and not god.effects:
            yield f"{god.id}/effects: a god who wants one of each names at least one effect (ORB-7.6)"
        if (god.scoring == "paid") != (god.payment > 0):
            yield f"{god.id}/payment: a god asks for a payment exactly if it is scored for being paid (ORB-7.7)"
        if god.gift and god.payment:
            yield f"{god.id}/gift: a god who asks for a payment gives nothing"


def _setup_faults(tiles: Sequence[Tile], gods: Sequence[God], setup: Setup) -> Iterator[str]:
    """Yields contradictions between the set-up for a number of players and the components (ORB-2.1, ORB-2.3)."""
    if sorted(setup) != [str(seats) for seats in SEATS]:
        yield "setup.toml: there must be a set-up for 2, 3 and 4 players, and no other"
        return
    for seats in SEATS:
        numbers, at = setup[str(seats)], f"setup.toml, {seats} players"
        levels: list[int] = [tile.level for tile in tiles if tile.stars not in numbers.removed_stars]
        for level, expected in enumerate(numbers.tiles_by_level, 1):
            if levels.count(level) != expected:
                yield f"{at}: {levels.count(level)} tiles of level {level} instead of {expected}"
        if len(levels) != REGIONS_PER_WORLD * seats + DISPLAY_SIZE:
            yield f"{at}: {len(levels)} tiles instead of {REGIONS_PER_WORLD * seats + DISPLAY_SIZE} (ORB-2.3)"
        if levels.count(1) < DISPLAY_SIZE:
            yield f"{at}: {levels.count(1)} tiles of level 1 cannot fill the display (ORB-2.1)"
        if numbers.gods != seats + 1 or numbers.gods > len(gods):
            yield f"{at}: {seats + 1} of the {len(gods)} gods are drawn, not {numbers.gods} (ORB-2.1)"
        if len(numbers.temples) != seats:
            yield f"{at}: {len(numbers.temples)} temples instead of {seats} (ORB-2.1)"


def _id_faults(what: str, ids: Sequence[str]) -> Iterator[str]:
    for name, count in Counter(ids).items():
        if count > 1:
            yield f"{name}: {count} {what}s have this id"
        if not PLAIN_ID.fullmatch(name):
            yield f"{name}: the id of a {what} has only letters, digits, - and _"
