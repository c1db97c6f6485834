"""Writing a file whole or not at all."""

import os
from pathlib import Path


def atomic_write(path: Path, content: bytes, mode: int | None = None) -> None:
    """Write a file beside its place, and put it there once it is whole and on the disk; raise OSError.

    It has that mode, or what the system gives a new file.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            beside.chmod(mode)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
