"""Disks that refuse while a game is played, and may have changed their mind by its end."""

import os
import resource
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from campaign.player import Home


class Fault:
    """Something that goes wrong with a player's folder, and right again, which may be said twice.

    `process` is the program that plays.
    """

    def __init__(self, home: Home) -> None:
        self.home = home
        self.process = 0

    def begin(self) -> None:
        """Let it go wrong."""
        raise NotImplementedError

    def end(self) -> None:
        """Let it be right."""


class Full(Fault):
    """No file may grow: the limit of a process, which the system tells as an error of the file system."""

    def begin(self) -> None:
        self._limit(0)

    def end(self) -> None:
        with suppress(ProcessLookupError):
            self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        if sys.platform == "linux":
            resource.prlimit(self.process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class FullDisk(Fault):
    """A disk of its own, small and filled up; only root may have one."""

    def __init__(self, home: Home) -> None:
        super().__init__(home)
        self._disk = home.root / "state"
        self._disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(self._disk)], check=True)
        self._ballast = self._disk / "ballast"

    def begin(self) -> None:
        with suppress(OSError), self._ballast.open("ab", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def end(self) -> None:
        self._ballast.unlink(missing_ok=True)

    def unmount(self) -> None:
        subprocess.run(["umount", "--lazy", str(self._disk)], check=True)


class ReadOnly(Fault):
    """Folders that may be looked at, and not written to."""

    mode = 0o500

    def begin(self) -> None:
        for folder in (self.home.folder / "unfinished", self.home.folder / "won", self.home.folder):
            if folder.is_dir():
                folder.chmod(self.mode)

    def end(self) -> None:
        for folder in (self.home.folder, self.home.folder / "won", self.home.folder / "unfinished"):
            with suppress(FileNotFoundError):
                folder.chmod(0o700)


class Denied(ReadOnly):
    """Folders that may not be entered."""

    mode = 0


class Removed(Fault):
    """A folder that is gone; it may be made again."""

    def begin(self) -> None:
        shutil.rmtree(self.home.folder, ignore_errors=True)


class InTheWay(Fault):
    """A file where the folder was, as a disk that is not there any more leaves it."""

    def begin(self) -> None:
        if self.home.folder.is_dir():
            self.home.folder.rename(self.home.root / "elsewhere")
        self.home.folder.parent.mkdir(exist_ok=True)
        self.home.folder.touch()

    def end(self) -> None:
        if self.home.folder.is_file():
            self.home.folder.unlink()
            with suppress(FileNotFoundError):
                (self.home.root / "elsewhere").rename(self.home.folder)


def can_mount(folder: Path) -> bool:
    """Whether this user may mount a disk in a folder."""
    if os.geteuid() != 0 or sys.platform != "linux" or shutil.which("mount") is None:
        return False
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(folder)], check=False, capture_output=True)
    if mounted.returncode == 0:
        subprocess.run(["umount", str(folder)], check=True)
    return mounted.returncode == 0
