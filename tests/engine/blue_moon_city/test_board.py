"""The picture of Blue Moon City shows all visible pieces and no hidden information (BMC-1 to BMC-5)."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine.blue_moon_city import GAME
from engine.blue_moon_city.board.signs import EMBLEM_OF, ink_on
from engine.blue_moon_city.content import COLORS, DRAGONS, PEOPLE_OF, TILES, obelisk
from engine.blue_moon_city.moves import Contribution, Payment, Special, cards_of
from engine.blue_moon_city.state import State, building_under, geometry
from engine.drawing import PALETTE, SEATS, Layout
from engine.game import start
from engine.words import LANGUAGES
from tests.engine.blue_moon_city.positions import ask, table
from tests.engine.pictures import SVG, Element, drawn, ids, offered, words
from tests.engine.test_boards import luminance

TEXT = f"{SVG}text"
NUMBER = re.compile(r"×?[0-9?+]+( / [0-9]+)?")
BONUSES = ("majority", "construction", "neighbors", "neighborhood")
READABLE = 12.4
CLICKED = 40
"""The smallest side of a piece that can be clicked on a phone, in units."""


def played(seats: int, seed: int, moves_made: int, until: type | None = None, **options: object) -> State:
    """A random game up to a decision after a number of moves."""
    state = start(GAME, {"round_limit": 30, **options}, seats, seed)
    rng = Random(seed)
    while moves := GAME.legal_moves(state):
        if state.version >= moves_made and (until is None or isinstance(state.pending[-1], until)):
            break
        GAME.play(state, moves[int(rng.random() * len(moves))], [])
    return state


def shown(state: State, panel: str, seat: int | None = 0, language: str = "en") -> Element:
    """One panel of a picture."""
    return drawn(GAME, state, seat, language, Layout(panels=(panel,), header=False))


def with_id(picture: Element, wanted: str) -> Element:
    return next(element for element in picture.iter() if element.get("id") == wanted)


@pytest.mark.parametrize(("expansion", "cells"), [(False, 21), (True, 25)])
def test_the_whole_city_is_shown(expansion: bool, cells: int) -> None:
    """BMC-2.1, BMC-2.2: every cell with the number of every space of its building."""
    state = start(GAME, {"expansion": expansion}, 2, 4)
    picture = shown(state, "city")
    assert len(ids(picture, "cell-")) == cells == len(geometry(state).cells)
    for cell, building in enumerate(state.city):
        tile = with_id(picture, f"cell-{cell}")
        assert tile.get("data-about") == building.tile
        values = [str(space.value) for space in TILES[building.tile].spaces]
        assert [word for word in words(tile) if word.isdigit()][: len(values)] == values


def test_a_tile_is_a_goal_of_powers_only_after_a_card() -> None:
    """BMC-3.1: a click on a far tile does not play a card."""
    picture = shown(start(GAME, {}, 2, 4), "city")
    assert {element.get("data-after") for element in offered(picture, "fly")} == {"card"}
    assert {element.get("data-after") for element in offered(picture, "call_dragon")} == {"card"}
    assert {element.get("data-after") for element in offered(picture, "step")} == {None}


def test_free_spaces_under_the_acting_miniature_can_be_paid_for() -> None:
    """BMC-3.2: in the city and on the site, where they are large."""
    state = played(3, 2, 60, Contribution)
    seat = state.pending[-1].seat
    place = state.city[state.players[seat].miniature]
    free = [str(space) for space, seat in enumerate(place.markers) if seat is None]
    for panel in ("city", "site"):
        spaces = [element.get("data-space") for element in offered(shown(state, panel, seat), "contribute")]
        assert [space for space in spaces if space] == free != []


def test_the_colour_of_a_space_of_any_colour_is_chosen_on_the_site() -> None:
    """BMC-3.2: other buildings do not ask for a colour."""
    state = table(2, hands=[["khind_1"]], tiles={4: "royal_palace", 5: "mill"}, at=[4])
    ask(state, Contribution(0, 0))
    assert ids(shown(state, "site"), "color-") == [f"color-{color}" for color in COLORS]
    state.players[0].miniature = 5
    assert not ids(shown(state, "site"), "color-")


def test_the_cards_laid_are_shown_to_everybody() -> None:
    """BMC-3.2: while a space is paid for, with the sum so far and the number to reach."""
    state = next(found for seed in range(50) if (found := played(2, seed, 30, Payment)).pending and is_begun(found))
    question = state.pending[-1]
    assert isinstance(question, Payment)
    number = TILES[building_under(state, question.seat).tile].spaces[question.space].value
    picture = shown(state, "site", None)
    (goal,) = offered(picture, "pay")
    assert f"{question.worth} / {number}" in words(goal)
    laid = [card for step in question.laid for card in cards_of(step)]
    assert [element.get("data-about") for element in picture.iter() if element.get("data-about") in PEOPLE_OF] == laid


def is_begun(state: State) -> bool:
    question = state.pending[-1]
    return isinstance(question, Payment) and bool(question.laid)


@pytest.mark.parametrize("tile", ["main_hall", "hospital", "golden_shrine"])
def test_a_special_building_offers_its_action_on_the_site(tile: str) -> None:
    """BMC-3.6."""
    state = table(2, tiles={4: tile}, at=[4], expansion=True)
    ask(state, Special(0))
    assert [element.get("data-about") for element in offered(shown(state, "site"), f"use_{tile}")] == [tile]


def test_the_site_shows_what_rebuilt_neighbours_give() -> None:
    """BMC-4.1: the Library beside the rebuilt Fire Temple and Mill gives 3 and 1 crystals."""
    state = table(2, tiles={4: "library", 3: "mill", 5: "fire_temple"}, at=[4], rebuilt=["mill", "fire_temple"])
    rows = {element.get("data-about"): words(element) for element in shown(state, "site").iter() if element.get("data-about")}
    assert rows["neighbors"] == ["Neighbours", "4"]
    assert rows["majority"] == ["Majority", "2"]
    assert rows["neighborhood"] == ["Once rebuilt", "3"]


def test_hands_and_crystals_of_others_are_hidden() -> None:
    """Own cards once each, of others only their number; crystals of others are a question mark."""
    state = played(4, 1, 40)
    for seat in range(4):
        assert set(ids(drawn(GAME, state, seat), "card-")) == {f"card-{card}" for card in filter(None, state.players[seat].hand)}
        unknown = [other for other in range(4) if "?" in words(shown(state, f"holdings-{other}", seat))]
        assert unknown == [other for other in range(4) if other != seat]
    spectator = drawn(GAME, state, None)
    assert not ids(spectator, "card-")
    assert all("?" in words(shown(state, f"holdings-{other}", None)) for other in range(4))


def test_cards_lie_by_people_and_value_with_their_number() -> None:
    """BMC-1.2: identical cards share a place."""
    state = table(2, hands=[["aqua_3", "vulca_3", "vulca_1", "vulca_1", "pillar_1"]])
    picture = shown(state, "hand")
    assert ids(picture, "card-") == ["card-vulca_1", "card-vulca_3", "card-aqua_3", "card-pillar_1"]
    assert [word for word in words(picture) if word.startswith("×")] == ["×2"]


def test_only_the_seat_to_act_can_play_its_cards() -> None:
    state = start(GAME, {"first_seat": 1}, 2, 1)
    assert offered(drawn(GAME, state, 1), "discard_card")
    assert not offered(drawn(GAME, state, 0), "discard_card")


def test_a_flit_is_linked_to_its_own_power() -> None:
    """BMC-3.1: value 1 to fly, value 2 to hurry."""
    picture = shown(table(2, hands=[["flit_1", "flit_2", "flit_3"]]), "hand")
    for move, card in (("fly", "card-flit_1"), ("hurry", "card-flit_2")):
        (linked,) = offered(picture, move)
        assert linked in list(with_id(picture, card).iter())


def test_the_obelisk_shows_prices_and_the_next_one() -> None:
    """BMC-1.4, BMC-3.5: spaces with an offering show the seat's number too."""
    state = start(GAME, {}, 2, 1)
    state.obelisk = [0, 1, 0]
    picture = shown(state, "obelisk")
    (following,) = offered(picture, "offer")
    assert "".join(following.itertext()) == str(obelisk(2)[3])
    assert ["".join(with_id(picture, f"obelisk-{place}").itertext()) for place in range(3)] == ["1", "2", "1"]


