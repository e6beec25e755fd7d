"""ORB-3.2: three worshippers of a colour for one, at any time of the player's own turn."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from engine.orbis import GAME
from engine.orbis.content import TILES
from engine.orbis.events import WorshippersExchanged
from engine.orbis.moves import (
    AnyDecision,
    DeathPayment,
    Eruption,
    Exchange,
    Gain,
    Gift,
    Overflow,
    Payment,
    Placement,
    TakeGod,
    TakeRegion,
    Turn,
    VillagePayment,
)
from engine.orbis.native import pieces
from engine.orbis.native.bags import bag_of
from engine.orbis.native.conversion import read_player
from engine.orbis.records import COLORS
from engine.orbis.rules.paying import can_pay, can_pay_after_exchanges
from engine.orbis.setup import new_game
from engine.orbis.state import Options, Player, State
from tests.engine.orbis.positions import asked, laid, lay, listed, play, position, walk, worshippers


def test_orb_3_2_three_become_one_of_another_colour() -> None:
    """ORB-3.2: only colours with three, for every other colour; a swap for the same colour is not offered."""
    state = position(owned=worshippers(red=3, blue=2))
    assert listed(state, Exchange) == [Exchange("red", color) for color in ("blue", "yellow", "green", "white")]
    after, events = play(state, Exchange("red", "white"))
    assert after.players[0].worshippers == worshippers(blue=2, white=1)
    assert WorshippersExchanged(0, "red", "white") in events
    assert asked(after) == Turn(0)


def test_orb_3_2_exchanges_are_unlimited() -> None:
    """ORB-3.2: nine become three become one."""
    state, _ = play(position(owned=worshippers(red=9)), *[Exchange("red", "blue")] * 3, Exchange("blue", "green"))
    assert state.players[0].worshippers == worshippers(green=1)
    assert not listed(state, Exchange)


def god_turn(god: str, owned: tuple[int, ...]) -> State:
    state = position(owned=owned)
    state.gods = [god]
    return play(state, TakeGod(god))[0]


def every_question() -> list[tuple[type[AnyDecision], State]]:
    """Returns one position for each decision; the player has three red worshippers."""
    volcano = position({4: "L2-red-1"}, owned=worshippers(red=4, yellow=1), standing={0: worshippers(blue=2)}, world=laid("L1-red-1"))
    return [
        (Turn, position(owned=worshippers(red=3))),
        (Placement, play(position(owned=worshippers(red=3)), TakeRegion(4))[0]),
        (Payment, lay(position({4: "L1-white-3"}, owned=worshippers(red=3, blue=1)), 4)),
        (Gift, lay(position({4: "L1-red-3"}, owned=worshippers(red=3)), 4)),
        (VillagePayment, lay(position({4: "L2-yellow-3"}, owned=worshippers(red=4, yellow=1, green=1)), 4)),
        (Eruption, lay(volcano, 4, column=1)),
        (DeathPayment, god_turn("death", worshippers(red=6))),
        (Overflow, play(god_turn("love", worshippers(red=9)), Gain(worshippers(blue=5)))[0]),
    ]


@pytest.mark.parametrize(("kind", "state"), every_question(), ids=lambda value: getattr(value, "__name__", ""))
def test_orb_3_2_in_every_decision_of_the_turn(kind: type[AnyDecision], state: State) -> None:
    """ORB-3.2: also while paying, before the discard, and in a god turn."""
    assert isinstance(asked(state), kind)
    assert Exchange("red", "green") in GAME.legal_moves(state)
    after, _ = play(state, Exchange("red", "green"))
    assert after.players[0].worshippers[COLORS.index("green")] == 1 + state.players[0].worshippers[COLORS.index("green")]


def test_orb_3_2_an_exchange_instead_of_a_discard() -> None:
    """ORB-3.2 with ORB-3.6: twelve become ten by exchanging, and nothing has to go."""
    state = lay(position({4: "L1-red-2"}, owned=worshippers(red=9, blue=1)), 4)
    assert asked(state) == Overflow(0, 2)
    after, _ = play(state, Exchange("red", "yellow"))
    assert asked(after) == Turn(1)
    assert sum(after.players[0].worshippers) == 10


def test_orb_3_2_what_must_pay_cannot_be_exchanged_away() -> None:
    """ORB-3.2 while paying `any`: a listed move never leads to a dead end."""
    for _, state in every_question():
        for first in GAME.legal_moves(state):
            after, _ = play(state, first)
            assert GAME.legal_moves(after)


@pytest.mark.parametrize(("count", "offered"), [(1, True), (2, True), (3, False)])
def test_orb_3_2_an_exchange_leaves_enough_for_any_symbols(count: int, offered: bool) -> None:
    """ORB-3.2 while paying `any`: four are owned, two are left after an exchange."""
    state = position({4: "L1-white-3"}, owned=worshippers(red=3, blue=1))
    state.pending = [Payment(0, "L1-white-3", count, 4, 1, 0)]
    assert (Exchange("red", "blue") in GAME.legal_moves(state)) == offered


def test_orb_3_2_exchanging_too_much_leaves_the_village_unfulfilled() -> None:
    """ORB-3.2 with ORB-5.4: a player who can no longer pay is not asked again."""
    state = lay(position({4: "L2-yellow-3"}, owned=worshippers(red=4, yellow=1, green=1)), 4)
    assert asked(state) == VillagePayment(0, "L2-yellow-3", 2)
    after, _ = play(state, Exchange("red", "white"))
    assert after.players[0].world[-1].face == "unfulfilled"
    assert after.players[0].worshippers == worshippers(white=1)
    assert asked(after) == Turn(1)


def reachable(owned: tuple[int, ...]) -> set[tuple[int, ...]]:
    """An oracle: every supply that exchanges can lead to."""
    found, fresh = {owned}, [owned]
    while fresh:
        supply = fresh.pop()
        for give, take in product(range(5), repeat=2):
            if supply[give] >= 3:
                after = tuple(count - 3 * (color == give) + (color == take) for color, count in enumerate(supply))
                if after not in found:
                    found.add(after)
                    fresh.append(after)
    return found


def test_orb_3_2_whether_exchanges_could_pay_agrees_with_trying_them_all() -> None:
    """ORB-3.2: the short sum against brute force, on random supplies and every kind of cost."""
    rng = Random(32)
    tiles = sorted(TILES)
    for _ in range(400):
        owned = tuple(rng.choice([0, 0, 1, 2, 3, 4, 6]) for _ in COLORS)
        tile = tiles[int(rng.random() * len(tiles))]
        privileges = tuple(color for color in COLORS if rng.random() < 0.1)
        player = read_player(Player(owned, [], privileges, None, False))
        tried = any(can_pay(player.with_worshippers(bag_of(supply)), pieces.TILES[tile]) for supply in reachable(owned))
        assert can_pay_after_exchanges(player, pieces.TILES[tile]) == tried, (owned, tile, privileges)


def test_exchanges_are_offered_in_every_decision_of_random_games() -> None:
    """ORB-3.2: wherever three of a colour are owned, except where `any` must still be paid with them."""
    state = new_game(Options(), 3, 7)
    for position_, _, moves in walk(state, 7):
        decision = asked(position_)
        owned = position_.players[decision.seat].worshippers
        spare = decision.needed if isinstance(decision, Payment) else 0
        expected = 4 * sum(count >= 3 for count in owned) if sum(owned) - 2 >= spare else 0
        assert sum(isinstance(move, Exchange) for move in moves) == expected
