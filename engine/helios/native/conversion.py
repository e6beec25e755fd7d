"""The conversion of records into native positions and back. Colours, symbols and slots become numbers, None becomes -1."""

from __future__ import annotations

from functools import lru_cache

from engine.helios import moves as records
from engine.helios.content import COLOR_INDEX, COLORS, SLOTS, SPECIALS, SYMBOLS, Slot
from engine.helios.content import Building as BuildingName
from engine.helios.content import Character as CharacterName
from engine.helios.native.bags import bag_of, counts_of
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
    TempleSite,
    Trade,
)
from engine.helios.native.land import land_with
from engine.helios.native.pieces import BUILDINGS, CHARACTERS, LANDS, TEMPLE, Character, Choice, Purpose, read_tile
from engine.helios.native.position import City, Player, Position
from engine.helios.state import Player as PlayerRecord
from engine.helios.state import State
from engine.helios.versions import RULES_VERSION, SCHEMA_VERSION
from engine.native import Decision

PURPOSES: dict[str, Purpose] = {"temple": TEMPLE, **BUILDINGS, **CHARACTERS}
HIDDEN = -1


def read_state(state: State) -> Position:
    """Converts a state or a view."""
    return Position(
        state.version,
        [read_decision(decision) for decision in state.pending],
        HIDDEN if state.seed is None else state.seed,
        state.options,
        state.round,
        state.turn,
        state.start_seat,
        [read_player(player) for player in state.players],
        state.columns[:],
        state.action_stacks[:],
        state.discards[:],
        state.face_up[:],
        bag_of(state.stacks),
        state.additional,
        bag_of(state.removed),
        bag_of(state.specials),
        characters_named(state.characters),
        bag_of(state.cubes),
        state.mana,
        state.houses,
    )


def write_state(position: Position) -> State:
    """Converts a position, full or as a seat sees it."""
    return State(
        schema_version=SCHEMA_VERSION,
        rules_version=RULES_VERSION,
        version=position.version,
        seed=None if position.seed == HIDDEN else position.seed,
        options=position.options,
        round=position.round,
        turn=position.turn,
        start_seat=position.start_seat,
        players=[write_player(player) for player in position.players],
        columns=position.columns[:],
        action_stacks=position.action_stacks[:],
        discards=position.discards[:],
        face_up=position.face_up[:],
        stacks=counts_of(position.stacks, LANDS),
        additional=position.additional,
        removed=counts_of(position.removed, LANDS),
        specials=counts_of(position.specials, len(SPECIALS)),
        characters=tuple([character.name for character in position.characters]),
        cubes=counts_of(position.cubes, LANDS),
        mana=position.mana,
        houses=position.houses,
        pending=[write_decision(decision) for decision in position.pending],
    )


def read_player(player: PlayerRecord) -> Player:
    """Converts a player."""
    return Player(
        land_with([None if tile is None else read_tile(tile) for tile in player.tiles]),
        city_of(player.buildings),
        player.sun,
        player.sun_beside,
        player.armed,
        player.track,
        player.mana,
        HIDDEN if player.points is None else player.points,
        player.slots[:],
        characters_named(player.night),
        characters_named(player.day),
    )


def write_player(player: Player) -> PlayerRecord:
    """Converts a player back."""
    return PlayerRecord(
        [None if tile is None else tile.record for tile in player.land.tiles],
        player.sun,
        player.sun_beside,
        player.armed,
        player.track,
        player.mana,
        None if player.points == HIDDEN else player.points,
        player.slots[:],
        tuple([building.name for building in player.city.buildings]),
        tuple([character.name for character in player.night]),
        tuple([character.name for character in player.day]),
    )


@lru_cache(maxsize=4096)
def city_of(buildings: tuple[BuildingName, ...]) -> City:
    """Converts the city buildings of a player."""
    return City([BUILDINGS[name] for name in buildings])


@lru_cache(maxsize=4096)
def characters_named(names: tuple[CharacterName, ...]) -> list[Character]:
    """Converts characters; the list is shared."""
    return [CHARACTERS[name] for name in names]


def read_decision(decision: records.AnyDecision) -> Decision:
    """Converts a decision."""
    seat = decision.seat
    match decision:
        case records.ActionTurn():
            return ActionTurn(seat)
        case records.RegularAction():
            return RegularAction(seat, SYMBOLS.index(decision.symbol))
        case records.StartingLand():
            return StartingLand(seat)
        case records.BonusCube():
            return BonusCube(seat, HIDDEN if decision.field is None else decision.field)
        case records.BonusAction():
            return BonusAction(seat, HIDDEN if decision.slot is None else SLOTS.index(decision.slot))
        case records.Payment():
            return read_payment(decision)
        case records.TempleSite():
            return TempleSite(seat)
        case records.ScarceLight():
            return ScarceLight(seat, list(decision.fields))
        case records.Trade():
            return Trade(seat)
        case records.DrawnLands():
            return DrawnLands(seat, list(decision.lands))
        case records.CharacterTurn():
            return CharacterTurn(seat, decision.bought, decision.acted, decision.passes)


def read_payment(payment: records.Payment) -> Payment:
    """Converts a payment."""
    required = [Choice(choices) for choices in payment.required]
    return Payment(payment.seat, PURPOSES[payment.purpose], required, payment.any, [COLOR_INDEX[color] for color in payment.paid])


def write_decision(decision: Decision) -> records.AnyDecision:
    """Converts a decision back."""
    seat = decision.seat
    match decision:
        case ActionTurn():
            return records.ActionTurn(seat)
        case RegularAction():
            return records.RegularAction(seat, SYMBOLS[decision.symbol])
        case BonusCube():
            return records.BonusCube(seat, None if decision.field == HIDDEN else decision.field)
        case BonusAction():
            return records.BonusAction(seat, slot_name(decision.slot))
        case Payment():
            return write_payment(decision)
        case TempleSite():
            return records.TempleSite(seat)
        case ScarceLight():
            return records.ScarceLight(seat, tuple(decision.fields))
        case Trade():
            return records.Trade(seat)
        case DrawnLands():
            return records.DrawnLands(seat, tuple(decision.lands))
        case CharacterTurn():
            return records.CharacterTurn(seat, decision.bought, decision.acted, decision.passes)
        case _:
            return records.StartingLand(seat)


def slot_name(slot: int) -> Slot | None:
    """Returns the name of a slot; None for the Palace."""
    return None if slot == HIDDEN else SLOTS[slot]


def write_payment(payment: Payment) -> records.Payment:
    """Converts a payment back."""
    required = tuple([choice.names for choice in payment.required])
    return records.Payment(payment.seat, payment.purpose.name, required, payment.any, tuple([COLORS[color] for color in payment.paid]))
