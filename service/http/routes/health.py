"""Whether the process is up and the service is ready."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from flask import Blueprint, Response
from msgspec import UNSET, Struct

from engine.errors import Refusal
from service.http.context import parts
from service.http.problems import Problem
from service.http.responses import json_response
from service.jobs.model import Load
from service.referee.documents import Health, Readiness
from service.wiring import Parts

routes = Blueprint("health", __name__)

Probe = Callable[[], Load | str | None]
"""Returns figures about a part, a warning, or None; raises if the part does not work."""


PROBE_NAMES = {"sessions": "redis", "queue": "queue_redis"}
"""The names of the probes of each Redis."""


class Found(Struct, frozen=True):
    """What a probe found: why the part does not work (None if it does), and what the probe returned."""

    fault: str | None = None
    about: Load | str | None = None


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
    faults = [f"{name} ({each.fault})" if each.fault else name for name, each in sorted(found.items()) if each.fault is not None]
    if faults:
        raise Problem("not_ready", f"Not ready: {', '.join(faults)}.", headers={"Retry-After": "1"})
    figures = {name: each.about for name, each in found.items() if isinstance(each.about, Load)}
    warnings = sorted({each.about for each in found.values() if isinstance(each.about, str)})
    return json_response(Readiness(status="ok", checked=sorted(probes), figures=figures or UNSET, warnings=warnings or UNSET))


def _probes(parts: Parts) -> dict[str, Probe]:
    probes: dict[str, Probe] = {PROBE_NAMES[part]: storage.check for part, storage in parts.storages().items()}
    if parts.jobs is not None:
        probes["queue"] = parts.jobs.load
    return probes


def _run(probe: Probe) -> Found:
    try:
        return Found(about=probe())
    except Refusal as refusal:
        return Found(fault=refusal.message.rstrip("."))
    except Exception:
        return Found(fault="")
