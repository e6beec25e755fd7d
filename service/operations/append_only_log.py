"""The append-only log of the embedded Redis: a damaged end is cut off and kept aside, any other damage is refused.

Redis 7 and Valkey write a folder `appendonlydir` with a manifest that names the base file, a snapshot, and the incremental files after it;
Redis 6 writes the single file `appendonly.aof`. An incremental file is a sequence of commands in RESP, the protocol of Redis; the effects
of a script stand between MULTI and EXEC. Only the end of the last file can be damaged by a crash: a command that was not written
completely, or zeros and garbage after a power failure. The server itself would refuse to start; it would start without the data of a file
that is empty or that the manifest does not name.
"""

from __future__ import annotations

import logging
import mmap
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from service.operations.redis_binary import StartFailed, is_whole_snapshot

MANIFEST = "appendonly.aof.manifest"
SINGLE_FILE = "appendonly.aof"

TAIL_BYTES = 1024 * 1024
"""How much of a long log is parsed to see that its end is whole; only a damaged log is parsed from its beginning."""

LINE_BYTES = 64
"""The longest line with a length in RESP; longer ones are damaged."""

NEXT_COMMAND = re.compile(rb"\r\n(?=\*[1-9]\d*\r\n\$\d+\r\n)")
"""The end of a command that is followed by the beginning of another."""

MANIFEST_LINE = re.compile(r"file (\S+) seq \d+ type ([bih])( \S+ \S+)*")

DATA_FILE = re.compile(r"appendonly\.aof\.(\d+)\.(base|incr)\.(aof|rdb)")

SNAPSHOT = re.compile(rb"REDIS|VALKEY")
"""How a snapshot begins."""

log = logging.getLogger("arbiter")

Bytes = bytes | mmap.mmap


class Damage(msgspec.Struct, frozen=True):
    """A log that is whole up to the byte `whole`; `is_end` says that no command follows the damage."""

    file: Path
    whole: int
    size: int
    is_end: bool

    def __str__(self) -> str:
        if self.is_end:
            return f"{self.file} is damaged at its end: the last {self.size - self.whole} bytes, from byte {self.whole} on, are no command."
        return (
            f"{self.file} is damaged after byte {self.whole} of {self.size}, and commands follow the damage; nothing was changed. Restore "
            f"the folder from a backup; or copy it, and accept the loss of what follows: truncate -s {self.whole} '{self.file}'."
        )


def repair(data: Path) -> None:
    """Cuts a damaged end off the last log file and keeps it in a file beside it; raises StartFailed for other damage."""
    _remove_leftovers(data)
    damage = find_damage(data)
    if damage is None:
        return
    if not damage.is_end:
        raise StartFailed(str(damage))
    aside = _unused(damage.file.with_name(f"{damage.file.name}.cut-at-{damage.whole}"))
    try:
        _move_end(damage, aside)
    except OSError as error:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
        raise StartFailed(f"{damage} It cannot be kept aside in {aside}: {error.strerror}.") from None
    log.warning("%s They were moved to %s; every command before them is kept.", damage, aside)


def find_damage(data: Path, thorough: bool = False) -> Damage | None:
    """The damage of the last log file, if there is any; raises StartFailed if the manifest or the base file is missing or damaged.

    Of a long log only the end is examined, unless it is damaged or the examination is to be thorough, which includes the base file.
    """
    files = _files(data)
    _require_whole_base(files, thorough)
    if not files or files[-1].suffix == ".rdb" or not files[-1].stat().st_size:
        return None
    file = files[-1]
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as content:
        if SNAPSHOT.match(content):  # A snapshot with commands after it, by Redis 6: only the server itself can read it.
            return None
        if not thorough and _is_end_whole(content):
            return None
        whole, stopped = _parse(content, 0)
        if whole == len(content):
            return None
        return Damage(file, whole, len(content), is_end=not _has_command(content, stopped))


def _require_whole_base(files: Sequence[Path], thorough: bool) -> None:
    """Raises StartFailed if the snapshot with which the log begins is damaged; the server itself refuses one that is not empty."""
    for base in files:
        if base.suffix == ".rdb" and (not base.stat().st_size or (thorough and not is_whole_snapshot(base))):
            raise StartFailed(f"{base}, with which the log begins, is damaged; nothing was changed. Restore the folder from a backup.")


def _files(data: Path) -> list[Path]:
    """The files of the log in the order in which they are loaded; the server appends to the last one. Empty if there is no log yet."""
    folder, single = data / "appendonlydir", data / SINGLE_FILE
    if (folder / MANIFEST).exists():
        return [folder / name for name in _read_manifest(folder / MANIFEST)]
    if found := [file[0] for file in _data_files(folder)]:
        raise StartFailed(
            f"{folder} has no {MANIFEST}, but data ({', '.join(found)}); the server would start empty. Restore the manifest from a "
            "backup; or move the folder away to start without data."
        )
    return [single] if single.is_file() else []


