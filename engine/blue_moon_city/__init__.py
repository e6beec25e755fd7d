"""Blue Moon City, a game in which players rebuild a ruined city and offer crystals to its obelisk. The rules are in RULES.md."""

from __future__ import annotations

from engine.blue_moon_city import moves
from engine.blue_moon_city.board import PANELS, board
from engine.blue_moon_city.catalogue import CONTENT, Content
from engine.blue_moon_city.check import check
from engine.blue_moon_city.events import EVENTS
from engine.blue_moon_city.glossary import glossary
from engine.blue_moon_city.labels import label
from engine.blue_moon_city.migrations import MIGRATIONS
from engine.blue_moon_city.native.rules import RULES
from engine.blue_moon_city.preview import PREVIEW_TYPES, previews
from engine.blue_moon_city.setup import new_game, opening
from engine.blue_moon_city.state import Options, State, bound, copy
from engine.blue_moon_city.versions import RULES_VERSION, SCHEMA_VERSION
from engine.blue_moon_city.view import view, view_event
from engine.bridge import Bridge
from engine.description import read_description
from engine.game import Game

BRIDGE: Bridge[State, moves.AnyMove] = Bridge(RULES)

GAME: Game[State, moves.AnyMove, Options] = Game(
    id="blue_moon_city",
    title="Blue Moon City",
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
