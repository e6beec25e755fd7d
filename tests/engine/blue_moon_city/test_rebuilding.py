"""Dragons, rebuilding and bonuses (BMC-3.4, BMC-4)."""

from __future__ import annotations

from engine.blue_moon_city import GAME
from engine.blue_moon_city.events import BonusGained, BuildingCompleted, BuildingRebuilt, DeckShuffled, WaitingTaken
from engine.blue_moon_city.moves import Contribute, Draw, EndMovement, LayCard, Movement, Pay, Reset
from engine.blue_moon_city.state import Building, State
from tests.engine.blue_moon_city.positions import having, listed, mark, playing, table

HERE = 4
TEMPLE = {HERE: "water_temple", 0: "citadel", 5: "aqueduct", 9: "monastery_tower", 3: "trading_house"}


def contribute(state: State, space: int, color: str, *cards: str) -> list[object]:
    """One contribution, paid with these cards."""
    return [*playing(state, Contribute(space, color), *[LayCard(card) for card in cards], Pay())]


def test_bmc_3_4_only_the_first_contribution_earns_a_scale_per_dragon() -> None:
    """BMC-3.4: two dragons on the tile, two contributions, two scales."""
    state = table(4, hands=[["terrah_2", "terrah_2", "vulca_3"]], tiles={HERE: "mill"}, at=[HERE])
    state.dragons = [HERE, None, HERE]
    playing(state, EndMovement())
    contribute(state, 1, "red", "terrah_2")
    assert state.players[0].scales == 2
    contribute(state, 2, "red", "terrah_2")
    assert state.players[0].scales == 2


def test_bmc_3_4_dragons_elsewhere_give_nothing() -> None:
    """BMC-3.4: they must stand on the tile."""
    state = table(4, hands=[["terrah_2", "vulca_3"]], tiles={HERE: "mill"}, at=[HERE])
    state.dragons = [3, 5, None]
    playing(state, EndMovement())
    contribute(state, 1, "red", "terrah_2")
    assert state.players[0].scales == 0


def test_bmc_4_1_water_temple_beside_two_rebuilt_neighbours() -> None:
    """BMC-4.1, worked fact: 7 crystals for the majority player, 5 for the other contributor."""
    state = table(2, hands=[["aqua_3", "vulca_3"]], tiles=TEMPLE, rebuilt=["citadel", "aqueduct"], at=[HERE])
    mark(state, HERE, 0, 1)
    playing(state, EndMovement())
    events = playing(state, Contribute(2, "blue"), LayCard("aqua_3"), Pay())
    assert [player.crystals for player in state.players] == [7, 5]
    assert [player.markers for player in state.players] == [10, 10]
    assert state.city[HERE] == Building("water_temple", True, ())
    assert having(events, BuildingCompleted) == [BuildingCompleted(HERE, "water_temple", 0)]
    assert having(events, BuildingRebuilt) == [BuildingRebuilt(HERE, "water_temple", (2, 1))]
    assert sum(event.crystals for event in having(events, BonusGained)) == 12


def test_bmc_4_1_a_player_without_a_marker_gets_nothing() -> None:
    """BMC-4.1: only contributors gain."""
    state = table(3, hands=[["aqua_3", "vulca_3"]], tiles=TEMPLE, rebuilt=["citadel", "aqueduct"], at=[HERE])
    mark(state, HERE, 0, 1)
    playing(state, EndMovement(), Contribute(2, "blue"), LayCard("aqua_3"), Pay())
    assert state.players[2].crystals == 0


def test_bmc_4_1_a_tie_for_the_majority_goes_to_the_leftmost_marker() -> None:
    """BMC-4.1: among the tied only; a single marker further left does not count."""
    state = table(3, hands=[["terrah_2", "vulca_3"]], tiles={HERE: "mill"}, at=[HERE])
    mark(state, HERE, 2, 1)
    playing(state, EndMovement())
    events = playing(state, Contribute(2, "red"), LayCard("terrah_2"), Pay())
    assert having(events, BuildingCompleted)[0].majority == 2
    state = table(3, hands=[["terrah_3", "terrah_3", "vulca_3"]], tiles={HERE: "royal_palace"}, at=[HERE])
    mark(state, HERE, None, 1, 1, 0)
    playing(state, EndMovement())
    events = playing(state, Contribute(0, "red"), LayCard("terrah_3"), LayCard("terrah_3"), Pay())
    assert having(events, BuildingCompleted)[0].majority == 0
    state = table(3, hands=[["terrah_3", "terrah_3", "vulca_3"]], tiles={HERE: "royal_palace"}, at=[HERE])
    mark(state, HERE, None, 1, 1, 2)
    playing(state, EndMovement())
    events = playing(state, Contribute(0, "red"), LayCard("terrah_3"), LayCard("terrah_3"), Pay())
    assert having(events, BuildingCompleted)[0].majority == 1


