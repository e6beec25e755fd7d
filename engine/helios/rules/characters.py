"""Phase 2: players buy characters with mana and activate them with cubes (HEL-5.1, HEL-5.2, HEL-8)."""

from __future__ import annotations

from engine.game import Event
from engine.helios.content import CHARACTER, CHARACTERS, Character
from engine.helios.events import CharacterActivated, CharacterBought, CharactersStarted, CharacterTurnEnded, Passed
from engine.helios.moves import ActivateCharacter, BonusCube, BuyCharacter, CharacterTurn, Pass, Payment
from engine.helios.rules.paying import cubes_of, price, total_price
from engine.helios.rules.supply import advance_track, gain_mana, pay_mana
from engine.helios.state import State

BUY = {name: BuyCharacter(name) for name in CHARACTERS}
ACTIVATE = {name: ActivateCharacter(name) for name in CHARACTERS}
PASS = Pass()


def begin_characters(state: State, events: list[Event]) -> None:
    """HEL-5.1: the player with the most mana begins; ties go to the first player clockwise from the start player."""
    seats = len(state.players)
    order = [(state.start_seat + offset) % seats for offset in range(seats)]
    first = max(order, key=lambda seat: state.players[seat].mana)
    events.append(CharactersStarted(first))
    state.pending.append(CharacterTurn(first, False, False, 0))


def character_moves(state: State, turn: CharacterTurn) -> list[BuyCharacter | ActivateCharacter | Pass]:
    """Returns the moves of a character turn: buy one character, activate any, or pass."""
    player = state.players[turn.seat]
    moves: list[BuyCharacter | ActivateCharacter | Pass] = []
    if not turn.bought:
        moves += [BUY[name] for name in state.characters if CHARACTER[name].price <= player.mana]
    if player.night:
        owned = cubes_of(player)
        colors = {color for _, color in owned}
        prices = [(total_price(colors, CHARACTER[name].cost, CHARACTER[name].any), name) for name in player.night]
        moves += [ACTIVATE[name] for price_, name in prices if price_ <= len(owned)]
    moves.append(PASS)
    return moves


def buy(state: State, turn: CharacterTurn, name: Character, events: list[Event]) -> None:
    """Buys a character, night side up; the turn continues."""
    pay_mana(state, turn.seat, CHARACTER[name].price, name, events)
    state.characters = without(state.characters, name)
    state.players[turn.seat].night += (name,)
    events.append(CharacterBought(turn.seat, name))
    state.pending.append(CharacterTurn(turn.seat, True, True, turn.passes))


def without(names: tuple[Character, ...], name: Character) -> tuple[Character, ...]:
    """Returns the other characters."""
    return tuple(other for other in names if other != name)


def begin_activation(state: State, turn: CharacterTurn, name: Character) -> None:
    """Asks for the payment for an activation; the turn continues afterwards."""
    item = CHARACTER[name]
    state.pending.append(CharacterTurn(turn.seat, turn.bought, True, turn.passes))
    state.pending.append(Payment(turn.seat, name, *price(cubes_of(state.players[turn.seat]), item.cost, item.any)))


def finish_activation(state: State, seat: int, name: Character, events: list[Event]) -> None:
    """HEL-5.2: turns the character to its day side and gains track steps, mana and bonus cubes."""
    item = CHARACTER[name]
    player = state.players[seat]
    player.night = without(player.night, name)
    player.day += (name,)
    events.append(CharacterActivated(seat, name))
    advance_track(state, seat, item.track, name, events)
    gain_mana(state, seat, item.mana, "character", name, events)
    state.pending.extend(BonusCube(seat, None) for _ in range(item.cubes))


def end_turn(state: State, turn: CharacterTurn, events: list[Event]) -> None:
    """Begins the next seat's turn; the phase is over when all players have passed consecutively (HEL-5.1)."""
    passes = 0 if turn.acted else turn.passes + 1
    events.append(CharacterTurnEnded(turn.seat) if turn.acted else Passed(turn.seat))
    if passes < len(state.players):
        state.pending.append(CharacterTurn((turn.seat + 1) % len(state.players), False, False, passes))
