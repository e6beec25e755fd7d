"""What has arrived of a request, and whether that is the whole of it."""

from __future__ import annotations

import re

HEAD_BYTES = 32 * 1024
"""Longest head of a request: request line and headers."""

PART_LIMIT = 8192
"""Chunks and lines of the trailer that one body may have: each costs time, however short it is."""

FRAMING_BYTES = 64 * 1024
"""Bytes that the framing of a chunked body may add to it."""

LINE_BYTES = 1024
"""Longest line with the size of a chunk, or of the trailer."""

PIECE_BYTES = 8192
"""Bytes that the parser gets at once; it copies the rest of a piece after every chunk."""

_find_empty_line = re.compile(rb"\n\r?\n").search
_is_size = re.compile(rb"[0-9a-fA-F]{1,15}").fullmatch


class HeadTooLong(Exception):
    """The head of a request is longer than HEAD_BYTES."""


class BodyTooLong(Exception):
    """A chunked body is longer than allowed, or has too many chunks."""


class Received:
    """Bytes of a connection that were not parsed yet. `read` and `unread` are what gunicorn's parser needs; they never wait for more."""

    def __init__(self) -> None:
        self.data = bytearray()
        self._searched = 0

    def __len__(self) -> int:
        return len(self.data)

    def has_head(self) -> bool:
        """Whether a whole head has arrived; raises HeadTooLong. A bare LF ends a line too, so that the parser can reject it."""
        if _find_empty_line(self.data, max(0, self._searched - 2)):
            self._searched = 0
            return True
        self._searched = len(self.data)
        if self._searched > HEAD_BYTES:
            raise HeadTooLong(f"The request line and the headers have more than {HEAD_BYTES} bytes.")
        return False

    def read(self, size: int | None = None, read_ahead: int | None = None) -> bytes:
        """Takes up to so many bytes; b"" if none are left."""
        size = PIECE_BYTES if size is None else size
        piece = bytes(self.data[:size])
        del self.data[:size]
        return piece

    def unread(self, data: bytes) -> None:
        """Puts bytes back in front."""
        if data:
            self.data[:0] = data


class ChunkedBody:
    """Follows the framing of a chunked body (RFC 9112, section 7.1) in the received bytes, which stay where they are."""

    def __init__(self, limit: int) -> None:
        self._limit, self._parts, self._at = limit + FRAMING_BYTES, 0, 0
        self._is_trailer = False

    def is_whole(self, data: bytearray) -> bool:
        """Whether the body has ended, or is so wrong that no end can be found: the parser then says why. Raises BodyTooLong."""
        if len(data) > self._limit:
            raise BodyTooLong(f"The chunked body has more than {self._limit} bytes.")
        while (end := data.find(b"\r\n", self._at)) >= 0:
            line = bytes(data[self._at : end])
            if self._is_trailer:
                if not line:
                    return True
                self._pass(end + 2)
                continue
            digits = line.partition(b";")[0].rstrip(b" \t")
            if not _is_size(digits):
                return True
            size = int(digits, 16)
            if size and (is_wrong := self._skip(data, end + 2 + size)) is not None:
                return is_wrong
            if not size:
                self._is_trailer, self._at = True, end + 2
        return len(data) - self._at > LINE_BYTES

    def _skip(self, data: bytearray, end: int) -> bool | None:
        """Goes to what follows a chunk that ends here; else returns whether the chunk is wrong (True) or did not arrive yet (False)."""
        following = bytes(data[end : end + 2])
        if following != b"\r\n":
            return following not in (b"", b"\r")
        self._pass(end + 2)
        return None

    def _pass(self, at: int) -> None:
        """Goes on after a chunk or a line of the trailer."""
        self._at = at
        self._parts += 1
        if self._parts > PART_LIMIT:
            raise BodyTooLong(f"The body has more than {PART_LIMIT} chunks; send fewer and longer ones.")
