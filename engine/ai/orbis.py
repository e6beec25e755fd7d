"""The evaluation of Orbis, in expected creation points at the end of the game.

The weights were chosen by hand, guided by a regression on games of greedy self-play.
"""

from __future__ import annotations

from typing import Final

from engine.ai.evaluation import Evaluation
from engine.native import Facts, Move, Position
from engine.orbis.native import places
from engine.orbis.native.bags import EMPTY, Bag, count, covers, of_colors, total, worth_of
from engine.orbis.native.decisions import DeathPayment, Gift, Overflow, Payment, Placement, Turn, VillagePayment
from engine.orbis.native.moves import Exchange, LayRegion
from engine.orbis.native.pieces import (
    ALWAYS,
    CONVERSION,
    EFFECTS,
    FARM,
    FEWEST_WILDERNESSES,
    FOREST,
    MOST,
    PAID,
    ROCK,
    SHRINE,
    TILES,
    VILLAGE,
    God,
    Tile,
)
from engine.orbis.native.places import AROUND, BELOW, ROW_2
from engine.orbis.native.position import UP, Offer, OrbisPosition, Player, Region, World
from engine.orbis.records import DISPLAY_SIZE, REGIONS_PER_WORLD, TURNS_PER_SEAT
from engine.orbis.rules.laying import free_places, touching
from engine.orbis.rules.paying import EXCHANGE_RATE, price
from engine.orbis.scoring import TEMPLES

SCALE: Final = 4.0
"""A lead of this many points wins about three games of four."""

TURN: Final = 1.8
"""The value of a remaining turn; it makes seats that have moved comparable with seats that have not."""

UNFINISHED: Final = 0.6
"""A penalty for an unfinished turn, so that the search finishes it instead of prolonging it with exchanges."""

WORSHIPPERS: Final[list[float]] = [0.0, 0.65, 1.1, 1.5, 1.75, 1.9, 2.0, 2.05, 2.1, 2.15, 2.2]
"""The value by number of worshippers of one colour: four or five pay for a region of about four points, a tenth adds little."""

FADING: Final[list[float]] = [0.0, 0.29, 0.57, 0.86, *[1.0] * (TURNS_PER_SEAT - 3)]
"""The factor for worshippers by turns left: with few turns left they lose their value."""

FREE_WORSHIPPER: Final = 0.45
"""The value of a worshipper that the player will pay or gain and whose colour is not chosen yet."""

PRIVILEGE: Final = 0.22
"""The value of a privilege per turn left: it saves about a third of a worshipper on each region."""

ICON: Final = 1.1
"""The value of a shrine icon while the temples are undecided; towards the end the temples themselves count."""

FOREST_HOPE: Final[list[float]] = [1.0, 0.65, 0.15, 0.05, 0.0, 0.0, 0.0]
"""The chance that a forest is fulfilled, by number of missing neighbours, if there is room for them."""

OPEN_PLACE: Final[list[float]] = [0.0, 0.1, 0.45, 0.9]
"""The value of an open place of an upper row that accepts one colour, two colours, or, on a wilderness, every colour."""

GROUND: Final = 0.35
"""The value of an open place of row 1, which accepts every colour."""

GOD_TO_COME: Final = 2.5
"""The expected points of a god for a seat that has none yet."""

LOST: Final = -1.0
"""The points of a wilderness (ORB-4.3)."""

CHOICE: Final = 1.6
CHOICE_NOW: Final = 0.7
CHOICE_LATER: Final = 0.45
"""The mean value of the three best tiles in the display; and the weights of a deviation from it, for the seat to act and for others."""

NO_TILE: Final = -100.0
"""The value of an empty slot of the display, which is never among the best."""

SETTLED: Final[list[float]] = [(1.0 - left / TURNS_PER_SEAT) ** 2 for left in range(TURNS_PER_SEAT + 1)]
"""By turns left: how much the standings of the temples count as final."""


def _promise(tile: Tile) -> float:
    """Returns the value of a face-up tile besides its points: worshippers, a privilege or icons, less the cost of its effect."""
    if tile.effect == CONVERSION:
        return 0.6 * tile.amount
    if tile.effect == FARM:
        return 1.5
    if tile.effect == SHRINE:
        return ICON * tile.amount
    if tile.effect == VILLAGE:
        return -0.5 * tile.amount
    return 0.0 if tile.effect == ROCK else -0.8


PROMISE: Final[list[float]] = [tile.points + _promise(tile) for tile in TILES.values()]
"""By number of the tile: the estimated value of a tile that is taken and not yet laid, before its cost."""


