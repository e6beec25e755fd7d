"""An embedded Redis: a supervised child process with its data in a directory, reached over a Unix socket."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import msgspec
import redis

from service.operations import append_only_log
from service.operations.redis_binary import ServerVersion, StartFailed, can_read, find_binary, identify
from service.operations.supervisor import Supervisor, die_with_parent
from service.settings import Fsync
from service.storage import data_folder
from service.storage.data_folder import socket_path, url_of

__all__ = ["EmbeddedRedis", "StartFailed", "running_url"]

START_SECONDS = 30.0
"""How long a server may take to answer before the start counts as failed; loading a log does not count."""

LOCK_SECONDS = 5.0
"""How long to wait for a server that is just leaving the data directory."""

RESTART_SECONDS = 0.2

WATCH_SECONDS = 1.0
"""How often the disk is looked at."""

REWRITES = "auto-aof-rewrite-percentage"
"""The setting of the server that says by how many percent its log grows before it is compacted; 0 for never."""


log = logging.getLogger("arbiter")


def running_url(data: Path) -> str | None:
    """The URL of the server that already runs on a data directory, if there is one."""
    url = url_of(data)
    return url if answers(url) else None


def answers(url: str) -> bool:
    """Whether a server accepts commands at this URL."""
    return _ping(url) is None


def _ping(url: str) -> redis.RedisError | None:
    """The error with which a server at this URL refuses commands, if it does."""
    client = redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1, retry=None)
    try:
        client.ping()
        return None
    except redis.RedisError as error:
        return error
    finally:
        client.close()


class EmbeddedRedis:
    """A server on a data directory, restarted whenever it dies, for as long as the `with` block lasts. Raises StartFailed on entry.

    With `fsync` "always" every change is on disk before it is acknowledged. A server that cannot write then ends instead of acknowledging,
    and is started again when the disk has room. With "everysec" the log is forced to disk once a second.
    """

    def __init__(self, data: Path, fsync: Fsync = "always") -> None:
        self.data, self.fsync = data, fsync
        self.socket, self.url = socket_path(data), url_of(data)
        self._owns_socket_folder = False
        self._refusal: StartFailed | None = None
        self._rewrites = True
        self._stopping = threading.Event()
        self._supervisor = Supervisor(self._spawn, "embedded Redis", RESTART_SECONDS)
        self._watcher = threading.Thread(target=self._watch, name="embedded-redis-disk", daemon=True)

    @property
    def process(self) -> subprocess.Popen[bytes] | None:
        """The server's current process; None while it is not started."""
        return self._supervisor.process

    def __enter__(self) -> EmbeddedRedis:
        self._binary = find_binary()
        self._lock = _lock_directory(self.data)
        try:
            _require_room(self.data)
            _mark_version(self.data, identify(self._binary))
            _create_private(self.socket.parent)
            self._owns_socket_folder = True
            _repair_log(self.data)
            self._supervisor.__enter__()
            self._watcher.start()
            self._await_answer()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stopping.set()
        self._supervisor.__exit__(kind, error, trace)
        if self._watcher.is_alive():
            self._watcher.join(timeout=10)
        os.close(self._lock)
        if self._owns_socket_folder:
            shutil.rmtree(self.socket.parent, ignore_errors=True)

    def _watch(self) -> None:
        """Forces the log to disk every second with `everysec`, and lets the server compact its log only while the disk has room for that.

        With `appendfsync everysec` the server itself would keep accepted writes in memory for up to two seconds while the disk is busy, and
        lose them if it is killed. A server that compacts its log on a disk without room fills the disk.
        """
        while not self._stopping.wait(WATCH_SECONDS):
            with suppress(OSError, redis.RedisError):
                if self.fsync == "everysec":
                    self._sync()
                self._allow_rewrites(data_folder.can_rewrite(self.data))

    def _sync(self) -> None:
        for file in data_folder.log_files(self.data):
            with suppress(OSError), file.open("rb") as written:
                os.fsync(written.fileno())

    def _allow_rewrites(self, allowed: bool) -> None:
        if allowed == self._rewrites:
            return
        with redis.Redis.from_url(self.url, socket_timeout=1, socket_connect_timeout=1, retry=None) as client:
            client.config_set(REWRITES, _percentage(allowed))
        self._rewrites = allowed
        if allowed:
            log.info("the disk of %s has room again: the log of Redis is compacted when it has doubled", self.data)
        else:
            log.warning("the disk of %s has no room to compact the log of Redis, which grows until there is; free some space", self.data)

    def _spawn(self) -> subprocess.Popen[bytes] | None:
        """Starts the server; None while that is impossible, as with a full disk or a damaged log, with one line in the log."""
        try:
            _require_room(self.data)
            append_only_log.repair(self.data)
            server = self._start_server()
        except (StartFailed, OSError, subprocess.SubprocessError) as error:
            if str(error) != str(self._refusal):
                log.error("Redis is not started: %s", error)
            self._refusal = StartFailed(str(error))
            return None
        if self._refusal is not None:
            log.info("Redis starts again on %s", self.data)
        self._refusal = None
        return server

    def _start_server(self) -> subprocess.Popen[bytes]:
        with open(self.data / "redis.log", "ab") as output:
            return subprocess.Popen(
                [self._binary, *self._options()],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=(self._lock,),
                preexec_fn=die_with_parent,
            )

    def _options(self) -> list[str]:
        settings = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.data.resolve()),
            "appendonly": "yes",
            "appendfsync": "always" if self.fsync == "always" else "no",
            "save": "",
            "maxmemory-policy": "noeviction",
            REWRITES: _percentage(self._rewrites),
        }
        return [part for name, value in settings.items() for part in (f"--{name}", value)]

    def _await_answer(self) -> None:
        """Waits until the server accepts commands, as long as it needs to load its log; raises StartFailed."""
        deadline = time.monotonic() + START_SECONDS
        while (error := _ping(self.url)) is not None:
            if self._refusal is not None:
                raise self._refusal
            has_ended = self.process is not None and self.process.poll() is not None
            if has_ended or (time.monotonic() > deadline and not isinstance(error, redis.BusyLoadingError)):
                damage = append_only_log.find_damage(self.data, thorough=True)
                raise StartFailed(f"The embedded Redis does not start; its log is {self.data / 'redis.log'}. {damage or ''}".rstrip())
            time.sleep(0.01)


