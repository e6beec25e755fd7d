"""The decisions of Helios, and the moves that answer them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine import game
from engine.game import Move
from engine.helios.content import BAZAAR, BOX, BUILDING, FIELDS, LIGHT, OF_FUNCTION, Building, Character, Color, Slot, Special, Symbol

Field = Annotated[int, Meta(ge=0, le=FIELDS - 1)]
LightField = Annotated[int, Meta(ge=0, le=LIGHT - 1)]
Source = Color | Literal["additional"] | Special
"""Where a tile is taken from: the face-up land of a colour's stack or of the additional stack, or a kind of special tile."""
Choices = Annotated[tuple[Color, ...], Meta(min_length=1, max_length=5)]
Cost = Annotated[tuple[Choices, ...], Meta(max_length=5)]
"""The coloured cubes still to pay, each as the colours that are accepted."""
Purpose = Literal["temple"] | Building | Character
"""What cubes are paid for: a temple, a city building, or the activation of a character."""
DRAWN = BUILDING[OF_FUNCTION["draw_lands"]].amount
"""The number of lands that Land Management draws."""


class FaceUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A visible land that is not on a board, with or without its cube (HEL-1.2)."""

    land: Color
    cube: bool


class ChooseLand(Move, frozen=True):
    """Choose a starting land of this colour (HEL-3.3)."""

    color: Color


class PlaceCube(Move, frozen=True):
    """Place a bonus cube of this colour on one of the player's tiles (HEL-3.5, HEL-4.4, HEL-5.2, HEL-6.2)."""

    color: Color
    field: LightField


class TakeAction(Move, frozen=True):
    """Take the lowest tile of a column and place it under a slot (HEL-4.1)."""

    column: Symbol
    slot: Slot


class LayTile(Move, frozen=True):
    """Take a land or special tile and lay it on a field (HEL-4.3)."""

    source: Source
    field: LightField


class BuildTemple(Move, frozen=True):
    """Build a temple: pay first, then choose its tile (HEL-4.5)."""


class BuildBuilding(Move, frozen=True):
    """Build this city building (HEL-4.6)."""

    building: Building


class MoveSun(Move, frozen=True):
    """Move the sun to a field; `orbit` says whether the path completes a full orbit (HEL-4.9, HEL-4.12)."""

    field: Field
    orbit: bool


class Decline(Move, frozen=True):
    """Skip the action (HEL-4.1, HEL-4.2)."""


class PayCube(Move, frozen=True):
    """Pay a cube of this colour from this tile (HEL-4.7)."""

    field: LightField
    color: Color


class PlaceTemple(Move, frozen=True):
    """Place the temple on this tile, whose cubes return to the supply (HEL-4.5)."""

    field: LightField


class LightTile(Move, frozen=True):
    """Choose the lit land that gains one of the scarce cubes (HEL-1.2)."""

    field: LightField


class TradeMana(Move, frozen=True):
    """Trade this much mana for points at the Exchange Bazaar (HEL-7)."""

    mana: Annotated[int, Meta(ge=0, le=BUILDING[BAZAAR].limit)]


class LayDrawn(Move, frozen=True):
    """Lay a land drawn with Land Management: `drawn` is its index in the list of the decision (HEL-7)."""

    drawn: Annotated[int, Meta(ge=0, le=max(DRAWN - 1, 0))]
    field: LightField


class BuyCharacter(Move, frozen=True):
    """Buy a character from the display (HEL-5.1)."""

    character: Character


class ActivateCharacter(Move, frozen=True):
    """Activate one of the player's characters, which turns to its day side (HEL-5.1, HEL-5.2)."""

    character: Character


class Pass(Move, frozen=True):
    """End the turn in the character phase; it counts as a pass if the player did nothing (HEL-5.1)."""


AnyMove = (
    ChooseLand | PlaceCube | TakeAction | LayTile | BuildTemple | BuildBuilding | MoveSun | Decline | PayCube | PlaceTemple |
    LightTile | TradeMana | LayDrawn | BuyCharacter | ActivateCharacter | Pass
)  # fmt: skip
MOVES: tuple[type[AnyMove], ...] = (
    ChooseLand, PlaceCube, TakeAction, LayTile, BuildTemple, BuildBuilding, MoveSun, Decline, PayCube, PlaceTemple, LightTile,
    TradeMana, LayDrawn, BuyCharacter, ActivateCharacter, Pass,
)  # fmt: skip


class Decision(game.Decision, frozen=True):
    """The base of the decisions of Helios: the seat is at most 3."""

    seat: Annotated[int, Meta(ge=0, le=3)]


class StartingLand(Decision, frozen=True):
    """Which land does the player start with (HEL-3.3)?"""


class BonusCube(Decision, frozen=True):
    """Which bonus cube does the player place, and where? `field` is set if the tile is fixed (HEL-3.5, HEL-4.4)."""

    field: LightField | None


class ActionTurn(Decision, frozen=True):
    """Which action tile does the player take, and under which slot (HEL-4.1)?"""


class RegularAction(Decision, frozen=True):
    """How does the player carry out the action of the tile taken (HEL-4.1)?"""

    symbol: Symbol


class BonusAction(Decision, frozen=True):
    """Which bonus action does the player carry out? `slot` holds the four tiles that earned it, or None for the Palace (HEL-4.2)."""

    slot: Slot | None


class Payment(Decision, frozen=True):
    """Which cube does the player pay next (HEL-4.7)?

    Still needed are the coloured cubes `required` and `any` cubes of any colour; `paid` are the colours of the cubes paid so far.
    """

    purpose: Purpose
    required: Cost
    any: Annotated[int, Meta(ge=0, le=LIGHT * BOX.tile_room)]
    paid: Annotated[tuple[Color, ...], Meta(max_length=LIGHT * BOX.tile_room)] = ()


class TempleSite(Decision, frozen=True):
    """On which tile does the player place the temple (HEL-4.5)?"""


class ScarceLight(Decision, frozen=True):
    """Which of these lit lands of one colour gain the last cubes (HEL-1.2)?"""

    fields: Annotated[tuple[LightField, ...], Meta(min_length=2, max_length=6)]


class Trade(Decision, frozen=True):
    """How much mana does the player trade at the Exchange Bazaar (HEL-7)?"""


class DrawnLands(Decision, frozen=True):
    """Which drawn land does the player lay, and where (HEL-7)?"""

    lands: Annotated[tuple[FaceUp, ...], Meta(min_length=1, max_length=max(DRAWN, 1))]


class CharacterTurn(Decision, frozen=True):
    """Does the player buy or activate a character, or pass? `passes` counts the consecutive passes before this turn (HEL-5.1)."""

    bought: bool
    acted: bool
    passes: Annotated[int, Meta(ge=0, le=3)]


AnyDecision = (
    StartingLand | BonusCube | ActionTurn | RegularAction | BonusAction | Payment | TempleSite | ScarceLight | Trade | DrawnLands
    | CharacterTurn
)  # fmt: skip
DECISIONS: tuple[type[AnyDecision], ...] = (
    StartingLand, BonusCube, ActionTurn, RegularAction, BonusAction, Payment, TempleSite, ScarceLight, Trade, DrawnLands,
    CharacterTurn,
)  # fmt: skip
