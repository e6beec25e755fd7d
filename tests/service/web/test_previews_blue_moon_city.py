"""The page tells what a move of Blue Moon City costs and gains, in every language."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from engine.blue_moon_city import GAME
from engine.blue_moon_city.moves import Contribution, Offering, Payment, Special, TurnCard
from engine.blue_moon_city.state import State
from engine.game import list_moves, start
from engine.words import LANGUAGES
from service.http.routes.web import FOLDER
from tests.engine.blue_moon_city.positions import ask, mark, offer_before, table

HERE = FOLDER / "games" / "blue_moon_city"
RUN = """
import { readFileSync } from "node:fs";
const { source, moves, texts, game } = JSON.parse(readFileSync(0, "utf-8"));
const { previewLines, previewTone } = await import("data:text/javascript," + encodeURIComponent(source));
const fill = (key, values = {}) => texts[key].replace(/\\{(\\w+)\\}/g, (placeholder, name) => values[name] ?? placeholder);
console.log(JSON.stringify(moves.map((move) => ({ lines: previewLines(move, fill, game), tone: previewTone(move) }))));
"""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")


def texts(language: str) -> dict[str, str]:
    """The texts of a language."""
    return msgspec.json.decode((HERE / f"{language}.json").read_bytes(), type=dict[str, str])


def explained(moves: list[dict[str, Any]], language: str = "en") -> list[dict[str, Any]]:
    """The lines and the tone of each move, as the page computes them."""
    source = (HERE / "previews.js").read_text(encoding="utf-8")
    given = {"source": source, "moves": moves, "texts": texts(language), "game": {"glossary": GAME.glossary(language)}}
    run = ["node", "--input-type=module", "-e", RUN]
    ran = subprocess.run(run, input=msgspec.json.encode(given), capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    return msgspec.json.decode(ran.stdout, type=list[dict[str, Any]])


def told(state: State, move_type: str, language: str = "en", **parameters: object) -> tuple[list[str], str]:
    """The lines and the tone of one legal move."""
    moves = [move for move in list_moves(GAME, state, language) if move["type"] == move_type]
    (wanted,) = [move for move in moves if all(move[name] == value for name, value in parameters.items())]
    (found,) = explained([wanted], language)
    return found["lines"], found["tone"]


def rich(seed: int) -> State:
    """A new game of the expansion in which everybody can pay for offerings."""
    state = start(GAME, {"expansion": True, "round_limit": 15}, 2 + seed % 3, seed)
    for player in state.players:
        player.crystals = 40
    return state


@cache
def positions() -> list[State]:
    """Positions of random games whose legal moves are of all types."""
    found = []
    for seed in range(4):
        state, rng = rich(seed), Random(seed)
        while moves := GAME.legal_moves(state):
            found.append(GAME.copy(state))
            GAME.play(state, moves[int(rng.random() * len(moves))], [])
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_is_explained(language: str) -> None:
    moves: dict[str, list[dict[str, Any]]] = {}
    for state in positions():
        for move in list_moves(GAME, state, language)[:40]:
            moves.setdefault(move["type"], []).append(move)
    assert moves.keys() == {str(move.__struct_config__.tag) for move in GAME.moves}
    listed = [move for alike in moves.values() for move in alike[:80]]
    for move, found in zip(listed, explained(listed, language), strict=True):
        assert bool(found["lines"]) == (not move["preview"]["is_pass"])
        assert found["tone"] in ("plain", "warning")
        for line in found["lines"]:
            assert line and not re.search(r"[{}_]|undefined|null|NaN|\[object", line), (move, line)


def test_texts_have_the_same_keys_and_placeholders() -> None:
    english = texts("en")
    assert all(key.startswith("preview.") for key in english)
    for language in LANGUAGES[1:]:
        other = texts(language)
        assert list(other) == list(english)
        for key, value in english.items():
            assert sorted(re.findall(r"\{\w+\}", other[key])) == sorted(re.findall(r"\{\w+\}", value)), key


def test_every_text_is_used() -> None:
    source = (HERE / "previews.js").read_text(encoding="utf-8")
    composed = {f"preview.{noun}.{number}" for noun in ("crystal", "scale", "card", "space") for number in ("one", "some")}
    assert set(texts("en")) - composed == set(re.findall(r'"(preview\.\w+)"', source))


def test_a_step_tells_what_is_there() -> None:
    """BMC-3.1, BMC-3.4: free spaces, dragons, and that a rebuilt building takes nothing."""
    state = table(2, hands=[["vulca_1"]], tiles={4: "mill", 5: "library", 3: "citadel"}, at=[4], rebuilt=["citadel"])
    state.dragons = [5, None, 5]
    lines = ["Ruin with 3 free spaces", "Dragons there: 2 scales for the first contribution"]
    assert told(state, "step", cell=5) == (lines, "plain")
    assert told(state, "step", cell=3) == (["Rebuilt: takes no contributions"], "plain")
    assert told(state, "call_dragon", cell=3) == (["Discards Vulca 1", "No contributions there, so no scales"], "plain")
    state.players[0].miniature = 5
    assert told(state, "step", "de", cell=10) == (["Der Ort für Opfergaben"], "plain")


def test_a_contribution_tells_its_price_and_what_completing_gains() -> None:
    """BMC-3.2, BMC-3.4, BMC-4.1."""
    state = table(2, hands=[["terrah_2", "khind_1"]], tiles={4: "mill"}, at=[4])
    mark(state, 4, None, 0, 1)
    state.dragons = [4, None, None]
    ask(state, Contribution(0, 0))
    lines, tone = told(state, "contribute")
    assert lines[0] == "Costs 3: Terrah (red)"
    assert lines[1].startswith("Your cards of this colour are not enough")
    assert lines[2:] == ["Dragons give 1 scale", "Completes the building with your majority. You gain 1 crystal, 2 cards"]
    assert tone == "plain"


def test_overpaying_is_a_warning() -> None:
    """BMC-3.2: surplus is lost."""
    state = table(2, hands=[["khind_1"]], tiles={4: "mill"}, at=[4])
    laid = (TurnCard("hoax_2", "aqua_3"), TurnCard("hoax_2", "vulca_1"))
    state.pending = [Contribution(0, 0), Payment(0, 1, "red", laid, 4, 0)]
    assert told(state, "pay") == (
        ["2 more than needed, which is lost", "The building stays a ruin; you have the majority so far"],
        "warning",
    )
    assert told(state, "lay_card") == (["5 laid: enough"], "plain")


def test_an_offering_tells_what_is_left_and_whether_it_wins() -> None:
    """BMC-3.5, BMC-6.1, BMC-6.3: the last free marker of all without a win ends the game in a draw."""
    state = table(2, hands=[["khind_1"]])
    state.players[0].crystals = 10
    ask(state, Offering(0, False))
    assert told(state, "offer") == (["Costs 7 crystals; 3 left"], "plain")
    offer_before(state, 0, 0, 0, 0, 0)
    state.players[0].crystals = 20
    assert told(state, "offer")[0][1] == "Wins the game"
    state.obelisk = [1, 1, 1]
    state.players[0].markers, state.players[1].markers = 1, 0
    assert told(state, "offer") == (
        ["Costs 8 crystals; 12 left", "Nobody has a marker left after this: the game ends in a draw"],
        "warning",
    )


def test_a_hospital_tells_the_cards() -> None:
    """BMC-3.6."""
    state = table(2, tiles={4: "hospital"}, at=[4], expansion=True)
    ask(state, Special(0))
    assert told(state, "use_hospital", "fr") == (["Pioche 2 cartes"], "plain")
