"""Writes openapi.yaml from operations.yaml, which is written by hand, and from what the code declares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import yaml

from service.openapi.components import components
from service.openapi.examples import request_bodies, request_examples, requests_of_games
from service.openapi.operations import add_request_examples, complete_operations
from service.openapi.recorded import read_recorded
from service.openapi.rewriting import references
from service.version import version

SOURCE = Path(__file__).with_name("operations.yaml")
NOTE = "# Written by `make spec` from service/openapi/operations.yaml and the types in the code: edit those, not this file.\n"


def current() -> str:
    """The whole specification as it should be."""
    spec: dict[str, Any] = yaml.load(SOURCE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    spec["info"]["version"] = version()
    recorded, bodies = read_recorded(), request_bodies(SOURCE.read_text(encoding="utf-8"))
    complete_operations(spec, recorded)
    add_request_examples(spec, request_examples())
    parts = spec["components"]
    parts["schemas"] = components(references(spec) | references(bodies))
    parts["requestBodies"] = bodies
    shown = requests_of_games() | recorded.examples()
    used = str(spec)
    parts["examples"] = {name: value for name, value in shown.items() if f"/examples/{name}'" in used}
    return NOTE + _yaml(spec)


def _yaml(content: Any) -> str:
    plain = msgspec.to_builtins(content)
    text: str = yaml.dump(plain, Dumper=_Plain, sort_keys=False, width=140, default_flow_style=None, allow_unicode=True)
    return text


class _Plain(yaml.CSafeDumper):
    """Repeats a value where it occurs twice, because not all readers of specifications know YAML's anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _represent_text(dumper: _Plain, text: str) -> yaml.ScalarNode:
    """Text of several lines as a block."""
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Plain.add_representer(str, _represent_text)
