"""Puts values that exist into the cases of Schemathesis, and counts what was answered."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.hooks import GLOBAL_HOOK_DISPATCHER
from schemathesis.openapi.checks import IgnoredAuth, MissingHeaderNotRejected

from engine.decoding import LISTED_ONLY
from tests.system.fuzzing.fills import Fill, fill
from tests.system.fuzzing.prepared import Prepared

UNTOUCHED = 0.2
"""The share of cases that are sent as they were generated."""

WITHOUT_TOKEN = 0.1
"""The share of the other cases that address something that exists without the right to."""


class Filler:
    """The hooks of one run."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.faults: set[tuple[str, str]] = set()
        self.statuses: defaultdict[str, Counter[int]] = defaultdict(Counter)

    @contextmanager
    def filling(self, prepared: Prepared) -> Iterator[None]:
        """Every case of Schemathesis passes through this in the meantime."""

        @schemathesis.hook
        def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
            self.fill(prepared, case)

        @schemathesis.hook
        def after_call(context: Any, case: Any, response: Any) -> None:
            self.count(case, response.status_code)

        @schemathesis.hook
        def filter_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
            return not is_other_refusal(failure, response) and not is_ignored_member(failure) and self.note(case, failure, response)

        yield
        for hook in (before_call, after_call, filter_failure):
            GLOBAL_HOOK_DISPATCHER.unregister(hook)

    def fill(self, prepared: Prepared, case: Any) -> None:
        """Fills in the parts of the case that are meant to be valid. The same case is always filled in the same way."""
        rng = Random(f"{self.seed} {case.method} {case.path} {case!r}")
        if rng.random() < UNTOUCHED or not is_fillable(case):
            return
        filled = fill(operation_id(case), prepared, rng)
        case.path_parameters = {**case.path_parameters, **filled.path}
        if filled.query and not is_damaged(case, ParameterLocation.QUERY):
            case.query = {**case.query, **filled.query}
        if filled.headers and rng.random() > WITHOUT_TOKEN and not is_damaged(case, ParameterLocation.HEADER):
            case.headers.update(filled.headers)
            # Otherwise Schemathesis takes the token for one that it has made up itself, which must not be accepted.
            case._has_explicit_auth = True
        if filled.body is not None and not is_damaged(case, ParameterLocation.BODY):
            fill_body(case, filled, rng)

    def count(self, case: Any, status: int) -> None:
        """Counts the status of an answer."""
        if is_own_method(case):
            self.statuses[operation_id(case)][status] += 1

    def note(self, case: Any, failure: Any, response: Any) -> bool:
        """Prints a fault when it is found for the first time, with the request and the answer."""
        fault = (operation_id(case), failure.title)
        if fault not in self.faults:
            self.faults.add(fault)
            print(
                "\n\n".join([*fault, str(failure), case.as_curl_command(), f"{response.status_code} {response.text[:2000]}", ""]),
                flush=True,
            )
        return True

    @property
    def calls(self) -> int:
        """How many cases were sent."""
        return sum(map(Counter.total, self.statuses.values()))

    def without_success(self) -> list[str]:
        """The operations that were called and never succeeded."""
        return sorted(name for name, found in self.statuses.items() if not any(200 <= status < 300 for status in found))


def fill_body(case: Any, filled: Fill, rng: Random) -> None:
    """Sends the body that was generated, the one that works, or the generated one with the members of the one that works."""
    chosen = rng.choice(["generated", "working", "both"])
    if chosen == "working":
        case.body, case.media_type = filled.body, "application/json"
    elif chosen == "both" and isinstance(case.body, dict):
        case.body = {**case.body, **(filled.body or {})}


def is_other_refusal(failure: Any, response: Any) -> bool:
    """Whether a call without a valid token was refused, but not with 401 or 403: 404 hides what the caller may not see, and 422 says that
    the idempotency key belongs to another request."""
    if isinstance(failure, IgnoredAuth):
        return "got `404 " in failure.message or "got `422 " in failure.message
    return isinstance(failure, MissingHeaderNotRejected) and "idempotency_key_reused" in response.text


def is_ignored_member(failure: Any) -> bool:
    """Whether only the label or the preview of a sent move is invalid: in requests the service ignores both."""
    component = failure.message.rpartition("Invalid component: in body")[2]
    return failure.title == "Schema-violating request accepted" and any(
        f" {name} ->" in component or f" {name}:" in component for name in LISTED_ONLY
    )


def is_fillable(case: Any) -> bool:
    """Whether the case addresses its operation, at a path that is meant to be valid."""
    return is_own_method(case) and not is_linked(case) and not is_damaged(case, ParameterLocation.PATH)


def is_own_method(case: Any) -> bool:
    return str(case.method).upper() == str(case.operation.method).upper()


def is_linked(case: Any) -> bool:
    """Whether the case follows from the answer to another one."""
    return case.meta is not None and case.meta.phase.name == "stateful"


def is_damaged(case: Any, location: ParameterLocation) -> bool:
    """Whether a part of the case is invalid on purpose."""
    return case.meta is not None and case.meta.is_negative_at(location)


def operation_id(case: Any) -> str:
    return str(case.operation.definition.raw["operationId"])
