"""The specification as Schemathesis reads it: links.yaml is merged into it, and the schema of a feed is that of one event.

The links show it how answers lead to further requests. Generators of clients reject links with a request body that is an object, so
openapi.yaml does not contain them. For them a feed is a string; Schemathesis validates each event by itself.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from service.resources import resource_path

LINKS = Path(__file__).parent / "links.yaml"


def linked_spec() -> dict[str, Any]:
    """openapi.yaml with the links of every operation and the events of feeds."""
    spec: dict[str, Any] = yaml.load(resource_path("openapi.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    operations = {operation["operationId"]: operation for item in spec["paths"].values() for operation in item.values()}
    for name, responses in yaml.safe_load(LINKS.read_text(encoding="utf-8")).items():
        for status, links in responses.items():
            operations[name]["responses"][status]["links"] = links
    feed = operations["followSession"]["responses"]["200"]["content"]["text/event-stream"]
    feed["schema"] = feed["schema"]["x-event"]
    return spec
