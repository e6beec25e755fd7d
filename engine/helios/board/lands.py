"""The panel of the display: face-up lands, special tiles and the general supply (HEL-1.2, HEL-3.4, HEL-9.1)."""

from __future__ import annotations

from engine.drawing import INNER, Panel, circle, group, mark, offers, rect, text
from engine.helios.board.frames import TOP, framed
from engine.helios.board.signs import LEGIBLE, SHAPES, cube, hexagon, house, mana, tile_face, worth
from engine.helios.content import BOX, COLORS, SPECIALS
from engine.helios.labels import WORDS
from engine.helios.moves import FaceUp
from engine.helios.state import State

RADIUS = 30.0
TALL = 222.0
EXTRA = circle(-20, -19, 9, "panel", "edge") + text(-20, -19, "+", 16, bold=True)
"""The sign of the additional stack, whose lands have any colour."""


def lands_panel(view: State, language: str) -> Panel:
    """Returns the six stacks of lands, the special tiles below them, and the supply."""
    lands = [_stack(view, place, language) for place in range(len(COLORS) + 1)]
    specials = [_special(view, place, language) for place in range(len(SPECIALS))]
    return framed(TALL, WORDS.term(language, "board_lands"), *lands, *specials, *_supply(view))


def _stack(view: State, place: int, language: str) -> str:
    """Returns the face-up land of a stack, or its empty place, and the number of lands that are still in the stack."""
    color = COLORS[place] if place < len(COLORS) else "additional"
    left = view.stacks[place] if place < len(COLORS) else len(view.additional)
    named = {"color": color} if color != "additional" else {}
    more = WORDS.text(language, "board_more", count=left)
    low = text(0, 38, more, 12.5, "faint", room=61)
    data = offers("lay_tile", "choose_land", source=color, **named)
    about = f"land_{color}" if named else "additional"
    return group(_land(view, place), low, at=(36 + 62.4 * place, TOP + 30), id=f"stack-{color}", about=about, data=data)


def _land(view: State, place: int) -> str:
    """Returns the face-up land; while starting lands are chosen, a land of each colour that may be chosen (HEL-3.3)."""
    land = view.face_up[place]
    if land is not None:
        return face_up(land, RADIUS) + (EXTRA if place == len(COLORS) else "")
    if place < len(COLORS) and view.round == 0 and COLORS[place] in BOX.starting_lands:
        return face_up(FaceUp(COLORS[place], True), RADIUS)
    empty = hexagon(RADIUS, "hollow", "line")
    return empty + (mark(SHAPES[COLORS[place]], 0, 0, 8, None, "line", 1.5) if place < len(COLORS) else text(0, 0, "+", 20, "faint"))


def face_up(land: FaceUp, radius: float) -> str:
    """Returns a land that is not on a board, with its cube."""
    return tile_face(land.land, radius) + (cube(land.land, 0, 0.16 * radius, 0.36 * radius) if land.cube else "")


def _special(view: State, place: int, language: str) -> str:
    """Returns a kind of special tile: what it counts, the points for each, and the number left (HEL-9.1)."""
    kind, left = SPECIALS[place], view.specials[place]
    drawn = tile_face(kind, 28) + worth(0, 10, getattr(BOX.scores, kind), 9.5) if left else hexagon(28, "hollow", "line")
    count = text(33, 0, f"× {left}", 15, "ink" if left else "faint", "start", True)
    return group(
        drawn, count, at=(36 + 93.6 * place, TOP + 103), id=f"special-{kind}", about=f"special_{kind}", data=offers("lay_tile", source=kind)
    )


def _supply(view: State) -> list[str]:
    """Returns the cubes, the mana and the houses of the general supply (HEL-1.2)."""
    step = (INNER - 12) / (len(COLORS) + 2)
    cells: list[tuple[str, str, str, int, dict[str, object] | None]] = [
        (f"supply-{color}", f"cube_{color}", cube(color, 16, 24, 9), view.cubes[place], offers("place_cube", color=color))
        for place, color in enumerate(COLORS)
    ]
    cells += [
        ("supply-mana", "mana", mana(16, 24, 0.9), view.mana, None),
        ("supply-houses", "house", house(16, 24, 0.9), view.houses, offers("build_temple")),
    ]
    return [
        group(
            rect(0, 0, step - 4, 48, "hollow", "line", 1, 5),
            sign,
            text(37, 24, count, LEGIBLE, bold=True),
            at=(8 + step * place, TALL - 56),
            id=name,
            about=about,
            data=data,
        )
        for place, (name, about, sign, count, data) in enumerate(cells)
    ]
