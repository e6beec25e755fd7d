"""What the list of moves tells about prices, gains and the end of the turn."""

from __future__ import annotations

from engine.helios import GAME
from engine.helios.moves import (
    ActivateCharacter,
    BonusAction,
    BuildBuilding,
    BuildTemple,
    BuyCharacter,
    CharacterTurn,
    Decline,
    LayTile,
    MoveSun,
    Pass,
    PayCube,
    Payment,
    PlaceTemple,
    RegularAction,
    TakeAction,
    TempleSite,
    Trade,
    TradeMana,
)
from engine.helios.preview import ActionPreview, LayingPreview, PaymentPreview, PricePreview, PurchasePreview, TemplePreview, TradePreview
from tests.engine.helios.positions import acting, asked, do, first_turn, moves_of, put


def test_hel_4_2_the_fourth_tile_under_a_slot_is_told() -> None:
    """HEL-4.2: taking it does not end the turn, because the bonus action comes."""
    state = first_turn()
    state.columns[0] = ("land_red",)
    state.players[0].slots[0] = ("sun_red", "sun_red")
    assert GAME.preview(state, TakeAction("land", "red")) == ActionPreview(tiles_under_slot=3, earns_bonus_action=False)
    state.players[0].slots[0] += ("sun_red",)
    assert GAME.preview(state, TakeAction("land", "red")) == ActionPreview(tiles_under_slot=4, earns_bonus_action=True)


def test_hel_4_4_a_tile_tells_its_cube_the_bonus_of_the_field_and_new_edge_fields() -> None:
    """HEL-4.4, HEL-9.1: a bonus cube is chosen afterwards, so the turn goes on."""
    state = acting("land")
    put(state, state.players[0], 2, "green")
    put(state, state.players[0], 3, "green")
    assert GAME.preview(state, LayTile("blue", 8)) == LayingPreview(cube="blue", bonus_cube=True, mana=0, edge_fields=())
    assert GAME.preview(state, LayTile("lands", 10)) == LayingPreview(ends_turn=True, cube=None, bonus_cube=False, mana=2, edge_fields=())
    corner = LayingPreview(ends_turn=True, cube="black", bonus_cube=False, mana=0, edge_fields=(22,))
    assert GAME.preview(state, LayTile("black", 9)) == corner
    put(state, state.players[0], 9, "green")
    assert moves_of(state, LayTile)
    state.pending = [BonusAction(0, "red"), RegularAction(0, "land")]
    assert not GAME.preview(state, LayTile("lands", 10)).ends_turn, "the bonus action comes"


def test_hel_4_7_a_price_tells_the_cubes_and_the_replaced_colours() -> None:
    """HEL-4.5, HEL-4.6, HEL-4.7: two cubes for each colour that the player does not own; gains and points."""
    state = acting("build")
    player = state.players[0]
    put(state, player, 0, "brown", "green", "green")
    put(state, player, 2, "brown", "gray", "brown")
    palace = PricePreview(required=(("green",), ("gray",)), any=1, replaced=0, mana=1, track=1, bonus_cubes=0, points=2)
    assert GAME.preview(state, BuildBuilding("palace")) == palace
    tower = PricePreview(ends_turn=True, required=(), any=4, replaced=2, mana=1, track=0, bonus_cubes=0, points=2)
    assert GAME.preview(state, BuildBuilding("watch_tower")) == tower, "all four cubes are paid without a question"
    temple = PricePreview(required=(), any=1, replaced=0, mana=1, track=0, bonus_cubes=0, points=0)
    assert GAME.preview(state, BuildTemple()) == temple


def test_hel_4_7_a_payment_tells_what_is_needed_and_what_was_paid() -> None:
    """HEL-4.7: the question and the preview of each cube."""
    state = acting("build")
    player = state.players[0]
    put(state, player, 0, "brown", "green", "green")
    put(state, player, 2, "brown", "green", "brown")
    do(state, BuildBuilding("land_management"))
    assert state.pending == [Payment(0, "land_management", (), 1, ("brown",))], "the only brown cube is paid at once"
    assert GAME.preview(state, PayCube(0, "green")) == PaymentPreview(required=(), any=0)
    state = acting("build")
    player = state.players[0]
    put(state, player, 0, "brown", "green", "gray")
    put(state, player, 2, "brown", "green", "gray")
    do(state, BuildBuilding("palace"))
    assert state.pending == [Payment(0, "palace", (("green",), ("gray",)), 1)]
    assert GAME.preview(state, PayCube(2, "gray")) == PaymentPreview(required=(("green",),), any=1)


def test_hel_4_5_the_tile_of_a_temple_tells_the_cubes_that_are_lost() -> None:
    """HEL-4.5: and the mana gained."""
    state = asked(TempleSite(0))
    put(state, state.players[0], 0, "brown", "green", "gray")
    put(state, state.players[0], 2, "brown", temple=True)
    put(state, state.players[0], 3, "brown")
    assert GAME.preview(state, PlaceTemple(0)) == TemplePreview(ends_turn=True, cubes_returned=("green", "gray"), mana=2)


def test_hel_8_a_character_tells_its_price_and_what_it_counts_now() -> None:
    """HEL-5.1, HEL-8: buying and activating; a pass ends the turn."""
    state = asked(CharacterTurn(0, False, False, 0))
    player = state.players[0]
    player.mana, state.mana = 4, 25
    put(state, player, 2, "green")
    bought = PurchasePreview(ends_turn=True, mana=3, points=4)
    assert GAME.preview(state, BuyCharacter("prophetess")) == bought, "nothing is left to do"
    player.night, state.characters = ("priestess",), tuple(name for name in state.characters if name != "priestess")
    put(state, player, 0, "brown", "green", "gray")
    put(state, player, 2, "brown", "green")
    active = PricePreview(required=(), any=3, replaced=0, mana=2, track=2, bonus_cubes=0, points=12)
    assert GAME.preview(state, ActivateCharacter("priestess")) == active, "another character can still be bought"
    assert GAME.preview(state, Pass()).ends_turn
    assert GAME.preview(state, Pass()).is_pass


def test_hel_7_mana_traded_tells_its_points_and_none_is_a_pass() -> None:
    """HEL-7, HEL-4.2: declining is a pass too."""
    state = asked(Trade(0))
    state.players[0].mana, state.mana = 2, 27
    assert GAME.preview(state, TradeMana(2)) == TradePreview(ends_turn=True, points=8)
    assert GAME.preview(state, TradeMana(0)) == TradePreview(ends_turn=True, is_pass=True, points=0)
    assert GAME.preview(acting("sun"), Decline()).is_pass


def test_hel_1_2_scarce_light_is_told_and_does_not_end_the_turn() -> None:
    """HEL-1.2, HEL-4.13: the player then chooses the land that gains the last cube."""
    state = acting("sun")
    put(state, state.players[0], 3, "brown")
    state.cubes[0] = 1
    told = GAME.preview(state, MoveSun(2, False))
    assert not told.ends_turn
    assert {light.gains for light in told.lights} == {"cube_if_chosen"}  # type: ignore[attr-defined]
