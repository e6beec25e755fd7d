"""What a player should know before making a move, such as the price of a tile and whether the turn ends."""

from __future__ import annotations

from collections.abc import Mapping
from operator import sub
from typing import NamedTuple

import msgspec

from engine.game import Preview
from engine.orbis.content import ANY_OF, COLOR_OF, GODS, NEIGHBOURS, TILES
from engine.orbis.moves import (
    MOVES,
    AnyDecision,
    AnyMove,
    DeathPayment,
    Decline,
    Discard,
    Eruption,
    Exchange,
    Gain,
    Gift,
    LayRegion,
    Overflow,
    Pay,
    Payment,
    Placement,
    RemoveWorshipper,
    TakeGod,
    TakeRegion,
    Turn,
    VillagePayment,
)
from engine.orbis.records import COLORS, EXCHANGE_RATE, SUPPLY_LIMIT, Color, Conversion, Forest, Irrigation, Village
from engine.orbis.rules.effects import has_eruption_choice
from engine.orbis.rules.laying import colors_by_place, free_places, matches, place_of, rests_on
from engine.orbis.rules.legal import ERUPTIONS, erupting_cells
from engine.orbis.rules.paying import changed, covers, covers_after_exchanges, has_choice, price, united
from engine.orbis.scoring import forest_neighbours, wilderness_points
from engine.orbis.state import NOBODY, Counts, Player, Region, State, tile_at


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


PREVIEWS: Mapping[type[AnyMove], type[Preview]] = {
    **dict.fromkeys(MOVES, Preview),
    TakeRegion: TakePreview,
    LayRegion: LayPreview,
    Pay: PayPreview,
}
"""The preview of each type of move."""

GOES_ON = Preview()
ENDS_TURN = Preview(ends_turn=True)


def preview(state: State, move: AnyMove) -> Preview:
    """Returns what the acting player should know before making a legal move; everything that it uses is public."""
    decision = state.pending[-1]
    player = state.players[decision.seat]
    match move:
        case Exchange(give=give, take=take):
            return ENDS_TURN if _exchange_ends_turn(state, player, decision, give, take) else GOES_ON
        case TakeRegion(slot=slot):
            return _take_preview(player, tile_at(state, slot), slot, state.display_worshippers[slot])
        case LayRegion() if isinstance(decision, Placement):
            return _lay_preview(state, player, tile_at(state, decision.slot), move)
        case Pay(worshippers=worshippers):
            return _pay_preview(state, player, decision, worshippers)
        case Decline():
            return Preview(ends_turn=sum(player.worshippers) <= SUPPLY_LIMIT, is_pass=True)
    return ENDS_TURN if _ends_turn(state, player, decision, move) else GOES_ON


def _ends_turn(state: State, player: Player, decision: AnyDecision, move: AnyMove) -> bool:
    total = sum(player.worshippers)
    match move:
        case Gain(worshippers=worshippers):
            return total + sum(worshippers) <= SUPPLY_LIMIT
        case Discard(worshippers=worshippers):
            return total - sum(worshippers) <= SUPPLY_LIMIT
        case TakeGod(god=god):
            return not GODS[god].gift and not 0 < GODS[god].payment <= total
        case RemoveWorshipper(slot=slot, color=color) if isinstance(decision, Eruption):
            return total <= SUPPLY_LIMIT and not _erupts_further(state, decision, slot, COLORS.index(color))
    return False


def _erupts_further(state: State, decision: Eruption, slot: int, color: int) -> bool:
    """Returns whether the volcano asks again after the removal of one worshipper (ORB-5.5)."""
    cells = erupting_cells(state, decision.tile)
    found = sum(state.display_worshippers[at][of] for at, of in cells) - 1
    several = len(cells) - (state.display_worshippers[slot][color] == 1) > 1
    return found > decision.left - 1 > 0 and several


def _exchange_ends_turn(state: State, player: Player, decision: AnyDecision, give: Color, take: Color) -> bool:
    """Returns whether the turn ends because the exchange leaves no choice."""
    if isinstance(decision, Turn | Gift | Eruption):
        return False
    owned = changed(changed(player.worshippers, COLORS.index(give), -EXCHANGE_RATE), COLORS.index(take), 1)
    total = sum(owned)
    match decision:
        case Overflow():
            return total <= SUPPLY_LIMIT
        case VillagePayment(needed=needed) | DeathPayment(needed=needed):
            return total < needed and total <= SUPPLY_LIMIT
        case Placement(slot=slot):
            return total <= SUPPLY_LIMIT and _is_laid_at_once(player, tile_at(state, slot), owned)
        case Payment(tile=tile, needed=needed):
            return not has_choice(owned, needed) and _laying_ends_turn(state, tile, total - needed)
    return False


def _laying_ends_turn(state: State, tile: str, total: int) -> bool:
    """Returns whether the turn ends when the tile is laid face up by a player with this many worshippers left."""
    match TILES[tile].effect:
        case Conversion(color="any"):
            return False
        case Conversion(amount=amount):
            return total + amount <= SUPPLY_LIMIT
        case Village(pay=needed) if total >= needed:
            return False
    if tile in ERUPTIONS and has_eruption_choice(state, tile, ERUPTIONS[tile][0]):
        return False
    return total <= SUPPLY_LIMIT


