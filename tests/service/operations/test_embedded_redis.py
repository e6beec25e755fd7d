"""The embedded Redis: one owner for each directory, no silent loss, and an end with its parent."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import redis

from service.cli import main
from service.operations import append_only_log
from service.operations import embedded_redis as embedded
from service.operations.embedded_redis import EmbeddedRedis, StartFailed, running_url
from service.operations.redis_binary import ServerVersion, can_read, candidates, identify
from service.settings import Fsync
from service.storage.data_folder import socket_path
from tests.support.waiting import eventually


def value(url: str, key: str) -> bytes | None:
    with redis.Redis.from_url(url) as client:
        found: bytes | None = client.get(key)
        return found


def test_data_survives_a_stop(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url) as client:
        client.set("key", "kept")
    assert running_url(tmp_path) is None and not server.socket.exists()
    with EmbeddedRedis(tmp_path) as server:
        assert running_url(tmp_path) == server.url
        assert value(server.url, "key") == b"kept"


def test_a_server_that_loads_its_log_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time-out is zero; a server that answers LOADING is waited for all the same."""
    ask, answers = embedded._ping, 0

    def loading_at_first(url: str) -> redis.RedisError | None:
        nonlocal answers
        eventually(lambda: ask(url) is None)
        answers += 1
        return redis.BusyLoadingError("LOADING") if answers < 5 else None

    monkeypatch.setattr(embedded, "_ping", loading_at_first)
    monkeypatch.setattr(embedded, "START_SECONDS", 0.0)
    with EmbeddedRedis(tmp_path) as server:
        assert answers == 5 and value(server.url, "key") is None


