"""Setting up Blue Moon City (BMC-2)."""

from __future__ import annotations

from engine.blue_moon_city.content import CARD_COUNTS, CARDS, CITIES, CONSTANTS, TILES, buildings
from engine.blue_moon_city.events import RoundStarted, TurnStarted
from engine.blue_moon_city.moves import Movement
from engine.blue_moon_city.records import Geometry
from engine.blue_moon_city.state import Building, Options, Player, State
from engine.blue_moon_city.versions import RULES_VERSION, SCHEMA_VERSION
from engine.chance import shuffled
from engine.first_seat import resolve_first_seat
from engine.game import Event


def new_game(options: Options, seats: int, seed: int) -> State:
    """Returns a new game: a city in ruins, eight cards in each hand, and the first seat has to move."""
    geometry = CITIES[options.expansion]
    deck = shuffled([card for card in CARDS for _ in range(CARD_COUNTS[card])], seed, "deck")
    first_seat = resolve_first_seat(options.first_seat, seats, seed)
    return State(
        schema_version=SCHEMA_VERSION,
        rules_version=RULES_VERSION,
        version=0,
        seed=seed,
        options=options,
        first_seat=first_seat,
        turn=0,
        quiet_since=0,
        city=_city(options, geometry, seed),
        dragons=[None, None, None],
        players=[_player(deck, geometry) for _ in range(seats)],
        obelisk=[],
        deck=[*deck],
        discards=[],
        shuffles=0,
        pending=[Movement(first_seat, CONSTANTS.base_movement)],
    )


def _player(deck: list[str], geometry: Geometry) -> Player:
    """BMC-2.3: returns a player with eight cards and the miniature on the courtyard."""
    hand = sorted(deck.pop() for _ in range(CONSTANTS.starting_hand))
    return Player([*hand], [], 0, 0, CONSTANTS.markers_per_player, geometry.courtyard)


def _city(options: Options, geometry: Geometry, seed: int) -> list[Building]:
    """BMC-2.1, BMC-2.2: returns the shuffled tiles, with the starting tiles next to the courtyard unless scattered."""
    mixed = shuffled(buildings(options.expansion), seed, "city")
    if options.layout == "standard":
        mixed.sort(key=lambda tile: not TILES[tile].starting)
    inner = sorted(geometry.starting)
    outer = [cell for cell in range(len(geometry.cells)) if cell not in geometry.starting and cell != geometry.courtyard]
    city = {geometry.courtyard: Building("courtyard", True, ())}
    for cell, tile in zip(inner + outer, mixed, strict=True):
        city[cell] = Building(tile, False, (None,) * len(TILES[tile].spaces))
    return [city[cell] for cell in range(len(city))]


def opening(state: State) -> list[Event]:
    """Returns the events with which a new game begins: the first round and its first turn."""
    return [RoundStarted(1), TurnStarted(state.first_seat, 1)]
