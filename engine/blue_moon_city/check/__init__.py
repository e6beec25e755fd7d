"""Validation of a position; a position without defects can be played to its end."""

from __future__ import annotations

from engine.blue_moon_city.check.city import city_defects, player_defects
from engine.blue_moon_city.check.pending import pending_defects
from engine.blue_moon_city.check.pieces import piece_defects
from engine.blue_moon_city.check.progress import progress_defects
from engine.blue_moon_city.state import State
from engine.errors import Defect


def check(state: State) -> list[Defect]:
    """Returns every defect of the state; the pending decisions are checked only if nothing else is wrong."""
    defects = [*progress_defects(state), *city_defects(state), *player_defects(state), *piece_defects(state)]
    return defects or pending_defects(state)
