"""Playing a move: it answers the top decision of the stack; decisions without a choice are resolved at once."""

from __future__ import annotations

from typing import Final

from engine.game import Event
from engine.helios.content import BOX, COLORS, SLOTS, SYMBOLS
from engine.helios.events import ActionsDiscarded, ActionSkipped, ActionTaken, BonusActionEarned, TurnStarted
from engine.helios.native.decisions import (
    ActionTurn,
    BonusAction,
    BonusCube,
    CharacterTurn,
    DrawnLands,
    Payment,
    RegularAction,
    ScarceLight,
    StartingLand,
)
from engine.helios.native.moves import (
    ActivateCharacter,
    BuildBuilding,
    BuildTemple,
    BuyCharacter,
    ChooseLand,
    LayDrawn,
    LayTile,
    LightTile,
    MoveSun,
    PayCube,
    PlaceCube,
    PlaceTemple,
    TakeAction,
    TradeMana,
)
from engine.helios.native.pieces import SYMBOL_OF, Building, Character
from engine.helios.native.position import Position
from engine.helios.rules import building, characters, laying, sun_action
from engine.helios.rules.legal import answers, is_asked
from engine.helios.rules.paying import pay, pay_forced
from engine.helios.rules.rounds import advance, end_game
from engine.native import Decision, Move

TILES_FOR_BONUS: Final[int] = BOX.tiles_for_bonus


def play(position: Position, move: Move, events: list[Event] | None) -> None:
    """Plays a legal move in place, without checking it, and continues to the next decision or the end of the game."""
    position.version += 1
    answer(position, position.pending.pop(), move, events)
    settle(position, events)


def settle(position: Position, events: list[Event] | None) -> None:
    """Resolves decisions without a choice until a player has to decide or the game is over."""
    while True:
        if not position.pending and not advance(position, events):
            end_game(position, events)
            return
        if events is not None and begins_turn(position):
            events.append(turn_started(position))
        if is_asked(position, position.pending[-1]):
            return
        resolve(position, position.pending.pop(), events)


def begins_turn(position: Position) -> bool:
    """Returns whether the pending decision is the first one of a seat's turn."""
    decision = position.pending[-1]
    if isinstance(decision, CharacterTurn):
        return not decision.acted
    if isinstance(decision, BonusCube):
        return isinstance(position.pending[0], ActionTurn)
    return isinstance(decision, (ActionTurn, StartingLand))


def turn_started(position: Position) -> Event:
    """Returns the event of the turn that begins with the pending decision."""
    decision = position.pending[-1]
    if isinstance(decision, StartingLand):
        return TurnStarted(decision.seat, "starting_land", 0)
    if isinstance(decision, BonusCube):
        return TurnStarted(decision.seat, "bonus_cube", 0)
    if isinstance(decision, ActionTurn):
        return TurnStarted(decision.seat, "actions", position.turn)
    return TurnStarted(decision.seat, "characters", 0)


def ends_turn(position: Position, move: Move) -> bool:
    """Returns whether a legal move ends the turn: it is tried out on a copy until the next decision of the turn is asked, if any.

    The colours of the lands in the additional stack, which the player does not know, make no difference.
    """
    trial = position.copy()
    trial.additional = (COLORS[0],) * len(position.additional)
    answer(trial, trial.pending.pop(), move, None)
    while trial.pending and not begins_turn(trial):
        if is_asked(trial, trial.pending[-1]):
            return False
        resolve(trial, trial.pending.pop(), None)
    return True


def resolve(position: Position, decision: Decision, events: list[Event] | None) -> None:
    """Resolves a decision with at most one possible outcome."""
    if isinstance(decision, Payment):
        continue_payment(position, pay_forced(position, decision, events), events)
        return
    only = answers(position, decision)
    if only:
        answer(position, decision, only[0], events)
    elif isinstance(decision, DrawnLands):
        for land in decision.lands:
            laying.remove_land(position, land, "drawn", decision.seat, events)
    elif isinstance(decision, BonusCube):
        laying.lose_cube(position, decision, events)


