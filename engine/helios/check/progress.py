"""The round and the turn, and the display that they require (HEL-3.1, HEL-3.4, HEL-6.1, and the table of rounds)."""

from __future__ import annotations

from engine.errors import Defect
from engine.helios.content import BOX, BUILDING, BY_SEATS, COLORS, OF_FUNCTION, SYMBOLS, tiles_needed
from engine.helios.moves import ActionTurn
from engine.helios.state import State, bound


def progress_defects(state: State) -> list[Defect]:
    """Returns everything that contradicts the round and the turn."""
    numbers = BY_SEATS[len(state.players)]
    found = []
    if state.version > bound(state.options, numbers.seats):
        found.append(Defect("/version", "too_long", "No game has so many moves."))
    if state.round > numbers.rounds:
        found.append(Defect("/round", "no_such_round", f"With {numbers.seats} players there are {numbers.rounds} rounds."))
    if state.turn > numbers.turns * numbers.seats or (state.turn and not state.round):
        found.append(Defect("/turn", "no_such_turn", f"A round has {numbers.turns} turns per player."))
    found += start_seat_defects(state)
    found += stack_defects(state)
    return found + ([*display_defects(state), *taken_defects(state)] if state.round else setup_defects(state))


def start_seat_defects(state: State) -> list[Defect]:
    """HEL-6.2: the start player changes clockwise each round."""
    first = state.options.first_seat
    if first == "random" or state.start_seat == (first + max(state.round, 1) - 1) % len(state.players):
        return []
    return [
        Defect("/start_seat", "wrong_start_player", "The start player changes clockwise each round, beginning with first_seat (HEL-6.2).")
    ]


def stack_defects(state: State) -> list[Defect]:
    """HEL-3.4: each round turns up one land of every stack; Land Management draws from the additional one."""
    if not state.round:
        return []
    found = []
    for index, color in enumerate(COLORS):
        if state.stacks[index] != BOX.stack_size - state.round:
            found.append(
                Defect(f"/stacks/{index}", "wrong_count", f"In this round {BOX.stack_size - state.round} lands are face down here.")
            )
        land = state.face_up[index]
        if land is not None and land.land != color:
            found.append(Defect(f"/face_up/{index}", "wrong_color", f"This stack holds {color} lands."))
    manager = OF_FUNCTION["draw_lands"]
    drawn = BUILDING[manager].amount * sum(manager in player.buildings for player in state.players)
    rest = sum(BOX.lands.values()) - BOX.stack_size * len(COLORS) - len(state.players) - state.round - drawn
    if len(state.additional) != max(rest, 0):
        found.append(Defect("/additional", "wrong_count", f"In this round the additional stack holds {max(rest, 0)} lands."))
    return found


def setup_defects(state: State) -> list[Defect]:
    """HEL-3.1 to HEL-3.3: before the lands are laid out nothing else has happened."""
    found = []
    if any(land is not None for land in state.face_up) or state.additional or any(state.removed):
        found.append(Defect("/face_up", "too_early", "Lands are laid out after all starting lands are chosen (HEL-3.4)."))
    if any(len(column) != BOX.column_length for column in state.columns) or any(state.discards):
        found.append(Defect("/columns", "too_early", "No action tile is taken during set-up (HEL-3.1)."))
    for seat, player in enumerate(state.players):
        if player.points or player.mana != BOX.begin.mana or player.buildings or player.night or player.day or any(player.slots):
            found.append(Defect(f"/players/{seat}", "too_early", "During set-up a player has only a starting land (HEL-3.2)."))
        laid = [tile for tile in player.tiles if tile is not None]
        if len(laid) > 1 or any(tile.temple or tile.cubes not in ((tile.tile,), ()) for tile in laid):
            found.append(Defect(f"/players/{seat}/tiles", "too_early", "During set-up a board has only one land with its cube (HEL-3.3)."))
    return found


def display_defects(state: State) -> list[Defect]:
    """HEL-3.1, HEL-4.1: every turn takes one tile from the columns; the rest is discarded as the table of rounds says."""
    numbers = BY_SEATS[len(state.players)]
    if not state.turn and (state.round == numbers.rounds or state.round + 1 in numbers.new_display):
        message = "The rest of the display is discarded after phase 1 of this round."
        return [Defect("/columns", "wrong_count", message)] if any(state.columns) else []
    laid_in = max((round_ for round_ in numbers.new_display if round_ <= state.round), default=1)
    laid = sum(map(len, state.columns)) + taken_in_round(state) + (state.round - laid_in) * numbers.turns * numbers.seats
    full, needed = BOX.column_length * len(SYMBOLS), tiles_needed(numbers.seats, laid_in)
    if not needed <= laid <= full or (laid < full and all(state.action_stacks)):
        return [Defect("/columns", "wrong_count", "Each turn, and nothing else, takes a tile from the display (HEL-4.1, HEL-6.1).")]
    if laid == needed and not all(state.action_stacks):
        return []
    return [
        Defect(f"/columns/{index}", "too_long", f"A column has at most {BOX.column_length} tiles, unless another is short (HEL-6.1).")
        for index, column in enumerate(state.columns)
        if len(column) > BOX.column_length
    ]


def taken_in_round(state: State) -> int:
    """Returns how many action tiles all seats have taken in this round."""
    numbers = BY_SEATS[len(state.players)]
    choosing = any(isinstance(decision, ActionTurn) for decision in state.pending)
    return state.turn - choosing if state.turn else numbers.turns * numbers.seats


def taken_defects(state: State) -> list[Defect]:
    """HEL-4.1, HEL-4.2: each tile that a seat took is under its slots, or was discarded with three others for a bonus action.

    After the last action turn of the game nothing depends on it.
    """
    numbers = BY_SEATS[len(state.players)]
    if not state.turn and state.round == numbers.rounds:
        return []
    found = []
    for seat, player in enumerate(state.players):
        place = (seat - state.start_seat) % numbers.seats
        taken = (state.round - 1) * numbers.turns + (taken_in_round(state) - place + numbers.seats - 1) // numbers.seats
        under = sum(map(len, player.slots))
        if under > taken or (taken - under) % BOX.tiles_for_bonus:
            found.append(Defect(f"/players/{seat}/slots", "wrong_count", f"This player has taken {taken} action tiles (HEL-4.1)."))
    return found
