"""A position of Blue Moon City."""

from __future__ import annotations

from engine import native
from engine.blue_moon_city.native.city import Building, City
from engine.blue_moon_city.native.hand import Hand
from engine.blue_moon_city.native.pieces import Card, Table
from engine.blue_moon_city.state import Options
from engine.native import Decision


class Player:
    """The pieces of one player. `waiting` are bonus cards, face down until the turn ends (BMC-4.2); `markers` counts the free ones.

    `crystals` is UNKNOWN in the views of other seats. Hands and the list of waiting cards are replaced, never changed.
    """

    def __init__(
        self, hand: Hand, waiting: list[Card | None], crystals: int, scales: int, markers: int, miniature: int, offerings: int
    ) -> None:
        self.hand = hand
        self.waiting = waiting
        self.crystals = crystals
        self.scales = scales
        self.markers = markers
        self.miniature = miniature
        self.offerings = offerings

    def copy(self) -> Player:
        """Returns an independent player."""
        return Player(self.hand, self.waiting, self.crystals, self.scales, self.markers, self.miniature, self.offerings)


class Setup:
    """How the game was set up: its options, the numbers for its players, and the first seat. `last_turn` ends the game (BMC-6.4)."""

    def __init__(self, options: Options, table: Table, first_seat: int) -> None:
        self.options = options
        self.table = table
        self.first_seat = first_seat
        self.last_turn = options.round_limit * table.seats


class BlueMoonCityPosition(native.Position):
    """A position, or the view of a seat.

    The deck is `deck` up to `left`, its next card the last of these. Cities, decks, discards, dragons and the obelisk are replaced, never
    changed, so that copies share them.
    """

    def __init__(
        self,
        version: int,
        pending: list[Decision],
        setup: Setup,
        seed: int,
        turn: int,
        quiet_since: int,
        city: City,
        dragons: list[int],
        players: list[Player],
        obelisk: list[int],
        deck: list[Card | None],
        left: int,
        discards: list[Card],
        shuffles: int,
    ) -> None:
        super().__init__(version, pending)
        self.setup = setup
        self.seed = seed
        self.turn = turn
        self.quiet_since = quiet_since
        self.city = city
        self.dragons = dragons
        self.players = players
        self.obelisk = obelisk
        self.deck = deck
        self.left = left
        self.discards = discards
        self.shuffles = shuffles

    def copy(self) -> BlueMoonCityPosition:
        """Returns an independent position."""
        return BlueMoonCityPosition(
            self.version,
            self.pending[:],
            self.setup,
            self.seed,
            self.turn,
            self.quiet_since,
            self.city,
            self.dragons,
            [player.copy() for player in self.players],
            self.obelisk,
            self.deck,
            self.left,
            self.discards,
            self.shuffles,
        )

    def building_under(self, seat: int) -> Building:
        """Returns the building under the seat's miniature."""
        return self.city.buildings[self.players[seat].miniature]

    def seat_of_turn(self) -> int:
        """Returns the seat whose turn it is; seats play clockwise from the first seat."""
        return (self.setup.first_seat + self.turn) % len(self.players)

    def dragons_on(self, cell: int) -> int:
        """Returns the number of dragons on a cell."""
        found = 0
        for place in self.dragons:
            if place == cell:
                found += 1
        return found

    def discard(self, seat: int, card: Card) -> None:
        """Moves a card from the seat's hand to the discards."""
        player = self.players[seat]
        player.hand = player.hand.without(card)
        self.discards = [*self.discards, card]
