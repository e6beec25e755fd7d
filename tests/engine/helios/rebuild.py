"""Follows a game by its events alone: changes a view, as plain JSON, by one event."""

from __future__ import annotations

from typing import Any

from engine.helios.content import (
    COLOR_INDEX,
    COLORS,
    SLOTS,
    SPECIALS,
    SUN_SYMBOL,
    SYMBOL_OF,
    SYMBOLS,
)

STACKS = (*COLORS, "additional")

View = dict[str, Any]


def rebuild(view: View, event: dict[str, Any], seat: int | None) -> None:
    """Changes the view of a seat or of a spectator in place by one event."""
    player = view["players"][event["seat"]] if event.get("seat") is not None else {}
    change = CHANGES.get(event["type"])
    if change is not None:
        change(view, player, event)


def round_started(view: View, player: View, event: View) -> None:
    view["round"], view["start_seat"], view["turn"] = event["round"], event["start_seat"], 1


def turn_started(view: View, player: View, event: View) -> None:
    if event["phase"] == "actions":
        view["turn"] = event["turn"]


def characters_started(view: View, player: View, event: View) -> None:
    view["turn"] = 0


def actions_laid_out(view: View, player: View, event: View) -> None:
    view["columns"] = event["columns"]
    view["action_stacks"] = [[None] * count for count in event["stacks"]]
    for symbol in event["reshuffled"]:
        view["discards"][SYMBOLS.index(symbol)] = []


def actions_discarded(view: View, player: View, event: View) -> None:
    if event["reason"] == "display":
        view["columns"] = [[] for _ in SYMBOLS]
    else:
        player["slots"][SLOTS.index(event["slot"])] = []
    for tile in event["tiles"]:
        view["discards"][SYMBOLS.index(SYMBOL_OF[tile])].append(tile)


def lands_turned_up(view: View, player: View, event: View) -> None:
    view["face_up"], view["stacks"], view["additional"] = event["lands"], event["stacks"], [None] * event["additional"]
    for land in event["lands"]:
        if land is not None:
            view["cubes"][COLOR_INDEX[land["land"]]] -= land["cube"]


def land_removed(view: View, player: View, event: View) -> None:
    view["removed"][COLOR_INDEX[event["land"]]] += 1
    view["cubes"][COLOR_INDEX[event["land"]]] += event["cube"]
    if event["source"] != "drawn":
        view["face_up"][STACKS.index(event["source"])] = None


def lands_drawn(view: View, player: View, event: View) -> None:
    del view["additional"][: len(event["lands"])]
    for land in event["lands"]:
        view["cubes"][COLOR_INDEX[land["land"]]] -= land["cube"]


def action_taken(view: View, player: View, event: View) -> None:
    assert view["columns"][SYMBOLS.index(SYMBOL_OF[event["tile"]])].pop() == event["tile"]
    player["slots"][SLOTS.index(event["slot"])].append(event["tile"])


def tile_laid(view: View, player: View, event: View) -> None:
    player["tiles"][event["field"]] = {"tile": event["tile"], "cubes": [event["tile"]] if event["cube"] else [], "temple": False}
    source = event["source"]
    if source == "starting_land":
        view["stacks"][COLOR_INDEX[event["tile"]]] -= 1
        view["cubes"][COLOR_INDEX[event["tile"]]] -= event["cube"]
    elif source in STACKS:
        view["face_up"][STACKS.index(source)] = None
    elif source in SPECIALS:
        view["specials"][SPECIALS.index(source)] -= 1


def cube_gained(view: View, player: View, event: View) -> None:
    player["tiles"][event["field"]]["cubes"].append(event["color"])
    view["cubes"][COLOR_INDEX[event["color"]]] -= 1


def cube_paid(view: View, player: View, event: View) -> None:
    player["tiles"][event["field"]]["cubes"].remove(event["color"])
    view["cubes"][COLOR_INDEX[event["color"]]] += 1


def cubes_returned(view: View, player: View, event: View) -> None:
    player["tiles"][event["field"]]["cubes"] = []
    for color in event["colors"]:
        view["cubes"][COLOR_INDEX[color]] += 1


def mana_gained(view: View, player: View, event: View) -> None:
    player["mana"] += event["mana"]
    view["mana"] -= event["mana"]


def mana_paid(view: View, player: View, event: View) -> None:
    player["mana"] -= event["mana"]
    view["mana"] += event["mana"]


def track_advanced(view: View, player: View, event: View) -> None:
    player["track"] = event["track"]
    if event["track"] == SUN_SYMBOL:
        player["armed"] = False


def temple_built(view: View, player: View, event: View) -> None:
    player["tiles"][event["field"]]["temple"] = True
    view["houses"] -= 1


def building_built(view: View, player: View, event: View) -> None:
    player["buildings"].append(event["building"])
    view["houses"] -= 1


def sun_moved(view: View, player: View, event: View) -> None:
    player["sun"], player["sun_beside"], player["armed"] = event["path"][-1], event["beside"], event["armed"]


def points_scored(view: View, player: View, event: View) -> None:
    if player["points"] is not None:
        player["points"] += event["points"]


def bags_opened(view: View, player: View, event: View) -> None:
    for each, points in zip(view["players"], event["points"], strict=True):
        each["points"] = points


def character_bought(view: View, player: View, event: View) -> None:
    view["characters"].remove(event["character"])
    player["night"].append(event["character"])


def character_activated(view: View, player: View, event: View) -> None:
    player["night"].remove(event["character"])
    player["day"].append(event["character"])


CHANGES = {
    change.__name__: change
    for change in (
        round_started, turn_started, characters_started, actions_laid_out, actions_discarded, lands_turned_up, land_removed, lands_drawn,
        action_taken, tile_laid, cube_gained, cube_paid, cubes_returned, mana_gained, mana_paid, track_advanced, temple_built,
        building_built, sun_moved, points_scored, bags_opened, character_bought, character_activated,
    )
}  # fmt: skip
"""What each type of event changes; the others only announce something."""
