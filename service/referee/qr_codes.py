"""QR codes: a text, for example an invite link, as a picture that a phone can read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import segno

QUIET_ZONE = 4
"""Width of the white border in modules; ISO/IEC 18004 requires it."""


def draw_qr_code(text: str) -> str:
    """The QR code of a text as SVG, black on white, with error correction level M or better."""
    matrix = segno.make_qr(text, error="m", encoding="utf-8").matrix
    size = len(matrix) + 2 * QUIET_ZONE
    dark = "".join(run for y, row in enumerate(matrix) for run in _dark_runs(y, row))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img" aria-label="QR code" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path fill="#000" d="{dark}"/></svg>'
    )


def _dark_runs(y: int, row: Sequence[int]) -> Iterable[str]:
    """The dark modules of a row as rectangles of one module's height."""
    x = QUIET_ZONE
    for is_dark, run in groupby(row):
        width = len(list(run))
        if is_dark:
            yield f"M{x} {y + QUIET_ZONE}h{width}v1h-{width}z"
        x += width
