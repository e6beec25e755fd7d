"""The end of the game (BMC-6)."""

from __future__ import annotations

from engine.blue_moon_city import GAME
from engine.blue_moon_city.events import CityStands, CrystalsShown, GameEnded, PointsCounted
from engine.blue_moon_city.moves import (
    Contribute,
    Draw,
    EndMovement,
    EndOfferings,
    LayCard,
    Movement,
    Offer,
    OfferAgain,
    Offering,
    Pay,
    Reset,
    Step,
)
from engine.blue_moon_city.state import Options, State
from engine.game import Event, Outcome
from tests.engine.blue_moon_city.positions import ask, having, mark, offer_before, playing, rebuild_all, table


def ended(state: State) -> Outcome:
    """The outcome of a game that is over."""
    outcome = GAME.outcome(state)
    assert outcome is not None and GAME.legal_moves(state) == []
    return outcome


def test_bmc_6_1_the_needed_offerings_win_at_once() -> None:
    """BMC-6.1: in mid-turn, with crystals, cards and a Pillar left."""
    state = table(2, hands=[["pillar_1", "vulca_3"]], rebuilt=["mill", "thermae", "citadel"])
    offer_before(state, 0, 1, 0, 1, 0, 1, 0, 1)
    state.players[0].crystals, state.players[1].crystals = 30, 2
    events = playing(state, EndMovement(), Offer(), OfferAgain("pillar_1"))
    assert having(events, GameEnded) == [GameEnded("offerings")]
    outcome = ended(state)
    assert (outcome.ranking, outcome.scores, outcome.reason) == ([[0], [1]], [6, 4], "offerings")
    assert [(line.line, line.points) for line in outcome.score_sheet[0]] == [("offerings", 6)]
    assert state.players[0].crystals == 30 - 11 - 12


def standing(crystals: list[int], *before: int) -> State:
    """Returns a rebuilt city in which seat 0 has to move."""
    state = table(len(crystals), hands=[["vulca_3"]] * len(crystals))
    rebuild_all(state)
    offer_before(state, *before)
    for seat, amount in enumerate(crystals):
        state.players[seat].crystals = amount
    return state


def test_bmc_6_2_a_rebuilt_city_is_played_until_nobody_can_pay() -> None:
    """BMC-6.2: the turn of the last payable offering is played to its end; most offerings win."""
    state = standing([7, 6])
    assert having(playing(state, EndMovement(), Offer()), GameEnded) == []
    assert state.pending == [Reset(0, 0)]
    assert having(playing(state, Draw()), GameEnded) == [GameEnded("nobody_can_pay")]
    assert ended(state).ranking == [[0], [1]]


def test_bmc_6_2_the_game_goes_on_while_somebody_can_pay() -> None:
    """BMC-6.2: the other player has the crystals."""
    state = standing([7, 9])
    playing(state, EndMovement(), Offer(), Draw())
    assert state.pending == [Movement(1, 2)]


def quiet_turn(state: State) -> list[Event]:
    """Plays a turn without an offering, on the spot."""
    events = playing(state, EndMovement())
    if isinstance(state.pending[-1], Offering):
        events += playing(state, EndOfferings())
    return events + playing(state, Draw())


def test_bmc_6_2_two_whole_rounds_without_an_offering_end_it() -> None:
    """BMC-6.2: the turn that saw the last offering does not count."""
    state = standing([9, 9, 9])
    state.turn = state.version = 3
    state.quiet_since = 1
    playing(state, EndMovement(), Offer(), Draw())
    for seat in (1, 2, 0, 1, 2):
        assert state.pending[-1].seat == seat
        assert having(quiet_turn(state), GameEnded) == []
    assert having(quiet_turn(state), GameEnded) == [GameEnded("quiet_rounds")]
    assert ended(state).ranking == [[0], [1, 2]]


def test_bmc_6_2_two_rounds_suffice_from_three_tiles_away() -> None:
    """BMC-6.2: a player with the crystals walks to the courtyard in two turns and wins 5 to 4 instead of losing 3 to 4."""
    state = standing([21, 0], 0, 1, 0, 1, 0, 1)
    state.turn, state.version, state.quiet_since = 11, 30, 9
    state.players[0].miniature, state.players[1].crystals = 0, 10
    state.pending = [Movement(1, 2)]
    playing(state, EndMovement(), Offer(), Draw())
    playing(state, Step(1), Step(5), EndMovement(), Draw())
    quiet_turn(state)
    playing(state, Step(10), EndMovement(), Offer(), Draw())
    quiet_turn(state)
    events = playing(state, EndMovement(), Offer(), Draw())
    assert having(events, GameEnded) == [GameEnded("nobody_can_pay")]
    assert (ended(state).ranking, ended(state).scores) == ([[0], [1]], [5, 4])


