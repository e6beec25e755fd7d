"""Orbis, a game in which gods build worlds: pyramids of fourteen regions. The rules are in RULES.md."""

from __future__ import annotations

from engine.description import read_description
from engine.game import Game
from engine.orbis import moves
from engine.orbis.board import PANELS, board
from engine.orbis.catalogue import CONTENT, Content
from engine.orbis.check import check
from engine.orbis.events import EVENTS
from engine.orbis.glossary import glossary
from engine.orbis.labels import label
from engine.orbis.migrations import MIGRATIONS
from engine.orbis.native.rules import BRIDGE, RULES
from engine.orbis.preview import PREVIEW_TYPES, previews
from engine.orbis.setup import new_game, opening
from engine.orbis.state import Options, State, bound, copy
from engine.orbis.versions import RULES_VERSION, SCHEMA_VERSION
from engine.orbis.view import view, view_event

GAME: Game[State, moves.AnyMove, Options] = Game(
    id="orbis",
    title="Orbis",
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
