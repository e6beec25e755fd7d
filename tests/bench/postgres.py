"""A private PostgreSQL server in a temporary folder, with the settings that Debian's package comes with."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.operations.supervisor import die_with_parent
from tests.support.ports import free_port
from tests.support.waiting import eventually

BINARIES = Path("/usr/lib/postgresql")
"""Where Debian installs the server; it is not on the path."""


@contextmanager
def postgres(*settings: str) -> Iterator[str | None]:
    """Starts a server with settings such as `fsync=off` and yields its URL; yields None, after printing why, if no server is installed."""
    found = sorted(BINARIES.glob("*/bin/postgres"))
    if not found:
        print(f"Postgres left out: there is no server in {BINARIES}.")
        yield None
        return
    folder, user = Path(tempfile.mkdtemp()), _user()
    try:
        if user:
            shutil.chown(folder, user)
        with _server(found[-1].parent, folder, user, settings) as url:
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user() -> str | None:
    """The user for the server, which refuses to run as root; None for the current user."""
    if os.geteuid() != 0:
        return None
    return "postgres" if any(entry.pw_name == "postgres" for entry in pwd.getpwall()) else "nobody"


@contextmanager
def _server(binaries: Path, folder: Path, user: str | None, settings: tuple[str, ...]) -> Iterator[str]:
    data, port = str(folder / "data"), free_port()
    create = [str(binaries / "initdb"), "--auth=trust", "--username=bench", "--no-sync", "-D", data]
    subprocess.run(create, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    command = [str(binaries / "postgres"), "-D", data, "-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1"]
    command += [part for setting in settings for part in ("-c", setting)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, user=user, cwd=folder, stdout=log, stderr=log, preexec_fn=die_with_parent)
    try:
        ready = [str(binaries / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
        eventually(lambda: subprocess.run(ready, check=False).returncode == 0)
        yield f"postgres://bench@127.0.0.1:{port}/postgres"
    finally:
        process.terminate()
        process.wait(timeout=60)
