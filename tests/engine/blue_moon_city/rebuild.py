"""Rebuilds a view of Blue Moon City from events, as a client would, for the law that events carry every public change (law 13)."""

from __future__ import annotations

from typing import Any

from engine.blue_moon_city.content import DRAGONS

View = dict[str, Any]
Seen = dict[str, Any]

AFTER_A_TURN = ("nobody_can_pay", "quiet_rounds", "round_limit")
"""The reasons for which a game ends when a turn is over (BMC-6.2, BMC-6.4)."""


def rebuild(view: View, event: Seen, seat: int | None) -> None:
    """Changes the view of a seat by one event."""
    match event["type"]:
        case "turn_started":
            view["turn"] += 1
        case "miniature_moved":
            view["players"][event["seat"]]["miniature"] = event["cell"]
        case "dragon_moved":
            view["dragons"][DRAGONS.index(event["dragon"])] = event["cell"]
        case "contributed" | "building_rebuilt" | "city_stands":
            _build(view, event)
        case "bonus_gained" | "scales_scored" | "offered" | "crystals_shown":
            _pay(view, event, seat)
        case "game_ended":
            view["turn"] += event["reason"] in AFTER_A_TURN
        case _:
            _cards(view, event)


def _build(view: View, event: Seen) -> None:
    """The city and the markers."""
    match event["type"]:
        case "contributed":
            view["city"][event["cell"]]["markers"][event["space"]] = event["seat"]
            view["players"][event["seat"]]["markers"] -= 1
            view["discards"] += event["cards"]
        case "building_rebuilt":
            view["city"][event["cell"]] = {"tile": event["tile"], "rebuilt": True, "markers": []}
            for player, count in zip(view["players"], event["returned"], strict=True):
                player["markers"] += count
        case _:
            view["quiet_since"] = view["turn"]


def _pay(view: View, event: Seen, seat: int | None) -> None:
    """Crystals, scales and offerings; a client sees gains and payments of others, but not their crystals."""
    match event["type"]:
        case "bonus_gained":
            player = view["players"][event["seat"]]
            player["scales"] += event["scales"]
            player["waiting"] += [None] * event["cards"]
            del view["deck"][len(view["deck"]) - event["cards"] :]
            _gain(view, event["seat"], event["crystals"], seat)
        case "scales_scored":
            for other, (crystals, returned) in enumerate(zip(event["crystals"], event["returned"], strict=True)):
                view["players"][other]["scales"] -= returned
                _gain(view, other, crystals, seat)
        case "offered":
            view["obelisk"].append(event["seat"])
            view["players"][event["seat"]]["markers"] -= 1
            view["quiet_since"] = view["turn"]
            _gain(view, event["seat"], -event["price"], seat)
        case _:
            for player, crystals in zip(view["players"], event["crystals"], strict=True):
                player["crystals"] = crystals


def _gain(view: View, gainer: int, crystals: int, seat: int | None) -> None:
    if gainer == seat:
        view["players"][seat]["crystals"] += crystals


def _cards(view: View, event: Seen) -> None:
    """Hands, the deck and the discards; other events change only the pending decision."""
    match event["type"]:
        case "power_played" | "card_discarded":
            _take(view, event["seat"], [event["card"]])
            view["discards"].append(event["card"])
        case "cards_laid":
            _take(view, event["seat"], event["cards"])
        case "deck_shuffled":
            view["deck"] = [None] * event["cards"]
            view["discards"] = []
            view["shuffles"] += 1
        case "cards_drawn":
            del view["deck"][len(view["deck"]) - len(event["cards"]) :]
            _add(view, event)
        case "waiting_taken":
            view["players"][event["seat"]]["waiting"] = []
            _add(view, event)


def _add(view: View, event: Seen) -> None:
    hand = view["players"][event["seat"]]["hand"]
    hand += event["cards"]
    hand.sort(key=str)


def _take(view: View, seat: int, cards: list[str]) -> None:
    """Removes cards from a hand: those named from one's own, as many from another's."""
    hand = view["players"][seat]["hand"]
    for card in cards:
        hand.remove(card if card in hand else None)
