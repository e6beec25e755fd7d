"""Whether the pending decisions are possible in this position."""

from __future__ import annotations

from engine.errors import Defect
from engine.helios.content import (
    BAZAAR,
    BUILDING,
    BY_SEATS,
    CHARACTER,
    COLOR_INDEX,
    OF_FUNCTION,
    SLOTS,
    START,
    SYMBOL_OF,
    Color,
)
from engine.helios.moves import (
    DRAWN,
    ActionTurn,
    AnyDecision,
    BonusAction,
    BonusCube,
    CharacterTurn,
    DrawnLands,
    Payment,
    RegularAction,
    ScarceLight,
    StartingLand,
    TempleSite,
    Trade,
)
from engine.helios.native import decisions
from engine.helios.native import position as native
from engine.helios.native.colors import colors_named, has
from engine.helios.native.conversion import PURPOSES, read_state, write_payment
from engine.helios.native.fields import CUBE_FIELDS, plus
from engine.helios.native.fields import has as contains
from engine.helios.native.pieces import TEMPLE
from engine.helios.rules.building import sites, temple_price
from engine.helios.rules.laying import has_room
from engine.helios.rules.legal import is_asked
from engine.helios.rules.paying import is_coverable, price, rest_after
from engine.helios.rules.sun_action import lands_gaining_cubes
from engine.helios.state import Player, State

MOST_CUBES = max(item.cubes for item in CHARACTER.values())
"""The most bonus cubes that a character gives (HEL-5.2)."""


def pending_defects(state: State, sound: bool) -> list[Defect]:
    """Returns every defect of the pending decisions; whether the top one has a choice is checked only if the rest is `sound`."""
    found = order_defects(state)
    position = read_state(state)
    for index, decision in enumerate(state.pending):
        problem = problem_with(state, position, decision, index)
        if problem:
            found.append(Defect(f"/pending/{index}", "not_possible_now", problem))
    if not found and sound and state.pending and not is_asked(position, position.pending[-1]):
        found.append(Defect(f"/pending/{len(state.pending) - 1}", "nothing_to_decide", "This decision has only one possible outcome."))
    return found


def order_defects(state: State) -> list[Defect]:
    """Checks the order of the pending decisions and their seats."""
    if state.round == 0:
        fine = is_setup_stack(state)
    elif state.turn == 0:
        fine = is_character_stack(state)
    else:
        fine = is_action_stack(state)
    return [] if fine else [Defect("/pending", "wrong_decisions", "These decisions cannot be pending in this round and turn.")]


def is_setup_stack(state: State) -> bool:
    """HEL-3.3: returns whether the seats without a starting land have to choose in turn order."""
    seats = len(state.players)
    order = [(state.start_seat + offset) % seats for offset in range(seats)]
    laid = [state.players[seat].tiles[START] is not None for seat in order]
    waiting = [StartingLand(seat) for seat, done in zip(order, laid, strict=True) if not done]
    return laid == sorted(laid, reverse=True) and list(state.pending) == waiting[::-1] != []


def is_character_stack(state: State) -> bool:
    """HEL-5.1: returns whether one seat has a character turn, with the action it began on top; none is left after the last round."""
    if not state.pending:
        return state.round == BY_SEATS[len(state.players)].rounds and everybody_settled(state)
    turn = state.pending[0]
    if not isinstance(turn, CharacterTurn) or not everybody_settled(state):
        return False
    above = state.pending[1:]
    if above and (not turn.acted or any(decision.seat != turn.seat for decision in above)):
        return False
    if len(above) == 1 and isinstance(above[0], Payment):
        return above[0].purpose in CHARACTER
    return len(above) <= MOST_CUBES and all(isinstance(decision, BonusCube) and decision.field is None for decision in above)


def everybody_settled(state: State) -> bool:
    """Returns whether every player has a starting land."""
    return all(player.tiles[START] is not None for player in state.players)


def is_action_stack(state: State) -> bool:
    """HEL-4.1, HEL-4.2: returns whether a seat has an action turn, with the round's bonus cubes on top, or has taken its tile."""
    seats = len(state.players)
    active = (state.start_seat + state.turn - 1) % seats
    if not state.pending or not everybody_settled(state):
        return False
    bottom, above = state.pending[0], list(state.pending[1:])
    if isinstance(bottom, ActionTurn):
        field = START if state.round == 1 else None
        cubes = [BonusCube((state.start_seat + position) % seats, field) for position in range(seats - 1, 1, -1)]
        return bottom.seat == active and above == (cubes[: len(above)] if state.turn == 1 else [])
    if any(decision.seat != active for decision in state.pending):
        return False
    if isinstance(bottom, BonusAction) and bottom.slot is not None:
        return not above or is_chain(above)
    return is_chain(list(state.pending))


def is_chain(chain: list[AnyDecision]) -> bool:
    """Returns whether one action can cause these decisions: one, a bonus cube above a second drawn land, or scarce cubes of two colours."""
    match chain:
        case [RegularAction() | TempleSite() | ScarceLight() | Trade() | DrawnLands()]:
            return True
        case [BonusAction(slot=None)]:
            return True
        case [Payment(purpose=purpose)]:
            return purpose not in CHARACTER
        case [BonusCube(field=int())]:
            return True
        case [DrawnLands(lands=lands), BonusCube(field=int())]:
            return len(lands) < DRAWN
        case [ScarceLight(fields=some), ScarceLight(fields=others)]:
            return not set(some) & set(others)
        case _:
            return False