def test_dragons_are_outside_until_they_are_moved() -> None:
    """BMC-2.3, BMC-3.1."""
    state = start(GAME, {}, 2, 1)
    assert ids(shown(state, "piles"), "dragon-") == [f"dragon-{color}" for color in DRAGONS]
    state.dragons = [0, None, 5]
    assert ids(shown(state, "piles"), "dragon-") == [f"dragon-{DRAGONS[1]}"]
    assert ids(with_id(shown(state, "city"), "cell-5"), "dragon-") == [f"dragon-{DRAGONS[2]}"]


def test_the_site_shows_its_dragons() -> None:
    """BMC-3.4."""
    state = table(2, tiles={4: "mill"}, at=[4])
    state.dragons = [4, 3, 4]
    shown_there = [element.get("data-about") for element in shown(state, "site").iter()]
    assert [about for about in shown_there if about and about.endswith("_dragon")] == ["red_dragon", "blue_dragon"]


def test_every_colour_has_its_own_emblem() -> None:
    assert set(EMBLEM_OF) == set(COLORS)
    assert len(set(EMBLEM_OF.values())) == len(COLORS)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pieces_in_play_keep_their_ids(seats: int) -> None:
    """Miniatures, dragons and cells always; markers, offerings and cards in hand for as long as they lie there."""
    state = start(GAME, {"round_limit": 12, "expansion": True}, seats, 8)
    rng = Random(8)
    while moves := GAME.legal_moves(state):
        picture = drawn(GAME, state)
        assert set(ids(picture, "pawn-")) == {f"pawn-{seat}" for seat in range(seats)}
        assert set(ids(picture, "dragon-")) == {f"dragon-{color}" for color in DRAGONS}
        assert ids(picture, "cell-") == [f"cell-{cell}" for cell in range(25)]
        markers = {(cell, space) for cell, place in enumerate(state.city) for space, seat in enumerate(place.markers) if seat is not None}
        assert set(ids(picture, "marker-")) == {f"marker-{cell}-{space}" for cell, space in markers}
        assert ids(picture, "obelisk-") == [f"obelisk-{place}" for place in range(len(state.obelisk))]
        assert set(ids(picture, "card-")) == {f"card-{card}" for card in filter(None, state.players[0].hand)}
        for _ in range(12):
            if moves := GAME.legal_moves(state):
                GAME.play(state, moves[int(rng.random() * len(moves))], [])


