"""Setting up Helios (HEL-3.1 to HEL-3.3)."""

from __future__ import annotations

from engine.chance import shuffled
from engine.first_seat import resolve_first_seat
from engine.game import Event
from engine.helios.content import (
    BOX,
    CHARACTERS,
    COLORS,
    LIGHT,
    SPECIALS,
    START,
    SUN,
    SYMBOLS,
    action_tiles,
)
from engine.helios.events import ActionsLaidOut, TurnStarted
from engine.helios.moves import StartingLand
from engine.helios.native.conversion import read_state, write_state
from engine.helios.rules.rounds import lay_out_actions
from engine.helios.state import Options, Player, State
from engine.helios.versions import RULES_VERSION, SCHEMA_VERSION


def new_game(options: Options, seats: int, seed: int) -> State:
    """Returns a new game in which the first seat has to choose its starting land; the lands are still sorted by colour."""
    first = resolve_first_seat(options.first_seat, seats, seed)
    state = State(
        schema_version=SCHEMA_VERSION,
        rules_version=RULES_VERSION,
        version=0,
        seed=seed,
        options=options,
        round=0,
        turn=0,
        start_seat=first,
        players=[new_player() for _ in range(seats)],
        columns=[(), (), ()],
        action_stacks=[tuple(shuffled(action_tiles(symbol), seed, f"actions/{symbol}")) for symbol in SYMBOLS],
        discards=[(), (), ()],
        face_up=[None] * (len(COLORS) + 1),
        stacks=[BOX.lands[color] for color in COLORS],
        additional=(),
        removed=[0] * len(COLORS),
        specials=[BOX.specials[special] for special in SPECIALS],
        characters=CHARACTERS,
        cubes=[BOX.supply.cubes] * len(COLORS),
        mana=BOX.supply.mana - BOX.begin.mana * seats,
        houses=BOX.supply.houses,
        pending=[StartingLand((first + offset) % seats) for offset in reversed(range(seats))],
    )
    position = read_state(state)
    lay_out_actions(position, None)
    return write_state(position)


def new_player() -> Player:
    """HEL-3.2: returns a player with an empty board, the sun next to the centre and the marker on its first space."""
    return Player(
        tiles=[None] * LIGHT,
        sun=SUN,
        sun_beside=START,
        armed=False,
        track=BOX.begin.track,
        mana=BOX.begin.mana,
        points=0,
        slots=[(), (), ()],
        buildings=(),
        night=(),
        day=(),
    )


def opening(state: State) -> list[Event]:
    """Returns the events with which a new game begins: the display and the first turn; round 1 begins after the set-up."""
    stacks = tuple(len(stack) for stack in state.action_stacks)
    return [ActionsLaidOut(tuple(state.columns), stacks, ()), TurnStarted(state.start_seat, "starting_land", 0)]
