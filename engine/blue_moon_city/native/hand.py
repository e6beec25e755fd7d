"""Hands of cards. A hand never changes, so what follows from it is worked out once and kept with it."""

from __future__ import annotations

from engine.blue_moon_city.native.pieces import CARDS, COLOR_COUNT, Card
from engine.native import Facts


class Hand:
    """The cards of a hand, sorted. In the view of another seat they are unknown: there are none in `cards`, but `size` counts them.

    `most` holds for each colour the most that the hand can pay, -1 where it is not known yet. `facts` are kept by an evaluation.
    """

    def __init__(self, cards: list[Card], size: int) -> None:
        self.cards = cards
        self.size = size
        self.most: list[int] | None = None
        self.facts: Facts | None = None
        self._kinds: list[Card] | None = None
        self._groups: list[int] | None = None
        self._lesser: dict[Card, Hand] | None = None

    def is_known(self) -> bool:
        """Returns whether the cards are known."""
        return len(self.cards) == self.size

    def kinds(self) -> list[Card]:
        """Returns every card once; the list must not be changed."""
        kinds = self._kinds
        if kinds is None:
            kinds = []
            seen = [False] * len(CARDS)
            for card in self.cards:
                if not seen[card.index]:
                    seen[card.index] = True
                    kinds.append(card)
            self._kinds = kinds
        return kinds

    def groups(self) -> list[int]:
        """Returns the group of each colour; the list must not be changed."""
        groups = self._groups
        if groups is None:
            groups = [0] * COLOR_COUNT
            for card in self.cards:
                groups[card.color] += card.group
            self._groups = groups
        return groups

    def has(self, card: Card) -> bool:
        """Returns whether the card is in the hand."""
        return self.count(card) > 0

    def has_two(self, card: Card) -> bool:
        """Returns whether the card is in the hand twice."""
        return self.count(card) > 1

    def count(self, card: Card) -> int:
        """Returns how often the card is in the hand."""
        found = 0
        for other in self.cards:
            if other is card:
                found += 1
        return found

    def without(self, card: Card) -> Hand:
        """Returns the hand without one card that is in it."""
        lesser = self._lesser
        if lesser is None:
            lesser = {}
            self._lesser = lesser
        found = lesser.get(card)
        if found is None:
            at = 0
            while self.cards[at] is not card:
                at += 1
            found = Hand(self.cards[:at] + self.cards[at + 1 :], self.size - 1)
            lesser[card] = found
        return found

    def together_with(self, cards: list[Card]) -> Hand:
        """Returns the hand with more cards."""
        return hand_of(self.cards + cards)


def hand_of(cards: list[Card]) -> Hand:
    """Returns the hand of these cards."""
    indexes = [card.index for card in cards]
    indexes.sort()
    return Hand([CARDS[index] for index in indexes], len(indexes))


def hidden_hand(size: int) -> Hand:
    """Returns a hand of unknown cards."""
    return Hand([], size)
