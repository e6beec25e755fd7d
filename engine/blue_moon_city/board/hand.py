"""The viewer's hand: identical cards once, with their number."""

from __future__ import annotations

from collections import Counter

from engine.blue_moon_city.board.cards import HEIGHT, WIDTH, card_face
from engine.blue_moon_city.content import CARDS, COLOR_OF, PEOPLE_OF, VALUE_OF
from engine.blue_moon_city.labels import WORDS
from engine.blue_moon_city.moves import FLIT_STEPS
from engine.blue_moon_city.native.groups import TURNS
from engine.blue_moon_city.rules.movement import FLIT_ANYWHERE
from engine.blue_moon_city.state import State
from engine.drawing import INNER, Panel, group, offers, panel, rect, text
from engine.game import is_to_act

PER_ROW = 8
STEP = 46.2
TOP = 21.0
ORDER = {card: place for place, card in enumerate(sorted(CARDS, key=lambda card: (COLOR_OF[card], VALUE_OF[card])))}
"""The cards by people and value."""


def hand_panel(view: State, seat: int | None, language: str) -> Panel | None:
    """Returns the viewer's cards by people and value; a spectator has none."""
    if seat is None:
        return None
    counts = Counter(card for card in view.players[seat].hand if card is not None)
    active = is_to_act(view, seat)
    cards = [_card(card, counts[card], at, active) for at, card in enumerate(sorted(counts, key=ORDER.__getitem__))]
    rows = max(1, -(-len(cards) // PER_ROW))
    heading = text(8, 11, WORDS.text(language, "board_hand", count=len(view.players[seat].hand)), 13, "faint", "start", True, INNER - 16)
    return panel(INNER, TOP + rows * (HEIGHT + 4) + 1, "", heading, *cards, active=active)


def _card(card: str, count: int, at: int, active: bool) -> str:
    place = (8 + at % PER_ROW * STEP, TOP + at // PER_ROW * (HEIGHT + 4))
    below = rect(2.5, 2.5, WIDTH, HEIGHT, f"{PEOPLE_OF[card].color}-land", "edge", 1, 5) if count > 1 else ""
    face = card_face(card, count)
    return group(below, _linked(card, face) if active else face, at=place, id=f"card-{card}", about=card)


def _linked(card: str, face: str) -> str:
    """Returns a card linked to every move with it: also a Hoax for another card, a Mimix in a pair, a Flit for steps."""
    if card in TURNS:
        face = group(face, data=offers("turn_card", hoax=card))
    if card.startswith("mimix"):
        face = group(face, data=offers("lay_pair", cards=card))
    if card == FLIT_STEPS:
        face = group(face, data=offers("hurry"))
    if card == FLIT_ANYWHERE:
        face = group(face, data=offers("fly"))
    return group(face, data=offers("call_dragon", "lay_card", "turn_card", "discard_card", "offer_again", card=card))
