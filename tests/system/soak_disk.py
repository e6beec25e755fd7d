"""The full disk of a soak test: the disk of Redis is a small one that becomes full once a minute and has room again some seconds later."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.small_disk import MountRefused, SmallDisk, small_disk

FIRST_SECONDS = 10.0
EVERY_SECONDS = 60.0
FULL_SECONDS = 5.0
"""When the disk becomes full for the first time and then again, and for how long."""

MEGABYTES = 2048
"""More than the log of ten minutes takes, with room to compact it."""


class DiskFaults:
    """Fills a disk now and then, in a thread, and counts how often; without a disk it says why there is none."""

    def __init__(self, disk: SmallDisk | None, skipped: str = "") -> None:
        self.filled, self.skipped = 0, skipped
        self._disk, self._is_over = disk, threading.Event()
        self._thread = threading.Thread(target=self._fill_repeatedly, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Fills the disk no more; returns when its space is back."""
        self._is_over.set()
        self._thread.join()

    def figures(self) -> dict[str, object]:
        """What the soak test publishes."""
        return {"filled": self.filled, "seconds_each": FULL_SECONDS, **({"skipped": self.skipped} if self.skipped else {})}

    def _fill_repeatedly(self) -> None:
        while self._disk and not self._is_over.wait(EVERY_SECONDS if self.filled else FIRST_SECONDS):
            self._disk.fill()
            self.filled += 1
            self._is_over.wait(FULL_SECONDS)
            self._disk.free()


@contextmanager
def filling(folder: Path) -> Iterator[DiskFaults]:
    """Puts a small disk on the folder and fills it now and then; where mounting is not allowed, says that this was skipped."""
    try:
        with small_disk(folder, MEGABYTES) as disk:
            faults = DiskFaults(disk)
            try:
                yield faults
            finally:
                faults.stop()
    except MountRefused as error:
        yield DiskFaults(None, skipped=str(error))