def test_bmc_4_1_the_courtyard_gives_no_neighbourhood_bonus() -> None:
    """BMC-4.1: a building beside the courtyard gains from buildings only."""
    state = table(2, hands=[["terrah_3", "terrah_2", "vulca_3"]], tiles={5: "hospice", 1: "library", 4: "mill", 6: "thermae"}, at=[5])
    playing(state, EndMovement())
    contribute(state, 0, "red", "terrah_3", "terrah_2")
    assert state.players[0].crystals == 1


def test_bmc_4_2_bonus_cards_wait_face_down_until_the_turn_is_over() -> None:
    """BMC-4.2: majority first, then contributors clockwise from the active seat; they join the hands after the reset."""
    state = table(3, hands=[["terrah_2", "vulca_3"]], tiles={HERE: "mill", 5: "market_hall"}, rebuilt=["market_hall"], at=[HERE])
    mark(state, HERE, 2, 1)
    top = state.deck[::-1]
    playing(state, EndMovement())
    contribute(state, 2, "red", "terrah_2")
    assert [player.waiting for player in state.players] == [top[2:4], top[4:6], [*top[0:2], *top[6:8]]]
    assert state.players[0].hand == ["vulca_3"]
    for seat in (None, 0, 1, 2):
        assert all(card is None for player in GAME.view(state, seat).players for card in player.waiting)
    events = playing(state, Draw())
    assert [event.seat for event in having(events, WaitingTaken)] == [0, 1, 2]
    assert [len(player.hand) for player in state.players] == [1 + 2 + 2, 2, 4]
    assert not any(player.waiting for player in state.players)


def test_bmc_4_2_contributors_draw_and_take_up_clockwise_from_the_active_seat() -> None:
    """BMC-4.2: seat 1 completes; after the majority of seat 0 the order is 1, 2, 0."""
    state = table(3, hands=[[], ["terrah_3", "terrah_2", "vulca_3"]], tiles={HERE: "royal_palace"}, at=[10, HERE], first_seat=1)
    mark(state, HERE, None, 0, 0, 2)
    state.first_seat = 1
    state.pending = [Movement(1, 2)]
    top = state.deck[::-1]
    playing(state, EndMovement())
    contribute(state, 0, "red", "terrah_3", "terrah_2")
    assert [player.waiting for player in state.players] == [[top[2]], [top[0]], [top[1]]]
    assert [event.seat for event in having(playing(state, Draw()), WaitingTaken)] == [1, 2, 0]


def test_bmc_4_2_bonus_cards_come_from_a_new_deck_if_need_be() -> None:
    """BMC-4.2, BMC-3.7: the cards just paid are among the discards already."""
    state = table(2, hands=[["terrah_2", "vulca_3"]], tiles={HERE: "mill"}, at=[HERE])
    state.players[1].hand = sorted(state.deck[:-1], key=str)
    last = state.deck[-1]
    state.deck = [last]
    mark(state, HERE, 1, 1)
    playing(state, EndMovement())
    events = contribute(state, 2, "red", "terrah_2")
    assert state.players[1].waiting == [last, "terrah_2"]
    parts = [BonusGained(1, "majority", "mill", 0, 0, 0, 1), DeckShuffled(1), BonusGained(1, "majority", "mill", 0, 0, 0, 1)]
    begun = events.index(parts[0])
    assert events[begun : begun + 3] == parts
    assert (state.deck, state.discards, state.shuffles) == ([], [], 1)


def test_bmc_4_3_a_rebuilt_tile_takes_no_contributions_and_figures_stay() -> None:
    """BMC-4.3: miniatures and dragons stand on the turned tile."""
    state = table(2, hands=[["terrah_3", "terrah_2", "terrah_3"], ["terrah_3"]], tiles={HERE: "hospice"}, at=[HERE, HERE])
    state.dragons[0] = HERE
    playing(state, EndMovement())
    contribute(state, 0, "red", "terrah_3", "terrah_2")
    assert state.pending == [Reset(0, 0)]
    assert [player.miniature for player in state.players] == [HERE, HERE]
    assert state.dragons[0] == HERE
    playing(state, Draw(), EndMovement())
    assert state.pending == [Reset(1, 0)] and not listed(state, Contribute)
