"""Setting up Orbis (ORB-2)."""

from __future__ import annotations

from engine.chance import shuffled
from engine.first_seat import resolve_first_seat
from engine.game import Event
from engine.orbis.content import BY_SEATS, GODS, tiles_in_play
from engine.orbis.events import RoundStarted, TurnStarted
from engine.orbis.moves import Turn
from engine.orbis.records import DISPLAY_SIZE
from engine.orbis.state import NOBODY, Options, Player, State
from engine.orbis.versions import RULES_VERSION, SCHEMA_VERSION


def new_game(options: Options, seats: int, seed: int) -> State:
    """Returns a new game: shuffles each level, deals the display and draws the gods (ORB-2.1); the first seat has to act (ORB-2.2)."""
    piles: list[list[str | None]] = [[*shuffled(tiles_in_play(seats, level), seed, f"level {level}")] for level in (1, 2, 3)]
    display = [piles[0].pop() for _ in range(DISPLAY_SIZE)]
    first_seat = resolve_first_seat(options.first_seat, seats, seed, "first seat")
    return State(
        schema_version=SCHEMA_VERSION,
        rules_version=RULES_VERSION,
        version=0,
        seed=seed,
        options=options,
        first_seat=first_seat,
        players=[Player(NOBODY, [], (), None, False) for _ in range(seats)],
        display=display,
        display_worshippers=[NOBODY] * DISPLAY_SIZE,
        piles=piles,
        gods=shuffled(GODS, seed, "gods")[: BY_SEATS[seats].gods],
        pending=[Turn(first_seat)],
    )


def opening(state: State) -> list[Event]:
    """Returns the events with which a new game begins: the first round and the first turn (ORB-2.2)."""
    return [RoundStarted(1), TurnStarted(state.first_seat)]
