"""About the service itself: is it up, is it ready, its specification and its documentation."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import orjson
import yaml
from flask import Blueprint, Response
from msgspec import UNSET

from service.http.problems import Problem
from service.http.requests import answer, cached
from service.referee.documents import Health, Readiness
from service.resources import shipped

Probe = Callable[[], object]
"""Returns when a part can do its work, with figures about it where there are some; raises when it cannot."""


def routes(probes: Mapping[str, Probe]) -> Blueprint:
    """The addresses; `probes` are asked each time, so parts may add theirs later."""
    meta = Blueprint("meta", __name__)

    @meta.get("/healthz")
    def healthz() -> Response:
        return answer(Health(status="ok"))

    @meta.get("/readyz")
    def readyz() -> Response:
        found = _all_asked(probes)
        failed = sorted(name for name, (passed, _) in found.items() if not passed)
        if failed:
            raise Problem("not_ready", f"Not ready: {', '.join(failed)}.", headers={"Retry-After": "1"})
        figures = {name: told for name, (_, told) in found.items() if told}
        return answer(Readiness(status="ok", checked=sorted(probes), figures=figures or UNSET))

    @meta.get("/openapi.yaml")
    def openapi_yaml() -> Response:
        return cached(*_specification(), "application/yaml")

    @meta.get("/openapi.json")
    def openapi_json() -> Response:
        return cached(*_specification_as_json())

    return meta


@cache
def _specification() -> tuple[bytes, str]:
    text = shipped("openapi.yaml").read_bytes()
    return text, hashlib.sha256(text).hexdigest()[:32]


@cache
def _specification_as_json() -> tuple[bytes, str]:
    """Read on demand: the reader in C takes a fraction of a second, the other one seconds."""
    text, etag = _specification()
    return orjson.dumps(yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))), f"{etag}-json"


def _all_asked(probes: Mapping[str, Probe]) -> dict[str, tuple[bool, object]]:
    """What each of the probes says, all asked at the same time: whoever looks wants to know soon, also when nothing answers."""
    with ThreadPoolExecutor(max(1, len(probes))) as askers:
        return dict(zip(probes, askers.map(_asked, probes.values()), strict=True))


def _asked(probe: Probe) -> tuple[bool, object]:
    try:
        return True, probe()
    except Exception:
        return False, None
