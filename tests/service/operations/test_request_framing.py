"""The worker knows when a request has arrived, however its bytes are split."""

from __future__ import annotations

import pytest

from service.operations.address_shares import AddressShares
from service.operations.request_framing import FRAMING_BYTES, HEAD_BYTES, PART_LIMIT, BodyTooLong, ChunkedBody, HeadTooLong, Received
from service.settings import Settings

HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
BODY = b"5\r\nhello\r\nA;name=value\r\n0123\r\n6789\r\n0\r\n"


def ends_after(body: bytes) -> int:
    """The number of bytes after which a chunked body is whole if it arrives byte by byte."""
    chunked, data = ChunkedBody(1000), bytearray()
    for byte in body:
        data.append(byte)
        if chunked.is_whole(data):
            return len(data)
    return -1


def test_a_head_is_complete_with_its_empty_line() -> None:
    received = Received()
    for byte in HEAD:
        assert not received.has_head()
        received.data.append(byte)
    assert received.has_head()


def test_a_head_with_bare_line_feeds_is_given_to_the_parser_that_rejects_it() -> None:
    received = Received()
    received.data += b"GET / HTTP/1.1\n\n"
    assert received.has_head()


def test_a_head_without_end_is_refused() -> None:
    received = Received()
    received.data += b"a" * HEAD_BYTES
    assert not received.has_head()
    received.data += b"a"
    with pytest.raises(HeadTooLong):
        received.has_head()


def test_what_the_parser_puts_back_comes_first() -> None:
    received = Received()
    received.data += b"0123456789"
    assert (received.read(4), received.read(0)) == (b"0123", b"")
    received.unread(b"23")
    assert (received.read(), received.read()) == (b"23456789", b"")


@pytest.mark.parametrize("trailer", [b"", b"X-Sum: 1\r\nX-More: 2\r\n"])
def test_a_chunked_body_ends_after_its_trailer(trailer: bytes) -> None:
    body = BODY + trailer + b"\r\n"
    assert ends_after(body) == len(body)
    assert ChunkedBody(1000).is_whole(bytearray(body + HEAD))


@pytest.mark.parametrize("wrong", [b"ZZ\r\n", b"-5\r\n", b"\r\n", b"5\r\nhelloXX", b"F" * 16 + b"\r\n", b"5;" + b"a" * 2000])
def test_a_chunked_body_that_has_no_end_is_given_to_the_parser(wrong: bytes) -> None:
    assert ChunkedBody(10_000).is_whole(bytearray(wrong))


def test_a_chunked_body_is_bounded_in_bytes_and_chunks() -> None:
    with pytest.raises(BodyTooLong):
        ChunkedBody(1000).is_whole(bytearray(b"FFFFFF\r\n" + b"a" * (1000 + FRAMING_BYTES)))
    for begun in (b"1\r\na\r\n" * (PART_LIMIT + 1), b"0\r\n" + b"a: b\r\n" * (PART_LIMIT + 1)):
        with pytest.raises(BodyTooLong):
            ChunkedBody(10**6).is_whole(bytearray(begun))


def test_each_address_has_a_share_of_the_connections() -> None:
    shares = AddressShares(2)
    assert [shares.take("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert shares.take("10.0.0.2")
    shares.give_back("10.0.0.1")
    assert [shares.take("10.0.0.1") for _ in range(2)] == [True, False]
    assert [shares.take(f"2001:db8::{number}") for number in range(3)] == [True, True, False]
    assert all(shares.take("") for _ in range(5))


@pytest.mark.parametrize(
    ("settings", "most"),
    [
        (Settings(connections=100, connections_per_address=30), 30),
        (Settings(connections=100, connections_per_address=0), 50),
        (Settings(connections=100, connections_per_address=99), 50),
        (Settings(connections=100, connections_per_address=30, proxies=1), 0),
    ],
)
def test_no_address_may_have_more_than_half_of_the_connections_but_a_trusted_proxy(settings: Settings, most: int) -> None:
    assert settings.max_connections_per_address == most
