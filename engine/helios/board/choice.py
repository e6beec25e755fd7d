"""The panel of options that no other panel shows: drawn lands, mana to trade (HEL-7)."""

from __future__ import annotations

from engine.drawing import INNER, Panel, group, icon, offers, rect, text
from engine.helios.board.frames import TOP, framed
from engine.helios.board.lands import face_up
from engine.helios.board.signs import ARROW, mana, worth
from engine.helios.content import BAZAAR, BUILDING
from engine.helios.labels import WORDS
from engine.helios.moves import DrawnLands, Trade
from engine.helios.state import State


def choice_panel(view: State, language: str) -> Panel | None:
    """Returns the options of the pending decision, or None if other panels show all of them."""
    match view.pending[-1] if view.pending else None:
        case DrawnLands(lands=lands):
            parts = [
                group(
                    face_up(land, 30),
                    at=(44 + 72 * place, TOP + 30),
                    id=f"drawn-{place}",
                    about=f"land_{land.land}",
                    data=offers("lay_drawn", drawn=place),
                )
                for place, land in enumerate(lands)
            ]
            return framed(TOP + 64, WORDS.term(language, "board_drawn"), *parts, active=True)
        case Trade(seat=seat):
            most = min(view.players[seat].mana, BUILDING[BAZAAR].limit)
            step = min((INNER - 12) / (most + 1), 93)
            parts = [_traded(amount, step) for amount in range(most + 1)]
            return framed(TOP + 56, WORDS.term(language, BAZAAR), *parts, active=True)
        case _:
            return None


def _traded(amount: int, step: float) -> str:
    """Returns an amount of mana and the points it is traded for."""
    ground = rect(0, 0, step - 5, 48, "hollow", "edge", 1, 5)
    given = text(14, 24, amount, 15, bold=True) + mana(29, 24, 0.75)
    gained = icon(ARROW, 47, 24, 0.8, None, "faint", 2) + worth(69, 24, amount * BUILDING[BAZAAR].amount, 12)
    at = (8 + step * amount, TOP)
    return group(ground, given, gained, at=at, id=f"trade-{amount}", about=BAZAAR, data=offers("trade_mana", mana=amount))
