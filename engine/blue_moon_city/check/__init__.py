"""Everything that is wrong with a position from a stranger, at once."""

from __future__ import annotations

from engine.blue_moon_city.check.city import check_city, check_players
from engine.blue_moon_city.check.pending import check_pending
from engine.blue_moon_city.check.table import check_cards, check_frame
from engine.blue_moon_city.state import State
from engine.errors import Defect


def check(state: State) -> list[Defect]:
    """Every defect of the position; what is pending can only be judged where the table itself is sound."""
    defects = [*check_frame(state), *check_city(state), *check_players(state), *check_cards(state)]
    return defects or check_pending(state)
