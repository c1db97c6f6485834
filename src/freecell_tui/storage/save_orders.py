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


def ordered(folder: Path) -> list[tuple[int, str]]:
    """Return the order of each save in a folder, and its name; raise OSError."""
    found = _look(folder, _kept_orders(folder))
    if found.opened > _WORTH_KEEPING:
        _keep(folder, 0, found.orders)
    return [(order, name) for name, (*_, order) in found.orders.items()]


def kept_newest_first(folder: Path) -> list[str] | None:
    """Return the names of the saves in a folder, the one played last first, if nothing but those is known to be there.

    None if the folder may have changed since they were kept.
    """
    try:
        version, names = json.loads(_read(folder).partition(b"\n")[0])
        if not version or version != folder.stat().st_mtime_ns or type(names) is not list:
            return None
        in_one = "".join(names)
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    return None if "/" in in_one or "\0" in in_one else names


def keep_orders(folder: Path) -> None:
    """Keep the orders of many saves for the next start, when nobody waits for a frame."""
    with suppress(OSError):
        if kept_newest_first(folder) is not None:
            return
        known = _kept_orders(folder)
        if len(known) <= _WORTH_KEEPING:
            return
        version = settled_version(folder)
        if version is None:
            sleep(CLOCK_SECONDS)
            version = settled_version(folder)
        found = _look(folder, known)
        _keep(folder, (version or 0) if found.has_only_saves else 0, found.orders)


class _Found(NamedTuple):
    """What was found in a folder: the orders of its saves, and how many of these had to be opened."""

    orders: _Orders
    opened: int
    has_only_saves: bool


def _look(folder: Path, known: _Orders) -> _Found:
    """Look at every save in a folder; raise OSError."""
    orders: _Orders = {}
    opened = 0
    with os.scandir(folder) as entries:
        there = list(entries)
    saves_there = [entry for entry in there if entry.name.endswith(".json")]
    for entry in saves_there:
        with suppress(OSError):
            status = entry.stat()
            version = [status.st_mtime_ns, status.st_size, status.st_ino]
            before = known.get(entry.name)
            if before is not None and before[:3] == version:
                orders[entry.name] = before
            else:
                orders[entry.name] = [*version, _order_of(entry)]
                opened += 1
    return _Found(orders, opened, len(there) == len(saves_there))


def _order_of(entry: os.DirEntry[str]) -> int:
    """Return the order of a save, or the time of a file that may not be read; raise OSError if there is none."""
    try:
        return saves.read_order(entry.path)
    except OSError:
        return entry.stat().st_mtime_ns


def _kept_orders(folder: Path) -> _Orders:
    """Return the orders that were kept of a folder, none if they are not what they should be."""
    try:
        orders: _Orders = json.loads(_read(folder).partition(b"\n")[2])
        if all(map(_is_entry, orders.values())):
            return orders
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        pass
    return {}


def _is_entry(entry: object) -> bool:
    return isinstance(entry, list) and [type(number) for number in entry] == [int, int, int, int]


def _read(folder: Path) -> bytes:
    """Return what was kept of a folder, in two lines: its version with the names, and the orders; raise OSError."""
    return read_regular(folder.parent / _NAME, _MAX_BYTES)


def _keep(folder: Path, version: int, orders: _Orders) -> None:
    """Write the file, without waiting for the disk: one that is lost is made again.

    The names are for a start that finds the folder as it was, the orders for every other; 0 is the version of a folder
    that may have changed, or has more in it than saves.
    """
    newest_first = sorted(orders, key=lambda name: (orders[name][3], name), reverse=True) if version else []
    content = f"{json.dumps([version, newest_first])}\n{json.dumps(orders)}".encode()
    with suppress(OSError), temporary_file(folder.parent, content) as (written, _):
        written.replace(folder.parent / _NAME)
