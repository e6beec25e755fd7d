"""Payments: the player pays one cube at a time, each from a chosen tile (HEL-4.7)."""

from __future__ import annotations

from engine.game import Event
from engine.helios.native.colors import NO_COLORS, Colors, has
from engine.helios.native.decisions import Payment
from engine.helios.native.land import Land
from engine.helios.native.moves import PayCube
from engine.helios.native.pieces import Choice, Purpose
from engine.helios.native.position import Position
from engine.helios.rules.supply import pay_cube


def is_affordable(land: Land, purpose: Purpose) -> bool:
    """Returns whether a player with the cubes on this land can pay a city building or a character (HEL-4.7)."""
    return purpose.prices[land.cube_colors()] <= land.count_cubes()


def price(seat: int, purpose: Purpose, owned: Colors) -> Payment:
    """HEL-4.7: returns the payment by a player with these colours; two cubes replace a colour that the player does not own."""
    required: list[Choice] = []
    any_ = purpose.any
    for choice in purpose.cost:
        if choice.colors & owned:
            required.append(choice)
        else:
            any_ += 2
    return Payment(seat, purpose, required, any_, [])


def begin_payment(position: Position, seat: int, purpose: Purpose) -> None:
    """Asks for the payment for a city building or a character."""
    position.pending.append(price(seat, purpose, position.players[seat].land.cube_colors()))


def is_coverable(land: Land, payment: Payment) -> bool:
    """Returns whether the rest of the payment can be paid exactly."""
    owned = land.cube_colors()
    for choice in payment.required:
        if not choice.colors & owned:
            return False
    return land.count_cubes() >= len(payment.required) + payment.any


def payable(land: Land, payment: Payment) -> list[PayCube]:
    """Returns the cubes that may be paid next: those of a required colour, and all others if `any` is not used up."""
    if payment.any:
        return land.different_cubes()
    wanted = NO_COLORS
    for choice in payment.required:
        wanted |= choice.colors
    return [cube for cube in land.different_cubes() if has(wanted, cube.color)]


def rest_after(payment: Payment, color: int) -> Payment:
    """Returns the rest of the payment after a cube of this colour."""
    paid = [*payment.paid, color]
    for choice in payment.required:
        if has(choice.colors, color):
            rest = [other for other in payment.required if other is not choice]
            return Payment(payment.seat, payment.purpose, rest, payment.any, paid)
    return Payment(payment.seat, payment.purpose, payment.required, payment.any - 1, paid)


def pay(position: Position, payment: Payment, cube: PayCube, events: list[Event] | None) -> Payment:
    """Pays one cube and returns the rest of the payment, which may be empty."""
    pay_cube(position, payment.seat, cube.color, cube.field, payment.purpose, events)
    return rest_after(payment, cube.color)


def forced_cube(land: Land, payment: Payment) -> PayCube | None:
    """Returns a cube that every possible payment includes, or None if there is a choice."""
    cubes = land.different_cubes()
    if land.count_cubes() == len(payment.required) + payment.any:
        return cubes[0]
    for choice in payment.required:
        fitting = only_fitting(cubes, choice)
        if fitting is not None:
            return fitting
    return cubes[0] if not payment.required and len(cubes) == 1 else None


def only_fitting(cubes: list[PayCube], choice: Choice) -> PayCube | None:
    """Returns the only cube of one of these colours, or None if there are several or none."""
    found: PayCube | None = None
    for cube in cubes:
        if has(choice.colors, cube.color):
            if found is not None:
                return None
            found = cube
    return found


def pay_forced(position: Position, payment: Payment, events: list[Event] | None) -> Payment:
    """Pays all cubes without a choice and returns the rest of the payment, which may be empty."""
    while not payment.is_complete():
        cube = forced_cube(position.players[payment.seat].land, payment)
        if cube is None:
            break
        payment = pay(position, payment, cube, events)
    return payment
