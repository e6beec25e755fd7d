"""Payments: the player pays one cube at a time, each from a chosen tile (HEL-4.7)."""

from __future__ import annotations

from engine.game import Event
from engine.helios.content import Color
from engine.helios.moves import PayCube, Payment
from engine.helios.rules.supply import pay_cube
from engine.helios.state import Player, State

Required = tuple[tuple[Color, ...], ...]

PAY: dict[tuple[int, str], PayCube] = {}
"""A cache of the payment moves."""


def cubes_of(player: Player) -> list[tuple[int, Color]]:
    """Returns (field, colour) for every cube of the player."""
    return [(field, color) for field, tile in enumerate(player.tiles) if tile is not None for color in tile.cubes]


def price(owned: list[tuple[int, Color]], cost: Required, any_: int) -> tuple[Required, int]:
    """HEL-4.7: returns the coloured cubes and the number of other cubes to pay; two cubes replace a colour that the player does not own."""
    colors = {color for _, color in owned}
    required = tuple(choices for choices in cost if not colors.isdisjoint(choices))
    return required, any_ + 2 * (len(cost) - len(required))


def total_price(colors: set[Color], cost: Required, any_: int) -> int:
    """Returns how many cubes a cost takes from a player with these colours, who can pay it exactly with that many cubes (HEL-4.7)."""
    for choices in cost:
        any_ += 2 if colors.isdisjoint(choices) else 1
    return any_


def is_coverable(owned: list[tuple[int, Color]], payment: Payment) -> bool:
    """Returns whether the rest of the payment can be paid exactly."""
    colors = {color for _, color in owned}
    return len(owned) >= len(payment.required) + payment.any and not any(colors.isdisjoint(choices) for choices in payment.required)


def payable(owned: list[tuple[int, Color]], payment: Payment) -> list[tuple[int, Color]]:
    """Returns the cubes that may be paid next: those of a required colour, and all others if `any` is not used up."""
    if payment.any:
        return list(dict.fromkeys(owned))
    wanted = {color for choices in payment.required for color in choices}
    return list(dict.fromkeys(cube for cube in owned if cube[1] in wanted))


def payment_moves(state: State, payment: Payment) -> list[PayCube]:
    """Returns one move for each cube that may be paid next."""
    moves = []
    for cube in payable(cubes_of(state.players[payment.seat]), payment):
        move = PAY.get(cube)
        if move is None:
            move = PAY[cube] = PayCube(*cube)
        moves.append(move)
    return moves


def rest_after(payment: Payment, color: Color) -> Payment:
    """Returns the rest of the payment after a cube of this colour."""
    paid = (*payment.paid, color)
    for choices in payment.required:
        if color in choices:
            rest = tuple(other for other in payment.required if other is not choices)
            return Payment(payment.seat, payment.purpose, rest, payment.any, paid)
    return Payment(payment.seat, payment.purpose, payment.required, payment.any - 1, paid)


def pay(state: State, payment: Payment, field: int, color: Color, events: list[Event]) -> Payment:
    """Pays one cube and returns the rest of the payment, which may be empty."""
    pay_cube(state, payment.seat, color, field, payment.purpose, events)
    return rest_after(payment, color)


def forced_cube(owned: list[tuple[int, Color]], payment: Payment) -> tuple[int, Color] | None:
    """Returns a cube that every possible payment includes, or None if there is a choice."""
    if len(owned) == len(payment.required) + payment.any:
        return owned[0]
    for choices in payment.required:
        fitting = {cube for cube in owned if cube[1] in choices}
        if len(fitting) == 1:
            return fitting.pop()
    return owned[0] if not payment.required and len(set(owned)) == 1 else None


def pay_forced(state: State, payment: Payment, events: list[Event]) -> Payment:
    """Pays all cubes without a choice and returns the rest of the payment, which may be empty."""
    while payment.required or payment.any:
        cube = forced_cube(cubes_of(state.players[payment.seat]), payment)
        if cube is None:
            break
        payment = pay(state, payment, *cube, events)
    return payment