class WorldFacts(Facts):
    """The evaluation of a world on its own.

    `scored` counts by effect the regions that are likely to score; `accepts` says of each colour whether there is a place for it.
    """

    def __init__(self, world: World) -> None:
        self.points = 0.0
        self.wildernesses: int = places.size(world.wildernesses)
        self.icons = 0
        self.mystic = 0
        self.scored = [0] * len(EFFECTS)
        self.room = 0.0
        self.accepts = [False] * 5
        for region in world.regions:
            if region.face == UP:
                self.add_region(world, region)
        for place in free_places(world):
            self.add_room(world, place)

    def add_region(self, world: World, region: Region) -> None:
        """Adds a region that is face up."""
        tile = region.tile
        effect = tile.effect
        hope = _forest_hope(world, region) if effect == FOREST else 1.0
        self.points += tile.points * hope
        if effect == SHRINE:
            self.icons += tile.amount
        if tile.mystic > self.mystic:
            self.mystic = tile.mystic
        if hope > 0.5:
            self.scored[effect] += 1

    def add_room(self, world: World, place: int) -> None:
        """Adds a free place: its value, and the colours that it accepts."""
        below: places.Places = BELOW[place]
        if place < ROW_2 or world.wildernesses & below:
            self.room += GROUND if place < ROW_2 else OPEN_PLACE[3]
            self.accepts = [True] * 5
            return
        number = 0
        for color in range(5):
            if world.colored[color] & below:
                self.accepts[color] = True
                number += 1
        self.room += OPEN_PLACE[number]


def _forest_hope(world: World, region: Region) -> float:
    """Returns the chance that the forest has enough neighbours at the end (ORB-5.7)."""
    missing: int = region.tile.amount - touching(world, region.place, region.tile.colors)
    if missing <= 0:
        return 1.0
    room: int = 6 - places.size(world.taken & AROUND[region.place])
    return FOREST_HOPE[missing] if missing <= room and missing <= REGIONS_PER_WORLD - len(world.regions) else 0.0


def world_facts(world: World) -> WorldFacts:
    """Returns the facts that are kept with the world."""
    facts = world.facts
    if facts is None:
        facts = world.facts = WorldFacts(world)
    assert isinstance(facts, WorldFacts)
    return facts


class PlayerFacts(Facts):
    """The evaluation of a player on its own.

    `left` are the turns left, `gathered` is the value of the worshippers while there is time to spend them, and `own` the value of
    everything. `values` are those of the `offers` of the display that were evaluated last.
    """

    def __init__(self, player: Player) -> None:
        world = world_facts(player.world)
        left = TURNS_PER_SEAT - player.turns_taken()
        own = world.points
        if player.god is None or not player.god.free_wildernesses:
            own += LOST * world.wildernesses
        self.world = world
        self.left = left
        self.fading = FADING[left]
        self.gathered = worth_of(player.worshippers, WORSHIPPERS)
        if left:
            own += self.gathered * self.fading + world.room * min(1.0, left / 6.0)
            own += (TURN + PRIVILEGE * len(player.privileges.colors)) * left
        self.own = own
        self.offers: list[Offer | None] = [None] * DISPLAY_SIZE
        self.values = [0.0] * DISPLAY_SIZE


def player_facts(player: Player) -> PlayerFacts:
    """Returns the facts that are kept with the player."""
    facts = player.facts
    if facts is None:
        facts = player.facts = PlayerFacts(player)
    assert isinstance(facts, PlayerFacts)
    return facts


class OrbisEvaluation(Evaluation):
    """The evaluation of Orbis."""

    def worth(self, position: Position) -> list[float]:
        """Returns the expected points of each seat; a tile whose place is chosen counts as laid."""
        assert isinstance(position, OrbisPosition)
        players = position.players
        decision = position.pending[-1] if position.pending else None
        if isinstance(decision, Payment):
            payer = players[decision.seat]
            players = players[:]
            players[decision.seat] = payer.with_world(payer.world.with_region(decision.tile, decision.place, UP))
        facts = [player_facts(player) for player in players]
        found = [fact.own for fact in facts]
        _add_temples(facts, found)
        for seat in range(len(players)):
            god = players[seat].god
            found[seat] += GOD_TO_COME if god is None else _god(position, facts, seat, god)
        if decision is not None:
            _add_choices(position, players, facts, found)
            if not isinstance(decision, Turn):
                _add_begun(position, players[decision.seat], facts[decision.seat], found)
        return found

    def worthwhile(self, position: Position, moves: list[Move]) -> list[Move]:
        """Returns the moves without exchanges, except those needed to pay for the tile just taken (ORB-3.2)."""
        if not moves or not isinstance(moves[-1], Exchange):
            return moves
        assert isinstance(position, OrbisPosition)
        decision = position.pending[-1]
        plain = [move for move in moves if not isinstance(move, Exchange)]
        first = plain[0]
        if not isinstance(decision, Placement) or (isinstance(first, LayRegion) and not first.wilderness):
            return plain
        player = position.players[decision.seat]
        owned, owed = player.worshippers, price(player, position.tile_at(decision.slot))
        for move in moves:
            if isinstance(move, Exchange):
                is_missing = count(owed, move.take) > count(owned, move.take)
                if is_missing and count(owned, move.give) - count(owed, move.give) >= EXCHANGE_RATE:
                    plain.append(move)
        return plain


