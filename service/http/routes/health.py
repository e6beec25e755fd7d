"""Whether the process is up and the service is ready."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from flask import Blueprint, Response
from msgspec import UNSET

from service.http.context import parts
from service.http.problems import Problem
from service.http.responses import json_response
from service.referee.documents import Health, Readiness
from service.wiring import Parts

routes = Blueprint("health", __name__)

Probe = Callable[[], object]
"""Returns figures about a part, or None; raises if the part does not work."""


@routes.get("/healthz")
def healthz() -> Response:
    """The process is up."""
    return json_response(Health(status="ok"))


@routes.get("/readyz")
def readyz() -> Response:
    """Every part works; the probes run at the same time, so that the answer comes soon even if none of them does."""
    probes = _probes(parts())
    with ThreadPoolExecutor(max(1, len(probes))) as pool:
        found = dict(zip(probes, pool.map(_run, probes.values()), strict=True))
    failed = sorted(name for name, (works, _) in found.items() if not works)
    if failed:
        raise Problem("not_ready", f"Not ready: {', '.join(failed)}.", headers={"Retry-After": "1"})
    figures = {name: about for name, (_, about) in found.items() if about}
    return json_response(Readiness(status="ok", checked=sorted(probes), figures=figures or UNSET))


def _probes(parts: Parts) -> dict[str, Probe]:
    probes: dict[str, Probe] = {}
    if parts.sessions is not None:
        probes["redis"] = parts.sessions.store.ping
    if parts.jobs is not None:
        probes["queue"] = parts.jobs.load
    return probes


def _run(probe: Probe) -> tuple[bool, object]:
    try:
        return True, probe()
    except Exception:
        return False, None