def _take_preview(player: Player, tile: str, slot: int, standing: Counts) -> TakePreview:
    owned = united(player.worshippers, standing)
    owed, needed, color = price(player, tile), ANY_OF[tile], COLOR_OF[tile]
    payable = covers(owned, owed, needed)
    exchangeable = payable or covers_after_exchanges(owned, owed, needed)
    outlook = _outlook(player.world)
    places = outlook.face_up[color]
    return TakePreview(
        tile,
        standing,
        owned,
        owed,
        needed,
        payable,
        exchangeable,
        _swaps(owned, owed) if exchangeable and not payable else (),
        places,
        not (exchangeable and places),
        NEIGHBOURS[slot],
        COLORS[color],
        ends_turn=outlook.free == 1 and not (exchangeable and places) and sum(owned) <= SUPPLY_LIMIT,
    )


def _swaps(owned: Counts, owed: Counts) -> tuple[Swap, ...]:
    """Returns exchanges of surplus worshippers for the missing ones, which must be possible."""
    rest = list(map(sub, owned, owed))
    found = []
    for take, amount in enumerate(rest):
        for _ in range(-amount):
            give = rest.index(max(rest))
            rest[give] -= EXCHANGE_RATE
            found.append(Swap(COLORS[give], COLORS[take]))
    return tuple(found)


def _is_laid_at_once(player: Player, tile: str, owned: Counts) -> bool:
    """Returns whether there is one place and the tile can only be a wilderness there, so that nothing is asked (ORB-3.5)."""
    outlook = _outlook(player.world)
    if outlook.free > 1:
        return False
    return not (outlook.face_up[COLOR_OF[tile]] and covers_after_exchanges(owned, price(player, tile), ANY_OF[tile]))


class Outlook(NamedTuple):
    """What a world offers: its colours by place, the number of free places, and by colour the number of places for a face-up tile."""

    world: list[Region]
    colors: dict[int, int]
    free: int
    face_up: tuple[int, ...]


_latest = Outlook([], {}, 1, (1,) * len(COLORS))


def _outlook(world: list[Region]) -> Outlook:
    """Returns the outlook of a world; the last one is kept, because all moves of a list ask for the same world."""
    global _latest
    latest = _latest
    if latest.world != world:
        colors = colors_by_place(world)
        places = free_places(colors)
        face_up = tuple(sum(matches(colors, place, color) for place in places) for color in range(len(COLORS)))
        latest = _latest = Outlook(world[:], colors, len(places), face_up)
    return latest


def _lay_preview(state: State, player: Player, tile: str, move: LayRegion) -> LayPreview:
    total = sum(player.worshippers)
    if move.wilderness:
        return LayPreview(tile, True, NOBODY, 0, wilderness_points(player), ends_turn=total <= SUPPLY_LIMIT)
    owed, needed = price(player, tile), ANY_OF[tile]
    asked = needed and has_choice(tuple(map(sub, player.worshippers, owed)), needed)
    ends_turn = not asked and _laying_ends_turn(state, tile, total - sum(owed) - needed)
    colors, place = _outlook(player.world).colors, place_of(move.row, move.column)
    points = TILES[tile].points
    match TILES[tile].effect:
        case Irrigation(color=color):
            fulfilled = rests_on(colors, place, COLORS.index(color))
            return LayPreview(tile, False, owed, needed, points if fulfilled else 0, fulfilled, ends_turn=ends_turn)
        case Forest(count=count) as forest:
            neighbours = forest_neighbours(forest, place, colors)
            return LayPreview(tile, False, owed, needed, points, None, neighbours, count, ends_turn=ends_turn)
    return LayPreview(tile, False, owed, needed, points, ends_turn=ends_turn)


def _pay_preview(state: State, player: Player, decision: AnyDecision, worshippers: Counts) -> PayPreview:
    owned = tuple(map(sub, player.worshippers, worshippers))
    total = sum(owned)
    match decision:
        case Payment(tile=tile, row=row, column=column):
            points = _points_at(tile, player, place_of(row, column))
            return PayPreview(owned, points, ends_turn=_laying_ends_turn(state, tile, total))
        case VillagePayment(tile=tile):
            return PayPreview(owned, TILES[tile].points, ends_turn=total <= SUPPLY_LIMIT)
    return PayPreview(owned, GODS[player.god].points if player.god else 0, ends_turn=total <= SUPPLY_LIMIT)


def _points_at(tile: str, player: Player, place: int) -> int:
    """Returns what the tile may score in this place: nothing if it is an irrigation that would be unfulfilled (ORB-5.6)."""
    effect = TILES[tile].effect
    if isinstance(effect, Irrigation) and not rests_on(_outlook(player.world).colors, place, COLORS.index(effect.color)):
        return 0
    return TILES[tile].points
