"""Phase 2: buying, activating, passing."""

from __future__ import annotations

import pytest

from engine.helios import GAME
from engine.helios.content import CHARACTER, CHARACTERS, Character
from engine.helios.events import CharacterActivated, CharactersStarted, ManaPaid, Passed
from engine.helios.moves import (
    ActivateCharacter,
    BonusCube,
    BuyCharacter,
    CharacterTurn,
    Decline,
    Pass,
    PayCube,
    PlaceCube,
    RegularAction,
)
from engine.helios.state import State
from tests.engine.helios.positions import acting, asked, cubes_on, do, first_turn, moves_of, of, only, put


def phase_two(*mana: int) -> State:
    """Everybody has this much mana, and the last action of the first round is about to be declined."""
    state = acting("land", seats=len(mana))
    state.turn = len(mana) * (6 if len(mana) == 3 else 4)
    state.pending = [RegularAction((state.turn - 1) % len(mana), "land")]
    for player, amount in zip(state.players, mana, strict=True):
        state.mana += player.mana - amount
        player.mana = amount
    return state


def test_hel_5_1_most_mana_begins() -> None:
    """HEL-5.1: then clockwise."""
    state = phase_two(2, 5, 3)
    events = do(state, Decline())
    assert only(events, CharactersStarted).seat == 1
    assert state.pending == [CharacterTurn(1, False, False, 0)]
    do(state, Pass())
    assert state.pending == [CharacterTurn(2, False, False, 1)]


def test_hel_5_1_ties_go_to_the_first_player_clockwise_from_the_start_player() -> None:
    """HEL-5.1."""
    state = phase_two(4, 4, 4)
    state.start_seat = 2
    state.pending = [RegularAction(1, "land")]
    assert only(do(state, Decline()), CharactersStarted).seat == 2


def test_hel_5_1_buy_one_activate_any_in_any_order() -> None:
    """HEL-5.1: an old one first, then buy, then the new one; a second purchase is not offered."""
    state = asked(CharacterTurn(0, False, False, 0))
    player = state.players[0]
    state.characters = tuple(name for name in state.characters if name != "priestess")
    player.night += ("priestess",)
    player.mana, state.mana = 9, 20
    put(state, player, 0, "brown", "gray", "brown")
    put(state, player, 2, "brown", "green", "gray")
    put(state, player, 3, "brown", "green", "brown")
    do(state, ActivateCharacter("priestess"))
    for cube in (PayCube(0, "gray"), PayCube(2, "green"), PayCube(0, "brown")):
        do(state, cube)
    assert player.day == ("priestess",)
    assert (player.track, player.mana) == (4, 11)
    assert only(do(state, BuyCharacter("cartographer")), ManaPaid).mana == 2
    assert not moves_of(state, BuyCharacter)
    do(state, ActivateCharacter("cartographer"))
    assert list(player.day) == ["priestess", "cartographer"]
    assert state.pending == [CharacterTurn(0, True, True, 0), BonusCube(0, None)]
    do(state, PlaceCube("blue", 3))
    assert cubes_on(state, 0) == [(3, "blue")]
    assert state.pending == [CharacterTurn(0, False, False, 1)], "with nothing left to do the turn ended, and the other can only pass"


def test_hel_5_1_a_pass_is_not_final() -> None:
    """HEL-5.1: the phase ends when all pass in succession; any action starts the count again."""
    state = phase_two(6, 6)
    do(state, Decline())
    do(state, Pass())
    do(state, BuyCharacter("priestess"))
    assert state.pending == [CharacterTurn(0, False, False, 0)]
    assert state.round == 1
    do(state, BuyCharacter("inventor"))
    do(state, Pass())
    events = do(state, Pass())
    assert len(of(events, Passed)) == 1
    assert state.round == 2


def test_hel_5_1_a_player_without_options_is_not_asked() -> None:
    """HEL-5.1: if nobody has enough mana, the phase is skipped."""
    state = phase_two(1, 1)
    events = do(state, Decline())
    assert len(of(events, Passed)) == 2
    assert state.round == 2


@pytest.mark.parametrize("name", CHARACTERS)
def test_hel_8_price_and_activation(name: Character) -> None:
    """HEL-8, HEL-5.2: mana to buy, cubes to turn it to its day side, gains at once."""
    gains = {"inventor": (2, 1), "princess": (1, 0), "priestess": (2, 2)}
    state = asked(CharacterTurn(0, False, False, 0))
    player = state.players[0]
    price = {"prophetess": 3, "princess": 3, "treasurer": 4}.get(name, 2)
    player.mana, state.mana = price - 1, 30 - price
    assert BuyCharacter(name) not in GAME.legal_moves(state)
    player.mana, state.mana = price, 29 - price
    colors = [choices[0] for choices in CHARACTER[name].cost]
    colors += [colors[0] if colors else "gray"] * CHARACTER[name].any
    assert len(colors) == 3
    for field, color in enumerate(colors, start=2):
        put(state, player, field, "brown", color)
    do(state, BuyCharacter(name))
    assert (player.mana, player.night) == (0, (name,))
    do(state, ActivateCharacter(name))
    while moves_of(state, PayCube):
        do(state, moves_of(state, PayCube)[0])
    assert (player.night, player.day) == ((), (name,))
    assert (player.track - 2, player.mana) == gains.get(name, (0, 0))
    if name in ("architect", "cartographer"):
        assert state.pending[-1] == BonusCube(0, None)
    assert cubes_on(state, 0) == []


def test_hel_5_2_activation_is_paid_with_two_for_one_too() -> None:
    """HEL-5.2, HEL-4.7: five cubes where black and gray are missing."""
    state = asked(CharacterTurn(0, False, False, 0))
    player = state.players[0]
    state.characters = tuple(name for name in state.characters if name != "inventor")
    player.night += ("inventor",)
    put(state, player, 0, "brown", "green", "green")
    put(state, player, 2, "brown", "green", "green")
    assert not moves_of(state, ActivateCharacter)
    put(state, player, 3, "brown", "green")
    assert of(do(state, ActivateCharacter("inventor")), CharacterActivated)
    assert cubes_on(state, 0) == []


def test_hel_5_2_takes_place_in_the_last_round_too() -> None:
    """HEL-5.2: after it the game is over."""
    state = phase_two(6, 1)
    state.round = 4
    state.stacks = [0] * 5
    do(state, Decline())
    assert isinstance(state.pending[-1], CharacterTurn)
    do(state, Pass())
    assert state.pending == []
    assert GAME.outcome(state) is not None


def test_hel_5_1_buying_needs_the_display() -> None:
    """HEL-5.1: a character that another player owns is not for sale."""
    state = first_turn()
    state.pending = [CharacterTurn(0, False, False, 0)]
    state.players[0].mana = 9
    state.characters = tuple(name for name in state.characters if name != "architect")
    state.players[1].night += ("architect",)
    assert BuyCharacter("architect") not in GAME.legal_moves(state)
    assert len(moves_of(state, BuyCharacter)) == 7
