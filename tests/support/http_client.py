"""An HTTP client for tests that uses only the standard library."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterator
from typing import Any

from tests.support.waiting import PATIENCE


class Answer:
    """A status, headers and a body."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class HttpClient:
    """A client of the server at a port, from one of this machine's addresses."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.port, self.source = port, source

    def call(self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Answer:
        """Makes one request on a new connection; underscores in header names stand for hyphens."""
        sent = headers_of(token, headers)
        if body is not None:
            sent["Content-Type"] = "application/json"
        return self.send(method, path, json.dumps(body) if body is not None else None, sent)

    def send(self, method: str, path: str, body: bytes | str | None, headers: dict[str, str]) -> Answer:
        """Makes one request on a new connection, with the body as it is."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE, (self.source, 0))
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def stream(self, session_id: str, since: int = 0, token: str | None = None, **headers: str) -> Stream:
        """Opens the live feed."""
        return Stream(self.port, f"/v1/sessions/{session_id}/events?since={since}", headers_of(token, headers), self.source)


class Stream:
    """An open feed, read as lines of JSON or as server-sent events."""

    def __init__(self, port: int, path: str, headers: dict[str, str], source: str = "127.0.0.1") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (source, 0))
        try:
            self.connection.request("GET", path, headers=headers)
            self.answer = self.connection.getresponse()
        except BaseException:
            self.connection.close()
            raise
        self.status = self.answer.status

    def entries(self, is_done: Callable[[], bool] = lambda: False) -> Iterator[dict[str, Any]]:
        """Yields entries until the feed ends or `is_done` says so."""
        numbered = None
        for line in self.lines():
            if is_done():
                return
            if line.startswith(b"id: "):
                numbered = int(line[4:])
            if line.startswith((b"data: ", b"{")):
                entry: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
                assert numbered is None or entry["version"] == numbered
                yield entry

    def lines(self) -> Iterator[bytes]:
        while line := self.answer.readline():
            yield line.rstrip(b"\n")

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


def headers_of(token: str | None, headers: dict[str, str]) -> dict[str, str]:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return sent | ({"Authorization": f"Bearer {token}"} if token else {})
