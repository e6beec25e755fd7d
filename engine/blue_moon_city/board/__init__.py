"""A picture of any position of Blue Moon City."""

from __future__ import annotations

from collections import Counter
from functools import partial

from engine.blue_moon_city.board.city import city_panel, obelisk_panel
from engine.blue_moon_city.board.signs import card_back, card_face, crystal, dragon, marker, pawn, scale_piece, space_sign
from engine.blue_moon_city.content import BY_SEATS, TILES, VALUE_OF
from engine.blue_moon_city.labels import WORDS, label
from engine.blue_moon_city.moves import Payment
from engine.blue_moon_city.rules.paying import cards_of
from engine.blue_moon_city.state import State, building_under
from engine.board import Panels, draw_board, viewing_order
from engine.drawing import DEFAULT_LAYOUT, HALF, INNER, Layout, Panel, badge, group, offers, panel, text
from engine.game import is_to_act

PANELS = ("city", "obelisk", "payment", "hand", "player-{seat}", "piles")

CARD = (43.0, 50.0)
CARDS_PER_ROW = 8


def board(view: State, seat: int | None, language: str, layout: Layout = DEFAULT_LAYOUT) -> str:
    """Returns the picture: the city and the obelisk, the viewer's hand, every player and the piles."""
    seats = len(view.players)
    order = viewing_order(seats, seat)
    needed = BY_SEATS[seats].offerings_to_win
    panels: Panels = {
        "city": lambda: city_panel(view, language),
        "obelisk": lambda: obelisk_panel(view, language, needed),
        "payment": lambda: _payment(view, language),
        "hand": lambda: _hand(view, seat, language),
        **{
            f"player-{each}": partial(_player, view, each, needed, language, INNER if seats == 3 and each == order[0] else HALF)
            for each in order
        },
        "piles": lambda: _piles(view, language),
    }
    return draw_board(view, "Blue Moon City", panels, WORDS, label, language, layout)


def _payment(view: State, language: str) -> Panel | None:
    """Returns the space that the player is paying for and the cards laid so far (BMC-3.2)."""
    asked = view.pending[-1] if view.pending else None
    if not isinstance(asked, Payment):
        return None
    space = TILES[building_under(view, asked.seat).tile].spaces[asked.space]
    cards = [card for step in asked.laid for card in cards_of(step)]
    laid = [group(card_face(card, *CARD), at=_place(at + 1)) for at, card in enumerate(cards)]
    goal = space_sign(asked.color, space.value, 30, 34, 13) + text(30, 58, f"{asked.worth} / {space.value}", 11, bold=True)
    data = offers("pay")
    return panel(INNER, _tall(len(cards) + 1), label(view, asked, language), group(goal, data=data), *laid, active=True)


def _place(at: int) -> tuple[float, float]:
    return 8 + at % CARDS_PER_ROW * (CARD[0] + 3.2), 20 + at // CARDS_PER_ROW * (CARD[1] + 4)


def _tall(cards: int) -> float:
    """Returns the height of a panel with this many cards."""
    return 22 + (CARD[1] + 4) * max(1, -(-cards // CARDS_PER_ROW))


def _hand(view: State, seat: int | None, language: str) -> Panel | None:
    """Returns the viewer's cards, identical ones once with their number."""
    if seat is None:
        return None
    counts = Counter(card for card in view.players[seat].hand if card is not None)
    active = is_to_act(view, seat)
    cards = [group(_held(card, count, active), at=_place(at), id=f"card-{card}") for at, (card, count) in enumerate(sorted(counts.items()))]
    return panel(INNER, _tall(len(cards)), WORDS.text(language, "board_hand", count=len(view.players[seat].hand)), *cards, active=active)


def _held(card: str, count: int, active: bool) -> str:
    """Returns a card in hand, linked to every move with this card: also a Hoax for another card, a Mimix in a pair, a Flit for steps."""
    drawn = card_face(card, *CARD) + (badge(CARD[0] / 2 + 1.5, 10, f"×{count}", "panel", "ink", 6) if count > 1 else "")
    if not active:
        return drawn
    people = card.split("_")[0]
    if people == "hoax" and VALUE_OF[card] < 3:
        drawn = group(drawn, data=offers("turn_card", hoax=card))
    if people == "mimix":
        drawn = group(drawn, data=offers("lay_pair", cards=card))
    if card == "flit_2":
        drawn = group(drawn, data=offers("hurry"))
    return group(drawn, data=offers("call_dragon", "lay_card", "turn_card", "discard_card", "offer_again", card=card))


def _player(view: State, seat: int, needed: int, language: str, width: float) -> Panel:
    """Returns the public information about a player; hidden crystals are a question mark."""
    player = view.players[seat]
    active = is_to_act(view, seat)
    waiting = f"+{len(player.waiting)}" if player.waiting else ""
    crystals = "?" if player.crystals is None else player.crystals
    pieces = [(card_back, f"{len(player.hand)}{waiting}"), (crystal, crystals), (scale_piece, player.scales)]
    parts = [draw(16 + 37 * at, 30, 0.8) + _number(25 + 37 * at, count) for at, (draw, count) in enumerate(pieces)]
    parts.append(marker(seat, 126, 30, 6) + _number(135, player.markers))
    offered = WORDS.text(language, "board_offerings", count=view.obelisk.count(seat), needed=needed)
    parts.append(text(width - 26, 11, offered, 8.5, "faint", "end") + pawn(seat, width - 13, 16, 0.95))
    return panel(width, 44, WORDS.text(language, "board_player", seat=seat + 1), *parts, active=active)


def _number(x: float, count: object) -> str:
    return text(x, 30, count, 11, anchor="start", bold=True, room=19)


def _piles(view: State, language: str) -> Panel:
    """Returns the deck, the discards, the pool of scales and the dragons outside the city (BMC-1.3, BMC-2.3)."""
    pool = max(0, BY_SEATS[len(view.players)].scales - sum(player.scales for player in view.players))
    outside = [dragon(index, 40 + 20 * index, 31, 0.8) for index, place in enumerate(view.dragons) if place is None]
    parts = [
        _pile(0, "board_deck", card_back(22, 31, 0.85), len(view.deck), language, offers("draw", "use_hospital")),
        _pile(1, "board_discards", card_back(22, 31, 0.85), len(view.discards), language),
        _pile(2, "board_pool", scale_piece(22, 31, 0.85), pool, language),
        _pile(3, "board_dragons", "".join(outside), len(outside), language),
    ]
    return panel(INNER, 46, "", *parts)


def _pile(at: int, name: str, drawn: str, count: int, language: str, data: dict[str, object] | None = None) -> str:
    heading = text(12, 14, WORDS.term(language, name), 8.5, "faint", "start", True, 82)
    number = text(34 if name != "board_dragons" else 12, 31, count, 12, anchor="start", bold=True)
    return group(heading, drawn, number, at=(93 * at, 0), id=name.removeprefix("board_"), data=data)