def problem_with(state: State, position: native.Position, decision: AnyDecision, index: int) -> str:
    """Returns why the decision cannot be pending, or an empty string."""
    player, native_player = state.players[decision.seat], position.players[decision.seat]
    match decision:
        case RegularAction():
            return "" if has_taken(state, decision, index) else "The tile taken last does not have this symbol (HEL-4.1)."
        case BonusAction(slot=None) | Trade() | DrawnLands():
            return "" if owns_function(player, decision) else "The player does not have the building for this decision (HEL-7)."
        case Payment():
            return payment_problem(state, player, native_player, decision)
        case TempleSite():
            return "" if state.houses and sites(native_player.land) else "There is no house, or no tile for a temple (HEL-4.5)."
        case ScarceLight():
            return scarce_problem(state, native_player, decision)
        case BonusCube():
            return cube_problem(state, native_player, decision)
        case CharacterTurn():
            return turn_problem(state, player, decision)
        case _:
            return ""


def has_taken(state: State, decision: RegularAction, index: int) -> bool:
    """Returns whether the tile taken last, which is the last one under its slot, has the symbol of the action."""
    slots = state.players[decision.seat].slots
    below = state.pending[index - 1] if index else None
    if isinstance(below, BonusAction) and below.slot is not None:
        slots = [slots[SLOTS.index(below.slot)]]
    return any(tiles and SYMBOL_OF[tiles[-1]] == decision.symbol for tiles in slots)


def owns_function(player: Player, decision: AnyDecision) -> bool:
    """Returns whether the player has the building that causes the decision: Palace, Bazaar or Land Management."""
    asking = {BonusAction: OF_FUNCTION["bonus_action"], Trade: BAZAAR, DrawnLands: OF_FUNCTION["draw_lands"]}
    return asking[type(decision)] in player.buildings


def payment_problem(state: State, player: Player, native_player: native.Player, payment: Payment) -> str:
    """HEL-4.5 to HEL-4.7: the purpose must be available, and the rest must be what is left of its price and must be payable."""
    if not is_available(state, player, native_player, payment):
        return "This cannot be bought now."
    if any(payment.paid.count(color) > state.cubes[COLOR_INDEX[color]] for color in payment.paid):
        return "The cubes paid so far are in the supply (HEL-4.7)."
    rest = rest_of(payment_begun(native_player, payment), payment.paid)
    if rest is None or write_payment(rest) != payment:
        return "This is not what is left of the price after the cubes paid (HEL-4.7)."
    return "" if is_coverable(native_player.land, rest) else "The player cannot pay the rest (HEL-4.7)."


def is_available(state: State, player: Player, native_player: native.Player, payment: Payment) -> bool:
    """Returns whether the player could have begun to pay for this purpose."""
    if payment.purpose in CHARACTER:
        return payment.purpose in player.night
    possible = payment.purpose not in player.buildings if payment.purpose in BUILDING else bool(sites(native_player.land))
    return state.houses > 0 and possible


def payment_begun(player: native.Player, payment: Payment) -> decisions.Payment:
    """Returns the payment before any cube was paid."""
    purpose = PURPOSES[payment.purpose]
    if purpose is TEMPLE:
        return decisions.Payment(payment.seat, TEMPLE, [], temple_price(player), [])
    return price(payment.seat, purpose, player.land.cube_colors() | colors_named(payment.paid))


def rest_of(payment: decisions.Payment, paid: tuple[Color, ...]) -> decisions.Payment | None:
    """Returns the rest of a payment after cubes of these colours, or None if they do not fit."""
    for name in paid:
        color = COLOR_INDEX[name]
        if not payment.any and not any(has(choice.colors, color) for choice in payment.required):
            return None
        payment = rest_after(payment, color)
    return payment


def scarce_problem(state: State, player: native.Player, scarce: ScarceLight) -> str:
    """HEL-1.2: the lands must be lit and of one colour, with cubes for some but not for all of them."""
    for lands in lands_gaining_cubes(player, player.sun):
        if set(scarce.fields) <= set(lands.fields) and len(set(scarce.fields)) == len(scarce.fields):
            left = state.cubes[lands.color]
            return "" if 0 < left < len(scarce.fields) else "The cubes of this colour are not scarce (HEL-1.2)."
    return "These are not lit lands of one colour that could gain a cube (HEL-4.13)."


def cube_problem(state: State, player: native.Player, bonus: BonusCube) -> str:
    """HEL-4.4, HEL-4.8: a bonus cube for a fixed tile is for the starting land or for a tile just laid on a cube field."""
    if bonus.field is None:
        return ""
    given = plus(CUBE_FIELDS, START) if state.round == 1 and state.turn == 1 else CUBE_FIELDS
    if not contains(given, bonus.field):
        return "This field gives no bonus cube (HEL-4.4)."
    return "" if has_room(player.land, bonus.field) else "This tile has no room for a cube (HEL-4.8)."


def turn_problem(state: State, player: Player, turn: CharacterTurn) -> str:
    """HEL-5.1: there are fewer passes than players, and a player who bought a character has acted and owns one."""
    if turn.passes >= len(state.players):
        return "The phase is over when all players have passed (HEL-5.1)."
    if (turn.bought and not turn.acted) or (turn.acted and not player.night and not player.day):
        return "A player who has bought or activated a character must own one (HEL-5.1)."
    return ""
