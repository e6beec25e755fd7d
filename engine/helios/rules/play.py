"""Playing a move: it answers the top decision of the stack; decisions without a choice are resolved at once."""

from __future__ import annotations

from typing import cast

from engine.game import Event
from engine.helios.content import BOX, COLORS, SLOTS, SYMBOL_OF, SYMBOLS, Character, Slot
from engine.helios.events import ActionsDiscarded, ActionSkipped, ActionTaken, BonusActionEarned, TurnStarted
from engine.helios.moves import (
    ActionTurn,
    ActivateCharacter,
    AnyDecision,
    AnyMove,
    BonusAction,
    BonusCube,
    BuildBuilding,
    BuildTemple,
    BuyCharacter,
    CharacterTurn,
    ChooseLand,
    Decline,
    DrawnLands,
    LayDrawn,
    LayTile,
    LightTile,
    MoveSun,
    Pass,
    PayCube,
    Payment,
    PlaceCube,
    PlaceTemple,
    RegularAction,
    ScarceLight,
    StartingLand,
    TakeAction,
    TradeMana,
)
from engine.helios.rules import building, characters, laying, sun_action
from engine.helios.rules.legal import answers, is_asked
from engine.helios.rules.paying import pay, pay_forced
from engine.helios.rules.rounds import advance, end_game
from engine.helios.state import State, copy


def play(state: State, move: AnyMove, events: list[Event]) -> None:
    """Plays a legal move in place, without checking it, and continues to the next decision or the end of the game."""
    state.version += 1
    answer(state, state.pending.pop(), move, events)
    settle(state, events)


def settle(state: State, events: list[Event]) -> None:
    """Resolves decisions without a choice until a player has to decide or the game is over."""
    while True:
        if not state.pending and not advance(state, events):
            end_game(state, events)
            return
        if begins_turn(state):
            start_turn(state, events)
        if is_asked(state, state.pending[-1]):
            return
        resolve(state, state.pending.pop(), events)


def begins_turn(state: State) -> bool:
    """Returns whether the pending decision is the first one of a seat's turn."""
    match state.pending[-1]:
        case ActionTurn() | StartingLand():
            return True
        case CharacterTurn(acted=acted):
            return not acted
        case BonusCube():
            return isinstance(state.pending[0], ActionTurn)
        case _:
            return False


def start_turn(state: State, events: list[Event]) -> None:
    """Reports the turn that begins with the pending decision."""
    decision = state.pending[-1]
    match decision:
        case StartingLand():
            events.append(TurnStarted(decision.seat, "starting_land", 0))
        case BonusCube():
            events.append(TurnStarted(decision.seat, "bonus_cube", 0))
        case ActionTurn():
            events.append(TurnStarted(decision.seat, "actions", state.turn))
        case _:
            events.append(TurnStarted(decision.seat, "characters", 0))


def ends_turn(state: State, move: AnyMove) -> bool:
    """Returns whether a legal move ends the turn: it is tried out on a copy until the next decision of the turn is asked, if any.

    The colours of the lands in the additional stack, which the player does not know, make no difference.
    """
    trial = copy(state)
    trial.additional = (COLORS[0],) * len(state.additional)
    answer(trial, trial.pending.pop(), move, [])
    while trial.pending and not begins_turn(trial):
        if is_asked(trial, trial.pending[-1]):
            return False
        resolve(trial, trial.pending.pop(), [])
    return True


def resolve(state: State, decision: AnyDecision, events: list[Event]) -> None:
    """Resolves a decision with at most one possible outcome."""
    if isinstance(decision, Payment):
        continue_payment(state, pay_forced(state, decision, events), events)
        return
    only = answers(state, decision)
    if only:
        answer(state, decision, only[0], events)
    elif isinstance(decision, DrawnLands):
        for land in decision.lands:
            laying.remove_land(state, land, "drawn", decision.seat, events)
    elif isinstance(decision, BonusCube):
        laying.lose_cube(state, decision, events)


