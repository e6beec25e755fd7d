"""Which moves answer the pending decision, and whether there is a choice at all."""

from __future__ import annotations

from typing import Final

from engine.helios.content import BOX, COLOR_INDEX, SYMBOLS
from engine.helios.native.decisions import (
    ActionTurn,
    BonusAction,
    BonusCube,
    CharacterTurn,
    DrawnLands,
    Payment,
    RegularAction,
    ScarceLight,
    TempleSite,
    Trade,
)
from engine.helios.native.moves import CHOOSE, DECLINE, TAKE
from engine.helios.native.pieces import SLOTS_FOR
from engine.helios.native.position import Position
from engine.helios.rules.building import add_building_moves, can_build, site_moves, trade_moves
from engine.helios.rules.characters import character_moves
from engine.helios.rules.laying import add_laying_moves, bonus_cube_moves, can_lay, count_bonus_cubes, drawn_moves, fields_for
from engine.helios.rules.paying import forced_cube, payable
from engine.helios.rules.sun_action import add_sun_moves, scarce_moves
from engine.native import Decision, Move

LAND: Final[int] = SYMBOLS.index("land")
BUILD: Final[int] = SYMBOLS.index("build")
SUN: Final[int] = SYMBOLS.index("sun")
ANY: Final = -1
"""Stands for all symbols, as for a bonus action."""
STARTING_LANDS: Final[list[Move]] = [CHOOSE[COLOR_INDEX[color]] for color in BOX.starting_lands]


def answers(position: Position, decision: Decision) -> list[Move]:
    """Returns every move that answers the decision."""
    if isinstance(decision, RegularAction):
        return action_moves(position, decision.seat, decision.symbol)
    if isinstance(decision, BonusAction):
        return action_moves(position, decision.seat, ANY)
    if isinstance(decision, ActionTurn):
        return taking_moves(position)
    if isinstance(decision, Payment):
        return [*payable(position.players[decision.seat].land, decision)]
    if isinstance(decision, CharacterTurn):
        return character_moves(position, decision)
    if isinstance(decision, BonusCube):
        return bonus_cube_moves(position, decision)
    if isinstance(decision, TempleSite):
        return site_moves(position, decision.seat)
    if isinstance(decision, DrawnLands):
        return drawn_moves(position, decision)
    if isinstance(decision, Trade):
        return trade_moves(position, decision.seat)
    if isinstance(decision, ScarceLight):
        return scarce_moves(decision)
    return STARTING_LANDS[:]


def taking_moves(position: Position) -> list[Move]:
    """HEL-4.1: returns the lowest tile of each column, under the slot of its colour or, if gray, under any slot."""
    moves: list[Move] = []
    for symbol, column in enumerate(position.columns):
        if column:
            for slot in SLOTS_FOR[column[-1]]:
                moves.append(TAKE[symbol][slot])
    return moves


def action_moves(position: Position, seat: int, symbol: int) -> list[Move]:
    """Returns all moves of the action with this symbol or of all actions, then declining (HEL-4.1, HEL-4.2)."""
    moves: list[Move] = []
    if symbol in (LAND, ANY):
        add_laying_moves(position, seat, moves)
    if symbol in (BUILD, ANY):
        add_building_moves(position, seat, moves)
    if symbol in (SUN, ANY):
        add_sun_moves(position, seat, moves)
    moves.append(DECLINE)
    return moves


def can_act(position: Position, seat: int, symbol: int) -> bool:
    """Returns whether the action, or any action, is possible; the sun, which is never enclosed, can always move."""
    if symbol == LAND:
        return can_lay(position, seat)
    return symbol != BUILD or can_build(position, seat)


def is_asked(position: Position, decision: Decision) -> bool:
    """Returns whether the decision has more than one possible outcome; otherwise it is resolved without asking."""
    if isinstance(decision, RegularAction):
        return can_act(position, decision.seat, decision.symbol)
    if isinstance(decision, BonusAction):
        return True
    if isinstance(decision, Payment):
        return not decision.is_complete() and forced_cube(position.players[decision.seat].land, decision) is None
    if isinstance(decision, BonusCube):
        return count_bonus_cubes(position, decision) > 1
    if isinstance(decision, DrawnLands):
        return is_drawing_asked(position, decision)
    return len(answers(position, decision)) > 1


def is_drawing_asked(position: Position, drawn: DrawnLands) -> bool:
    """Returns whether there is a choice; several lands are asked for on a single field too: whether a turn ends must not be a secret."""
    open_ = len(fields_for(position.players[drawn.seat]))
    return open_ > 1 or (open_ == 1 and len(drawn.lands) > 1)
