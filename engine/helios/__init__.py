"""Helios, a game in which high priests develop a land, build temples and a city, and move the sun around it. The rules are in RULES.md."""

from __future__ import annotations

from engine.bridge import Bridge
from engine.description import read_description
from engine.game import Game
from engine.helios import moves
from engine.helios.board import PANELS, board
from engine.helios.catalogue import CONTENT, Content
from engine.helios.check import check
from engine.helios.events import EVENTS
from engine.helios.glossary import glossary
from engine.helios.labels import label
from engine.helios.migrations import MIGRATIONS
from engine.helios.native.rules import RULES
from engine.helios.preview import PREVIEW_TYPES, previews
from engine.helios.setup import new_game, opening
from engine.helios.state import Options, State, bound, copy
from engine.helios.versions import RULES_VERSION, SCHEMA_VERSION
from engine.helios.view import view, view_event

BRIDGE: Bridge[State, moves.AnyMove] = Bridge(RULES)

GAME: Game[State, moves.AnyMove, Options] = Game(
    id="helios",
    title="Helios",
    rules_version=RULES_VERSION,
    schema_version=SCHEMA_VERSION,
    seats=(2, 3, 4),
    options=Options,
    state=State,
    moves=moves.MOVES,
    decisions=moves.DECISIONS,
    events=EVENTS,
    content=CONTENT,
    content_type=Content,
    preview_types=PREVIEW_TYPES,
    migrations=MIGRATIONS,
    new_game=new_game,
    opening=opening,
    legal_moves=BRIDGE.legal_moves,
    play=BRIDGE.play,
    copy=copy,
    view=view,
    view_event=view_event,
    determinize=BRIDGE.determinize,
    check=check,
    outcome=BRIDGE.outcome,
    label=label,
    previews=previews,
    bound=bound,
    panels=PANELS,
    board=board,
    glossary=glossary,
    description=read_description(__name__),
    rules=RULES,
)