def answer(position: Position, decision: Decision, move: Move, events: list[Event] | None) -> None:
    """Carries out a move that answers the decision, which was removed from the stack."""
    if isinstance(decision, (RegularAction, BonusAction)):
        act(position, decision, move, events)
    elif isinstance(move, TakeAction):
        take(position, decision.seat, move, events)
    elif isinstance(move, PayCube):
        assert isinstance(decision, Payment)
        continue_payment(position, pay(position, decision, move, events), events)
    elif isinstance(decision, CharacterTurn):
        take_character_turn(position, decision, move, events)
    elif isinstance(move, PlaceCube):
        assert isinstance(decision, BonusCube)
        laying.place_cube(position, decision, move, events)
    elif isinstance(move, PlaceTemple):
        building.place_temple(position, decision.seat, move.field, events)
    elif isinstance(move, LayDrawn):
        assert isinstance(decision, DrawnLands)
        laying.lay_drawn(position, decision, move, events)
    elif isinstance(move, TradeMana):
        building.trade(position, decision.seat, move.mana, events)
    elif isinstance(move, LightTile):
        assert isinstance(decision, ScarceLight)
        sun_action.share_light(position, decision, move.field, events)
    elif isinstance(move, ChooseLand):
        laying.choose_land(position, decision.seat, move, events)


def take(position: Position, seat: int, move: TakeAction, events: list[Event] | None) -> None:
    """HEL-4.1, HEL-4.2: places the tile under a slot; its action comes before the bonus action that a fourth tile earns."""
    tile = position.columns[move.column][-1]
    position.columns = position.columns[:]
    position.columns[move.column] = position.columns[move.column][:-1]
    player = position.change(seat)
    player.slots = player.slots[:]
    player.slots[move.slot] = (*player.slots[move.slot], tile)
    if events is not None:
        events.append(ActionTaken(seat, tile, SLOTS[move.slot]))
    if len(player.slots[move.slot]) == TILES_FOR_BONUS:
        if events is not None:
            events.append(BonusActionEarned(seat, SLOTS[move.slot]))
        position.pending.append(BonusAction(seat, move.slot))
    position.pending.append(RegularAction(seat, move.column))


def act(position: Position, decision: RegularAction | BonusAction, move: Move, events: list[Event] | None) -> None:
    """Carries out an action or skips it; then the tiles that earned a bonus action are discarded (HEL-4.2)."""
    seat = decision.seat
    if isinstance(move, LayTile):
        laying.lay_taken(position, seat, move, events)
    elif isinstance(move, MoveSun):
        sun_action.move_sun(position, seat, move, events)
    elif isinstance(move, BuildBuilding):
        building.begin_building(position, seat, move.building)
    elif isinstance(move, BuildTemple):
        building.begin_temple(position, seat)
    elif events is not None:
        events.append(ActionSkipped(seat, SYMBOLS[decision.symbol] if isinstance(decision, RegularAction) else "bonus"))
    if isinstance(decision, BonusAction) and decision.slot >= 0:
        discard_four(position, seat, decision.slot, events)


def discard_four(position: Position, seat: int, slot: int, events: list[Event] | None) -> None:
    """Discards the tiles under a slot, by symbol."""
    player = position.change(seat)
    tiles = player.slots[slot]
    player.slots = player.slots[:]
    player.slots[slot] = ()
    position.discards = position.discards[:]
    for tile in tiles:
        position.discards[SYMBOL_OF[tile]] += (tile,)
    if events is not None:
        events.append(ActionsDiscarded(seat, SLOTS[slot], "bonus_action", tiles))


def continue_payment(position: Position, rest: Payment, events: list[Event] | None) -> None:
    """HEL-4.7: asks for the rest of the payment, or carries out what was paid for."""
    purpose = rest.purpose
    if not rest.is_complete():
        position.pending.append(rest)
    elif isinstance(purpose, Building):
        building.finish_building(position, rest.seat, purpose, events)
    elif isinstance(purpose, Character):
        characters.finish_activation(position, rest.seat, purpose, events)
    else:
        building.choose_site(position, rest.seat)


def take_character_turn(position: Position, turn: CharacterTurn, move: Move, events: list[Event] | None) -> None:
    """HEL-5.1: buys or activates a character, or passes."""
    if isinstance(move, BuyCharacter):
        characters.buy(position, turn, move.character, events)
    elif isinstance(move, ActivateCharacter):
        characters.begin_activation(position, turn, move.character)
    else:
        characters.end_turn(position, turn, events)
