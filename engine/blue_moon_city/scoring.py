"""The end of the game and the ranking (BMC-6)."""

from __future__ import annotations

from engine.blue_moon_city.content import BY_SEATS, CONSTANTS, DRAGONS, TILES, obelisk
from engine.blue_moon_city.events import Reason
from engine.blue_moon_city.moves import Reset, Special
from engine.blue_moon_city.state import State, crystals_of
from engine.game import Outcome, ScoreLine, rank

QUIET_ROUNDS = 2
"""Whole rounds without an offering end the game once the city stands: from the farthest tile the courtyard is two turns away (BMC-6.2)."""

SCORING_MOST = max(CONSTANTS.scale_score_sole_most, CONSTANTS.scale_score_tied_most, CONSTANTS.scale_score_others)
"""The most crystals that one player can gain from one scoring of the scales (BMC-5.1)."""

NEIGHBOURS_MOST = 4
PLAIN = [(tile.majority, tile.construction) for tile in TILES.values()]
CRYSTALS_PER_BUILDING = max(majority.crystals + construction.crystals for majority, construction in PLAIN)
CRYSTALS_PER_BUILDING += NEIGHBOURS_MOST * max(tile.neighborhood.crystals for tile in TILES.values())
SCALES_PER_BUILDING = max(majority.scales + construction.scales for majority, construction in PLAIN)
SCALES_PER_BUILDING += NEIGHBOURS_MOST * max(tile.neighborhood.scales for tile in TILES.values())
"""The most crystals and scales that one player can gain from one building."""


def price(state: State) -> int:
    """Returns the price of the next space of the obelisk, which is filled from the lowest price (BMC-1.4)."""
    return obelisk(len(state.players))[len(state.obelisk)]


def city_stands(state: State) -> bool:
    """Returns whether every building is rebuilt (BMC-6.2)."""
    return all(building.rebuilt for building in state.city)


def somebody_can_pay(state: State) -> bool:
    """Returns whether any player has a marker and the crystals for the next space (BMC-6.2)."""
    next_price = price(state)
    return any([player.markers > 0 and crystals_of(state, seat) >= next_price for seat, player in enumerate(state.players)])


def ending_at_once(state: State) -> Reason | None:
    """Returns the reason why the marker just placed ended the game in mid-turn, or None."""
    if state.obelisk and state.obelisk.count(state.obelisk[-1]) >= BY_SEATS[len(state.players)].offerings_to_win:
        return "offerings"  # BMC-6.1
    return None if any([player.markers for player in state.players]) else "no_markers"  # BMC-6.3


def ending_between_turns(state: State) -> Reason | None:
    """Returns the reason why the game ends before the turn `state.turn` begins, or None (BMC-6.2, BMC-6.4)."""
    seats = len(state.players)
    if city_stands(state):
        if not somebody_can_pay(state):
            return "nobody_can_pay"
        if state.turn - state.quiet_since > QUIET_ROUNDS * seats:
            return "quiet_rounds"
    return "round_limit" if state.turn >= state.options.round_limit * seats else None


def may_be_last_turn(state: State) -> bool:
    """Returns whether an offering or the completion of the city in this turn may end the game when the turn is over (BMC-6.2)."""
    return state.quiet_since == state.turn and isinstance(state.pending[-1], Special | Reset)


def outcome(state: State) -> Outcome | None:
    """Returns None while a decision is pending, then the result: offerings, then crystals (BMC-6.2); a draw without markers (BMC-6.3)."""
    if state.pending:
        return None
    reason = ending_at_once(state) or ending_between_turns(state)
    seats = range(len(state.players))
    offerings = [state.obelisk.count(seat) for seat in seats]
    crystals = [crystals_of(state, seat) for seat in seats]
    standings = [(0, 0) if reason == "no_markers" else (offerings[seat], crystals[seat]) for seat in seats]
    sheets = [[ScoreLine("offerings", offerings[seat])] for seat in seats]  # crystals only break ties
    return Outcome(rank(standings), offerings, sheets, str(reason))


def scales_most(state: State) -> int:
    """Returns an upper bound for the scales gained by all players, from dragons and from buildings (BMC-3.4, BMC-4.2)."""
    rebuilt = -1  # the courtyard
    contributions = 0
    for building in state.city:
        if building.rebuilt:
            rebuilt += 1
            contributions += len(TILES[building.tile].spaces)
        else:
            contributions += len(building.markers) - building.markers.count(None)
    return contributions * len(DRAGONS) + rebuilt * len(state.players) * SCALES_PER_BUILDING


def crystals_most(state: State) -> list[int]:
    """Returns an upper bound for the crystals of each seat: those from buildings and scorings of scales, less the seat's offerings.

    A scoring returns at least all scales except two for each player who is not paid, and the player with the most scales is paid.
    """
    seats = len(state.players)
    returned = BY_SEATS[seats].scales - (CONSTANTS.scale_score_threshold - 1) * (seats - 1)
    scorings = (scales_most(state) - sum([player.scales for player in state.players])) // returned
    rebuilt = sum([building.rebuilt for building in state.city]) - 1
    most = [rebuilt * CRYSTALS_PER_BUILDING + scorings * SCORING_MOST] * seats
    for cost, offerer in zip(obelisk(seats), state.obelisk, strict=False):
        if offerer < seats:
            most[offerer] -= cost
    return most
