"""Payments: by rule, and against brute force over every set of cubes (HEL-4.7)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from engine.helios import GAME
from engine.helios.content import BUILDING, CHARACTER, COLORS, LIGHT, Color
from engine.helios.events import BuildingBuilt, CubePaid
from engine.helios.moves import BuildBuilding, BuildTemple, PayCube, Payment, PlaceTemple
from engine.helios.native.decisions import Payment as NativePayment
from engine.helios.native.land import Land, land_with
from engine.helios.native.pieces import BUILDINGS, Purpose, read_tile
from engine.helios.rules.paying import forced_cube, is_affordable, payable, price, rest_after
from engine.helios.state import Tile
from tests.engine.helios.positions import acting, cubes_on, do, moves_of, of, put

Cube = tuple[int, Color]
Cost = tuple[tuple[Color, ...], ...]
COSTS: list[tuple[Cost, int]] = [
    *((item.cost, item.any) for item in BUILDING.values()),
    *((item.cost, item.any) for item in CHARACTER.values()),
    *(((), count) for count in (1, 2, 3, 4)),
]


def pays(paid: tuple[Cube, ...], owned: list[Cube], cost: Cost, any_: int) -> bool:
    """HEL-4.7, implemented literally: returns whether exactly these cubes pay the cost."""
    if not cost:
        return len(paid) == any_
    first, rest = cost[0], cost[1:]
    if any(color in first for _, color in owned):
        parts = [(cube,) for cube in paid if cube[1] in first]
    else:
        parts = [pair for pair in combinations(paid, 2) if all(color not in first for _, color in pair)]  # type: ignore[misc]
    return any(pays(tuple((Counter(paid) - Counter(part)).elements()), owned, rest, any_) for part in parts)


def brute_force(owned: list[Cube], cost: Cost, any_: int) -> set[tuple[Cube, ...]]:
    """Every set of cubes that pays the cost."""
    sizes = range(len(cost) + any_, 2 * len(cost) + any_ + 1)
    subsets = {tuple(sorted(subset)) for size in sizes for subset in combinations(owned, size)}
    return {subset for subset in subsets if pays(subset, owned, cost, any_)}


def land_of(owned: list[Cube]) -> Land:
    """A land with these cubes."""
    cubes = [tuple(color for place, color in owned if place == field) for field in range(LIGHT)]
    return land_with([read_tile(Tile("brown", colors, False)) for colors in cubes])


def reachable(owned: list[Cube], payment: NativePayment, paid: tuple[Cube, ...] = ()) -> set[tuple[Cube, ...]]:
    """Every set of cubes that can be paid cube by cube; a payment that cannot be completed is an error."""
    if payment.is_complete():
        return {tuple(sorted(paid))}
    steps = payable(land_of(owned), payment)
    assert steps, "no dead end"
    found: set[tuple[Cube, ...]] = set()
    for step in steps:
        left, cube = owned.copy(), (step.field, COLORS[step.color])
        left.remove(cube)
        found |= reachable(left, rest_after(payment, step.color), (*paid, cube))
    return found


def random_cubes(rng: Random) -> list[Cube]:
    """Up to six cubes on a few tiles, at most two on each."""
    fields = [field for field in range(4) for _ in range(2)]
    return sorted((field, rng.choice(COLORS[: rng.choice([2, 3, 5])])) for field in rng.sample(fields, rng.randrange(7)))


@pytest.mark.parametrize("seed", range(4))
def test_hel_4_7_payments_are_those_of_brute_force(seed: int) -> None:
    """HEL-4.7: offered exactly if some set of cubes pays, every such set can be paid, no other, and no payment gets stuck."""
    rng = Random(f"pay{seed}")
    for _ in range(60):
        owned = random_cubes(rng)
        for cost, any_ in COSTS:
            expected = brute_force(owned, cost, any_)
            land, purpose = land_of(owned), Purpose("temple", cost, any_)
            assert is_affordable(land, purpose) == bool(expected)
            if expected:
                payment = price(0, purpose, land.cube_colors())
                assert reachable(owned, payment) == expected
                forced = forced_cube(land, payment)
                if forced is None:
                    assert len(expected) > 1, "only a choice is asked for"
                else:
                    assert all((forced.field, COLORS[forced.color]) in paid for paid in expected)


def test_hel_4_7_the_player_chooses_the_tile_a_cube_comes_from() -> None:
    """HEL-4.7: two gray cubes on different tiles are two choices."""
    state = acting("build")
    put(state, state.players[0], 0, "brown", "gray", "green")
    put(state, state.players[0], 2, "gray", "gray")
    do(state, BuildBuilding("solar_lodge"))
    assert moves_of(state, PayCube) == [PayCube(0, "gray"), PayCube(2, "gray")]
    do(state, PayCube(2, "gray"))
    assert cubes_on(state, 0) == [(0, "gray"), (0, "green")]
    assert state.players[0].buildings == ("solar_lodge",)


def test_hel_4_7_two_others_only_for_a_colour_of_which_none_is_owned() -> None:
    """HEL-4.7: with a gray cube it must be paid; without one any two others do."""
    state = acting("build")
    put(state, state.players[0], 0, "brown", "gray", "green")
    put(state, state.players[0], 2, "gray", "blue")
    events = do(state, BuildBuilding("solar_lodge"))
    assert [(event.field, event.color) for event in of(events, CubePaid)] == [(0, "gray")]
    state = acting("build")
    put(state, state.players[0], 0, "brown", "black", "green")
    put(state, state.players[0], 2, "gray", "blue")
    do(state, BuildBuilding("solar_lodge"))
    assert state.pending[-1] == Payment(0, "solar_lodge", (), 2)
    do(state, PayCube(0, "green"))
    assert len(moves_of(state, PayCube)) == 2


def test_hel_4_7_two_for_one_as_often_as_needed() -> None:
    """HEL-4.7: both colours of the Sanctuary missing: four others."""
    state = acting("build")
    put(state, state.players[0], 0, "brown", "black", "black")
    put(state, state.players[0], 2, "gray", "blue")
    assert BuildBuilding("sanctuary") not in GAME.legal_moves(state)
    put(state, state.players[0], 3, "gray", "gray")
    events = do(state, BuildBuilding("sanctuary"))
    assert len(of(events, CubePaid)) == 4
    assert cubes_on(state, 0) == []


def test_hel_4_7_what_is_owned_counts_when_the_payment_begins() -> None:
    """HEL-4.7: spending the last brown cube as the white one does not turn brown into two others."""
    owned: list[Cube] = [(0, "brown"), (2, "green"), (3, "green"), (4, "green")]
    payment = price(0, BUILDINGS["land_management"], land_of(owned).cube_colors())
    assert [choice.names for choice in payment.required] == [("brown",)]
    assert all((0, "brown") in paid for paid in reachable(owned, payment))


def test_hel_4_7_citadel_takes_black_or_blue() -> None:
    """HEL-4.7: either; two others only if neither is owned."""
    state = acting("build")
    put(state, state.players[0], 0, "brown", "black", "blue")
    put(state, state.players[0], 2, "gray", "green")
    do(state, BuildBuilding("citadel"))
    assert moves_of(state, PayCube) == [PayCube(0, "black"), PayCube(0, "blue")]
    state = acting("build")
    put(state, state.players[0], 0, "brown", "gray", "green")
    do(state, BuildBuilding("citadel"))
    assert cubes_on(state, 0) == []


def test_hel_4_7_a_payment_without_a_choice_is_made_automatically() -> None:
    """HEL-4.7: the only cubes are taken; a build action ends without a decision."""
    state = acting("build")
    put(state, state.players[0], 0, "brown", "brown", "green")
    events = do(state, BuildBuilding("sanctuary"))
    assert of(events, BuildingBuilt)
    assert state.pending[-1].seat == 1


def test_hel_4_5_temple_is_paid_before_its_place_is_chosen() -> None:
    """HEL-4.5, HEL-4.7: the tile emptied by the payment can take the temple."""
    state = acting("build")
    put(state, state.players[0], 0, "brown", "brown")
    put(state, state.players[0], 2, "gray", "gray")
    do(state, BuildTemple())
    do(state, PayCube(2, "gray"))
    assert moves_of(state, PlaceTemple) == [PlaceTemple(0), PlaceTemple(2)]
    do(state, PlaceTemple(2))
    assert cubes_on(state, 0) == [(0, "brown")]
