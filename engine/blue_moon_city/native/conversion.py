"""Converts the records of Blue Moon City into native objects and back."""

from __future__ import annotations

from typing import Final, cast

from engine import native
from engine.blue_moon_city import moves as records
from engine.blue_moon_city import state as states
from engine.blue_moon_city.content import COLORS
from engine.blue_moon_city.native import decisions, moves
from engine.blue_moon_city.native.city import BUILDINGS, Building, City, building_of
from engine.blue_moon_city.native.hand import Hand, hidden_hand
from engine.blue_moon_city.native.pieces import CARD, COLOR_COUNT, LAYOUTS, OUTSIDE, TABLES, UNKNOWN, Card
from engine.blue_moon_city.native.position import BlueMoonCityPosition, Player, Setup
from engine.blue_moon_city.rules.paying import turned_after
from engine.blue_moon_city.versions import RULES_VERSION, SCHEMA_VERSION

CARD_OF: Final[dict[str | None, Card]] = {name: card for name, card in CARD.items()}
"""The card of a name that is not None."""

CARD_OR_NONE: Final[dict[str | None, Card | None]] = {None: None} | {name: card for name, card in CARD.items()}


def _record_of(move: native.Move) -> records.AnyMove:
    """Returns the record of a move with parameters, or of the class of the same name."""
    if isinstance(move, moves.CallDragon):
        return records.CallDragon(move.card.name, move.cell)
    if isinstance(move, moves.Contribute):
        return records.Contribute(move.space, COLORS[move.color])
    if isinstance(move, moves.LayCard):
        return records.LayCard(move.card.name)
    if isinstance(move, moves.LayPair):
        return records.LayPair((move.cards[0].name, move.cards[1].name))
    if isinstance(move, moves.TurnCard):
        return records.TurnCard(move.hoax.name, move.card.name)
    kind = {record.__name__: record for record in records.MOVES}[type(move).__name__]
    if isinstance(move, moves.Step | moves.Fly | moves.UseMainHall):
        return kind(move.cell)  # type: ignore[call-arg, arg-type]
    if isinstance(move, moves.OfferAgain | moves.DiscardCard):
        return kind(move.card.name)  # type: ignore[call-arg, arg-type]
    return kind()  # type: ignore[call-arg]


RECORDS: Final[dict[native.Move, records.AnyMove]] = {move: _record_of(move) for move in moves.all_moves()}
MOVES: Final[dict[records.AnyMove, native.Move]] = {record: move for move, record in RECORDS.items()}


def read_state(state: states.State) -> BlueMoonCityPosition:
    """Converts a state that was checked, or a view."""
    table = TABLES[len(state.players)]
    buildings = [BUILDINGS[building.tile].get(building.markers) or building_of(building.tile, building.markers) for building in state.city]
    return BlueMoonCityPosition(
        state.version,
        [read_decision(decision) for decision in state.pending],
        Setup(state.options, table, state.first_seat),
        UNKNOWN if state.seed is None else state.seed,
        state.turn,
        state.quiet_since,
        City(LAYOUTS[state.options.expansion], buildings),
        [OUTSIDE if cell is None else cell for cell in state.dragons],
        [_read_player(player, state.obelisk.count(seat)) for seat, player in enumerate(state.players)],
        state.obelisk[:],
        [CARD_OR_NONE[card] for card in state.deck],
        len(state.deck),
        [CARD_OF[card] for card in state.discards],
        state.shuffles,
    )


def write_state(position: BlueMoonCityPosition) -> states.State:
    """Converts a position into a state."""
    return states.State(
        schema_version=SCHEMA_VERSION,
        rules_version=RULES_VERSION,
        version=position.version,
        seed=None if position.seed == UNKNOWN else position.seed,
        options=position.setup.options,
        first_seat=position.setup.first_seat,
        turn=position.turn,
        quiet_since=position.quiet_since,
        city=[building.record or _write_building(building) for building in position.city.buildings],
        dragons=[None if cell == OUTSIDE else cell for cell in position.dragons],
        players=[_write_player(player) for player in position.players],
        obelisk=position.obelisk[:],
        deck=[None if card is None else card.name for card in position.deck[: position.left]],
        discards=[card.name for card in position.discards],
        shuffles=position.shuffles,
        pending=[_write_decision(decision) for decision in position.pending],
    )


def _write_building(building: Building) -> states.Building:
    """Returns a new record of a building, which is kept with it."""
    building.record = states.Building(building.tile.name, building.rebuilt, building.markers)
    return building.record


def read_hand(cards: list[str | None]) -> Hand:
    """Converts a hand; it is hidden if a card is unknown."""
    if None in cards:
        return hidden_hand(len(cards))
    return Hand([CARD_OF[card] for card in cards], len(cards))


def _read_player(player: states.Player, offerings: int) -> Player:
    waiting = [CARD_OR_NONE[card] for card in player.waiting]
    crystals = UNKNOWN if player.crystals is None else player.crystals
    return Player(read_hand(player.hand), waiting, crystals, player.scales, player.markers, player.miniature, offerings)


def _write_player(player: Player) -> states.Player:
    hand: list[str | None] = [card.name for card in player.hand.cards] if player.hand.is_known() else [None] * player.hand.size
    waiting = [None if card is None else card.name for card in player.waiting]
    crystals = None if player.crystals == UNKNOWN else player.crystals
    return states.Player(hand, waiting, crystals, player.scales, player.markers, player.miniature)


def read_decision(decision: records.AnyDecision) -> native.Decision:
    """Converts a decision."""
    match decision:
        case records.Movement():
            return decisions.Movement(decision.seat, decision.steps)
        case records.Contribution():
            return decisions.Contribution(decision.seat, decision.made)
        case records.Payment():
            return _read_payment(decision)
        case records.Offering():
            return decisions.Offering(decision.seat, decision.made)
        case records.Special():
            return decisions.Special(decision.seat)
        case records.Reset():
            return decisions.Reset(decision.seat, decision.discarded)


def _read_payment(decision: records.Payment) -> decisions.Payment:
    color, turned = COLORS.index(decision.color), [0] * COLOR_COUNT
    laid = [cast(moves.Laying, MOVES[step]) for step in decision.laid]
    for step in laid:
        turned = turned_after(step, color, turned)
    return decisions.Payment(decision.seat, decision.space, color, laid, decision.worth, decision.needed, turned)


def _write_decision(decision: native.Decision) -> records.AnyDecision:
    seat = decision.seat
    if isinstance(decision, decisions.Movement):
        return records.Movement(seat, decision.steps)
    if isinstance(decision, decisions.Contribution):
        return records.Contribution(seat, decision.made)
    if isinstance(decision, decisions.Payment):
        laid = tuple([cast(records.Laid, RECORDS[step]) for step in decision.laid])
        return records.Payment(seat, decision.space, COLORS[decision.color], laid, decision.worth, decision.needed)
    if isinstance(decision, decisions.Offering):
        return records.Offering(seat, decision.made)
    if isinstance(decision, decisions.Reset):
        return records.Reset(seat, decision.discarded)
    return records.Special(seat)