def _percentage(rewrites: bool) -> str:
    return "100" if rewrites else "0"


def _require_room(data: Path) -> None:
    if data_folder.is_full(data):
        raise StartFailed(f"The disk of {data} is full. Free some space; nothing that was acknowledged is lost.")


def _repair_log(data: Path) -> None:
    """Repairs the log before the time for the start of the server runs: a long damaged log is parsed for minutes."""
    try:
        append_only_log.repair(data)
    except OSError as error:
        raise StartFailed(f"The log in {data} cannot be repaired: {error}.") from None


def _lock_directory(data: Path) -> int:
    """Locks the data directory for this process and its child: two servers on one log would destroy it."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StartFailed(f"Data cannot be stored in {data}: {error.strerror}. Choose another DATA_DIR.") from None
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return lock
        except BlockingIOError:
            if time.monotonic() > deadline:
                os.close(lock)
                raise StartFailed(f"Another server uses {data}; stop it, or choose another DATA_DIR.") from None
            time.sleep(0.05)


def _mark_version(data: Path, server: ServerVersion) -> None:
    """Writes the server's version into the data directory, atomically; an older server would start empty on it, without an error."""
    marker, fresh = data / "server.json", data / "server.json.new"
    written = _read_version(marker, server) if marker.exists() else None
    if written is not None and not can_read(server, written):
        raise StartFailed(f"{data} was written by {written.name} {written.major}; {server.name} {server.major} cannot read it.")
    if written != server:
        fresh.write_bytes(msgspec.json.encode(server))
        fresh.replace(marker)


def _read_version(marker: Path, server: ServerVersion) -> ServerVersion:
    try:
        return msgspec.json.decode(marker.read_bytes(), type=ServerVersion)
    except msgspec.MsgspecError:
        sentence = f"{marker} cannot be read; it says which server wrote the data. If it was {server.name} {server.major}, delete the file."
        raise StartFailed(sentence) from None


def _create_private(folder: Path) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if found.st_uid != os.getuid() or found.st_mode & 0o077 or folder.is_symlink():
        raise StartFailed(f"{folder} belongs to somebody else or is not private; delete it.")
