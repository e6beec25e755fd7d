"""The end of the game and the ranking (BMC-6)."""

from __future__ import annotations

from typing import Final

from engine.blue_moon_city.content import BY_SEATS, CONSTANTS, DRAGONS, TILES, obelisk
from engine.blue_moon_city.events import Reason
from engine.blue_moon_city.native.decisions import Reset, Special
from engine.blue_moon_city.native.position import BlueMoonCityPosition
from engine.game import Outcome, ScoreLine, rank

QUIET_ROUNDS: Final = 2
"""Whole rounds without an offering end the game once the city stands: from the farthest tile the courtyard is two turns away (BMC-6.2)."""

SCORING_MOST: Final[int] = max(CONSTANTS.scale_score_sole_most, CONSTANTS.scale_score_tied_most, CONSTANTS.scale_score_others)
"""The most crystals that one player can gain from one scoring of the scales (BMC-5.1)."""

NEIGHBOURS_MOST: Final = 4
CRYSTALS_PER_BUILDING: Final[int] = max(tile.majority.crystals + tile.construction.crystals for tile in TILES.values()) + (
    NEIGHBOURS_MOST * max(tile.neighborhood.crystals for tile in TILES.values())
)
SCALES_PER_BUILDING: Final[int] = max(tile.majority.scales + tile.construction.scales for tile in TILES.values()) + (
    NEIGHBOURS_MOST * max(tile.neighborhood.scales for tile in TILES.values())
)
"""The most crystals and scales that one player can gain from one building."""


def price(position: BlueMoonCityPosition) -> int:
    """Returns the price of the next space of the obelisk, which is filled from the lowest price (BMC-1.4)."""
    return position.setup.table.prices[len(position.obelisk)]


def somebody_can_pay(position: BlueMoonCityPosition) -> bool:
    """Returns whether any player has a marker and the crystals for the next space (BMC-6.2)."""
    next_price = price(position)
    return any(player.markers > 0 and player.crystals >= next_price for player in position.players)


def ending_at_once(position: BlueMoonCityPosition) -> Reason | None:
    """Returns the reason why the marker just placed ended the game in mid-turn, or None."""
    obelisk = position.obelisk
    if obelisk and position.players[obelisk[-1]].offerings >= position.setup.table.offerings_to_win:
        return "offerings"  # BMC-6.1
    for player in position.players:
        if player.markers:
            return None
    return "no_markers"  # BMC-6.3


def ending_between_turns(position: BlueMoonCityPosition) -> Reason | None:
    """Returns the reason why the game ends before the turn `position.turn` begins, or None (BMC-6.2, BMC-6.4)."""
    if position.city.stands():
        if not somebody_can_pay(position):
            return "nobody_can_pay"
        if position.turn - position.quiet_since > QUIET_ROUNDS * len(position.players):
            return "quiet_rounds"
    return "round_limit" if position.turn >= position.setup.last_turn else None


def may_be_last_turn(position: BlueMoonCityPosition) -> bool:
    """Returns whether an offering or the completion of the city in this turn may end the game when the turn is over (BMC-6.2)."""
    decision = position.pending[-1]
    return position.quiet_since == position.turn and isinstance(decision, Special | Reset)


def outcome(position: BlueMoonCityPosition) -> Outcome | None:
    """Returns None while a decision is pending, then the result: offerings, then crystals (BMC-6.2); a draw without markers (BMC-6.3)."""
    if position.pending:
        return None
    reason = ending_at_once(position) or ending_between_turns(position)
    offerings = [player.offerings for player in position.players]
    standings = [(0, 0) if reason == "no_markers" else (player.offerings, player.crystals) for player in position.players]
    sheets = [[ScoreLine("offerings", made)] for made in offerings]  # crystals only break ties
    return Outcome(rank(standings), offerings, sheets, str(reason))


def scales_most(seats: int, rebuilt: int, contributions: int) -> int:
    """Returns an upper bound for the scales gained by all players, from dragons and from buildings (BMC-3.4, BMC-4.2)."""
    return contributions * len(DRAGONS) + rebuilt * seats * SCALES_PER_BUILDING


def crystals_most(seats: int, rebuilt: int, contributions: int, held: int, offerers: list[int]) -> list[int]:
    """Returns an upper bound for the crystals of each seat: those from buildings and scorings of scales, less the seat's offerings.

    `held` are the scales of all players, `offerers` the seats of the offerings. A scoring returns at least all scales except two for each
    player who is not paid, and the player with the most scales is paid.
    """
    returned = BY_SEATS[seats].scales - (CONSTANTS.scale_score_threshold - 1) * (seats - 1)
    scorings = (scales_most(seats, rebuilt, contributions) - held) // returned
    most = [rebuilt * CRYSTALS_PER_BUILDING + scorings * SCORING_MOST] * seats
    for cost, offerer in zip(obelisk(seats), offerers, strict=False):
        if offerer < seats:
            most[offerer] -= cost
    return most
