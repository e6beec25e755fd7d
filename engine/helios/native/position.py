"""Native positions of Helios."""

from __future__ import annotations

from mypy_extensions import i64

from engine import native
from engine.helios.content import BOX, ActionTile, Color
from engine.helios.moves import FaceUp
from engine.helios.native.bags import Bag
from engine.helios.native.land import Land
from engine.helios.native.pieces import CITADEL, CITY_COUNCIL, POWER_PLANT, WAREHOUSE, WATCH_TOWER, Building, Character
from engine.helios.state import Options


class City:
    """The city buildings of a player in the order in which they were built, and what they change. Immutable."""

    def __init__(self, buildings: list[Building]) -> None:
        self.buildings = buildings
        self.points = 0
        for building in buildings:
            self.points += building.points
        self.has_power_plant = POWER_PLANT in buildings
        self.has_council = CITY_COUNCIL in buildings
        self.has_warehouse = WAREHOUSE in buildings
        self.has_citadel = CITADEL in buildings
        self.orbit_points: int = WATCH_TOWER.amount if WATCH_TOWER in buildings else BOX.gains.orbit
        self.council_points: int = CITY_COUNCIL.amount if self.has_council else 0
        self.room_in_light: int = min(2, BOX.tile_room) if self.has_warehouse else 1

    def with_building(self, building: Building) -> City:
        """Returns the city with one more building."""
        return City([*self.buildings, building])


class Player:
    """The pieces of one player; see the record `Player`. `points` is -1 if hidden.

    The copies of a position share their players until one changes: see `Position.change`. `worth` keeps what an evaluation has worked out
    about the player under the condition `worth_if`, which is -1 if there is nothing.
    """

    def __init__(
        self,
        land: Land,
        city: City,
        sun: int,
        sun_beside: int,
        armed: bool,
        track: int,
        mana: int,
        points: int,
        slots: list[tuple[ActionTile, ...]],
        night: list[Character],
        day: list[Character],
    ) -> None:
        self.land = land
        self.city = city
        self.sun = sun
        self.sun_beside = sun_beside
        self.armed = armed
        self.track = track
        self.mana = mana
        self.points = points
        self.slots = slots
        self.night = night
        self.day = day
        self.is_shared = False
        self.worth = 0.0
        self.worth_if = -1

    def copy(self) -> Player:
        """Returns an independent player."""
        return Player(
            self.land,
            self.city,
            self.sun,
            self.sun_beside,
            self.armed,
            self.track,
            self.mana,
            self.points,
            self.slots,
            self.night,
            self.day,
        )


class Position(native.Position):
    """A position; see the record `State`. Lists are replaced, never changed in place, except `pending` and `players`.

    `seed` is -1 and the tiles of stacks are None if they are unknown. Action tiles and the lands of the additional stack, which the search
    seldom touches, are named as in the record.
    """

    def __init__(
        self,
        version: int,
        pending: list[native.Decision],
        seed: int,
        options: Options,
        round_: int,
        turn: int,
        start_seat: int,
        players: list[Player],
        columns: list[tuple[ActionTile, ...]],
        action_stacks: list[tuple[ActionTile | None, ...]],
        discards: list[tuple[ActionTile, ...]],
        face_up: list[FaceUp | None],
        stacks: Bag,
        additional: tuple[Color | None, ...],
        removed: Bag,
        specials: Bag,
        characters: list[Character],
        cubes: Bag,
        mana: int,
        houses: int,
    ) -> None:
        super().__init__(version, pending)
        self.seed = seed
        self.options = options
        self.round = round_
        self.turn = turn
        self.start_seat = start_seat
        self.players = players
        self.columns = columns
        self.action_stacks = action_stacks
        self.discards = discards
        self.face_up = face_up
        self.stacks: i64 = stacks
        self.additional = additional
        self.removed: i64 = removed
        self.specials: i64 = specials
        self.characters = characters
        self.cubes: i64 = cubes
        self.mana = mana
        self.houses = houses

    def change(self, seat: int) -> Player:
        """Returns the player of a seat in order to change it: a copy first, if other positions share the player."""
        player = self.players[seat]
        if player.is_shared:
            player = player.copy()
            self.players[seat] = player
        player.worth_if = -1
        return player

    def copy(self) -> Position:
        """Returns an independent position, which shares the players until they change."""
        for player in self.players:
            player.is_shared = True
        return Position(
            self.version, self.pending[:], self.seed, self.options, self.round, self.turn, self.start_seat, self.players[:], self.columns,
            self.action_stacks, self.discards, self.face_up, self.stacks, self.additional, self.removed, self.specials, self.characters,
            self.cubes, self.mana, self.houses,
        )  # fmt: skip
