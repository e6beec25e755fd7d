"""Writes openapi.yaml: everything below its mark comes from code, everything above is written by hand except the version."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import yaml

from service.openapi.components import components
from service.openapi.examples import examples, request_bodies
from service.openapi.rewriting import references
from service.version import version

MARK = "  # ---- Written by `arbiter openapi --write` from the types in the code: edit those, not what follows ----\n"


def current(path: Path) -> str:
    """The whole specification as it should be, given the hand-written part in the file."""
    by_hand, mark, _ = path.read_text(encoding="utf-8").partition(MARK)
    if not mark:
        raise SystemExit(f"{path} has lost the line that marks where the generated part begins.")
    by_hand = re.sub(r"^  version: .*$", f"  version: {version()}", by_hand, count=1, flags=re.MULTILINE)
    bodies = request_bodies(by_hand)
    roots = references(yaml.load(by_hand, Loader=yaml.CSafeLoader)) | references(bodies)
    parts = {"schemas": components(roots), "requestBodies": bodies, "examples": examples(by_hand + str(bodies))}
    return by_hand + MARK + "".join(_yaml(name, part) for name, part in parts.items())


def _yaml(name: str, content: Any) -> str:
    plain = msgspec.to_builtins(content)
    text = yaml.dump({name: plain}, Dumper=_Plain, sort_keys=False, width=140, default_flow_style=None, allow_unicode=True)
    return "".join(f"  {line}" for line in text.splitlines(keepends=True))


class _Plain(yaml.SafeDumper):
    """Repeats a value where it occurs twice, because not all readers of specifications know YAML's anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True