def test_the_log_is_repaired_before_the_time_for_the_start_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsing a long damaged log takes longer than START_SECONDS."""
    server, has_begun = EmbeddedRedis(tmp_path), list[bool]()
    monkeypatch.setattr(append_only_log, "repair", lambda data: has_begun.append(server._supervisor._thread.is_alive()))
    with server:
        assert has_begun[0] is False


def test_a_server_that_never_answers_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "_ping", lambda url: redis.ConnectionError("refused"))
    monkeypatch.setattr(embedded, "START_SECONDS", 0.0)
    with pytest.raises(StartFailed, match="does not start"):
        EmbeddedRedis(tmp_path).__enter__()


SLOW_DISK = "int fdatasync(int file) { usleep(700000); return 0; } int fsync(int file) { return fdatasync(file); }"
"""A library that makes every fsync of a server take 0.7 s."""


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler here to make a disk slow")
@pytest.mark.parametrize("fsync", ["everysec", "always"])
def test_acknowledged_writes_survive_a_kill_on_a_slow_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fsync: Fsync) -> None:
    subprocess.run(["cc", "-w", "-shared", "-fPIC", "-x", "c", "-o", tmp_path / "slow.so", "-"], input=SLOW_DISK.encode(), check=True)
    monkeypatch.setenv("LD_PRELOAD", str(tmp_path / "slow.so"))
    with EmbeddedRedis(tmp_path / "data", fsync) as server, redis.Redis.from_url(server.url) as client:
        accepted, until = 0, time.monotonic() + 2.2
        while time.monotonic() < until or accepted < 3:  # Long enough for the disk to be busy.
            accepted = client.rpush("key", accepted)
        assert server.process is not None
        server.process.kill()
        server.process.wait()
        eventually(lambda: running_url(tmp_path / "data"))
        assert client.llen("key") == accepted > 1


def test_two_servers_never_share_a_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "LOCK_SECONDS", 0.1)
    with EmbeddedRedis(tmp_path) as first, pytest.raises(StartFailed, match="Another server"):
        EmbeddedRedis(tmp_path).__enter__()
    assert first.process is not None


def test_an_older_server_is_refused_before_it_starts(tmp_path: Path) -> None:
    (tmp_path / "server.json").write_text('{"name":"valkey","major":99}')
    with pytest.raises(StartFailed, match="valkey 99"):
        EmbeddedRedis(tmp_path).__enter__()
    assert not (tmp_path / "appendonlydir").exists()


@pytest.mark.parametrize(
    ("server", "written", "reads"),
    [
        (("valkey", 9), ("valkey", 9), True),
        (("valkey", 9), ("valkey", 8), True),
        (("valkey", 8), ("valkey", 9), False),
        (("valkey", 9), ("redis", 6), True),
        (("valkey", 9), ("redis", 8), False),
        (("redis", 6), ("valkey", 9), False),
        (("redis", 6), ("redis", 7), False),
        (("redis", 8), ("redis", 6), True),
    ],
)
def test_which_server_can_read_which_files(server: tuple[str, int], written: tuple[str, int], reads: bool) -> None:
    assert can_read(ServerVersion(*server), ServerVersion(*written)) is reads


def test_every_candidate_reports_its_name_and_version() -> None:
    found = list(candidates())
    assert found and all(identify(binary).major >= 6 for binary in found)


def test_a_server_that_cannot_start_is_reported_with_its_log(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").write_text("this should be a directory")
    with pytest.raises(StartFailed, match=r"redis\.log"):
        EmbeddedRedis(tmp_path).__enter__()
    assert not socket_path(tmp_path).parent.exists()


def test_a_process_that_cannot_be_started_is_reported_at_once(tmp_path: Path) -> None:
    (tmp_path / "redis.log").mkdir()
    with pytest.raises(StartFailed, match=r"Is a directory.*redis\.log"):
        EmbeddedRedis(tmp_path).__enter__()


def test_a_server_that_cannot_be_started_again_is_started_later(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server:
        (tmp_path / "redis.log").rename(tmp_path / "old.log")
        (tmp_path / "redis.log").mkdir()
        assert server.process is not None
        server.process.kill()
        eventually(lambda: server._refusal)
        (tmp_path / "redis.log").rmdir()
        eventually(lambda: running_url(tmp_path), patience=10)


def test_an_unreadable_version_file_is_reported(tmp_path: Path) -> None:
    """As after a full disk; a version file that is right is not written again."""
    with EmbeddedRedis(tmp_path) as server:
        whole = (tmp_path / "server.json").stat()
    with EmbeddedRedis(tmp_path):
        assert (tmp_path / "server.json").stat().st_mtime_ns == whole.st_mtime_ns, "written again"
    (tmp_path / "server.json").write_bytes(b"")
    with pytest.raises(StartFailed, match=r"server\.json cannot be read"):
        EmbeddedRedis(tmp_path).__enter__()
    (tmp_path / "server.json").unlink()
    with EmbeddedRedis(tmp_path):
        assert running_url(tmp_path) == server.url


def test_a_broken_server_on_path_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "redis-server"
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(StartFailed, match="does not run"):
        EmbeddedRedis(tmp_path / "data").__enter__()


def test_an_unusable_data_directory_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a directory")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(StartFailed, match="DATA_DIR"):
            EmbeddedRedis(place).__enter__()


def test_a_long_path_still_has_a_short_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 100) / ("e" * 100)
    with EmbeddedRedis(deep) as server:
        assert len(str(server.socket)) < 104 and running_url(deep)


def test_a_socket_folder_open_to_others_is_refused(tmp_path: Path) -> None:
    folder = socket_path(tmp_path).parent
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    with pytest.raises(StartFailed, match="is not private"):
        EmbeddedRedis(tmp_path).__enter__()
    folder.rmdir()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's death")
def test_the_server_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    code = "import sys, time, pathlib; from service.operations.embedded_redis import EmbeddedRedis\n"
    code += "with EmbeddedRedis(pathlib.Path(sys.argv[1])) as server: print(server.process.pid, flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline().strip().isdigit()
        parent.send_signal(signal.SIGKILL)
    eventually(lambda: running_url(tmp_path) is None)
    with EmbeddedRedis(tmp_path):
        assert running_url(tmp_path)


def test_verify_starts_the_embedded_server_where_none_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    assert main(["verify"]) == 0 and running_url(tmp_path) is None
    assert os.path.exists(tmp_path / "server.json")
