"""The evaluation of Helios, in expected victory points at the end. The weights were chosen by hand and verified by self-play."""

from __future__ import annotations

from typing import Final

from engine import native
from engine.ai.evaluation import Evaluation
from engine.helios import content
from engine.helios.content import BOX, BY_SEATS, FIELDS, LIGHT, SPECIALS, SYMBOLS
from engine.helios.native import colors, fields, pieces
from engine.helios.native.decisions import ActionTurn, BonusAction, BonusCube, DrawnLands, Payment, RegularAction, TempleSite, Trade
from engine.helios.native.fields import LIGHT_AROUND
from engine.helios.native.land import Land
from engine.helios.native.pieces import ALL_BUILDINGS, EMPTY_FIELDS, LANDS, LANDS_AROUND, TEMPLE, Building, Character, Purpose
from engine.helios.native.position import Player, Position
from engine.helios.rules.outline import NEIGHBOURS
from engine.helios.scoring import edge_fields, special_points
from engine.native import Facts

SCALE: Final = 9.0
"""A lead of this many points wins about three games of four."""

TURN: Final = 4.5
"""The value of a remaining turn; it makes seats that have moved comparable with seats that have not."""

SUN_SHARE: Final = 0.4
"""The share of the remaining turns with a sun action, bonus actions included."""

MANA: Final = [0.0, 2.0, 4.0, 5.8, 7.3, 8.6, 9.7]
"""The value by amount of mana while characters are for sale: two to four buy one of about twelve points. More mana is one point each."""

CUBE: Final = 1.5
CUBES_USEFUL: Final = 9
"""The value of a cube, which pays for temples, buildings and characters; and the number of cubes above which more are useless."""

CUBE_COLOR: Final = 0.4
"""The value of each colour among the cubes: costs require particular colours."""

TRACK: Final = 0.35
"""The value of a step on the sun track, besides its effect on the sun's reach."""

TILE: Final = 0.7
"""The value of a tile on the board: room for a cube or a temple, and a neighbour of temples."""

DRY: Final = 0.12
"""The value of each land without a cube, per future sun action: it will gain one."""

SLOT: Final = [0.0, 0.5, 1.3, 2.6, 4.0, *[4.0] * (BOX.tiles_for_bonus - 4)]
"""The value by number of action tiles under a slot: the fourth earns a bonus action."""

NIGHT: Final = 0.75
ACTIVATION: Final = 3
"""The expected share of a night-side character's points, and the cubes its activation costs."""

CUBES_TO_COME: Final = 0.8
"""The cubes per remaining turn that are available for characters."""

HOPE: Final = {"lands": 0.8, "empty_fields": -0.5, "cubes": 0.6, "temples": 0.7}
"""The expected change of a special tile's points per adjacent light field that can still change."""

GROWTH: Final = {"house": 1.1, "tile": 0.9, "special": 0.6, "colour": 0.3, "track": 0.5, "once": 0.0, "edge": 0.4, "cube_and_mana": 0.2}
"""The expected growth of a character's points per remaining turn."""

ACTION: Final = {"land": 4.0, "build": 4.0, "sun": 4.0}
"""The value of an action that is taken and not yet carried out."""

SECOND_CUBE: Final = 0.35
TEMPLE_PRICE: Final = 0.3
"""The value of the Warehouse and of the Citadel per remaining turn."""

TEMPLE_SITE: Final = 3.0
"""The value of a temple that is paid for and not yet placed."""


def _bought(purpose: Purpose) -> float:
    """Returns the estimated value of what the player is paying for."""
    if purpose is TEMPLE:
        return TEMPLE_SITE + 3.0
    if isinstance(purpose, Building):
        return float(purpose.points + purpose.track + 1.5 * purpose.mana + (2.0 if purpose.function else 0.0))
    return 5.0


SUN_SYMBOL: Final[int] = content.SUN_SYMBOL
EDGE_POINTS: Final[int] = BOX.scores.edge
COUNCIL_POINTS: Final[int] = pieces.CITY_COUNCIL.amount
ROUNDS: Final[dict[int, int]] = {seats: table.rounds for seats, table in BY_SEATS.items()}
TURNS: Final[dict[int, int]] = {seats: table.turns for seats, table in BY_SEATS.items()}
HOPE_OF: Final[list[float]] = [HOPE[special] for special in SPECIALS]
GROWTH_OF: Final[list[float]] = [GROWTH[per] for per in pieces.PER]
ACTION_OF: Final[list[float]] = [ACTION[symbol] for symbol in SYMBOLS]
BOUGHT: Final[dict[str, float]] = {purpose.name: _bought(purpose) for purpose in (TEMPLE, *ALL_BUILDINGS, *pieces.ALL_CHARACTERS)}
"""The tables above, by the numbers of native pieces; and the value of what a player is paying for."""


