"""What a player should know before making a move, such as the price of a tile and whether the turn ends."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine import native
from engine.game import Preview
from engine.orbis.content import NEIGHBOURS
from engine.orbis.moves import MOVES, AnyMove, Decline, Discard, Exchange, Gain, LayRegion, Pay, RemoveWorshipper, TakeGod, TakeRegion
from engine.orbis.native.bags import Bag, count, total
from engine.orbis.native.conversion import read_bag, read_state, write_bag
from engine.orbis.native.decisions import DeathPayment, Eruption, Gift, Overflow, Payment, Placement, Turn, VillagePayment
from engine.orbis.native.pieces import CONVERSION, FOREST, GODS, IRRIGATION, VILLAGE, VOLCANO, Tile
from engine.orbis.native.places import place_of
from engine.orbis.native.position import OrbisPosition, Player
from engine.orbis.records import COLORS, EXCHANGE_RATE, SUPPLY_LIMIT, Color
from engine.orbis.rules.effects import has_eruption_choice
from engine.orbis.rules.laying import face_up_moves, free_places, rests_on, touching
from engine.orbis.rules.legal import erupting_cells
from engine.orbis.rules.paying import covers_after_exchanges, covers_cost, exchanged, has_choice, price
from engine.orbis.scoring import wilderness_points
from engine.orbis.state import NOBODY, State


class Swap(msgspec.Struct, frozen=True):
    """An exchange of three worshippers for one (ORB-3.2)."""

    give: Color
    take: Color


class TakePreview(Preview, frozen=True, kw_only=False):
    """What taking a tile means. Worshippers are counted by colour.

    `worshippers` are on the tile; `owned` are the player's with them. `price` is the coloured cost after privileges; `any` more are paid in
    any colour. `payable` is without exchanges; `payable_after_exchanges` with the `exchanges`, if any. There are `places` where the tile
    could be laid face up; if there are none or it cannot be paid, it `becomes_wilderness`. Each slot of `created_on` gets a worshipper of
    the colour `created`.
    """

    tile: str
    worshippers: tuple[int, ...]
    owned: tuple[int, ...]
    price: tuple[int, ...]
    any: int
    payable: bool
    payable_after_exchanges: bool
    exchanges: tuple[Swap, ...]
    places: int
    becomes_wilderness: bool
    created_on: tuple[int, ...]
    created: Color


class LayPreview(Preview, frozen=True, kw_only=False):
    """What laying the tile in this place means. `points` is what it may score there at the end.

    `price` and `any` are paid first. `fulfilled` is for irrigations only; `neighbours`, of `needed`, for forests only: those so far.
    """

    tile: str
    becomes_wilderness: bool
    price: tuple[int, ...]
    any: int
    points: int
    fulfilled: bool | None = None
    neighbours: int | None = None
    needed: int | None = None


class PayPreview(Preview, frozen=True, kw_only=False):
    """The player's worshippers after the payment, and the points that the region or god may score at the end."""

    owned: tuple[int, ...]
    points: int


PREVIEW_TYPES: Mapping[type[AnyMove], type[Preview]] = {
    **dict.fromkeys(MOVES, Preview),
    TakeRegion: TakePreview,
    LayRegion: LayPreview,
    Pay: PayPreview,
}
"""The preview of each type of move."""

GOES_ON = Preview()
ENDS_TURN = Preview(ends_turn=True)


def previews(state: State, moves: list[AnyMove]) -> list[Preview]:
    """Returns what the acting player should know before making each of these legal moves; everything that it uses is public."""
    position = read_state(state)
    return [_preview(position, move) for move in moves]


def _preview(position: OrbisPosition, move: AnyMove) -> Preview:
    decision = position.pending[-1]
    player = position.players[decision.seat]
    match move:
        case Exchange(give=give, take=take):
            return ENDS_TURN if _exchange_ends_turn(position, player, decision, give, take) else GOES_ON
        case TakeRegion(slot=slot):
            return _take_preview(player, position.tile_at(slot), slot, position.display[slot].worshippers)
        case LayRegion() if isinstance(decision, Placement):
            return _lay_preview(position, player, position.tile_at(decision.slot), move)
        case Pay(worshippers=worshippers):
            return _pay_preview(position, player, decision, read_bag(worshippers))
        case Decline():
            return Preview(ends_turn=total(player.worshippers) <= SUPPLY_LIMIT, is_pass=True)
    return ENDS_TURN if _ends_turn(position, player, decision, move) else GOES_ON


def _ends_turn(position: OrbisPosition, player: Player, decision: native.Decision, move: AnyMove) -> bool:
    owned = total(player.worshippers)
    match move:
        case Gain(worshippers=worshippers):
            return owned + sum(worshippers) <= SUPPLY_LIMIT
        case Discard(worshippers=worshippers):
            return owned - sum(worshippers) <= SUPPLY_LIMIT
        case TakeGod(god=god):
            return not GODS[god].gift and not 0 < GODS[god].payment <= owned
        case RemoveWorshipper(slot=slot, color=color) if isinstance(decision, Eruption):
            return owned <= SUPPLY_LIMIT and not _erupts_further(position, decision, slot, COLORS.index(color))
    return False


