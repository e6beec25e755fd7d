"""Makes screenshots smaller: a PNG with the 256 most frequent colours of the original, written with the standard library alone."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}
"""Bytes per pixel of the colour types RGB and RGBA with a depth of 8 bits, which browsers write."""
PALETTE = 3
MOST = 256


def reduce_colours(picture: bytes) -> bytes:
    """The same picture with at most 256 colours: rare ones become the nearest frequent one; transparency is dropped."""
    width, height, rows = decode(picture)
    pixels = [[bytes(colour[:3]) for colour in row] for row in rows]
    frequent = [colour for colour, _ in Counter(pixel for row in pixels for pixel in row).most_common(MOST)]
    places = {colour: place for place, colour in enumerate(frequent)}
    for colour in {pixel for row in pixels for pixel in row} - places.keys():
        places[colour] = places[min(frequent, key=lambda other: distance(colour, other))]
    lines = b"".join(b"\0" + bytes(places[pixel] for pixel in row) for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, PALETTE, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", b"".join(frequent)), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return SIGNATURE + b"".join(chunk(name, data) for name, data in chunks)


def distance(one: bytes, other: bytes) -> int:
    """How different two colours are."""
    return sum((mine - yours) ** 2 for mine, yours in zip(one, other, strict=True))


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def chunks_of(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG: names and data."""
    position = len(SIGNATURE)
    while position < len(picture):
        (length,) = struct.unpack_from(">I", picture, position)
        yield picture[position + 4 : position + 8], picture[position + 8 : position + 8 + length]
        position += length + 12


def decode(picture: bytes) -> tuple[int, int, list[list[bytes]]]:
    """Width, height and the pixels of a PNG in RGB or RGBA without interlacing."""
    chunks = list(chunks_of(picture))
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", dict(chunks)[b"IHDR"])
    if depth != 8 or kind not in CHANNELS or interlaced:
        raise ValueError("The picture is not an RGB or RGBA PNG of 8 bits without interlacing.")
    data = zlib.decompress(b"".join(content for name, content in chunks if name == b"IDAT"))
    size = CHANNELS[kind]
    length = width * size
    rows, before = list[list[bytes]](), bytes(length)
    for start in range(0, height * (length + 1), length + 1):
        before = unfilter(data[start], data[start + 1 : start + 1 + length], before, size)
        rows.append([before[at : at + size] for at in range(0, length, size)])
    return width, height, rows


def unfilter(kind: int, row: bytes, above: bytes, size: int) -> bytes:
    """The bytes of a row, given the type of its filter, the row above it and the bytes per pixel (PNG, section 9)."""
    if kind == 0:
        return row
    found = bytearray(row)
    for at in range(len(found)):
        left = found[at - size] if at >= size else 0
        corner = above[at - size] if at >= size else 0
        found[at] = (found[at] + predicted(kind, left, above[at], corner)) & 255
    return bytes(found)


def predicted(kind: int, left: int, above: int, corner: int) -> int:
    """What a filter expects of a byte: Sub, Up, Average or Paeth."""
    if kind == 1:
        return left
    if kind == 2:
        return above
    if kind == 3:
        return (left + above) // 2
    estimate = left + above - corner
    return min((left, above, corner), key=lambda near: abs(estimate - near))
