"""An embedded Redis: a supervised child process with its data in a directory, reached over a Unix socket."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import msgspec
import redis

from service.operations.redis_binary import ServerVersion, StartFailed, can_read, find_binary, identify
from service.operations.supervisor import Supervisor, die_with_parent

__all__ = ["EmbeddedRedis", "StartFailed", "running_url"]

START_SECONDS = 30.0
"""How long a server may take to answer before the start counts as failed; loading a log does not count."""

LOCK_SECONDS = 5.0
"""How long to wait for a server that is just leaving the data directory."""

RESTART_SECONDS = 0.2


def socket_path(data: Path) -> Path:
    """The socket of a data directory: always the same, and short because socket paths are limited to about 100 bytes."""
    name = f"arbiter-{os.getuid()}-{hashlib.sha256(str(data.resolve()).encode()).hexdigest()[:12]}"
    folder = Path(tempfile.gettempdir()) / name
    return (folder if len(str(folder)) < 90 else Path("/tmp") / name) / "redis.sock"


def running_url(data: Path) -> str | None:
    """The URL of the server that already runs on a data directory, if there is one."""
    url = f"unix://{socket_path(data)}"
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
    """A server on a data directory, restarted whenever it dies, for as long as the `with` block lasts.

    `fsync` is "everysec" (a power failure loses at most a second) or "always". Raises StartFailed on entry.
    """

    def __init__(self, data: Path, fsync: str = "everysec") -> None:
        self.data, self.fsync = data, fsync
        self.socket = socket_path(data)
        self.url = f"unix://{self.socket}"
        self._owns_socket_folder = False
        self._stopping = threading.Event()
        self._supervisor = Supervisor(self._spawn, "embedded Redis", RESTART_SECONDS)
        self._syncer = threading.Thread(target=self._sync, name="embedded-redis-fsync", daemon=True)

    @property
    def process(self) -> subprocess.Popen[bytes] | None:
        """The server's current process."""
        return self._supervisor.process

    def __enter__(self) -> EmbeddedRedis:
        self._binary = find_binary()
        self._lock = _lock_directory(self.data)
        try:
            _mark_version(self.data, identify(self._binary))
            _create_private(self.socket.parent)
            self._owns_socket_folder = True
            self._supervisor.__enter__()
            if self.fsync == "everysec":
                self._syncer.start()
            self._await_answer()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stopping.set()
        self._supervisor.__exit__(kind, error, trace)
        if self._syncer.is_alive():
            self._syncer.join(timeout=10)
        os.close(self._lock)
        if self._owns_socket_folder:
            shutil.rmtree(self.socket.parent, ignore_errors=True)

    def _sync(self) -> None:
        """Forces the log to disk every second. With `appendfsync everysec` the server itself keeps accepted writes in memory for up to two
        seconds while the disk is busy, and loses them if it is killed."""
        while not self._stopping.wait(1.0):
            for log in (*self.data.glob("appendonlydir/*.incr.aof"), *self.data.glob("appendonly.aof")):
                with suppress(OSError), log.open("rb") as written:
                    os.fsync(written.fileno())

    def _spawn(self) -> subprocess.Popen[bytes]:
        settings = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.data.resolve()),
            "appendonly": "yes",
            "appendfsync": "always" if self.fsync == "always" else "no",
            "save": "",
            "maxmemory-policy": "noeviction",
        }
        command = [self._binary, *(part for name, value in settings.items() for part in (f"--{name}", value))]
        with open(self.data / "redis.log", "ab") as log:
            return subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=(self._lock,), preexec_fn=die_with_parent
            )

    def _await_answer(self) -> None:
        """Waits until the server accepts commands, as long as it needs to load its log; raises StartFailed."""
        deadline = time.monotonic() + START_SECONDS
        while (error := _ping(self.url)) is not None:
            has_ended = self.process is not None and self.process.poll() is not None
            if has_ended or (time.monotonic() > deadline and not isinstance(error, redis.BusyLoadingError)):
                raise StartFailed(f"The embedded Redis does not start; its log is {self.data / 'redis.log'}.")
            time.sleep(0.01)


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
