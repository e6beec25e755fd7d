"""Content and previews of Blue Moon City."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.blue_moon_city.content import Table, Tile
from engine.blue_moon_city.moves import Offer, OfferAgain, UseGoldenShrine


class Content(Table, frozen=True):
    """Everything that is printed on the components."""

    tiles: tuple[Tile, ...]


class OfferPreview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an offering costs, in crystals."""

    price: int


PREVIEWS: Mapping[type[msgspec.Struct], type[msgspec.Struct]] = {
    Offer: OfferPreview,
    OfferAgain: OfferPreview,
    UseGoldenShrine: OfferPreview,
}
