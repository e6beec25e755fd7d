"""Payments, cube by cube from chosen tiles (HEL-4.7)."""

from __future__ import annotations

from engine.game import Event
from engine.helios.content import Color
from engine.helios.moves import PayCube, Payment
from engine.helios.rules.supply import pay_cube
from engine.helios.state import Player, State

Required = tuple[tuple[Color, ...], ...]

PAY: dict[tuple[int, str], PayCube] = {}
"""Every payment move, made once."""


def cubes_of(player: Player) -> list[tuple[int, Color]]:
    """Every cube the player owns: on which tile, of which colour."""
    return [(field, color) for field, tile in enumerate(player.tiles) if tile is not None for color in tile.cubes]


def price(owned: list[tuple[int, Color]], cost: Required, any_: int) -> tuple[Required, int]:
    """HEL-4.7: a cost as coloured cubes and cubes of any colour: two of these for each coloured one of which none is owned."""
    colors = {color for _, color in owned}
    required = tuple(choices for choices in cost if not colors.isdisjoint(choices))
    return required, any_ + 2 * (len(cost) - len(required))


def total_price(colors: set[Color], cost: Required, any_: int) -> int:
    """How many cubes a cost takes from who owns these colours; who owns that many can pay, in any order (HEL-4.7)."""
    for choices in cost:
        any_ += 2 if colors.isdisjoint(choices) else 1
    return any_


def is_coverable(owned: list[tuple[int, Color]], payment: Payment) -> bool:
    """Whether what is still to pay can be paid exactly."""
    colors = {color for _, color in owned}
    return len(owned) >= len(payment.required) + payment.any and not any(colors.isdisjoint(choices) for choices in payment.required)


def payable(owned: list[tuple[int, Color]], payment: Payment) -> list[tuple[int, Color]]:
    """The cubes that may be paid next: one of a required colour always counts for it, others need room among the free ones."""
    if payment.any:
        return list(dict.fromkeys(owned))
    wanted = {color for choices in payment.required for color in choices}
    return list(dict.fromkeys(cube for cube in owned if cube[1] in wanted))


def payment_moves(state: State, payment: Payment) -> list[PayCube]:
    """One move for each cube that may be paid next."""
    moves = []
    for cube in payable(cubes_of(state.players[payment.seat]), payment):
        move = PAY.get(cube)
        if move is None:
            move = PAY[cube] = PayCube(*cube)
        moves.append(move)
    return moves


def rest_after(payment: Payment, color: Color) -> Payment:
    """What is still to pay when a cube of this colour was paid."""
    for choices in payment.required:
        if color in choices:
            rest = tuple(other for other in payment.required if other is not choices)
            return Payment(payment.seat, payment.purpose, rest, payment.any)
    return Payment(payment.seat, payment.purpose, payment.required, payment.any - 1)


def pay(state: State, payment: Payment, field: int, color: Color, events: list[Event]) -> Payment:
    """Pays one cube; the rest of the payment, perhaps nothing."""
    pay_cube(state, payment.seat, color, field, events)
    return rest_after(payment, color)


def forced_cube(owned: list[tuple[int, Color]], payment: Payment) -> tuple[int, Color] | None:
    """A cube that every way to pay must include, so that nobody need be asked; None where there is a choice."""
    if len(owned) == len(payment.required) + payment.any:
        return owned[0]
    for choices in payment.required:
        fitting = {cube for cube in owned if cube[1] in choices}
        if len(fitting) == 1:
            return fitting.pop()
    return owned[0] if not payment.required and len(set(owned)) == 1 else None


def pay_forced(state: State, payment: Payment, events: list[Event]) -> Payment:
    """Pays all that leaves no choice; the rest of the payment, perhaps nothing."""
    while payment.required or payment.any:
        cube = forced_cube(cubes_of(state.players[payment.seat]), payment)
        if cube is None:
            break
        payment = pay(state, payment, *cube, events)
    return payment
