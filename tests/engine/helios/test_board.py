"""The picture of Helios shows all visible pieces (HEL-1 to HEL-8)."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from engine.drawing import Layout
from engine.game import panel_names, start
from engine.helios import GAME
from engine.helios.board.actions import actions_panel
from engine.helios.board.signs import SHAPES, SLOT_NUMERALS
from engine.helios.content import BUILDINGS, CHARACTERS, COLORS, FIELDS, LIGHT, SLOTS, SYMBOLS
from engine.helios.moves import (
    ActivateCharacter,
    BuildBuilding,
    BuildTemple,
    BuyCharacter,
    CharacterTurn,
    DrawnLands,
    RegularAction,
    Trade,
)
from engine.helios.preview import PricePreview
from engine.helios.state import State
from tests.engine.cases import random_game
from tests.engine.pictures import SVG, Element, drawn, ids, offered, words


def played(seats: int, seed: int, moves_made: int = 10_000, until: type | None = None, **options: object) -> State:
    """A random game up to a decision or a number of moves, or to its end."""
    state = start(GAME, options, seats, seed)
    rng = Random(seed)
    while (moves := GAME.legal_moves(state)) and state.version < moves_made:
        if until is not None and isinstance(state.pending[-1], until):
            break
        GAME.play(state, moves[int(rng.random() * len(moves))], [])
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_player_has_land_slots_and_city(seats: int) -> None:
    """HEL-2.1, HEL-4.2, HEL-7: every field, three slots, twelve buildings."""
    state = played(seats, 2, 40)
    picture = drawn(GAME, state)
    for seat in range(seats):
        assert len(ids(picture, f"field-{seat}-")) == FIELDS
        assert len(ids(picture, f"slot-{seat}-")) == len(SLOTS)
        city = drawn(GAME, state, layout=Layout(panels=(f"city-{seat}",)))
        assert ids(city, f"building-{seat}-") == [f"building-{seat}-{building}" for building in BUILDINGS]


def test_a_column_can_be_longer_than_six() -> None:
    """HEL-6.1: every tile is shown, and the lowest tiles of all columns are level."""
    state = played(4, 2, 40)
    state.columns = [("land_red",) * 2, ("build_red",) * 5, ("sun_red",) * 9]
    panel = ElementTree.fromstring(f"<svg>{actions_panel(state, 'en').drawn}</svg>")
    places = [element.get("transform", "") for element in panel.iter() if element.get("data-move") == "take_action"]
    assert len({place.split()[-1] for place in places}) == 1
    assert all(float(number) >= 0 for element in panel.iter("g") for number in re.findall(r"-?[\d.]+", element.get("transform", "")))


def test_only_the_lowest_tile_of_a_column_can_be_taken() -> None:
    """HEL-3.1, HEL-4.1."""
    state = played(2, 1, 4)
    columns = [element.get("data-column") for element in offered(drawn(GAME, state), "take_action") if element.get("data-column")]
    assert columns == ["land", "build", "sun"]


def test_only_the_acting_players_fields_are_linked_to_moves() -> None:
    state = played(3, 4, 30)
    acting = state.pending[-1].seat
    fields = [element.get("id") for element in offered(drawn(GAME, state), "lay_tile") if element.get("data-field")]
    assert fields == [f"field-{acting}-{field}" for field in range(LIGHT)]


def test_cubes_on_own_tiles_can_be_paid() -> None:
    """HEL-4.7: each cube by its field and colour."""
    state = played(2, 3, 60)
    player = state.players[state.pending[-1].seat]
    cubes = [(str(field), color) for field, tile in enumerate(player.tiles) if tile for color in tile.cubes]
    found = [(element.get("data-field"), element.get("data-color")) for element in offered(drawn(GAME, state), "pay_cube")]
    assert [cube for cube in found if cube[1]] == cubes != []


def test_every_character_is_shown() -> None:
    """HEL-5.1, HEL-5.2: in the display, or with its owner on its night or day side."""
    state = played(4, 3)
    picture = drawn(GAME, state, None)
    assert {name.partition("-")[2] for name in ids(picture, "character-")} == set(CHARACTERS)
    assert any(player.day for player in state.players)


def test_drawn_lands_and_mana_to_trade_are_shown_while_pending() -> None:
    """HEL-7: Land Management and the Exchange Bazaar."""
    drawing = next(state for seed in range(200) if (state := played(4, seed, until=DrawnLands)).pending)
    decision = drawing.pending[-1]
    assert isinstance(decision, DrawnLands)
    assert len(offered(drawn(GAME, drawing), "lay_drawn")) == LIGHT + len(decision.lands)
    trading = next(state for seed in range(200) if (state := played(4, seed, until=Trade)).pending)
    amounts = [element.get("data-mana") for element in offered(drawn(GAME, trading), "trade_mana")]
    assert amounts == [str(move.mana) for move in GAME.legal_moves(trading) if hasattr(move, "mana")]


def test_hidden_points_are_a_question_mark() -> None:
    """HEL-9.1 with open_scores false: the points of others are hidden."""
    state = played(3, 1, 20, open_scores=False)
    assert words(drawn(GAME, state, 0)).count("?") == 2
    assert words(drawn(GAME, state, None)).count("?") == 3


def test_final_scores_are_shown_with_the_players() -> None:
    state = played(2, 1)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert {str(score) for score in outcome.scores} <= set(words(drawn(GAME, state, layout=Layout(panels=("holdings-0", "holdings-1")))))


def test_every_resource_and_slot_has_its_own_shape() -> None:
    assert set(SHAPES) == {*COLORS, "any"}
    assert len(set(SHAPES.values())) == len(SHAPES)
    assert len({SLOT_NUMERALS[slot] for slot in SLOTS}) == len(SLOTS)


def pieces_in_play(state: State) -> set[str]:
    """The ids of all pieces in a position, by what the state says."""
    found = {f"action-{symbol}-{at}" for symbol, column in zip(SYMBOLS, state.columns, strict=True) for at in range(len(column))}
    found |= {f"character-{name}" for name in CHARACTERS}
    for seat, player in enumerate(state.players):
        found |= {f"sun-{seat}", f"track-{seat}", f"temples-{seat}"}
        found |= {f"building-{seat}-{name}" for name in BUILDINGS} | {f"field-{seat}-{field}" for field in range(FIELDS)}
        found |= {f"action-{seat}-{slot}-{at}" for slot, tiles in zip(SLOTS, player.slots, strict=True) for at in range(len(tiles))}
        for field, tile in enumerate(player.tiles):
            if tile is not None:
                found |= {f"tile-{seat}-{field}"} | ({f"temple-{seat}-{field}"} if tile.temple else set())
                found |= {f"cube-{seat}-{field}-{place}" for place in range(len(tile.cubes))}
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_piece_has_an_id_that_stays_the_same(seats: int) -> None:
    """An id depends on the piece alone, so a piece that is still in play keeps it."""
    state = start(GAME, {}, seats, 6)
    layout = Layout(panels=tuple(panel_names(GAME, seats)))
    for step, (position, _, _) in enumerate(random_game(GAME, state, 6)):
        if step % 11 == 0:
            named = [element.get("id", "") for element in drawn(GAME, position, 0, layout=layout).iter() if element.get("id")]
            assert len(named) == len(set(named))
            assert pieces_in_play(position) <= set(named)


def test_summaries_repeat_no_ids_and_have_no_small_text() -> None:
    """The page shows summaries beside other panels, and hides text of less than 11 pixels."""
    state = played(3, 5, 60)
    picture = drawn(GAME, state, layout=Layout(panels=("summary-1", "summary-2"), header=False))
    assert [name for name in ids(picture, "") if name] == ["panel-summary-1", "panel-summary-2"]
    assert all(float(element.get("font-size", 0)) >= 12.5 for element in picture.iter(f"{SVG}text"))


def ticks(picture: Element) -> dict[str, str]:
    """The sign on each piece that the viewer can pay for: a tick or the arrows of an exchange."""
    signs = ("affordable", "exchange")
    return {
        piece.get("id", ""): sign
        for piece in picture.iter()
        if piece.get("id", "").startswith(("building-", "temples-", "character-"))
        for part in piece.iter()
        if (sign := part.get("data-about", "")) in signs
    }


def payable(state: State) -> dict[str, str]:
    """What the listed moves and their previews say about the same pieces."""
    seat, found = state.pending[-1].seat, {}
    for move in GAME.legal_moves(state):
        match move:
            case BuildTemple():
                found[f"temples-{seat}"] = "affordable"
            case BuildBuilding(building=name):
                told = GAME.preview(state, move)
                assert isinstance(told, PricePreview)
                found[f"building-{seat}-{name}"] = "exchange" if told.replaced else "affordable"
            case BuyCharacter(character=name):
                found[f"character-{name}"] = "affordable"
            case ActivateCharacter(character=name):
                told = GAME.preview(state, move)
                assert isinstance(told, PricePreview)
                found[f"character-{name}"] = "exchange" if told.replaced else "affordable"
    return found


def test_signs_tell_what_the_viewer_can_pay_for() -> None:
    """HEL-4.5, HEL-4.7, HEL-5.1: the same facts as the listed moves and their previews."""
    seen = set()
    for seed in range(6):
        state = start(GAME, {}, 2, seed)
        for position, _, _ in random_game(GAME, state, seed):
            match position.pending[-1]:
                case RegularAction(seat=seat, symbol="build"):
                    panels = f"city-{seat}", f"holdings-{seat}"
                case CharacterTurn(seat=seat, bought=False):
                    panels = "characters", f"holdings-{seat}"
                case _:
                    continue
            found = ticks(drawn(GAME, position, seat, layout=Layout(panels=panels)))
            expected = payable(position)
            if "characters" in panels:
                found.pop(f"temples-{seat}", None)
            else:
                found = {name: sign for name, sign in found.items() if not name.startswith("character-")}
            assert found == expected
            seen |= set(found.values())
    assert seen == {"affordable", "exchange"}
