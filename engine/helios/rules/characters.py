"""Phase 2: players buy characters with mana and activate them with cubes (HEL-5.1, HEL-5.2, HEL-8)."""

from __future__ import annotations

from engine.game import Event
from engine.helios.events import CharacterActivated, CharacterBought, CharactersStarted, CharacterTurnEnded, Passed
from engine.helios.native.decisions import BonusCube, CharacterTurn
from engine.helios.native.moves import ACTIVATE, BUY, PASS
from engine.helios.native.pieces import Character
from engine.helios.native.position import Position
from engine.helios.rules.paying import begin_payment, is_affordable
from engine.helios.rules.supply import advance_track, gain_mana, pay_mana
from engine.native import Move


def begin_characters(position: Position, events: list[Event] | None) -> None:
    """HEL-5.1: the player with the most mana begins; ties go to the first player clockwise from the start player."""
    seats = len(position.players)
    first = position.start_seat
    for offset in range(1, seats):
        seat = (position.start_seat + offset) % seats
        if position.players[seat].mana > position.players[first].mana:
            first = seat
    if events is not None:
        events.append(CharactersStarted(first))
    position.pending.append(CharacterTurn(first, False, False, 0))


def character_moves(position: Position, turn: CharacterTurn) -> list[Move]:
    """Returns the moves of a character turn: buy one character, activate any, or pass."""
    player = position.players[turn.seat]
    moves: list[Move] = []
    if not turn.bought:
        for character in position.characters:
            if character.price <= player.mana:
                moves.append(BUY[character])
    for character in player.night:
        if is_affordable(player.land, character):
            moves.append(ACTIVATE[character])
    moves.append(PASS)
    return moves


def buy(position: Position, turn: CharacterTurn, character: Character, events: list[Event] | None) -> None:
    """Buys a character, night side up; the turn continues."""
    pay_mana(position, turn.seat, character.price, character, events)
    position.characters = without(position.characters, character)
    player = position.change(turn.seat)
    player.night = [*player.night, character]
    if events is not None:
        events.append(CharacterBought(turn.seat, character.name))
    position.pending.append(CharacterTurn(turn.seat, True, True, turn.passes))


def without(characters: list[Character], character: Character) -> list[Character]:
    """Returns the other characters."""
    return [other for other in characters if other is not character]


def begin_activation(position: Position, turn: CharacterTurn, character: Character) -> None:
    """Asks for the payment for an activation; the turn continues afterwards."""
    position.pending.append(CharacterTurn(turn.seat, turn.bought, True, turn.passes))
    begin_payment(position, turn.seat, character)


def finish_activation(position: Position, seat: int, character: Character, events: list[Event] | None) -> None:
    """HEL-5.2: turns the character to its day side and gains track steps, mana and bonus cubes."""
    player = position.change(seat)
    player.night = without(player.night, character)
    player.day = [*player.day, character]
    if events is not None:
        events.append(CharacterActivated(seat, character.name))
    advance_track(position, seat, character.track, character, events)
    gain_mana(position, seat, character.mana, "character", character, events)
    for _ in range(character.cubes):
        position.pending.append(BonusCube(seat, -1))


def end_turn(position: Position, turn: CharacterTurn, events: list[Event] | None) -> None:
    """Begins the next seat's turn; the phase is over when all players have passed consecutively (HEL-5.1)."""
    passes = 0 if turn.acted else turn.passes + 1
    if events is not None:
        events.append(CharacterTurnEnded(turn.seat) if turn.acted else Passed(turn.seat))
    if passes < len(position.players):
        position.pending.append(CharacterTurn((turn.seat + 1) % len(position.players), False, False, passes))
