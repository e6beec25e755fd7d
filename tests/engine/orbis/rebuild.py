"""Rebuilds the public position from events alone, as a client would; for the law that events carry everything."""

from __future__ import annotations

from typing import Any

COLORS = ("red", "blue", "yellow", "green", "white")

GIVEN_AWAY = ("worshippers_paid", "worshippers_discarded")
RECEIVED = ("worshippers_collected", "worshippers_gained")


def rebuild(view: dict[str, Any], event: dict[str, Any], seat: int | None) -> None:
    """Changes the plain JSON of a view by one event; every seat sees the same."""
    kind = event["type"]
    player = view["players"][event["seat"]] if "seat" in event else {}
    if kind in GIVEN_AWAY:
        _add(player, event["worshippers"], -1)
    if kind in RECEIVED:
        _add(player, event["worshippers"], 1)
    match kind:
        case "worshippers_created":
            for slot in event["slots"]:
                view["display_worshippers"][slot][COLORS.index(event["color"])] += 1
        case "worshippers_collected":
            view["display_worshippers"][event["slot"]] = [0] * 5
        case "worshipper_removed":
            view["display_worshippers"][event["slot"]][COLORS.index(event["color"])] -= 1
        case "worshippers_exchanged":
            player["worshippers"][COLORS.index(event["give"])] -= 3
            player["worshippers"][COLORS.index(event["take"])] += 1
        case "region_laid":
            face = "wilderness" if event["wilderness"] else "up"
            player["world"].append({"tile": event["tile"], "row": event["row"], "column": event["column"], "face": face})
            view["display"][event["slot"]] = None
        case "region_unfulfilled":
            next(region for region in player["world"] if region["tile"] == event["tile"])["face"] = "unfulfilled"
        case "privilege_gained":
            player["privileges"].append(event["color"])
        case "god_taken":
            player["god"] = event["god"]
            view["gods"].remove(event["god"])
        case "god_unfulfilled":
            player["god_unfulfilled"] = True
        case "display_refilled":
            view["display"][event["slot"]] = event["tile"]
            view["piles"][event["level"] - 1].pop()


def _add(player: dict[str, Any], worshippers: list[int], sign: int) -> None:
    player["worshippers"] = [own + sign * count for own, count in zip(player["worshippers"], worshippers, strict=True)]
