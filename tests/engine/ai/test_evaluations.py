"""The evaluations: final scores at the end, remaining turns, and the value of the important components."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from engine.ai import blue_moon_city, choose, helios, orbis
from engine.blue_moon_city.content import CITIES
from engine.blue_moon_city.moves import Contribution, EndContribution, Movement, Offer, Offering
from engine.blue_moon_city.state import Building
from engine.game import to_act
from engine.helios.content import BY_SEATS
from engine.helios.moves import ActionTurn
from engine.helios.native.conversion import read_state
from engine.helios.state import Tile
from engine.orbis.native.rules import RULES
from engine.orbis.state import Region, State
from tests.engine.cases import new_game, random_game


def worth(state: State) -> list[float]:
    """The evaluation of a state of Orbis."""
    return orbis.EVALUATION.worth(RULES.read_state(state))


def finished(game_id: str, seats: int, seed: int) -> tuple[Any, Any]:
    game, state = new_game(game_id, seats, {"first_seat": 0}, seed)
    for _ in random_game(game, state, seed):
        pass
    return state, game.outcome(state)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_orbis_at_the_end_the_worth_is_the_score(seats: int) -> None:
    for seed in range(4):
        state, outcome = finished("orbis", seats, seed)
        assert worth(state) == pytest.approx(outcome.scores)


def test_orbis_counts_regions_wildernesses_temples_and_worshippers() -> None:
    _, state = new_game("orbis", 2, {"first_seat": 0}, seed=1)
    before = worth(state)[0]
    state.players[0].worshippers = (1, 1, 0, 0, 0)
    rich = worth(state)[0]
    assert rich > before
    state.players[0].world = [Region("L1-red-4", 1, 0, "up")]
    fine = worth(state)[0]
    state.players[0].world = [Region("L1-red-4", 1, 0, "wilderness")]
    assert fine > worth(state)[0]
    state.players[0].world = [Region("L1-white-3", 1, 0, "up")]
    shrine = worth(state)[0]
    state.players[0].world = [Region("L1-white-2", 1, 0, "up")]
    assert shrine > worth(state)[0]


def test_orbis_worshippers_on_a_payable_tile_have_value_for_the_seat_to_act() -> None:
    _, state = new_game("orbis", 2, {"first_seat": 0}, seed=1)
    before = worth(state)
    state.display_worshippers = [(1, 1, 1, 0, 0)] * 9
    now, later = [after - was for after, was in zip(worth(state), before, strict=True)]
    assert now > later > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_helios_counts_the_turns_each_seat_still_has(seats: int) -> None:
    game, state = new_game("helios", seats, {"first_seat": 1}, seed=1)
    table, seen = BY_SEATS[seats], 0
    for position, _, _ in random_game(game, state, 1):
        if isinstance(to_act(position), ActionTurn):
            to_come = [(position.start_seat + turn - 1) % seats for turn in range(position.turn, table.turns * seats + 1)]
            later = (table.rounds - position.round) * table.turns
            here = read_state(position)
            assert [helios.turns_left(here, seat) for seat in range(seats)] == [later + to_come.count(seat) for seat in range(seats)]
            seen += 1
    assert seen > 20
    assert helios.turns_left(read_state(state), 0) == 0


def helios_worth(state: Any) -> float:
    """The worth of seat 0."""
    return helios.EVALUATION.worth(read_state(state))[0]


def test_helios_values_temples_in_the_light_and_activated_characters() -> None:
    game, state = new_game("helios", 2, {"first_seat": 0}, seed=1)
    while not isinstance(to_act(state), ActionTurn):
        game.play(state, game.legal_moves(state)[0], [])
    player = state.players[0]
    before = helios_worth(state)
    player.tiles[0] = Tile("brown", (), True)
    temple = helios_worth(state)
    assert temple > before - helios.CUBE
    player.night = ("priestess",)
    night = helios_worth(state)
    player.night, player.day = (), ("priestess",)
    assert helios_worth(state) > night > temple


def test_blue_moon_city_an_offering_is_made_when_it_can_be_paid() -> None:
    game, state = new_game("blue_moon_city", 2, {"first_seat": 0}, seed=1)
    state.players[0].crystals = 9
    state.pending = [Offering(0, False)]
    for level in ("easy", "normal", "hard"):
        assert choose(game, game.view(state, 0), 0, level, seed=1, iterations=30).move == Offer()


def test_blue_moon_city_the_winning_offering_is_found() -> None:
    game, state = new_game("blue_moon_city", 2, {"first_seat": 0}, seed=1)
    state.obelisk = [0, 0, 0, 0, 0, 1]
    state.players[0].crystals = 12
    state.players[0].markers = 5
    for steps in (2, 1):
        state.pending = [Movement(0, steps)]
        state.players[0].miniature = next(cell for cell, far in enumerate(CITY.distances[CITY.courtyard]) if far == steps)
        view = game.view(state, 0)
        choice = choose(game, view, 0, "hard", seed=1, iterations=150)
        after = CITY.distances[choice.move.cell][CITY.courtyard] if hasattr(choice.move, "cell") else steps
        assert after == steps - 1, "towards the courtyard, where the game is won"


def test_blue_moon_city_completing_a_building_is_better_than_leaving_it() -> None:
    game, state = new_game("blue_moon_city", 2, {"first_seat": 0}, seed=1)
    cell = next(cell for cell, building in enumerate(state.city) if building.tile == "library")
    state.city[cell] = Building("library", False, (1, 0, None))
    state.players[0].miniature = cell
    state.players[0].markers = state.players[1].markers = 9
    hand = ["hoax_2", "hoax_3", "khind_1", "pillar_3"]
    spare = sorted([*(card for card in state.players[0].hand + state.deck if card not in hand), "khind_1"])
    Random(1).shuffle(spare)
    state.players[0].hand, state.deck = hand, spare
    state.pending = [Contribution(0, 0)]
    for level in ("easy", "hard"):
        assert choose(game, game.view(state, 0), 0, level, seed=1, iterations=60).move != EndContribution()


def test_blue_moon_city_a_remaining_turn_has_value() -> None:
    game, state = new_game("blue_moon_city", 2, {"first_seat": 0}, seed=1)
    later = msgspec.structs.replace(state, turn=1)
    now, then = (blue_moon_city.EVALUATION.worth(game.rules.read_state(position)) for position in (state, later))
    assert then[0] < now[0]
    assert then[1] == pytest.approx(now[1])


CITY = CITIES[0]