def _add_begun(position: OrbisPosition, player: Player, facts: PlayerFacts, found: list[float]) -> None:
    """Adds the value of the unfinished turn: its gains, less what is still to pay."""
    decision = position.pending[-1]
    seat = decision.seat
    found[seat] -= UNFINISHED
    if isinstance(decision, Placement):
        found[seat] += _take(player, facts, position.tile_at(decision.slot), EMPTY) - TURN
    elif isinstance(decision, (Payment, VillagePayment, DeathPayment)):
        found[seat] -= FREE_WORSHIPPER * decision.needed * facts.fading
    elif isinstance(decision, Overflow):
        found[seat] -= FREE_WORSHIPPER * decision.count * facts.fading
    elif isinstance(decision, Gift):
        found[seat] += FREE_WORSHIPPER * decision.count * facts.fading


def _add_choices(position: OrbisPosition, players: list[Player], facts: list[PlayerFacts], found: list[float]) -> None:
    """Adds the value of the display for each seat: the mean of its three best tiles, as others may take one of them first."""
    decision = position.pending[-1]
    taken = decision.slot if isinstance(decision, (Placement, Payment)) else -1
    for seat in range(len(players)):
        if len(position.players[seat].world.regions) < REGIONS_PER_WORLD:
            offered = _best_three(position.display, taken, players[seat], facts[seat]) / 3.0
            found[seat] += (CHOICE_NOW if seat == decision.seat else CHOICE_LATER) * (offered - CHOICE)


def _best_three(display: list[Offer], taken: int, player: Player, facts: PlayerFacts) -> float:
    """Returns the sum of the three best values of the display, without the slot `taken`."""
    first = second = third = 10 * NO_TILE
    offers, values = facts.offers, facts.values
    for slot in range(DISPLAY_SIZE):
        offer = display[slot]
        if slot == taken:
            value = NO_TILE
        elif offers[slot] is offer:
            value = values[slot]
        else:
            value = NO_TILE if offer.tile is None else _take(player, facts, offer.tile, offer.worshippers)
            offers[slot] = offer
            values[slot] = value
        if value > third:
            if value <= second:
                third = value
            elif value <= first:
                second, third = value, second
            else:
                first, second, third = value, first, second
    return first + second + third


def _take(player: Player, facts: PlayerFacts, tile: Tile, standing: Bag) -> float:
    """Returns the value of the tile face up if it can be paid for and fits, else as a wilderness (ORB-3.5)."""
    together = player.worshippers + standing
    best = LOST
    if standing:
        best += (worth_of(together, WORSHIPPERS) - facts.gathered) * facts.fading
    if facts.world.accepts[tile.color]:
        owed = of_colors(tile.cost, player.privileges.charged)
        if covers(together, owed):
            rest = together - owed
            if total(rest) >= tile.any:
                spent = worth_of(rest, WORSHIPPERS) - facts.gathered - FREE_WORSHIPPER * tile.any
                value = PROMISE[tile.index] + spent * facts.fading
                if value > best:
                    return value
    return best


def _add_temples(facts: list[PlayerFacts], found: list[float]) -> None:
    """ORB-6.2: adds the value of icons early in the game, and that of the temples they would win now towards the end."""
    standings = [(fact.world.icons, fact.world.mystic, seat) for seat, fact in enumerate(facts) if fact.world.icons]
    if not standings:
        return
    standings.sort(reverse=True)
    temples = TEMPLES[len(facts)]
    for place in range(min(len(standings), len(temples))):
        icons, _, seat = standings[place]
        settled = SETTLED[facts[seat].left]
        found[seat] += settled * temples[place] + (1.0 - settled) * ICON * icons


def _god(position: OrbisPosition, facts: list[PlayerFacts], seat: int, god: God) -> float:
    """Returns the expected points of the god: more if its condition holds now, less the earlier it is (ORB-7)."""
    if god.scoring == ALWAYS:
        return float(god.points)
    if god.scoring == PAID:
        return 0.0 if position.players[seat].god_unfulfilled else float(god.points)
    own = facts[seat].world
    holds = True
    if god.scoring == MOST:
        counts = [fact.world.scored[god.effects[0]] for fact in facts]
        holds = counts[seat] == max(counts) and (counts[seat] > 0 or not position.setup.majority_needs_one)
    elif god.scoring == FEWEST_WILDERNESSES:
        holds = own.wildernesses == min([fact.world.wildernesses for fact in facts])
    else:
        holds = 0 not in [own.scored[effect] for effect in god.effects]
    open_part = facts[seat].left / TURNS_PER_SEAT
    return god.points * (1.0 - 0.4 * open_part if holds else 0.5 * open_part)


EVALUATION: Final = OrbisEvaluation(SCALE, rivalry=0.25, foresight=0.15, width=4, share_of_turn=0.4)