def test_summaries_repeat_no_ids() -> None:
    state = played(3, 2, 60)
    names = tuple(f"{kind}-{seat}" for kind in ("holdings", "summary") for seat in range(3))
    found = ids(drawn(GAME, state, 0, layout=Layout(panels=names)), "")
    assert found and len([name for name in found if name]) == len({name for name in found if name}) == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_player_decides_by_is_readable_on_a_phone(language: str) -> None:
    """Pages hide texts below 12.5 units there: numbers and the words of the site are larger, except paid prices."""
    for state in (played(2, 3, 0), played(3, 2, 60, Contribution), played(4, 5, 150, Contribution, expansion=True), played(3, 4, 600)):
        picture = drawn(GAME, state, state.pending[-1].seat, language, Layout(header=False))
        paid = {element for panel in picture.iter() if panel.get("id") == "panel-obelisk" for element in panel.iter(TEXT)}
        wanted = [element for element in picture.iter(TEXT) if NUMBER.fullmatch(element.text or "") and element not in paid]
        rows = [element for row in picture.iter() if row.get("data-about") in BONUSES for element in row.iter(TEXT)]
        assert len(wanted) > 60
        assert not [element.text for element in [*wanted, *rows] if float(element.get("font-size", 0)) < READABLE]


@pytest.mark.parametrize("theme", [0, 1])
def test_signs_have_enough_contrast(theme: int) -> None:
    """WCAG asks for 3 to 1 where signs are large and bold, as here."""
    for paint in (*COLORS, *SEATS, "gold", "hollow", "panel"):
        lighter, darker = sorted((luminance(PALETTE[paint][theme]), luminance(PALETTE[ink_on(paint)][theme])), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4, paint


@pytest.mark.parametrize("panel", ["city", "obelisk", "site", "hand", "piles"])
def test_pieces_that_are_clicked_are_large(panel: str) -> None:
    """On its own or inside a larger piece with the same type of move."""
    for seed, until in ((2, Contribution), (3, Payment), (4, None)):
        state = played(3, seed, 60, until)
        assert not small_pieces(shown(state, panel, state.pending[-1].seat), {})


def small_pieces(element: Element, outer: dict[str, float]) -> list[str]:
    """Returns the types of moves of pieces whose frame, and the frames of all pieces around them, are too small."""
    sides = dict(outer)
    mine = element.get("data-move", "").split()
    frame = next((child for child in element.iter() if child.get("width")), element)
    for move in mine:
        sides[move] = max(sides.get(move, 0), min(float(frame.get("width", 0)), float(frame.get("height", 0))))
    small = [move for move in mine if sides.get(move, 0) < CLICKED]
    return small + [move for child in element for move in small_pieces(child, sides)]