class LandFacts(Facts):
    """The evaluation of a land by itself. `best` and `mean` are the points of lit temples at the best stop of the sun, and on average;
    `council_best` and `council_mean` are the same with the City Council.
    """

    def __init__(self, land: Land) -> None:
        taken = land.taken
        self.tiles: int = fields.size(taken)
        self.temples: int = land.count_temples()
        self.cubes: int = land.count_cubes()
        self.cube_colors: int = colors.size(land.cube_colors())
        self.edges = len(edge_fields(taken))
        self.rim: int = fields.size(fields.without(fields.beside(taken), taken))
        self.specials = 0
        self.colors = 0
        self.dry = 0
        self.points = 0
        self.hope = 0.0
        self.best = 0
        self.mean = 0.0
        self.council_best = 0
        self.council_mean = 0.0
        self._count_tiles(land)
        if self.temples:
            self._count_lights(land)

    def _count_tiles(self, land: Land) -> None:
        """Counts lands and special tiles, with what these score (HEL-9.1) and the expected change of it."""
        found = colors.NO_COLORS
        for field in range(LIGHT):
            tile = land.tiles[field]
            if tile is None:
                continue
            kind = tile.kind
            if kind < LANDS:
                found = colors.plus(found, kind)
                self.dry += not tile.cubes and not tile.temple
            else:
                self.specials += 1
                self.points += special_points(land, field, kind)
                settled = land.taken if kind in (LANDS_AROUND, EMPTY_FIELDS) else land.temples
                unsettled: int = len(LIGHT_AROUND[field]) - fields.count_around(field, settled)
                self.hope += HOPE_OF[kind - LANDS] * unsettled
        self.colors = colors.size(found)

    def _count_lights(self, land: Land) -> None:
        """Counts the points that temples score when the sun stops on the empty fields next to them (HEL-4.13)."""
        points = [0] * FIELDS
        council = [0] * FIELDS
        for field in range(LIGHT):
            if fields.has(land.temples, field):
                scored: int = 1 + fields.count_around(field, land.taken)
                for near in NEIGHBOURS[field]:
                    if not fields.has(land.taken, near):
                        points[near] += scored
                        council[near] += scored + COUNCIL_POINTS
        rim = max(self.rim, 1)
        self.best = max(points)
        self.mean = sum(points) / rim
        self.council_best = max(council)
        self.council_mean = sum(council) / rim


def land_facts(land: Land) -> LandFacts:
    """Returns the evaluation of a land, which is worked out once."""
    known = land.facts
    if known is not None:
        assert isinstance(known, LandFacts)
        return known
    value = LandFacts(land)
    land.facts = value
    return value


def turns_left(position: Position, seat: int) -> int:
    """Returns the number of action turns the seat has left, including one that it has not begun."""
    seats = len(position.players)
    turns = TURNS[seats]
    later = (ROUNDS[seats] - position.round) * turns
    if not position.turn:
        return later
    begun = position.turn
    if position.pending and isinstance(position.pending[-1], ActionTurn):
        begun -= 1
    place = (seat - position.start_seat) % seats
    return later + turns - (begun - place + seats - 1) // seats


def player_worth(player: Player, left: int, for_sale: bool) -> float:
    """Returns the value of one player's pieces, by turns left and whether characters are for sale; it is worked out once."""
    condition = 2 * left + for_sale
    if player.worth_if != condition:
        player.worth = _player_worth(player, land_facts(player.land), left, for_sale)
        player.worth_if = condition
    return player.worth


