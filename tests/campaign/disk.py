"""What a power cut may leave of what a program has written: a model of a file system that promises no more than POSIX.

Data are on the disk when their file was flushed, and names when their folder was flushed. What was not flushed may be
there or not, whole or in part, in any order; a file may also have its new length and zeros instead of its data. A name
changes whole or not at all, and the changes of one file or of one name happen in their order.
"""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from random import Random
from typing import NamedTuple

from campaign.system_calls import Call

CALLS = "openat,write,pwrite64,ftruncate,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,fsync,fdatasync"
OPTIONS = ("-xx", "-s", "1000000")
"""How strace has to tell what is written."""

SECTOR = 512
_BYTE = re.compile(r"\\x([0-9a-f]{2})")
_STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_FILE = re.compile(r"\d+<((?:\\x[0-9a-f]{2})*)>")
_NUMBERS = re.compile(r", (\d+)")
_FAILED = re.compile(r"= -1 E[A-Z]+|= \?")


class Write(NamedTuple):
    """Data that were written to a file, or the length that it was given."""

    file: int
    offset: int
    data: bytes | None


class Names(NamedTuple):
    """Names that were changed in one step, each with its file, or None where the name is gone; `folder` of a mkdir."""

    entries: tuple[tuple[str, int | None], ...]
    is_folder: bool = False


class Flush(NamedTuple):
    """A file, or a folder's names, that the disk was waited for."""

    file: int | None
    folder: str


class Shown(NamedTuple):
    """Text that the player was shown."""

    text: str


Step = Write | Names | Flush | Shown


def _text(hexadecimal: str) -> bytes:
    return bytes(int(byte, 16) for byte in _BYTE.findall(hexadecimal))


class Trace:
    """What a program did to the files below a folder, step by step."""

    def __init__(self, calls: list[Call], root: Path) -> None:
        self._root = str(root)
        self._files: dict[str, int] = {}
        self._sizes: list[int] = []
        self.steps = [step for call in calls if not _FAILED.search(call.rest) for step in self._steps(call)]

    def cut(self, end: int, chance: Random, likely: float, new: Path) -> None:
        """Put below another folder what a power cut may leave after so many steps."""
        for path, content in after_power_cut(self.steps[:end], chance, likely).items():
            here = new / Path(path).relative_to(self._root)
            if content is None:
                here.mkdir(parents=True)
            else:
                here.write_bytes(content)

    def _steps(self, call: Call) -> Iterator[Step]:
        strings = [_text(each) for each in _STRING.findall(call.rest)]
        paths = [path.decode(errors="replace") for path in strings]
        if call.name in ("write", "pwrite64", "ftruncate", "fsync", "fdatasync"):
            yield from self._steps_at_file(call, strings[0] if strings else None)
            return
        assert call.name in ("openat", "mkdir", "rename", "unlink"), f"what does {call.name} do?"
        if not self._is_inside(paths[0]):
            return
        if call.name == "openat" and "O_CREAT" in call.rest and paths[0] not in self._files:
            self._files[paths[0]] = len(self._sizes)
            self._sizes.append(0)
            yield Names(((paths[0], self._files[paths[0]]),))
        elif call.name == "mkdir":
            yield Names(((paths[0], None),), is_folder=True)
        elif call.name == "rename":
            moved = self._files[paths[1]] = self._files.pop(paths[0])
            yield Names(((paths[0], None), (paths[1], moved)))
        elif call.name == "unlink":
            del self._files[paths[0]]
            yield Names(((paths[0], None),))

    def _steps_at_file(self, call: Call, data: bytes | None) -> Iterator[Step]:
        opened = _FILE.match(call.rest)
        assert opened is not None, call.rest
        path = _text(opened[1]).decode(errors="replace")
        if call.name == "write" and call.rest.startswith("1<"):
            yield Shown((data or b"").decode())
        if not self._is_inside(path):
            return
        if call.name in {"fsync", "fdatasync"}:
            yield Flush(self._files.get(path), path)
            return
        file = self._files[path]
        numbers = [int(number) for number in _NUMBERS.findall(call.rest[opened.end() :])]
        if call.name == "ftruncate":
            self._sizes[file] = numbers[0]
            yield Write(file, numbers[0], None)
            return
        assert data is not None
        offset = self._sizes[file] if call.name == "write" else numbers[-1]
        self._sizes[file] = max(self._sizes[file], offset + len(data))
        yield Write(file, offset, data)

    def _is_inside(self, path: str) -> bool:
        return path == self._root or path.startswith(f"{self._root}/")


def _touched(names: Names) -> set[str | int]:
    """The names and files of a change, whose changes happen in their order."""
    return {path for path, _ in names.entries} | {file for _, file in names.entries if file is not None}


def _flushed(steps: list[Step]) -> set[int]:
    """The places of the steps that must be on the disk after all these."""
    flushed: set[int] = set()
    last: dict[str | int, int] = {}
    before: dict[int, set[int]] = {}
    for at, step in enumerate(steps):
        if isinstance(step, Names):
            before[at] = {last[what] for what in _touched(step) if what in last}
            last |= dict.fromkeys(_touched(step), at)
        elif isinstance(step, Flush):
            now = [each for each in range(at) if each not in flushed and _is_flushed(steps[each], step)]
            while now:
                flushed.add(each := now.pop())
                now += before.get(each, set()) - flushed
    return flushed


def _is_flushed(step: Step, flush: Flush) -> bool:
    if isinstance(step, Write):
        return step.file == flush.file
    return isinstance(step, Names) and any(str(PurePosixPath(path).parent) == flush.folder for path, _ in step.entries)


def after_power_cut(steps: list[Step], chance: Random, likely: float) -> dict[str, bytes | None]:
    """The files that a disk may have after these steps, with their content, and its folders with None.

    What was not flushed is there with a likelihood.
    """
    there = _flushed(steps)
    names: dict[str, int | None] = {}
    folders: set[str] = set()
    contents: dict[int, bytearray] = {}
    refused: set[str | int] = set()
    for at, step in enumerate(steps):
        if isinstance(step, Write):
            _write(contents.setdefault(step.file, bytearray()), step, chance, 1.0 if at in there else likely)
        elif isinstance(step, Names):
            if at not in there and (_touched(step) & refused or chance.random() >= likely):
                refused |= _touched(step)
                continue
            if step.is_folder:
                folders.add(step.entries[0][0])
            names |= dict(step.entries)
    files = {path: bytes(contents.get(file, b"")) for path, file in names.items() if file is not None}
    made = {step.entries[0][0] for step in steps if isinstance(step, Names) and step.is_folder}
    lost = made - folders
    found: dict[str, bytes | None] = {**dict.fromkeys(folders), **files}
    return {path: found[path] for path in sorted(found) if not any(path.startswith(f"{each}/") for each in lost)}


def _write(content: bytearray, write: Write, chance: Random, likely: float) -> None:
    """Let a write come to the disk, or some of its sectors, or none."""
    if write.data is None:
        if chance.random() < likely:
            del content[write.offset :]
        return
    if likely == 1.0 or chance.random() < likely:
        sectors = [slice(0, len(write.data))]
    else:
        starts = range(0, len(write.data), SECTOR)
        sectors = [slice(start, start + SECTOR) for start in starts if chance.random() < likely]
    grows = bool(sectors) or chance.random() < likely
    if grows and len(content) < write.offset + len(write.data):
        content.extend(bytes(write.offset + len(write.data) - len(content)))
    for sector in sectors:
        part = write.data[sector]
        content[write.offset + sector.start : write.offset + sector.start + len(part)] = part
