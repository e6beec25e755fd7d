"""Metadata: what the creator of a session sends along comes back as it was sent, wherever the session is shown."""

from __future__ import annotations

from typing import Any

import pytest

from service.sessions.schemas import METADATA_ENTRIES, METADATA_NAME_LENGTH, METADATA_VALUE_LENGTH
from tests.support.tables import InProcess, code_of, new_invited_table, new_table

METADATA = {
    "room": "Zoë's room 🎲 <b>\u0000\n",
    "n" * METADATA_NAME_LENGTH: "v" * METADATA_VALUE_LENGTH,
    "a/b~c": '{"json": "text"}',
    **{f"entry {number}": str(number) for number in range(METADATA_ENTRIES - 3)},
}


def test_metadata_is_returned_as_sent(caller: InProcess) -> None:
    table = new_invited_table(caller, visibility="open", metadata=METADATA)
    status = caller.call("POST", "/v1/sessions/statuses", {"sessions": [{"id": table.id, "token": table.host}]}).json["statuses"][0]
    listed = caller.call("GET", "/v1/sessions").json["sessions"][0]
    claimed = caller.call("POST", f"{table.path}/claims").json
    by_code = caller.call("POST", "/v1/claims", {"invite_code": table.codes[2]}).json
    seen = [table.made, table.read(), table.read(table.tokens[0]), status, listed, claimed, by_code]
    assert [each["metadata"] for each in seen] == [METADATA] * len(seen)


def test_a_session_without_metadata_has_an_empty_one(caller: InProcess) -> None:
    assert new_table(caller).made["metadata"] == {} == new_table(caller, metadata={}).made["metadata"]


@pytest.mark.parametrize(
    ("metadata", "pointers"),
    [
        ({f"{number}": "" for number in range(METADATA_ENTRIES + 1)}, ["/metadata"]),
        ({"": "x"}, ["/metadata/"]),
        ({"n" * (METADATA_NAME_LENGTH + 1): "x"}, [f"/metadata/{'n' * (METADATA_NAME_LENGTH + 1)}"]),
        ({"room": "v" * (METADATA_VALUE_LENGTH + 1), "fine": "x"}, ["/metadata/room"]),
        (
            {"a/b~c": 7, "list": [], "null": None, "object": {}, "true": True},
            [f"/metadata/{each}" for each in ("a~1b~0c", "list", "null", "object", "true")],
        ),
        ("room", ["/metadata"]),
        (["room"], ["/metadata"]),
        (None, ["/metadata"]),
    ],
)
def test_metadata_that_does_not_match_is_refused_with_pointers(caller: InProcess, metadata: Any, pointers: list[str]) -> None:
    body = {"game": "orbis", "seats": [{"kind": "human"}] * 2, "metadata": metadata}
    answer = caller.call("POST", "/v1/sessions", body)
    assert code_of(answer) == (422, "body_invalid")
    assert sorted(error["pointer"] for error in answer.json["errors"]) == pointers
    assert all(error["message"] for error in answer.json["errors"])
