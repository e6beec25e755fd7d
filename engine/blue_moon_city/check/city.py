"""The city, the markers, and the crystals, scales and offerings of the players."""

from __future__ import annotations

from collections.abc import Iterator

from engine.blue_moon_city.check.pieces import VIEW
from engine.blue_moon_city.content import BY_SEATS, CONSTANTS, TILES, buildings, obelisk
from engine.blue_moon_city.scoring import crystals_most, scales_most
from engine.blue_moon_city.state import Building, State, geometry
from engine.errors import Defect

COURTYARD = "courtyard"
STARTING = {tile.id for tile in TILES.values() if tile.starting}
TILES_IN_PLAY = [{COURTYARD, *buildings(expansion)} for expansion in (False, True)]


def city_defects(state: State) -> Iterator[Defect]:
    """Yields tiles that are missing or misplaced, and markers that do not fit (BMC-2.1, BMC-2.2)."""
    city, seats = geometry(state), len(state.players)
    tiles = [building.tile for building in state.city]
    if len(tiles) != len(city.cells) or set(tiles) != TILES_IN_PLAY[state.options.expansion]:
        yield Defect("/city", "tiles_not_conserved", "The city must have each tile of this layout exactly once.")
        yield from _misplaced(state, tiles)
    elif tiles[city.courtyard] != COURTYARD or (state.options.layout == "standard" and {tiles[cell] for cell in city.starting} != STARTING):
        yield from _misplaced(state, tiles)
    for cell, building in enumerate(state.city):
        if not _is_sound(building, seats):
            yield from _building_defects(state, cell, building)
    for index, place in enumerate(state.dragons):
        if place is not None and place >= len(city.cells):
            yield Defect(f"/dragons/{index}", "out_of_range", "There is no such cell in this layout.")


def _misplaced(state: State, tiles: list[str]) -> Iterator[Defect]:
    city, standard = geometry(state), state.options.layout == "standard"
    for cell, tile in enumerate(tiles):
        if (tile == COURTYARD) != (cell == city.courtyard):
            yield Defect(f"/city/{cell}/tile", "misplaced", "The centre must be the courtyard, and no other cell.")
        elif standard and TILES[tile].starting != (cell in city.starting):
            yield Defect(f"/city/{cell}/tile", "misplaced", "The cells next to the courtyard must be the starting tiles.")


def _is_sound(building: Building, seats: int) -> bool:
    """Returns whether the building has no defects; a fast test that most buildings pass."""
    markers = building.markers
    if building.rebuilt or not markers:
        return building.rebuilt and not markers
    free = markers.count(None)
    return free > 0 and len(markers) == len(TILES[building.tile].spaces) and (free == len(markers) or _seats_exist(building, seats))


def _seats_exist(building: Building, seats: int) -> bool:
    return all([marker is None or marker < seats for marker in building.markers])


def _building_defects(state: State, cell: int, building: Building) -> Iterator[Defect]:
    """Yields the defects of a building: a ruin has a free space, a rebuilt tile has no spaces (BMC-4.1, BMC-4.3)."""
    spaces = len(TILES[building.tile].spaces)
    if building.tile == COURTYARD and not building.rebuilt:
        yield Defect(f"/city/{cell}/rebuilt", "contradiction", "The courtyard is never a ruin.")
    if len(building.markers) != (0 if building.rebuilt else spaces):
        yield Defect(f"/city/{cell}/markers", "wrong_length", "A ruin has an entry for each of its spaces, a rebuilt tile has none.")
    elif building.markers and None not in building.markers:
        yield Defect(f"/city/{cell}/markers", "contradiction", "A building with markers on all its spaces must be rebuilt.")
    if not _seats_exist(building, len(state.players)):
        yield Defect(f"/city/{cell}/markers", "out_of_range", "A marker belongs to a seat that does not exist.")


def player_defects(state: State) -> Iterator[Defect]:
    """Yields wrong numbers of markers, crystals, scales and offerings, and misplaced miniatures (BMC-1.3, BMC-1.4)."""
    placed = [seat for building in state.city for seat in building.markers if seat is not None]
    rebuilt = [building.tile for building in state.city if building.rebuilt]
    contributions = len(placed) + sum([len(TILES[tile].spaces) for tile in rebuilt])
    placed += state.obelisk
    seats, held = len(state.players), sum([player.scales for player in state.players])
    most = crystals_most(seats, len(rebuilt) - 1, contributions, held, state.obelisk)
    for seat, player in enumerate(state.players):
        if player.markers + placed.count(seat) != CONSTANTS.markers_per_player:
            yield Defect(f"/players/{seat}/markers", "markers_not_conserved", f"Seat {seat} must have ten markers in total.")
        if player.miniature >= len(geometry(state).cells):
            yield Defect(f"/players/{seat}/miniature", "out_of_range", "There is no such cell in this layout.")
        if player.crystals is None:
            yield Defect(f"/players/{seat}/crystals", "unknown", VIEW)
        elif player.crystals > most[seat]:
            yield Defect(f"/players/{seat}/crystals", "out_of_range", "The seat cannot have gained so many crystals.")
    if held >= min(BY_SEATS[seats].scales, scales_most(seats, len(rebuilt) - 1, contributions) + 1):  # BMC-5.1
        yield Defect(
            "/players",
            "too_many_scales",
            "The players cannot have so many scales: they would have been scored, or cannot have been gained.",
        )
    yield from _obelisk_defects(state)


def _obelisk_defects(state: State) -> Iterator[Defect]:
    """BMC-6.1: the winning offering is the last."""
    seats = len(state.players)
    if any(seat >= seats for seat in state.obelisk) or len(state.obelisk) > len(obelisk(seats)):
        yield Defect("/obelisk", "out_of_range", "An offering is by a seat that does not exist, or there are too many offerings.")
    elif any(state.obelisk[:-1].count(seat) >= BY_SEATS[seats].offerings_to_win for seat in range(seats)):
        yield Defect("/obelisk", "contradiction", "A seat had already won before the last offering.")