def _erupts_further(position: OrbisPosition, decision: Eruption, slot: int, color: int) -> bool:
    """Returns whether the volcano asks again after the removal of one worshipper (ORB-5.5)."""
    cells = erupting_cells(position, decision.tile)
    found = sum(count(position.display[at].worshippers, of) for at, of in cells) - 1
    several = len(cells) - (count(position.display[slot].worshippers, color) == 1) > 1
    return found > decision.left - 1 > 0 and several


def _exchange_ends_turn(position: OrbisPosition, player: Player, decision: native.Decision, give: Color, take: Color) -> bool:
    """Returns whether the turn ends because the exchange leaves no choice."""
    if isinstance(decision, Turn | Gift | Eruption):
        return False
    owned = exchanged(player.worshippers, COLORS.index(give), COLORS.index(take))
    left = total(owned)
    match decision:
        case Overflow():
            return left <= SUPPLY_LIMIT
        case VillagePayment() | DeathPayment():
            return left < decision.needed and left <= SUPPLY_LIMIT
        case Placement():
            return left <= SUPPLY_LIMIT and _is_laid_at_once(player, position.tile_at(decision.slot), owned)
        case Payment():
            return not has_choice(owned, decision.needed) and _laying_ends_turn(position, decision.tile, left - decision.needed)
    return False


def _laying_ends_turn(position: OrbisPosition, tile: Tile, left: int) -> bool:
    """Returns whether the turn ends when the tile is laid face up by a player with this many worshippers left."""
    if tile.effect == CONVERSION:
        return bool(tile.colors) and left + tile.amount <= SUPPLY_LIMIT
    if tile.effect == VILLAGE and left >= tile.amount:
        return False
    if tile.effect == VOLCANO and has_eruption_choice(position, tile, tile.amount):
        return False
    return left <= SUPPLY_LIMIT


def _take_preview(player: Player, tile: Tile, slot: int, standing: Bag) -> TakePreview:
    owned, owed, needed = player.worshippers + standing, price(player, tile), tile.any
    payable = covers_cost(owned, owed, needed)
    exchangeable = payable or covers_after_exchanges(owned, owed, needed)
    places = len(face_up_moves(player.world, tile.color))
    becomes_wilderness = not (exchangeable and places)
    return TakePreview(
        tile.id,
        write_bag(standing),
        write_bag(owned),
        write_bag(owed),
        needed,
        payable,
        exchangeable,
        _swaps(owned, owed) if exchangeable and not payable else (),
        places,
        becomes_wilderness,
        NEIGHBOURS[slot],
        COLORS[tile.color],
        ends_turn=becomes_wilderness and len(free_places(player.world)) == 1 and total(owned) <= SUPPLY_LIMIT,
    )


def _swaps(owned: Bag, owed: Bag) -> tuple[Swap, ...]:
    """Returns exchanges of surplus worshippers for the missing ones, which must be possible."""
    rest = [count(owned, color) - count(owed, color) for color in range(len(COLORS))]
    found = []
    for take, amount in enumerate(rest):
        for _ in range(-amount):
            give = rest.index(max(rest))
            rest[give] -= EXCHANGE_RATE
            found.append(Swap(COLORS[give], COLORS[take]))
    return tuple(found)


def _is_laid_at_once(player: Player, tile: Tile, owned: Bag) -> bool:
    """Returns whether there is one place and the tile can only be a wilderness there, so that nothing is asked (ORB-3.5)."""
    if len(free_places(player.world)) > 1:
        return False
    return not (face_up_moves(player.world, tile.color) and covers_after_exchanges(owned, price(player, tile), tile.any))


def _lay_preview(position: OrbisPosition, player: Player, tile: Tile, move: LayRegion) -> LayPreview:
    owned = total(player.worshippers)
    if move.wilderness:
        return LayPreview(tile.id, True, NOBODY, 0, wilderness_points(player), ends_turn=owned <= SUPPLY_LIMIT)
    owed, needed = price(player, tile), tile.any
    asked = needed and has_choice(player.worshippers - owed, needed)
    ends_turn = not asked and _laying_ends_turn(position, tile, owned - total(owed) - needed)
    place = place_of(move.row, move.column)
    fulfilled = rests_on(player.world, place, tile.colors[0]) if tile.effect == IRRIGATION else None
    neighbours = touching(player.world, place, tile.colors) if tile.effect == FOREST else None
    return LayPreview(
        tile.id,
        False,
        write_bag(owed),
        needed,
        0 if fulfilled is False else tile.points,
        fulfilled,
        neighbours,
        None if neighbours is None else tile.amount,
        ends_turn=ends_turn,
    )


def _pay_preview(position: OrbisPosition, player: Player, decision: native.Decision, worshippers: Bag) -> PayPreview:
    owned = player.worshippers - worshippers
    left, counts = total(owned), write_bag(owned)
    match decision:
        case Payment():
            tile = decision.tile
            fails = tile.effect == IRRIGATION and not rests_on(player.world, decision.place, tile.colors[0])
            return PayPreview(counts, 0 if fails else tile.points, ends_turn=_laying_ends_turn(position, tile, left))
        case VillagePayment():
            return PayPreview(counts, decision.tile.points, ends_turn=left <= SUPPLY_LIMIT)
    return PayPreview(counts, player.god.points if player.god else 0, ends_turn=left <= SUPPLY_LIMIT)
