"""Boards of every game: safe and legible SVG, in which every legal move is linked to pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from engine.decoding import read_state
from engine.drawing import INNER, NARROWEST, PALETTE, STYLE, WIDEST, Layout, attribute, path, standalone, text
from engine.errors import StateInvalid
from engine.game import panel_names, to_act
from engine.games import GAMES
from engine.words import LANGUAGES
from tests.engine.cases import CASES, case_id, new_game, random_game
from tests.engine.pictures import SVG, drawn, words
from tests.engine.test_damage import damage

every_case = pytest.mark.parametrize(("game_id", "seats", "options"), CASES, ids=case_id)
PURE_CHOICES = {("move_sun", "orbit")}
"""Parameters that correspond to neither a place nor a piece."""

LARGEST = 150_000


def positions(game_id: str, seats: int, options: dict[str, Any], every: int) -> Iterator[tuple[Any, Any, list[Any]]]:
    """Yields every n-th position of a random game with its legal moves, and the final position, which has none."""
    game, state = new_game(game_id, seats, options, seed=31)
    for step, (position, _, moves) in enumerate(random_game(game, state, 31)):
        if step % every == 0:
            yield game, position, moves
    yield game, state, []


def pieces_by_move(picture: ElementTree.Element) -> dict[str, list[dict[str, str]]]:
    """Returns the parameters that pieces fix, by the type of move they are linked to."""
    found: dict[str, list[dict[str, str]]] = {}
    for element in picture.iter():
        named = {name.removeprefix("data-"): value for name, value in element.attrib.items() if name.startswith("data-")}
        for move_type in named.pop("move", "").split():
            found.setdefault(move_type, []).append(named)
    return found


def written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def named_by(piece: dict[str, str], move: dict[str, Any]) -> set[str]:
    """Returns the parameters of the move that the piece fixes; none if one of them has another value."""
    said: set[str] = set()
    for name, value in piece.items():
        parameter, _, index = name.partition("-")
        if parameter not in move:
            continue
        meant = move[parameter]
        if index:
            meant = meant[int(index)]
        fits = value in map(written, meant) if isinstance(meant, list) else value == written(meant)
        if not fits:
            return set()
        said.add(f"{name}={value}" if isinstance(meant, list) else name)
    return said


def places_and_pieces(move: dict[str, Any]) -> set[str]:
    """Returns what the picture must show: each parameter, each item of a list, each count that is not zero."""
    wanted: set[str] = set()
    for name, value in move.items():
        if name == "type" or (move["type"], name) in PURE_CHOICES:
            continue
        if isinstance(value, list):
            wanted |= {f"{name}-{index}" if isinstance(part, int) else f"{name}={part}" for index, part in enumerate(value) if part}
        else:
            wanted.add(name)
    return wanted


@every_case
def test_pieces_identify_every_legal_move(game_id: str, seats: int, options: dict[str, Any]) -> None:
    for game, state, moves in positions(game_id, seats, options, every=17):
        decision = to_act(state)
        pieces = pieces_by_move(drawn(game, state, decision.seat if decision else None))
        for move in msgspec.json.decode(msgspec.json.encode(moves)):
            found = {name for piece in pieces.get(move["type"], []) for name in named_by(piece, move)}
            assert places_and_pieces(move) <= found, move


@every_case
def test_pictures_contain_only_shapes_and_text(game_id: str, seats: int, options: dict[str, Any]) -> None:
    """No scripts, external resources or inline styles; every class has a colour, every id is unique."""
    allowed = {f"{SVG}{tag}" for tag in ("svg", "title", "desc", "g", "rect", "circle", "polygon", "path", "text")}
    for game, state, _ in positions(game_id, seats, options, every=90):
        for seat in (None, *range(seats)):
            picture = drawn(game, state, seat)
            assert {element.tag for element in picture.iter()} <= allowed
            attributes = {(name, value) for element in picture.iter() for name, value in element.attrib.items()}
            assert not [name for name, _ in attributes if name == "style" or name.startswith("on") or "href" in name]
            assert {part for name, value in attributes if name == "class" for part in value.split()} - {"board"} <= classes()
            ids = [element.get("id") for element in picture.iter() if element.get("id")]
            assert len(ids) == len(set(ids))


def classes() -> set[str]:
    return {f"{kind}-{part}" for part in PALETTE for kind in "fs" if f".{kind}-{part}{{" in STYLE}


@every_case
def test_nothing_lies_outside_the_picture(game_id: str, seats: int, options: dict[str, Any]) -> None:
    for game, state, _ in positions(game_id, seats, options, every=90):
        picture = drawn(game, state, 0)
        width, height = map(float, picture.attrib["viewBox"].split()[2:])
        for x, y in corners(picture, 0, 0):
            assert -1 <= x <= width + 1
            assert -1 <= y <= height + 1


def corners(element: ElementTree.Element, left: float, top: float) -> Iterator[tuple[float, float]]:
    """Yields the corners of rectangles and the centres of circles and texts, with all transforms applied."""
    moved = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    if moved:
        left, top = left + float(moved[1]), top + float(moved[2])
    place = {name: float(element.get(name, 0)) for name in ("x", "y", "cx", "cy")}
    wide, high = (float(element.get(side, 0)) for side in ("width", "height"))
    yield left + place["x"] + place["cx"], top + place["y"] + place["cy"]
    yield left + place["x"] + wide, top + place["y"] + high
    for child in element:
        yield from corners(child, left, top)


@pytest.mark.parametrize("game_id", GAMES)
def test_pictures_are_small_deterministic_and_do_not_change_the_view(game_id: str) -> None:
    for game, state, _ in positions(game_id, GAMES[game_id].seats[-1], {}, every=25):
        for seat in (None, 1):
            view = game.view(state, seat)
            before = msgspec.json.encode(view)
            first = game.board(view, seat, "en")
            assert first == game.board(view, seat, "en")
            assert len(first.encode()) < LARGEST
            assert msgspec.json.encode(view) == before


@pytest.mark.parametrize("game_id", GAMES)
def test_pictures_are_translated(game_id: str) -> None:
    told = {}
    for language in LANGUAGES:
        for game, state, _ in positions(game_id, 3, {}, every=100):
            picture = drawn(game, state, 0, language)
            assert picture.get("lang") == language
            assert picture.get("role") == "img"
            assert [child.tag for child in picture[:2]] == [f"{SVG}title", f"{SVG}desc"]
            said = words(picture)
            assert all(said)
            assert not [word for word in said if "{" in word or "board_" in word]
            told[language] = said
    assert told["en"] != told["fr"] != told["de"] != told["en"]


@every_case
def test_pictures_of_indistinguishable_states_are_equal(game_id: str, seats: int, options: dict[str, Any]) -> None:
    for game, state, _ in positions(game_id, seats, options, every=80):
        for seat in (None, seats - 1):
            view = game.view(state, seat)
            world = game.determinize(view, seat, Random(5))
            assert game.board(game.view(world, seat), seat, "en") == game.board(view, seat, "en")


def test_a_standalone_picture_contains_its_stylesheet() -> None:
    game, state = new_game("orbis", 2, {}, seed=1)
    svg = game.board(game.view(state, None), None, "en")
    alone = standalone(svg)
    assert "<style" not in svg
    assert ElementTree.fromstring(alone)[0].text == STYLE
    assert alone.replace(f"<style>{STYLE}</style>", "") == svg


def test_texts_and_attributes_are_escaped() -> None:
    hostile = "<script>\"'&</script>"
    assert ElementTree.fromstring(text(0, 0, hostile)).text == hostile
    assert ElementTree.fromstring(f"<g{attribute('id', hostile)}/>").get("id") == hostile


def test_a_path_has_the_colours_of_the_palette() -> None:
    assert path("M0 0H4V4Z", "gold") == f'<path d="M0 0H4V4Z" class="f-gold" fill="{PALETTE["gold"][0]}"/>'


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [0, 1])
def test_text_has_enough_contrast(theme: int) -> None:
    """WCAG AA: a contrast of at least 4.5 to 1 for text, in the light and in the dark theme."""
    grounds = ["page", "panel", "hollow"]
    pairs = [(ink, ground) for ink in ("ink", "faint", "accent") for ground in grounds]
    pairs += [("ink", ground) for ground in PALETTE if ground.endswith("-land")] + [("dark", "gold"), ("dark", "yellow"), ("dark", "sun")]
    for ink, ground in pairs:
        lighter, darker = sorted((luminance(PALETTE[ink][theme]), luminance(PALETTE[ground][theme])), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, (ink, ground)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_state_without_defects_can_be_drawn(game_id: str) -> None:
    """Damaged states that still pass the check have a picture for every seat."""
    game, state = new_game(game_id, 3, {}, seed=32)
    reached = [msgspec.json.encode(position) for position, _, _ in random_game(game, state, 32)]
    rng = Random(game_id)
    survivors = 0
    for _ in range(100):
        data = msgspec.json.decode(rng.choice(reached))
        damage(data, rng)
        try:
            survivor = read_state(game, data)
        except StateInvalid:
            continue
        survivors += 1
        for seat in (None, 0, 2):
            drawn(game, survivor, seat)
    assert survivors


@every_case
def test_every_panel_can_be_asked_for_and_fits_the_narrowest_picture(game_id: str, seats: int, options: dict[str, Any]) -> None:
    for game, state, _ in positions(game_id, seats, options, every=60):
        for name in panel_names(game, seats):
            picture = drawn(game, state, 0, layout=Layout(panels=(name,), header=False))
            found = [element for element in picture.iter() if element.get("id", "").startswith("panel-")]
            assert [element.get("id") for element in found] in ([], [f"panel-{name}"])
            assert all(float(element.get("data-width", "inf")) <= INNER for element in found)


@pytest.mark.parametrize("game_id", GAMES)
def test_panels_flow_into_a_wider_picture(game_id: str) -> None:
    game, state = new_game(game_id, 4, {}, seed=33)
    heights = []
    for width in (NARROWEST, 800, WIDEST):
        picture = drawn(game, state, 0, layout=Layout(width))
        shown = list(map(float, picture.attrib["viewBox"].split()[2:]))
        assert shown[0] == width
        heights.append(shown[1])
    assert heights[0] > heights[1] > heights[2]


@pytest.mark.parametrize("game_id", GAMES)
def test_pictures_show_the_names_of_the_players(game_id: str) -> None:
    game, state = new_game(game_id, 2, {}, seed=34)
    said = " ".join(words(drawn(game, state, 0, layout=Layout(names=("Ada", None)))))
    assert "Ada" in said and "Player 2" in said and "Player 1" not in said
