"""The decisions of Helios. Fields, colours, symbols and slots are numbers; -1 stands for None."""

from __future__ import annotations

from engine.helios.moves import FaceUp
from engine.helios.native.pieces import Choice, Purpose
from engine.native import Decision


class StartingLand(Decision):
    """Which land does the player start with (HEL-3.3)?"""


class BonusCube(Decision):
    """Which bonus cube does the player place, and where? `field` is -1 unless the tile is fixed (HEL-3.5, HEL-4.4)."""

    def __init__(self, seat: int, field: int) -> None:
        super().__init__(seat)
        self.field = field


class ActionTurn(Decision):
    """Which action tile does the player take, and under which slot (HEL-4.1)?"""


class RegularAction(Decision):
    """How does the player carry out the action of the tile taken (HEL-4.1)?"""

    def __init__(self, seat: int, symbol: int) -> None:
        super().__init__(seat)
        self.symbol = symbol


class BonusAction(Decision):
    """Which bonus action does the player carry out? `slot` holds the four tiles that earned it; -1 for the Palace (HEL-4.2)."""

    def __init__(self, seat: int, slot: int) -> None:
        super().__init__(seat)
        self.slot = slot


class Payment(Decision):
    """Which cube does the player pay next? Still needed are the coloured cubes `required` and `any` others (HEL-4.7)."""

    def __init__(self, seat: int, purpose: Purpose, required: list[Choice], any_: int, paid: list[int]) -> None:
        super().__init__(seat)
        self.purpose = purpose
        self.required = required
        self.any = any_
        self.paid = paid

    def is_complete(self) -> bool:
        """Returns whether nothing is left to pay."""
        return not self.required and not self.any


class TempleSite(Decision):
    """On which tile does the player place the temple (HEL-4.5)?"""


class ScarceLight(Decision):
    """Which of these lit lands of one colour gain the last cubes (HEL-1.2)?"""

    def __init__(self, seat: int, fields: list[int]) -> None:
        super().__init__(seat)
        self.fields = fields


class Trade(Decision):
    """How much mana does the player trade at the Exchange Bazaar (HEL-7)?"""


class DrawnLands(Decision):
    """Which drawn land does the player lay, and where (HEL-7)?"""

    def __init__(self, seat: int, lands: list[FaceUp]) -> None:
        super().__init__(seat)
        self.lands = lands


class CharacterTurn(Decision):
    """Does the player buy or activate a character, or pass? `passes` counts the consecutive passes before this turn (HEL-5.1)."""

    def __init__(self, seat: int, bought: bool, acted: bool, passes: int) -> None:
        super().__init__(seat)
        self.bought = bought
        self.acted = acted
        self.passes = passes
