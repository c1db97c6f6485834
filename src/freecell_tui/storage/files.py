"""Files: written whole or not at all, and told from their earlier versions."""

import os
from pathlib import Path
from typing import NamedTuple


def atomic_write(path: Path, content: bytes, mode: int | None = None) -> None:
    """Write a file beside its place, flush it to the disk, and put it in its place; raise OSError.

    `mode` are its permissions; None for what the system gives a new file.
    """
    staged = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with staged.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            staged.chmod(mode)
        staged.replace(path)
    finally:
        staged.unlink(missing_ok=True)


class FileVersion(NamedTuple):
    """What distinguishes one version of a file from another, whatever the file is called."""

    changed: int
    size: int
    node: int


def file_version(path: Path) -> FileVersion | None:
    """Return the version of a file on the disk; None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return FileVersion(status.st_mtime_ns, status.st_size, status.st_ino)
