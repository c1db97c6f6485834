"""The order of the saves in a folder: which game was played last.

It stands in the head of every save. Where there are many saves, what was read from them is kept in a file beside them,
with the version of the save that it was read from, so that not every one is opened at every start. Whatever is wrong
with that file, it is only read anew.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from freecell_tui.storage import saves
from freecell_tui.storage.files import read_regular, temporary_file

_NAME: Final = ".orders"
_MAX_BYTES: Final = 1 << 24
_WORTH_KEEPING: Final = 100
"""How many saves are opened before what they say is kept."""

_Orders = dict[str, list[int]]
"""The time of change, size, node and order of a save by its name."""


def ordered(folder: Path) -> list[tuple[int, str]]:
    """Return the order of each save in a folder, and its name; raise OSError."""
    found: _Orders = {}
    known: _Orders | None = None
    opened = 0
    with os.scandir(folder) as entries:
        saves_there = [entry for entry in entries if entry.name.endswith(".json")]
    if len(saves_there) > _WORTH_KEEPING:
        known = _read(folder)
    for entry in saves_there:
        with suppress(OSError):
            if known is None:
                found[entry.name] = [0, 0, 0, _order_of(entry)]
                continue
            status = entry.stat()
            version = [status.st_mtime_ns, status.st_size, status.st_ino]
            before = known.get(entry.name)
            if before is not None and before[:3] == version:
                found[entry.name] = before
            else:
                found[entry.name] = [*version, _order_of(entry)]
                opened += 1
    if opened > _WORTH_KEEPING:
        _keep(folder, found)
    return [(order, name) for name, (*_, order) in found.items()]


def _order_of(entry: os.DirEntry[str]) -> int:
    """Return the order of a save, or the time of a file that may not be read; raise OSError if there is none."""
    try:
        return saves.read_order(entry.path)
    except OSError:
        return entry.stat().st_mtime_ns


def _read(folder: Path) -> _Orders:
    try:
        orders = json.loads(read_regular(folder / _NAME, _MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    if isinstance(orders, dict) and all(map(_is_entry, orders.values())):
        return orders
    return {}


def _is_entry(entry: object) -> bool:
    return isinstance(entry, list) and len(entry) == 4 and all(type(number) is int for number in entry)  # noqa: PLR2004 - see _Orders


def _keep(folder: Path, orders: _Orders) -> None:
    """Write the file, without waiting for the disk: one that is lost is made again."""
    with suppress(OSError), temporary_file(folder, json.dumps(orders).encode()) as (written, _):
        written.replace(folder / _NAME)