def test_bmc_6_2_completing_the_city_with_nobody_able_to_pay_ends_it_after_the_turn() -> None:
    """BMC-6.2: after its bonuses; more crystals break the tie."""
    state = table(2, hands=[["terrah_3", "terrah_2", "vulca_3"]], tiles={0: "hospice", 1: "citadel", 4: "earth_temple"}, at=[0])
    rebuild_all(state, "hospice")
    events = playing(state, EndMovement(), Contribute(0, "red"), LayCard("terrah_3"), LayCard("terrah_2"), Pay())
    assert having(events, CityStands) == [CityStands()] and having(events, GameEnded) == []
    assert having(playing(state, Draw()), GameEnded) == [GameEnded("nobody_can_pay")]
    assert [player.crystals for player in state.players] == [1 + 1, 0]
    assert ended(state).ranking == [[0], [1]]


def test_bmc_6_2_the_rounds_begin_after_the_turn_that_completed_the_city() -> None:
    """BMC-6.2: both players have two turns each before it ends."""
    state = table(2, hands=[["terrah_3", "terrah_2", "vulca_3"], ["vulca_3"]], tiles={0: "hospice"}, at=[0, 0])
    rebuild_all(state, "hospice")
    state.players[1].crystals = 7
    state.turn = state.version = 8
    playing(state, EndMovement(), Contribute(0, "red"), LayCard("terrah_3"), LayCard("terrah_2"), Pay(), Draw())
    for _ in range(3):
        assert having(quiet_turn(state), GameEnded) == []
    assert having(quiet_turn(state), GameEnded) == [GameEnded("quiet_rounds")]


def test_bmc_6_2_the_last_events_show_the_crystals_and_agree_with_the_score_sheet() -> None:
    """BMC-6.2: crystals break ties, so they are shown; the lines of the score sheets follow."""
    state = standing([7, 6])
    playing(state, EndMovement(), Offer())
    events = playing(state, Draw())
    assert events[-4:] == [
        CrystalsShown((0, 6)),
        PointsCounted(0, "offerings", 1),
        PointsCounted(1, "offerings", 0),
        GameEnded("nobody_can_pay"),
    ]
    sheets = [[(line.line, line.points) for line in sheet] for sheet in ended(state).score_sheet]
    assert [[(event.line, event.points)] for event in having(events, PointsCounted)] == sheets


def test_bmc_6_2_ties_go_to_more_crystals_and_else_are_shared() -> None:
    """BMC-6.2: offerings, then crystals, then a shared place."""
    state = standing([3, 5, 5])
    state.pending = []
    assert ended(state).ranking == [[1, 2], [0]]


def test_bmc_6_3_no_marker_anywhere_is_a_draw_at_once() -> None:
    """BMC-6.3: the last marker of all lies on an unfinished building; neither offerings nor crystals count."""
    state = table(2, hands=[["terrah_2", "vulca_3"]], tiles={4: "mill"}, rebuilt=["library", "citadel"], at=[4])
    _spread_markers(state, 0, 9)
    _spread_markers(state, 1, 9)
    offer_before(state, 1)
    state.players[0].crystals = 3
    events = playing(state, EndMovement(), Contribute(1, "red"), LayCard("terrah_2"), Pay())
    assert having(events, GameEnded) == [GameEnded("no_markers")]
    assert ended(state).ranking == [[0, 1]]


def test_bmc_6_3_a_single_player_without_markers_plays_on() -> None:
    """BMC-6.3: the other still has one."""
    state = table(2, hands=[["terrah_2", "vulca_3"]], tiles={4: "mill"}, at=[4])
    _spread_markers(state, 0, 9)
    playing(state, EndMovement(), Contribute(1, "red"), LayCard("terrah_2"), Pay())
    assert state.players[0].markers == 0 and state.pending == [Reset(0, 0)]


def _spread_markers(state: State, seat: int, count: int) -> None:
    """Lays markers on ruins other than cell 4, leaving each a free space."""
    for cell, building in enumerate(state.city):
        while cell != 4 and count and building.markers.count(None) > 1:
            taken = [marker for marker in building.markers if marker is not None]
            state.players[seat].markers -= 1
            for marker in taken:
                state.players[marker].markers += 1
            mark(state, cell, *taken, seat)
            state.players[seat].markers += 1
            building = state.city[cell]
            count -= 1
    assert count == 0


def test_bmc_6_4_the_round_limit_ends_the_game() -> None:
    """BMC-6.4: judged as in BMC-6.2 after that many rounds; crystals break the tie."""
    state = table(2, hands=[["vulca_3"], ["vulca_3"]], rebuilt=["mill"], round_limit=1)
    state.players[1].crystals = 2
    ask(state, Reset(0, 0))
    playing(state, Draw())
    assert state.pending
    ask(state, Reset(1, 0))
    events = playing(state, Draw())
    assert having(events, GameEnded) == [GameEnded("round_limit")]
    assert ended(state).ranking == [[1], [0]]


def test_bmc_6_4_games_are_bounded() -> None:
    """BMC-6.4: the bound grows with rounds and seats."""
    assert GAME.bound(Options(round_limit=2), 4) == 2 * 4 * GAME.bound(Options(round_limit=1), 2) // 2
