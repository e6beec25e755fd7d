"""The log of the embedded Redis: a damaged end is cut off and kept, other damage is refused, nothing whole is lost."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
import redis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from service.operations import append_only_log
from service.operations.append_only_log import find_damage, repair
from service.operations.embedded_redis import EmbeddedRedis, StartFailed

LOG, MANIFEST = "appendonlydir/appendonly.aof.1.incr.aof", "appendonlydir/appendonly.aof.manifest"
BASE = "appendonlydir/appendonly.aof.1.base.rdb"

BASE_LINE, LOG_LINE = b"file appendonly.aof.1.base.rdb seq 1 type b\n", b"file appendonly.aof.1.incr.aof seq 1 type i\n"

TRANSACTION = "redis.call('RPUSH', KEYS[1], ARGV[1]); redis.call('SET', KEYS[2], ARGV[1]); return 1"
"""Writes the same number into a list and a key, all or nothing."""

STEPS = 40

Harm = Callable[[bytes, int, Random], bytes]
"""What happens to the content of a log from a place on."""

HARMS: dict[str, Harm] = {
    "cut": lambda content, at, rng: content[:at],
    "zeros": lambda content, at, rng: content[:at] + bytes(len(content) - at),
    "more zeros": lambda content, at, rng: content[:at] + bytes(5000),
    "garbage": lambda content, at, rng: content[:at] + rng.randbytes(len(content) - at),
    "text": lambda content, at, rng: content[:at] + b"*3\r\n$5\r\nHello, world",
}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[int]]:
    """A data directory with the effects of STEPS scripts, and the length of the log after each."""
    folder, lengths = tmp_path_factory.mktemp("log") / "data", []
    with EmbeddedRedis(folder) as server, redis.Redis.from_url(server.url) as client:
        for number in range(STEPS):
            client.eval(TRANSACTION, 2, "list", "last", str(number))
            lengths.append((folder / LOG).stat().st_size)
    return folder, lengths


def stored(data: Path) -> tuple[list[bytes], bytes | None]:
    """The list and the key after a start."""
    with EmbeddedRedis(data) as server, redis.Redis.from_url(server.url) as client:
        return client.lrange("list", 0, -1), client.get("last")


def copied(source: Path, target: Path) -> Path:
    """A copy of a data directory."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)
    return target


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=some.floats(0, 1), harm=some.sampled_from(sorted(HARMS)), seed=some.integers(0, 2**32))
def test_every_command_before_a_damaged_end_is_there(
    written: tuple[Path, list[int]], tmp_path: Path, place: float, harm: str, seed: int
) -> None:
    source, lengths = written
    data, whole = copied(source, tmp_path / "data"), (source / LOG).read_bytes()
    at = lengths[STEPS // 2] + int(place * (len(whole) - lengths[STEPS // 2]))
    harmed = HARMS[harm](whole, at, Random(seed))
    (data / LOG).write_bytes(harmed)
    before = sum(whole[:length] == harmed[:length] for length in lengths)
    numbers, last = stored(data)
    assert numbers == [str(number).encode() for number in range(before)] and last == numbers[-1]


def test_the_damaged_end_is_kept_beside_the_log_and_reported(
    written: tuple[Path, list[int]], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source, lengths = written
    data = copied(source, tmp_path / "data")
    for _ in range(2):
        with (data / LOG).open("ab") as log:
            log.write(bytes(100))
        with caplog.at_level(logging.WARNING, "arbiter"):
            repair(data)
    assert (data / LOG).read_bytes() == (source / LOG).read_bytes()
    kept = sorted((data / LOG).parent.glob("*.cut-at-*"))
    assert [file.read_bytes() for file in kept] == [bytes(100)] * 2
    assert "the last 100 bytes" in caplog.text and f"from byte {lengths[-1]} on" in caplog.text and str(kept[0]) in caplog.text
    assert len(stored(data)[0]) == STEPS


def test_a_command_with_a_damaged_name_is_cut_off(written: tuple[Path, list[int]], tmp_path: Path) -> None:
    """Its length fits by chance, as if it were whole; the server would refuse to start."""
    data = copied(written[0], tmp_path / "data")
    with (data / LOG).open("ab") as log:
        log.write(b"*1\r\n$5\r\nMUL*3\r\n$5\r\nHello")
    assert len(stored(data)[0]) == STEPS
    assert (data / LOG).stat().st_size == written[1][-1]


def test_damage_before_whole_commands_is_refused_and_nothing_is_changed(written: tuple[Path, list[int]], tmp_path: Path) -> None:
    source, lengths = written
    data, content = copied(source, tmp_path / "data"), bytearray((source / LOG).read_bytes())
    content[lengths[9] : lengths[9] + 7] = bytes(7)
    (data / LOG).write_bytes(content)
    with pytest.raises(StartFailed, match=f"damaged after byte {lengths[9]} .* truncate -s {lengths[9]} "):
        EmbeddedRedis(data).__enter__()
    assert (data / LOG).read_bytes() == content


@pytest.mark.parametrize("manifest", [None, b"", bytes(88), b"garbage\n", b"file other.aof seq 1 type i\n", BASE_LINE, LOG_LINE])
def test_a_missing_or_damaged_manifest_beside_data_is_refused(
    written: tuple[Path, list[int]], tmp_path: Path, manifest: bytes | None
) -> None:
    data = copied(written[0], tmp_path / "data")
    (data / MANIFEST).unlink() if manifest is None else (data / MANIFEST).write_bytes(manifest)
    with pytest.raises(StartFailed, match=r"manifest.* backup"):
        EmbeddedRedis(data).__enter__()
    (data / MANIFEST).write_bytes((written[0] / MANIFEST).read_bytes())
    assert len(stored(data)[0]) == STEPS


def test_what_an_interrupted_compaction_left_is_no_damage(written: tuple[Path, list[int]], tmp_path: Path) -> None:
    """The server writes the new base file before the manifest names it, and the manifest before the new log."""
    data = copied(written[0], tmp_path / "data")
    shutil.copy(data / BASE, data / BASE.replace("1", "2"))
    (data / LOG.replace("1", "2")).touch()
    assert len(stored(data)[0]) == STEPS


BASE_HARMS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "zeros": lambda content: bytes(len(content)),
    "cut": lambda content: content[:-12],
    "flipped": lambda content: content[:40] + bytes([content[40] ^ 1]) + content[41:],
}


@pytest.mark.parametrize("harm", BASE_HARMS)
def test_a_damaged_base_file_is_refused_and_nothing_is_changed(written: tuple[Path, list[int]], tmp_path: Path, harm: str) -> None:
    data = copied(written[0], tmp_path / "data")
    damaged = BASE_HARMS[harm]((data / BASE).read_bytes())
    (data / BASE).write_bytes(damaged)
    for examine in (lambda: EmbeddedRedis(data).__enter__(), lambda: find_damage(data, thorough=True)):
        with pytest.raises(StartFailed, match=r"1\.base\.rdb, .* is damaged.* backup"):
            examine()
    assert (data / BASE).read_bytes() == damaged and (data / LOG).stat().st_size == written[1][-1]


@pytest.mark.parametrize("magic", [b"REDIS0011", b"VALKEY080"])
def test_a_base_file_is_never_cut(tmp_path: Path, magic: bytes) -> None:
    """Redis and Valkey begin a snapshot differently. A log of a base file alone is what is left after a loss of the others."""
    (tmp_path / BASE).parent.mkdir()
    (tmp_path / BASE).write_bytes(magic + bytes(100))
    (tmp_path / MANIFEST).write_bytes(BASE_LINE)
    repair(tmp_path)
    assert [file.name for file in sorted((tmp_path / BASE).parent.iterdir())] == [Path(BASE).name, Path(MANIFEST).name]


def test_only_the_end_of_a_long_log_is_parsed(written: tuple[Path, list[int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Damage far from the end is found by the server itself; the refusal then says where it is."""
    monkeypatch.setattr(append_only_log, "TAIL_BYTES", 500)
    source, lengths = written
    data, content = copied(source, tmp_path / "data"), bytearray((source / LOG).read_bytes())
    assert find_damage(data) is None
    content[lengths[3] : lengths[3] + 7] = bytes(7)
    (data / LOG).write_bytes(content)
    assert find_damage(data) is None
    with pytest.raises(StartFailed, match=f"damaged after byte {lengths[3]} "):
        EmbeddedRedis(data).__enter__()
    (data / LOG).write_bytes((source / LOG).read_bytes()[:-10])
    repair(data)
    assert (data / LOG).stat().st_size == lengths[-2]


def test_the_single_file_of_redis_6_is_repaired_too(written: tuple[Path, list[int]], tmp_path: Path) -> None:
    (tmp_path / "appendonly.aof").write_bytes((written[0] / LOG).read_bytes() + b"*2\r\n$3\r\nDE")
    repair(tmp_path)
    assert (tmp_path / "appendonly.aof").read_bytes() == (written[0] / LOG).read_bytes()
    for magic in (b"REDIS0009", b"VALKEY080"):
        (tmp_path / "appendonly.aof").write_bytes(magic + bytes(100))
        assert find_damage(tmp_path) is None, "a snapshot is left to the server"


def test_what_a_killed_compaction_left_is_deleted(tmp_path: Path) -> None:
    for name in ("temp-rewriteaof-7.aof", "temp-rewriteaof-bg-7.aof", "temp-7.rdb", "kept.aof"):
        (tmp_path / name).write_bytes(b"x")
    repair(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["kept.aof"]
