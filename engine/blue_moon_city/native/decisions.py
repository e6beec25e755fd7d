"""The decisions of Blue Moon City."""

from __future__ import annotations

from engine.blue_moon_city.native.moves import Laying
from engine.blue_moon_city.native.pieces import Card
from engine.native import Decision


class Movement(Decision):
    """Does the player take a step, play a power, or end the movement? `steps` are left."""

    def __init__(self, seat: int, steps: int) -> None:
        super().__init__(seat)
        self.steps = steps


class Contribution(Decision):
    """Which space does the player pay for next, if any? `made` contributions were already made in this turn."""

    def __init__(self, seat: int, made: int) -> None:
        super().__init__(seat)
        self.made = made


class Payment(Decision):
    """Which card does the player lay next, or is the payment complete?

    `laid` lists the steps so far, `worth` is their value, and `needed` is what is still missing. `turned` says how many more cards of each
    colour the Hoax among them turn.
    """

    def __init__(self, seat: int, space: int, color: int, laid: list[Laying], worth: int, needed: int, turned: list[int]) -> None:
        super().__init__(seat)
        self.space = space
        self.color = color
        self.laid = laid
        self.worth = worth
        self.needed = needed
        self.turned = turned

    def cards(self) -> list[Card]:
        """Returns the cards laid."""
        return [card for step in self.laid for card in step.cards]


class Offering(Decision):
    """Does the player make an offering? After the first (`made`) only a Pillar allows another."""

    def __init__(self, seat: int, made: bool) -> None:
        super().__init__(seat)
        self.made = made


class Special(Decision):
    """Does the player use the action of the special building?"""


class Reset(Decision):
    """Does the player discard a card, or draw? `discarded` counts the cards already discarded."""

    def __init__(self, seat: int, discarded: int) -> None:
        super().__init__(seat)
        self.discarded = discarded