def _player_worth(player: Player, land: LandFacts, left: int, for_sale: bool) -> float:
    city = player.city
    total = TURN * left + max(player.points, 0) + EDGE_POINTS * land.edges + land.points
    total += city.points
    total += left * SUN_SHARE * _sun_income(player, land)
    fading = min(1.0, (left + 3.0) / 10.0)
    total += CUBE * min(land.cubes, CUBES_USEFUL) * fading + CUBE_COLOR * land.cube_colors * fading
    total += (_mana(player.mana, for_sale) if left or land.cubes >= ACTIVATION else float(player.mana)) + land.hope * min(1.0, left / 10.0)
    if left:
        total += TRACK * min(player.track, SUN_SYMBOL - 1) * fading + TILE * land.tiles * fading
        slots = 0.0
        for slot in player.slots:
            slots += SLOT[len(slot)]
        total += slots * min(1.0, left / 4.0)
        total += left * (SECOND_CUBE * city.has_warehouse + TEMPLE_PRICE * city.has_citadel)
    for character in player.day:
        total += _character(player, land, character, left)
    return total + _nights(player, land, left, CUBE * fading)


def _nights(player: Player, land: LandFacts, left: int, cube: float) -> float:
    """Returns the value of night-side characters, the best first, as far as current and future cubes can activate them."""
    total = 0.0
    if not player.night:
        return total
    payable = (land.cubes + CUBES_TO_COME * left) / ACTIVATION
    values = [_character(player, land, character, left) for character in player.night]
    values.sort(reverse=True)
    for points in values:
        total += NIGHT * max(0.0, min(1.0, payable)) * (points - ACTIVATION * cube)
        payable -= 1.0
    return total


def _sun_income(player: Player, land: LandFacts) -> float:
    """Returns the gains of one sun action: lit temples (more with a longer reach), orbits and cubes."""
    city = player.city
    free = player.track == SUN_SYMBOL
    reach = 1.0 if free else min(1.0, player.track / max(land.rim, 1))
    best = land.council_best if city.has_council else land.best
    mean = land.council_mean if city.has_council else land.mean
    lit = reach * best + (1.0 - reach) * mean
    orbit = 0.0 if free or city.has_power_plant else float(city.orbit_points)
    return lit + 0.75 * reach * orbit + DRY * land.dry * (2 if city.has_warehouse else 1)


def _mana(mana: int, for_sale: bool) -> float:
    """Returns the value of mana: it buys characters while there are any, else it is one point each (HEL-9.1)."""
    if not for_sale:
        return float(mana)
    return MANA[mana] if mana < len(MANA) else MANA[-1] + mana - len(MANA) + 1


def _character(player: Player, land: LandFacts, character: Character, left: int) -> float:
    """Returns the points of a day-side character, with their expected growth (HEL-8)."""
    per = character.per
    if per == pieces.HOUSES:
        count = land.temples + len(player.city.buildings)
    elif per == pieces.ALL_TILES:
        count = land.tiles
    elif per == pieces.SPECIAL_TILES:
        count = land.specials
    elif per == pieces.LAND_COLORS:
        count = land.colors
    elif per == pieces.TRACK:
        count = 0 if player.track == SUN_SYMBOL else player.track
    elif per == pieces.ONCE:
        count = 1
    elif per == pieces.EDGES:
        count = land.edges
    else:
        count = land.cubes + player.mana
    return character.points * count + GROWTH_OF[per] * left


def _begun(decision: native.Decision) -> float:
    """Returns the value of a decision in progress, less what is still to pay for it."""
    if isinstance(decision, RegularAction):
        return ACTION_OF[decision.symbol]
    if isinstance(decision, BonusAction):
        return SLOT[-1]
    if isinstance(decision, BonusCube):
        return CUBE
    if isinstance(decision, Payment):
        return BOUGHT[decision.purpose.name] - CUBE * (len(decision.required) + decision.any)
    if isinstance(decision, TempleSite):
        return TEMPLE_SITE
    if isinstance(decision, DrawnLands):
        return len(decision.lands) * (TILE + CUBE)
    if isinstance(decision, Trade):
        return 4.0
    return 0.0


class HeliosEvaluation(Evaluation):
    """The evaluation of Helios."""

    def worth(self, position: native.Position) -> list[float]:
        assert isinstance(position, Position)
        for_sale = bool(position.characters)
        found: list[float] = []
        for seat, player in enumerate(position.players):
            found.append(player_worth(player, turns_left(position, seat), for_sale))
        for decision in position.pending:
            found[decision.seat] += _begun(decision)
        return found


EVALUATION: Final = HeliosEvaluation(SCALE, rivalry=0.7, width=14)
