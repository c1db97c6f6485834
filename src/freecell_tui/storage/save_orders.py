"""The order of the saves in a folder: which game was played last.

It stands in the head of every save. Where there are many saves, what was read from them is kept in a file beside their
folder, with the version of the save that it was read from, so that not every one is opened at every start. While the
folder itself is as it was then, no save is even looked at. Whatever is wrong with that file, it is only made anew.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Final, NamedTuple

from freecell_tui.storage import saves
from freecell_tui.storage.files import CLOCK_SECONDS, read_regular, settled_version, temporary_file

_NAME: Final = ".orders"
_MAX_BYTES: Final = 1 << 24
_WORTH_KEEPING: Final = 100
"""How many saves are opened before what they say is kept."""

_Orders = dict[str, list[int]]
"""The time of change, size, node and order of a save by its name."""


class _Kept(NamedTuple):
    """What the file has: the orders, and the version of the folder that they are all of, 0 if it may have changed."""

    folder: int
    orders: _Orders

    def is_of(self, folder: Path) -> bool:
        """Return whether the folder is as it was when all of them were read; raise OSError."""
        return bool(self.folder) and self.folder == folder.stat().st_mtime_ns


def ordered(folder: Path) -> list[tuple[int, str]]:
    """Return the order of each save in a folder, and its name; raise OSError."""
    kept = _read(folder)
    if kept.is_of(folder):
        orders = kept.orders
    else:
        orders, opened = _look(folder, kept.orders)
        if opened > _WORTH_KEEPING:
            _keep(folder, _Kept(0, orders))
    return [(order, name) for name, (*_, order) in orders.items()]


def keep_orders(folder: Path) -> None:
    """Keep the orders of many saves for the next start, when nobody waits for a frame."""
    with suppress(OSError):
        kept = _read(folder)
        if len(kept.orders) <= _WORTH_KEEPING or kept.is_of(folder):
            return
        version = settled_version(folder)
        if version is None:
            sleep(CLOCK_SECONDS)
            version = settled_version(folder)
        _keep(folder, _Kept(version or 0, _look(folder, kept.orders)[0]))


def _look(folder: Path, known: _Orders) -> tuple[_Orders, int]:
    """Return the orders of the saves in a folder, and how many had to be opened; raise OSError."""
    found: _Orders = {}
    opened = 0
    with os.scandir(folder) as entries:
        saves_there = [entry for entry in entries if entry.name.endswith(".json")]
    for entry in saves_there:
        with suppress(OSError):
            status = entry.stat()
            version = [status.st_mtime_ns, status.st_size, status.st_ino]
            before = known.get(entry.name)
            if before is not None and before[:3] == version:
                found[entry.name] = before
            else:
                found[entry.name] = [*version, _order_of(entry)]
                opened += 1
    return found, opened


def _order_of(entry: os.DirEntry[str]) -> int:
    """Return the order of a save, or the time of a file that may not be read; raise OSError if there is none."""
    try:
        return saves.read_order(entry.path)
    except OSError:
        return entry.stat().st_mtime_ns


def _read(folder: Path) -> _Kept:
    """Return what was kept of a folder, nothing if that is not what it should be."""
    try:
        fields = json.loads(read_regular(folder.parent / _NAME, _MAX_BYTES))
        kept = _Kept(fields["folder"], fields["saves"])
        if type(kept.folder) is int and all(map(_is_entry, kept.orders.values())):
            return kept
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    return _Kept(0, {})


def _is_entry(entry: object) -> bool:
    return isinstance(entry, list) and [type(number) for number in entry] == [int, int, int, int]


def _keep(folder: Path, kept: _Kept) -> None:
    """Write the file, without waiting for the disk: one that is lost is made again."""
    content = json.dumps({"folder": kept.folder, "saves": kept.orders}).encode()
    with suppress(OSError), temporary_file(folder.parent, content) as (written, _):
        written.replace(folder.parent / _NAME)
