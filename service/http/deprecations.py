"""Deprecated operations, with the dates that responses announce (RFC 9745, RFC 8594) and openapi.yaml marks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from email.utils import format_datetime

import msgspec


class Deprecation(msgspec.Struct, frozen=True):
    """Since when an operation is deprecated, from when on it may be gone, and the address of the page that explains what to use."""

    since: date
    sunset: date
    link: str


DEPRECATED: Mapping[str, Deprecation] = {}
"""The deprecated operations by method and path, such as "GET /v1/games/{game}/rules"."""


def deprecation_headers(deprecation: Deprecation) -> dict[str, str]:
    """`Deprecation` as a structured date, `Sunset` as an HTTP date, both at midnight UTC, and the links to the page for both."""
    since, sunset = (datetime.combine(day, time(), UTC) for day in (deprecation.since, deprecation.sunset))
    return {
        "Deprecation": f"@{int(since.timestamp())}",
        "Sunset": format_datetime(sunset, usegmt=True),
        "Link": f'<{deprecation.link}>; rel="deprecation", <{deprecation.link}>; rel="sunset"',
    }