def _data_files(folder: Path) -> list[re.Match[str]]:
    """The files in the folder that are named as files of a log, with their number and kind."""
    names = sorted(file.name for file in folder.iterdir()) if folder.is_dir() else []
    return [found for name in names if (found := DATA_FILE.fullmatch(name))]


def _read_manifest(manifest: Path) -> list[str]:
    """The names of the files in the order in which they are loaded; raises StartFailed."""
    lines = manifest.read_bytes().decode("latin1").splitlines()
    found = [MANIFEST_LINE.fullmatch(line) for line in lines if not line.startswith("#")]
    types = {each[1]: each[2] for each in found if each}
    fault = "a line of it cannot be read" if None in found else _fault(manifest.parent, types)
    if fault:
        raise StartFailed(
            f"{manifest} is damaged: {fault}. Restore the folder from a backup; or move it away to start without data. A manifest has a "
            "line for each file, such as: file appendonly.aof.1.incr.aof seq 1 type i"
        )
    return [name for name, kind in types.items() if kind != "h"]


def _fault(folder: Path, types: Mapping[str, str]) -> str:
    """What is wrong with a manifest that names these files, each with its type; an empty text if nothing is."""
    names = [name for name, kind in types.items() if kind != "h"]
    missing = [name for name in names if not (folder / name).is_file()]
    unnamed = _unnamed(folder, types)
    if not names:
        return "it names no files"
    if missing:
        return f"it names {missing[0]}, which is missing"
    return f"it does not name {unnamed[0]}, which holds data" if unnamed else ""


def _unnamed(folder: Path, types: Mapping[str, str]) -> list[str]:
    """The files with data that the server would leave out.

    An interrupted compaction leaves a second base file and an empty log, which no manifest names yet.
    """
    has_base = "b" in types.values()
    last = max((int(each[1]) for each in map(DATA_FILE.fullmatch, types) if each and each[2] == "incr"), default=0)
    return [
        each[0]
        for each in _data_files(folder)
        if each[0] not in types and (folder / each[0]).stat().st_size and (int(each[1]) > last if each[2] == "incr" else not has_base)
    ]


def _parse(content: Bytes, at: int) -> tuple[int, int]:
    """Where the last whole command or transaction ends, and where parsing stopped."""
    whole, in_transaction = at, False
    while (found := _command(content, at)) is not None:
        at, name = found
        in_transaction = name == b"MULTI" or (in_transaction and name != b"EXEC")
        if not in_transaction:
            whole = at
    return whole, at


def _command(content: Bytes, at: int) -> tuple[int, bytes] | None:
    """The end and the name of the command that begins here; None if it is not whole or its name is damaged."""
    if content[at : at + 1] == b"#":  # A comment, such as a time stamp.
        end = content.find(b"\r\n", at, at + LINE_BYTES)
        return (end + 2, b"") if end >= 0 else None
    counted, name = _number(content, at, b"*"), b""
    if counted is None or not counted[0]:
        return None
    count, at = counted
    for index in range(count):
        if (sized := _number(content, at, b"$")) is None:
            return None
        begin, at = sized[1], sized[1] + sized[0] + 2
        if content[at - 2 : at] != b"\r\n":
            return None
        if not index:
            name = bytes(content[begin : at - 2]).upper()
    return (at, name) if name.isalpha() else None


def _number(content: Bytes, at: int, sign: bytes) -> tuple[int, int] | None:
    """The number on a line that begins with the sign, and where the next line begins."""
    end = content.find(b"\r\n", at, at + LINE_BYTES)
    line = content[at : max(at, end)]
    return (int(line[1:]), end + 2) if line[:1] == sign and line[1:].isdigit() else None


def _is_end_whole(content: Bytes) -> bool:
    """Whether the last commands are whole, parsed from the first boundary in the last TAIL_BYTES; False if that one leads nowhere."""
    if len(content) <= TAIL_BYTES:
        return _parse(content, 0)[0] == len(content)
    first = NEXT_COMMAND.search(content, len(content) - TAIL_BYTES)
    return first is not None and _parse(content, first.end())[0] == len(content)


def _has_command(content: Bytes, at: int) -> bool:
    """Whether a whole command lies somewhere after this place."""
    return any(_command(content, found.end()) is not None for found in NEXT_COMMAND.finditer(content, at))


def _move_end(damage: Damage, aside: Path) -> None:
    """Copies the damaged end, forces the copy to disk, then cuts the end off."""
    with damage.file.open("r+b") as damaged:
        damaged.seek(damage.whole)
        with aside.open("xb") as kept:
            while part := damaged.read(TAIL_BYTES):
                kept.write(part)
            kept.flush()
            os.fsync(kept.fileno())
        damaged.truncate(damage.whole)
        os.fsync(damaged.fileno())


def _unused(path: Path) -> Path:
    """The path, or the path with a number if there is such a file already."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}.{number}")
    return free


def _remove_leftovers(data: Path) -> None:
    """Deletes what a server left that was killed while it compacted its log: it takes space, and nobody reads it."""
    for leftover in (*data.glob("temp-rewriteaof-*.aof"), *data.glob("temp-*.rdb")):
        leftover.unlink(missing_ok=True)
