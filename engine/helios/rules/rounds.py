"""Rounds and phases: the end of the set-up, the order of turns, the refill and the end of the game (HEL-3.4, HEL-3.5, HEL-6.1, HEL-6.2)."""

from __future__ import annotations

from typing import Final, Literal

from engine.chance import shuffled
from engine.game import Event
from engine.helios.content import BOX, BY_SEATS, COLORS, START, SYMBOLS, ActionTile, Color, Symbol, tiles_needed
from engine.helios.events import ActionsDiscarded, ActionsLaidOut, BagsOpened, GameEnded, LandsTurnedUp, PointsCounted, RoundStarted
from engine.helios.native.bags import bag_of, count, counts_of, one
from engine.helios.native.decisions import ActionTurn, BonusCube
from engine.helios.native.moves import ADDITIONAL
from engine.helios.native.pieces import LANDS
from engine.helios.native.position import Position
from engine.helios.rules.characters import begin_characters
from engine.helios.rules.laying import remove_land, turned_up
from engine.helios.scoring import count_points, final_scores

STACKS: Final[list[Color | Literal["additional"]]] = [*COLORS, "additional"]
"""The stacks of the face-up lands."""
ROUNDS: Final[dict[int, int]] = {seats: table.rounds for seats, table in BY_SEATS.items()}
TURNS: Final[dict[int, int]] = {seats: table.turns * seats for seats, table in BY_SEATS.items()}
"""The numbers of rounds, and of the turns of all seats in a round, by number of players."""


def advance(position: Position, events: list[Event] | None) -> bool:
    """Continues with the next turn, phase or round when nothing is pending; returns False at the end of the game."""
    seats = len(position.players)
    if position.round == 0:
        lay_out_lands(position, events)
        begin_round(position, START, events)
    elif position.turn == 0 and position.round == ROUNDS[seats]:
        return False
    elif position.turn == 0:
        refill(position, events)
        position.start_seat = (position.start_seat + 1) % seats
        begin_round(position, -1, events)
    elif position.turn < TURNS[seats]:
        position.pending.append(ActionTurn((position.start_seat + position.turn) % seats))
        position.turn += 1
    else:
        end_actions(position, events)
        begin_characters(position, events)
    return True


def lay_out_lands(position: Position, events: list[Event] | None) -> None:
    """HEL-3.4: builds five stacks of one colour each and shuffles all other lands into the additional stack."""
    assert position.seed >= 0, "a full position"
    rest: list[Color] = []
    for index, color in enumerate(COLORS):
        rest += [color] * (count(position.stacks, index) - BOX.stack_size)
    position.stacks = bag_of([BOX.stack_size] * LANDS)
    position.additional = tuple(shuffled(rest, position.seed, "additional"))
    turn_up(position, events)


def turn_up(position: Position, events: list[Event] | None) -> None:
    """Turns up the top land of each of the six stacks, with its cube (HEL-3.4, HEL-6.1)."""
    face_up = position.face_up[:]
    for index, color in enumerate(COLORS):
        if count(position.stacks, index):
            position.stacks -= one(index)
            face_up[index] = turned_up(position, color)
    if position.additional:
        top = position.additional[-1]
        assert top is not None, "a full position"
        face_up[ADDITIONAL] = turned_up(position, top)
        position.additional = position.additional[:-1]
    position.face_up = face_up
    if events is not None:
        events.append(LandsTurnedUp(tuple(face_up), tuple(counts_of(position.stacks, LANDS)), len(position.additional)))


def begin_round(position: Position, cube_field: int, events: list[Event] | None) -> None:
    """Begins phase 1 of the next round, after the bonus cubes of the players in third and fourth position (HEL-3.5, HEL-6.2)."""
    seats = len(position.players)
    position.round += 1
    position.turn = 1
    if events is not None:
        events.append(RoundStarted(position.round, position.start_seat))
    position.pending.append(ActionTurn(position.start_seat))
    for place in range(seats - 1, 1, -1):
        position.pending.append(BonusCube((position.start_seat + place) % seats, cube_field))


def end_actions(position: Position, events: list[Event] | None) -> None:
    """Ends phase 1 and discards the rest of the display, unless the next round uses it (the table of rounds)."""
    numbers = BY_SEATS[len(position.players)]
    position.turn = 0
    if position.round != numbers.rounds and position.round + 1 not in numbers.new_display:
        return
    left = [tile for column in position.columns for tile in column]
    if left:
        if events is not None:
            events.append(ActionsDiscarded(None, None, "display", tuple(left)))
        position.discards = [position.discards[symbol] + position.columns[symbol] for symbol in range(len(SYMBOLS))]
        position.columns = [()] * len(SYMBOLS)


def refill(position: Position, events: list[Event] | None) -> None:
    """HEL-6.1: removes the face-up lands, turns up new ones, and lays out new action tiles if the table of rounds says so."""
    for index, land in enumerate(position.face_up):
        if land is not None:
            remove_land(position, land, STACKS[index], None, events)
    position.face_up = [None] * len(position.face_up)
    turn_up(position, events)
    if position.round + 1 in BY_SEATS[len(position.players)].new_display:
        lay_out_actions(position, events)


def lay_out_actions(position: Position, events: list[Event] | None) -> None:
    """HEL-3.1, HEL-6.1: fills the columns; a stack with too few tiles gets its shuffled discards below it."""
    assert position.seed >= 0, "a full position"
    reshuffled: list[Symbol] = []
    columns: list[tuple[ActionTile, ...]] = []
    stacks: list[tuple[ActionTile | None, ...]] = []
    for index, length in enumerate(column_lengths(position)):
        stack = position.action_stacks[index]
        if len(stack) < length:
            stack = (*shuffled(position.discards[index], position.seed, f"actions/{SYMBOLS[index]}", position.round), *stack)
            position.discards = [() if other == index else pile for other, pile in enumerate(position.discards)]
            reshuffled.append(SYMBOLS[index])
        rest = len(stack) - length
        columns.append(tuple([tile for tile in reversed(stack[rest:]) if tile is not None]))
        stacks.append(stack[:rest])
    position.columns = columns
    position.action_stacks = stacks
    if events is not None:
        events.append(ActionsLaidOut(tuple(columns), tuple([len(stack) for stack in stacks]), tuple(reshuffled)))


def column_lengths(position: Position) -> list[int]:
    """HEL-6.1: returns how many tiles each symbol lays out; if one has too few, the others lay one more in turn until there are enough."""
    left = [len(position.action_stacks[symbol]) + len(position.discards[symbol]) for symbol in range(len(SYMBOLS))]
    lengths = [min(BOX.column_length, number) for number in left]
    needed = tiles_needed(len(position.players), position.round + 1)
    while sum(lengths) < needed and lengths != left:
        for index, number in enumerate(left):
            if lengths[index] < number and sum(lengths) < needed:
                lengths[index] += 1
    return lengths


def end_game(position: Position, events: list[Event] | None) -> None:
    """Ends the game after the last round: reveals hidden points and counts the others line by line (HEL-9.1)."""
    if events is None:
        return
    if not position.options.open_scores:
        events.append(BagsOpened(tuple([max(player.points, 0) for player in position.players])))
    for seat, player in enumerate(position.players):
        for counted in count_points(player):
            if counted.points:
                field = counted.field if counted.field >= 0 else None
                events.append(PointsCounted(seat, counted.line, counted.points, field, counted.building, counted.character))
    events.append(GameEnded(tuple(final_scores(position))))
