"""A small disk that a test can fill: a tmpfs of its own."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEGABYTES = 64


class MountRefused(Exception):
    """This machine does not allow to mount a tmpfs."""


class SmallDisk:
    """A mounted disk, and the file that fills it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._ballast = folder, folder / "ballast"

    def fill(self) -> None:
        """Takes all the space that is left."""
        with open(self._ballast, "ab", buffering=0) as ballast:
            for size in (1 << 20, 1 << 12, 1):
                try:
                    while ballast.write(bytes(size)):
                        pass
                except OSError:
                    continue

    def free(self) -> None:
        """Gives the space back."""
        self._ballast.unlink(missing_ok=True)


@contextmanager
def small_disk(folder: Path, megabytes: int = MEGABYTES) -> Iterator[SmallDisk]:
    """Mounts a disk on a folder; raises MountRefused."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700,uid={os.getuid()}", "tmpfs", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if mounted.returncode:
        folder.rmdir()
        raise MountRefused(mounted.stderr.strip())
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
        folder.rmdir()