def answer(state: State, decision: AnyDecision, move: AnyMove, events: list[Event]) -> None:
    """Carries out a move that answers the decision, which was removed from the stack."""
    match decision, move:
        case ((RegularAction() | BonusAction()), _):
            act(state, decision, move, events)
        case ActionTurn(), TakeAction():
            take(state, decision.seat, move, events)
        case Payment(), PayCube():
            continue_payment(state, pay(state, decision, move.field, move.color, events), events)
        case CharacterTurn(), _:
            take_character_turn(state, decision, move, events)
        case BonusCube(), PlaceCube():
            laying.place_cube(state, decision, move, events)
        case _, PlaceTemple():
            building.place_temple(state, decision.seat, move.field, events)
        case DrawnLands(), LayDrawn():
            laying.lay_drawn(state, decision, move, events)
        case _, TradeMana():
            building.trade(state, decision.seat, move.mana, events)
        case ScarceLight(), LightTile():
            sun_action.share_light(state, decision, move.field, events)
        case _, ChooseLand():
            laying.choose_land(state, decision.seat, move, events)


def take(state: State, seat: int, move: TakeAction, events: list[Event]) -> None:
    """HEL-4.1, HEL-4.2: places the tile under a slot; its action comes before the bonus action that a fourth tile earns."""
    column = SYMBOLS.index(move.column)
    *rest, tile = state.columns[column]
    state.columns[column] = tuple(rest)
    slots = state.players[seat].slots
    index = SLOTS.index(move.slot)
    slots[index] = (*slots[index], tile)
    events.append(ActionTaken(seat, tile, move.slot))
    if len(slots[index]) == BOX.tiles_for_bonus:
        events.append(BonusActionEarned(seat, move.slot))
        state.pending.append(BonusAction(seat, move.slot))
    state.pending.append(RegularAction(seat, move.column))


def act(state: State, decision: RegularAction | BonusAction, move: AnyMove, events: list[Event]) -> None:
    """Carries out an action or skips it; then the tiles that earned a bonus action are discarded (HEL-4.2)."""
    seat = decision.seat
    match move:
        case LayTile():
            laying.lay_taken(state, seat, move, events)
        case BuildTemple():
            building.begin_temple(state, seat)
        case BuildBuilding():
            building.begin_building(state, seat, move.building)
        case MoveSun():
            sun_action.move_sun(state, seat, move, events)
        case Decline():
            events.append(ActionSkipped(seat, decision.symbol if isinstance(decision, RegularAction) else "bonus"))
    if isinstance(decision, BonusAction) and decision.slot is not None:
        discard_four(state, seat, decision.slot, events)


def discard_four(state: State, seat: int, slot: Slot, events: list[Event]) -> None:
    """Discards the tiles under a slot, by symbol."""
    index = SLOTS.index(slot)
    tiles = state.players[seat].slots[index]
    state.players[seat].slots[index] = ()
    for tile in tiles:
        state.discards[SYMBOLS.index(SYMBOL_OF[tile])] += (tile,)
    events.append(ActionsDiscarded(seat, slot, "bonus_action", tiles))


def continue_payment(state: State, rest: Payment, events: list[Event]) -> None:
    """HEL-4.7: asks for the rest of the payment, or carries out what was paid for."""
    if rest.required or rest.any:
        state.pending.append(rest)
    elif rest.purpose == "temple":
        building.choose_site(state, rest.seat)
    elif rest.purpose in building.BUILD:
        building.finish_building(state, rest.seat, rest.purpose, events)
    else:
        characters.finish_activation(state, rest.seat, cast(Character, rest.purpose), events)


def take_character_turn(state: State, turn: CharacterTurn, move: AnyMove, events: list[Event]) -> None:
    """HEL-5.1: buys or activates a character, or passes."""
    match move:
        case BuyCharacter():
            characters.buy(state, turn, move.character, events)
        case ActivateCharacter():
            characters.begin_activation(state, turn, move.character)
        case Pass():
            characters.end_turn(state, turn, events)
