"""Disks that refuse: full ones, folders that may not be written to, names that are no files."""

import os
import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@contextmanager
def full_disk(left: int = 0) -> Iterator[None]:
    """Let no file of this process grow beyond so many bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (left, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def _permissions_hold() -> bool:
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o500)
        try:
            (folder / "file").touch()
        except PermissionError:
            return True
        else:
            return False
        finally:
            folder.chmod(0o700)


needs_permissions = pytest.mark.skipif(not _permissions_hold(), reason="nothing is read-only to this user")
"""Root may write anywhere, unless that right was given up."""


def ordinary_user() -> list[str]:
    """What stands before a command for which permissions hold: root's own do not; skip the test if that cannot be."""
    if os.geteuid() != 0:
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("permissions do not hold for root, and there is no setpriv")
    return [setpriv, "--bounding-set=-dac_override,-dac_read_search"]


def make_fifo(path: Path) -> None:
    os.mkfifo(path)


def make_loop(path: Path) -> None:
    path.symlink_to(path.name)


def make_endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def make_folder(path: Path) -> None:
    path.mkdir()


NO_FILES = [make_fifo, make_loop, make_endless, make_folder]
"""What makes something of a name that is no file: to open it may wait for ever, or give bytes without end."""
