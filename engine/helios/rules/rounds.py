"""Rounds and phases: the end of the set-up, the order of turns, the refill and the end of the game (HEL-3.4, HEL-3.5, HEL-6.1, HEL-6.2)."""

from __future__ import annotations

from typing import Literal

from engine.chance import shuffled
from engine.game import Event
from engine.helios.content import BOX, BY_SEATS, COLORS, START, SYMBOLS, Color, tiles_needed
from engine.helios.events import ActionsDiscarded, ActionsLaidOut, BagsOpened, GameEnded, LandsTurnedUp, PointsCounted, RoundStarted
from engine.helios.moves import ActionTurn, BonusCube, FaceUp
from engine.helios.rules.characters import begin_characters
from engine.helios.rules.laying import ADDITIONAL, remove_land
from engine.helios.rules.supply import take_cube_of
from engine.helios.scoring import count_points, final_scores
from engine.helios.state import State

STACKS: tuple[Color | Literal["additional"], ...] = (*COLORS, "additional")
"""The stacks of the face-up lands."""


def advance(state: State, events: list[Event]) -> bool:
    """Continues with the next turn, phase or round when nothing is pending; returns False at the end of the game."""
    numbers = BY_SEATS[len(state.players)]
    if state.round == 0:
        lay_out_lands(state, events)
        begin_round(state, START, events)
    elif state.turn == 0 and state.round == numbers.rounds:
        return False
    elif state.turn == 0:
        refill(state, events)
        state.start_seat = (state.start_seat + 1) % len(state.players)
        begin_round(state, None, events)
    elif state.turn < numbers.turns * numbers.seats:
        state.pending.append(ActionTurn((state.start_seat + state.turn) % numbers.seats))
        state.turn += 1
    else:
        end_actions(state, events)
        begin_characters(state, events)
    return True


def lay_out_lands(state: State, events: list[Event]) -> None:
    """HEL-3.4: builds five stacks of one colour each and shuffles all other lands into the additional stack."""
    assert state.seed is not None
    rest: list[Color] = [color for index, color in enumerate(COLORS) for _ in range(state.stacks[index] - BOX.stack_size)]
    state.stacks = [BOX.stack_size] * len(COLORS)
    state.additional = tuple(shuffled(rest, state.seed, "additional"))
    turn_up(state, events)


def turn_up(state: State, events: list[Event]) -> None:
    """Turns up the top land of each of the six stacks, with its cube (HEL-3.4, HEL-6.1)."""
    for index, color in enumerate(COLORS):
        if state.stacks[index]:
            state.stacks[index] -= 1
            state.face_up[index] = FaceUp(color, take_cube_of(state, color))
    if state.additional:
        *rest, top = state.additional
        state.additional = tuple(rest)
        assert top is not None
        state.face_up[ADDITIONAL] = FaceUp(top, take_cube_of(state, top))
    events.append(LandsTurnedUp(tuple(state.face_up), tuple(state.stacks), len(state.additional)))


def begin_round(state: State, cube_field: int | None, events: list[Event]) -> None:
    """Begins phase 1 of the next round, after the bonus cubes of the players in third and fourth position (HEL-3.5, HEL-6.2)."""
    seats = len(state.players)
    state.round += 1
    state.turn = 1
    events.append(RoundStarted(state.round, state.start_seat))
    state.pending.append(ActionTurn(state.start_seat))
    for position in range(seats - 1, 1, -1):
        state.pending.append(BonusCube((state.start_seat + position) % seats, cube_field))


def end_actions(state: State, events: list[Event]) -> None:
    """Ends phase 1 and discards the rest of the display, unless the next round uses it (the table of rounds)."""
    numbers = BY_SEATS[len(state.players)]
    state.turn = 0
    left = tuple(tile for column in state.columns for tile in column)
    if left and (state.round == numbers.rounds or state.round + 1 in numbers.new_display):
        events.append(ActionsDiscarded(None, None, "display", left))
        state.discards = [pile + column for pile, column in zip(state.discards, state.columns, strict=True)]
        state.columns = [()] * len(state.columns)


def refill(state: State, events: list[Event]) -> None:
    """HEL-6.1: removes the face-up lands, turns up new ones, and lays out new action tiles if the table of rounds says so."""
    for index, land in enumerate(state.face_up):
        if land is not None:
            remove_land(state, land, STACKS[index], None, events)
            state.face_up[index] = None
    turn_up(state, events)
    if state.round + 1 in BY_SEATS[len(state.players)].new_display:
        lay_out_actions(state, events)


def lay_out_actions(state: State, events: list[Event]) -> None:
    """HEL-3.1, HEL-6.1: fills the columns; a stack with too few tiles gets its shuffled discards below it."""
    assert state.seed is not None
    reshuffled = []
    for index, length in enumerate(column_lengths(state)):
        stack = state.action_stacks[index]
        if len(stack) < length:
            symbol = SYMBOLS[index]
            stack = (*shuffled(state.discards[index], state.seed, f"actions/{symbol}", state.round), *stack)
            state.discards[index] = ()
            reshuffled.append(symbol)
        rest = len(stack) - length
        state.columns[index] = tuple(tile for tile in reversed(stack[rest:]) if tile is not None)
        state.action_stacks[index] = stack[:rest]
    stacks = tuple(len(stack) for stack in state.action_stacks)
    events.append(ActionsLaidOut(tuple(state.columns), stacks, tuple(reshuffled)))


def column_lengths(state: State) -> list[int]:
    """HEL-6.1: returns how many tiles each symbol lays out; if one has too few, the others lay one more in turn until there are enough."""
    left = [len(stack) + len(pile) for stack, pile in zip(state.action_stacks, state.discards, strict=True)]
    lengths = [min(BOX.column_length, count) for count in left]
    needed = tiles_needed(len(state.players), state.round + 1)
    while sum(lengths) < needed and lengths != left:
        for index, count in enumerate(left):
            if lengths[index] < count and sum(lengths) < needed:
                lengths[index] += 1
    return lengths


def end_game(state: State, events: list[Event]) -> None:
    """Ends the game after the last round: reveals hidden points and counts the others line by line (HEL-9.1)."""
    if not state.options.open_scores:
        events.append(BagsOpened(tuple(player.points or 0 for player in state.players)))
    for seat, player in enumerate(state.players):
        events.extend(PointsCounted(seat, *counted) for counted in count_points(player) if counted.points)
    events.append(GameEnded(tuple(final_scores(state))))
