"""Which moves answer the pending decision, and whether there is a choice at all."""

from __future__ import annotations

from collections.abc import Sequence

from engine.helios.content import BOX, SLOTS_FOR, SYMBOLS, Symbol
from engine.helios.moves import (
    ActionTurn,
    AnyDecision,
    AnyMove,
    BonusAction,
    BonusCube,
    CharacterTurn,
    ChooseLand,
    Decline,
    DrawnLands,
    Payment,
    RegularAction,
    ScarceLight,
    StartingLand,
    TakeAction,
    TempleSite,
    Trade,
)
from engine.helios.rules import sun_action
from engine.helios.rules.building import PLACE, building_moves, can_build, sites, trade_moves
from engine.helios.rules.characters import character_moves
from engine.helios.rules.laying import bonus_cube_moves, bonus_cubes, can_lay, drawn_moves, fields_for, laying_moves
from engine.helios.rules.paying import cubes_of, forced_cube, payment_moves
from engine.helios.state import State

DECLINE = Decline()
LANDS = [ChooseLand(color) for color in BOX.starting_lands]
TAKE = {(symbol, tile): [TakeAction(symbol, slot) for slot in slots] for symbol in SYMBOLS for tile, slots in SLOTS_FOR.items()}


def legal_moves(state: State) -> list[AnyMove]:
    """Returns every move that answers the pending decision; an empty list when the game is over."""
    return list(answers(state, state.pending[-1])) if state.pending else []


def answers(state: State, decision: AnyDecision) -> Sequence[AnyMove]:
    """Returns every move that answers the decision."""
    match decision:
        case RegularAction():
            return action_moves(state, decision.seat, (decision.symbol,))
        case BonusAction():
            return action_moves(state, decision.seat, SYMBOLS)
        case ActionTurn():
            return taking_moves(state)
        case Payment():
            return payment_moves(state, decision)
        case CharacterTurn():
            return character_moves(state, decision)
        case BonusCube():
            return bonus_cube_moves(state, decision)
        case TempleSite():
            return [PLACE[field] for field in sites(state.players[decision.seat])]
        case DrawnLands():
            return drawn_moves(state, decision)
        case Trade():
            return trade_moves(state, decision.seat)
        case ScarceLight():
            return sun_action.scarce_moves(decision)
        case StartingLand():
            return LANDS


def taking_moves(state: State) -> list[AnyMove]:
    """HEL-4.1: returns the lowest tile of each column, under the slot of its colour or, if gray, under any slot."""
    return [move for symbol, column in zip(SYMBOLS, state.columns, strict=True) if column for move in TAKE[symbol, column[-1]]]


def action_moves(state: State, seat: int, symbols: Sequence[Symbol]) -> list[AnyMove]:
    """Returns all moves of the actions with these symbols, then declining (HEL-4.1, HEL-4.2)."""
    moves: list[AnyMove] = []
    if "land" in symbols:
        moves += laying_moves(state, seat)
    if "build" in symbols:
        moves += building_moves(state, seat)
    if "sun" in symbols:
        moves += sun_action.sun_moves(state, seat)
    moves.append(DECLINE)
    return moves


def can_act(state: State, seat: int, symbols: Sequence[Symbol]) -> bool:
    """Returns whether any of the actions is possible; the sun, which is never enclosed, can always move."""
    return "sun" in symbols or ("land" in symbols and can_lay(state, seat)) or ("build" in symbols and can_build(state, seat))


def is_asked(state: State, decision: AnyDecision) -> bool:
    """Returns whether the decision has more than one possible outcome; otherwise it is resolved without asking."""
    match decision:
        case RegularAction():
            return can_act(state, decision.seat, (decision.symbol,))
        case BonusAction():
            return can_act(state, decision.seat, SYMBOLS)
        case Payment():
            owned = cubes_of(state.players[decision.seat])
            return bool(decision.required or decision.any) and forced_cube(owned, decision) is None
        case BonusCube():
            return bonus_cubes(state, decision) > 1
        case DrawnLands():
            return is_drawing_asked(state, decision)
        case _:
            return len(answers(state, decision)) > 1


def is_drawing_asked(state: State, drawn: DrawnLands) -> bool:
    """Returns whether there is a choice; several lands are asked for on a single field too: whether a turn ends must not be a secret."""
    fields = len(fields_for(state.players[drawn.seat]))
    return fields > 1 or (fields == 1 and len(drawn.lands) > 1)
