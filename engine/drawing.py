"""A small SVG writer: shapes in one palette for light and dark themes, and pieces that are linked to moves.

Colours are presentation attributes, which every viewer and every content security policy allows, and also classes, which STYLE recolours
in the dark theme. Each colour of pieces has its own shape, so that nobody needs to distinguish colours.

A piece has the attribute `data-move`, the types of the moves that a click on it may mean, and one attribute for each parameter that it
fixes: `data-slot="4"` fixes slot 4. A parameter that is a list is fixed by one of its items, `data-cards="mimix_1"`, or by the value at
one index, `data-worshippers-0="2"`. An attribute that is no parameter of a move's type does not restrict it. Pieces may be nested.
A piece with `data-after="card"` is only the second half of a choice: it means its moves after another piece, here a card, was selected.

A picture consists of panels, which flow into its width. A panel has the id `panel-<name>` and its size as `data-width` and `data-height`;
every piece that moves has an id too. Ids stay the same from version to version, so that a client can animate what moved. `data-about` names
the entry of the glossary that explains a piece.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple
from xml.sax.saxutils import escape

NARROWEST, WIDEST = 400, 1600
"""The range of the width of a picture, in units of about one pixel on a phone; the height depends on the content."""

SMALLEST = 6.0
"""The smallest font size that is used to make text fit."""

MARGIN = 8
INNER = NARROWEST - 2 * MARGIN
"""The width of the widest panel: every panel fits into the narrowest picture."""
HALF = (INNER - MARGIN) / 2

PALETTE: dict[str, tuple[str, str]] = {
    "page": ("#f3f0e8", "#14171d"),
    "panel": ("#fffdf8", "#1e232c"),
    "hollow": ("#ebe6da", "#2a303b"),
    "line": ("#c9c1b0", "#434b5a"),
    "edge": ("#4a4538", "#c3c8d2"),
    "ink": ("#23262e", "#eceef2"),
    "faint": ("#67645b", "#a3a9b5"),
    "accent": ("#a8480f", "#ffb066"),
    "gold": ("#c9971c", "#e6bb4a"),
    "sun": ("#f2a516", "#ffc043"),
    "dark": ("#23262e", "#15171c"),
    "bright": ("#ffffff", "#ffffff"),
    "red": ("#c33c2c", "#e0604f"),
    "blue": ("#2c69b2", "#5595dd"),
    "yellow": ("#e0ab17", "#ecc04a"),
    "green": ("#37864a", "#58ad69"),
    "white": ("#fbfaf6", "#f2f0ea"),
    "black": ("#33353c", "#0c0d10"),
    "brown": ("#86552e", "#b0794a"),
    "gray": ("#868e97", "#98a0aa"),
    "red-land": ("#f5d2cb", "#5d2f29"),
    "blue-land": ("#cde0f4", "#25425f"),
    "yellow-land": ("#f8e7b0", "#5a4a1c"),
    "green-land": ("#cfe8d0", "#264b2f"),
    "white-land": ("#fefefe", "#4b4f58"),
    "black-land": ("#b4b7bf", "#090a0c"),
    "brown-land": ("#e5cfb9", "#51392a"),
    "gray-land": ("#d9dde1", "#3d434b"),
    "light-field": ("#f7efdc", "#33302a"),
    "rim-field": ("#f0bd84", "#5a3d20"),
    "sign": ("#ffffff", "#15171c"),
}
"""The colours by name: in the light and in the dark theme."""

QUOTE = {'"': "&quot;"}
SEATS = ("red", "blue", "yellow", "green")
"""The colour of each seat's pieces; they also show the seat's number."""


def _style() -> str:
    """Returns a stylesheet with a class for each colour.

    A page may set the same properties on `.board` to define its own theme, or choose one by the class `light` or `dark` on its root.
    """
    light, dark = ("".join(f"--board-{part}:{colors[theme]};" for part, colors in PALETTE.items()) for theme in (0, 1))
    fills = "".join(f".board .f-{part}{{fill:var(--board-{part})}}.board .s-{part}{{stroke:var(--board-{part})}}" for part in PALETTE)
    themes = f".board{{{light}}}@media(prefers-color-scheme:dark){{.board{{{dark}}}}}.light .board{{{light}}}.dark .board{{{dark}}}"
    return themes + fills


STYLE = _style()
"""The stylesheet of every picture, for pages that show one inline."""


def standalone(picture: str) -> str:
    """Returns the picture with the stylesheet embedded, for viewers that show it on its own."""
    head, _, rest = picture.partition(">")
    return f"{head}><style>{STYLE}</style>{rest}"


def element(tag: str, attributes: str, *inside: str) -> str:
    """Returns an element, self-closing if nothing is inside."""
    return f"<{tag}{attributes}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{attributes}/>"


@lru_cache(maxsize=8192, typed=True)
def attribute(name: str, value: object) -> str:
    """Returns an attribute with its value escaped, or an empty string if the value is None."""
    match value:
        case None:
            return ""
        case bool():
            return f' {name}="{str(value).lower()}"'
        case float():
            return f' {name}="{_number(value)}"'
        case _:
            return f' {name}="{escape(str(value), QUOTE)}"'


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


@lru_cache(maxsize=1024)
def _paint(fill: str | None, stroke: str | None, line: float) -> str:
    named = [f"f-{fill}"] * (fill is not None) + [f"s-{stroke}"] * (stroke is not None)
    classes = attribute("class", " ".join(named) or None)
    drawn = f' stroke="{PALETTE[stroke][0]}"{attribute("stroke-width", line if line != 1 else None)}' if stroke else ""
    return f'{classes} fill="{PALETTE[fill][0] if fill else "none"}"{drawn}'


@lru_cache(maxsize=4096)
def rect(
    x: float, y: float, width: float, height: float, fill: str | None, stroke: str | None = None, line: float = 1, round: float = 3
) -> str:
    """Returns a rectangle with round corners."""
    size = f' width="{_number(width)}" height="{_number(height)}"'
    return element(
        "rect", attribute("x", x or None) + attribute("y", y or None) + size + attribute("rx", round or None) + _paint(fill, stroke, line)
    )


@lru_cache(maxsize=4096)
def circle(x: float, y: float, radius: float, fill: str | None, stroke: str | None = None, line: float = 1) -> str:
    """Returns a circle."""
    return element("circle", f' cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"' + _paint(fill, stroke, line))


def polygon(points: Iterable[tuple[float, float]], fill: str | None, stroke: str | None = None, line: float = 1) -> str:
    """Returns a polygon."""
    corners = " ".join([f"{_number(x)},{_number(y)}" for x, y in points])
    return element("polygon", f' points="{corners}"' + _paint(fill, stroke, line))


def path(way: str, fill: str | None, stroke: str | None = None, line: float = 1) -> str:
    """Returns a path that is drawn where it is."""
    return element("path", f' d="{way}"' + _paint(fill, stroke, line))


@lru_cache(maxsize=4096)
def icon(way: str, x: float, y: float, scale: float, fill: str | None, stroke: str | None = None, line: float = 2) -> str:
    """Returns a path that is drawn around (0, 0), moved and scaled to its place."""
    moved = f' d="{way}" transform="translate({_number(x)} {_number(y)}) scale({scale:.2f})"'
    return element("path", moved + _paint(fill, stroke, line))


@lru_cache(maxsize=8192)
def text(
    x: float, y: float, words: object, size: float = 10, fill: str = "ink", anchor: str = "middle", bold: bool = False, room: float = 0
) -> str:
    """Returns text centred vertically at y; text that is wider than the room is set smaller, then truncated."""
    said = str(words)
    if room:
        size = _fitting(size, said, room, bold)
        fitting = int(room / (size * _letter(bold)) + 0.01)
        said = said if len(said) <= fitting else said[: fitting - 1].rstrip() + "…"
    place = f' x="{_number(x)}" y="{_number(y + 0.35 * size)}" font-size="{_number(size)}"'
    manner = attribute("text-anchor", None if anchor == "middle" else anchor) + attribute("font-weight", "bold" if bold else None)
    return element("text", place + manner + _paint(fill, None, 1), escape(said))


def _fitting(size: float, words: str, room: float, bold: bool) -> float:
    """Returns the font size, reduced if the words would be wider than the room."""
    return min(size, max(room / (_letter(bold) * max(len(words), 1)), SMALLEST))


def _letter(bold: bool) -> float:
    """Returns the approximate width of a letter, relative to the font size."""
    return 0.66 if bold else 0.58


def lines(x: float, y: float, words: str, size: float, room: float, fill: str = "ink", anchor: str = "middle", bold: bool = False) -> str:
    """Returns text centred vertically at y, on two lines if it does not fit on one."""
    if " " not in words or _fitting(size, words, room, bold) == size:
        return text(x, y, words, size, fill, anchor, bold, room)
    parts = words.split(" ")
    cut = min(range(1, len(parts)), key=lambda at: max(len(" ".join(parts[:at])), len(" ".join(parts[at:]))))
    above, below = " ".join(parts[:cut]), " ".join(parts[cut:])
    size = _fitting(size, max(above, below, key=len), room, bold)
    return text(x, y - 0.56 * size, above, size, fill, anchor, bold) + text(x, y + 0.56 * size, below, size, fill, anchor, bold)


def group(
    *inside: str,
    at: tuple[float, float] | None = None,
    id: str | None = None,
    title: str | None = None,
    about: str | None = None,
    data: dict[str, object] | None = None,
) -> str:
    """Returns a group of shapes, moved to its place; the title is its tooltip, `about` is the glossary entry that explains it."""
    moved = f' transform="translate({_number(at[0])} {_number(at[1])})"' if at else ""
    named = [f"<title>{escape(title)}</title>"] if title else []
    attributes = "".join([attribute(name, value) for name, value in data.items()]) if data else ""
    return element("g", attribute("id", id) + moved + attribute("data-about", about) + attributes, *named, *inside)


def offers(*moves: str, **parameters: object) -> dict[str, object]:
    """Returns the attributes of a piece that is linked to moves of these types with these parameters."""
    return {"data-move": " ".join(moves), **{f"data-{name}": value for name, value in parameters.items()}}


INHERITED = ' font-family="system-ui, sans-serif" text-anchor="middle" stroke-linejoin="round" stroke-linecap="round"'
"""The attributes that all shapes and texts of a picture inherit."""


def picture(title: str, description: str, width: float, height: float, language: str, *parts: str) -> str:
    """Returns the whole picture, with a title and a description for screen readers."""
    size = f' xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_number(width)} {_number(height)}" class="board" role="img"'
    texts = f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
    manner = attribute("lang", language) + INHERITED
    return element("svg", size + manner, texts, rect(0, 0, width, height, "page", round=0), *parts)


class Layout(NamedTuple):
    """What a picture shows: the panels in this order (None: all except the summaries), the names of the seats, and the line on top."""

    width: int = NARROWEST
    panels: tuple[str, ...] | None = None
    names: tuple[str | None, ...] = ()
    header: bool = True


DEFAULT_LAYOUT = Layout()


class Panel(NamedTuple):
    """A framed part of the picture, drawn at (0, 0)."""

    width: float
    height: float
    drawn: str


def panel(width: float, height: float, heading: str, *inside: str, active: bool = False) -> Panel:
    """Returns a panel with its heading; the panel of the seat to act is drawn as active."""
    frame = rect(0, 0, width, height, "panel", "accent" if active else "line", 2 if active else 1, 6)
    head = text(8, 11, heading, 10, "accent" if active else "faint", "start", True, width - 16) if heading else ""
    return Panel(width, height, frame + head + "".join(inside))


def stacked(panels: Iterable[tuple[str, Panel]], top: float, wide: float) -> tuple[str, float]:
    """Returns the named panels from the top down, side by side where they fit into the width, and the y coordinate below them."""
    x, row = float(MARGIN), 0.0
    placed = []
    for name, (width, height, drawn) in panels:
        if x > MARGIN and x + width > wide - MARGIN + 1:
            x, top, row = float(MARGIN), top + row + MARGIN, 0.0
        placed.append(group(drawn, at=(x, top), id=f"panel-{name}", data={"data-width": width, "data-height": height}))
        x, row = x + width + MARGIN, max(row, height)
    return "".join(placed), top + row + MARGIN


def header(title: str, status: str, wide: float) -> str:
    """Returns the line above all panels: the title and the status."""
    room = wide - NARROWEST + 270
    return text(MARGIN + 2, 14, title, 13, "ink", "start", True) + lines(wide - MARGIN - 2, 14, status, 10.5, room, "accent", "end", True)


HEADER = 28
"""The y coordinate of the first panel."""


def turned(radius: float, corners: int, turn: float = -90, inner: float = 0) -> list[tuple[float, float]]:
    """Returns the corners of a regular polygon around (0, 0), the first at the angle `turn`; with an inner radius, those of a star."""
    count = corners * 2 if inner else corners
    reach = [inner if inner and corner % 2 else radius for corner in range(count)]
    angles = [(turn + 360 * corner / count) * pi / 180 for corner in range(count)]
    return [(far * cos(angle), far * sin(angle)) for far, angle in zip(reach, angles, strict=True)]


MARKS: dict[str, list[tuple[float, float]]] = {
    "triangle": turned(1.15, 3),
    "diamond": [(0, -1.15), (0.95, 0), (0, 1.15), (-0.95, 0)],
    "square": turned(1.2, 4, -45),
    "star": turned(1.2, 5, inner=0.55),
    "cross": turned(1.2, 4, inner=0.45),
    "hexagon": turned(1.1, 6, 0),
}


@lru_cache(maxsize=4096)
def mark(shape: str, x: float, y: float, size: float, fill: str | None, stroke: str | None = "edge", line: float = 0.8) -> str:
    """Returns a small piece whose shape represents its colour."""
    if shape == "circle":
        return circle(x, y, size, fill, stroke, line)
    dropped = 0.15 * size if shape == "triangle" else 0.0
    return polygon([(x + size * dx, y + size * dy + dropped) for dx, dy in MARKS[shape]], fill, stroke, line)


@lru_cache(maxsize=256)
def badge(x: float, y: float, words: object, fill: str = "gold", ink: str = "dark", size: float = 7) -> str:
    """Returns a number in a small disc."""
    return circle(x, y, size, fill, "edge", 0.6) + text(x, y, words, size * 1.35, ink, bold=True, room=size * 1.9)
