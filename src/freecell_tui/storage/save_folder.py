"""Saves in one folder: their order, their names, and moving one without overwriting another."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Final

from freecell_tui.storage import saves
from freecell_tui.storage.files import (
    TEMPORARY,
    FileVersion,
    file_version,
    flush_folder,
    folder_lock,
    make_private_folder,
    numbered,
    version_of,
)

DELETED_NAME: Final = re.compile(r"([0-9]{19})-(.+)")
"""The time of the deletion in nanoseconds, and the name that the save had."""

_LEFTOVER: Final = re.compile(re.escape(TEMPORARY).replace(r"\{\}", "[0-9a-f]+"))
_LEFTOVER_SECONDS: Final = 86400


def is_same_folder(one: Path, other: Path) -> bool:
    """Return whether two paths lead to one folder."""
    try:
        return one.samefile(other)
    except OSError:
        return False


def move_save(path: Path, folder: Path, name: str = "") -> Path:
    """Move a save to another folder, with another name if one is given, overwriting none; return its new path."""
    make_private_folder(folder)
    flush_folder(folder)
    moved = rename_save(path, folder, name or path.stem)
    flush_folder(folder)
    flush_folder(path.parent)
    return moved


def rename_save(path: Path, folder: Path, name: str) -> Path:
    """Move a save without waiting for the disk, and overwrite none; return its new path."""
    make_private_folder(folder)
    with folder_lock(folder):
        return path.rename(free_path(folder, name))


def staged_in(folder: Path) -> list[Path]:
    """Return the saves of which there is a staged version; remove what killed programs left half written long ago."""
    staged = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".json.new"):
                staged.append(folder / entry.name.removesuffix(".new"))
            elif entry.name.startswith(".") and _LEFTOVER.fullmatch(entry.name):
                with suppress(OSError):
                    if time() - entry.stat(follow_symlinks=False).st_mtime > _LEFTOVER_SECONDS:
                        (folder / entry.name).unlink()
    return staged


def saves_in(folder: Path) -> Iterator[tuple[str, FileVersion]]:
    """Yield the name of each save in a folder, and its version; raise OSError."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".json"):
                with suppress(OSError):
                    yield entry.name, version_of(entry.stat())


def any_save(folder: Path, fits: Callable[[Path], bool]) -> bool:
    """Return whether there is a save in a folder that `fits`; one that is only staged counts too."""
    try:
        with os.scandir(folder) as entries:
            names = (entry.name.removesuffix(".new") for entry in entries)
            return any(name.endswith(".json") and fits(folder / name) for name in names)
    except OSError:
        return False


def name_before_deletion(path: Path) -> str:
    """Return the name that a save had before it was deleted."""
    deleted = DELETED_NAME.fullmatch(path.stem)
    return path.stem if deleted is None else deleted[2]


def free_path(folder: Path, name: str) -> Path:
    """Return a path in a folder that no save has: with this name, or with a number behind it."""
    paths = (folder / f"{each}.json" for each in numbered(name))
    return next(path for path in paths if not path.exists() and not saves.staging_path(path).exists())


def versions_on_disk(path: Path) -> frozenset[FileVersion]:
    """Return the versions of a save on the disk: the present one, and the staged one."""
    there = (file_version(path), file_version(saves.staging_path(path)))
    return frozenset(version for version in there if version is not None)
