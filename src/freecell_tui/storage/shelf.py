"""A player's games, each in a file of its own: the unfinished ones, and those that were won.

No save is ever overwritten but by the program that is playing it. If two programs take up one game, the second to play
a move finds that the file is no longer as it left it, and goes on in another: nothing that anybody played is lost.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from freecell_tui.engine import Variant
from freecell_tui.storage import saves
from freecell_tui.storage.places import state_folder
from freecell_tui.storage.saves import Record, SaveError

_UNFINISHED: Final = "unfinished"
_WON: Final = "won"


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folder of a player's games: a save a game, under `unfinished/` and `won/`."""

    folder: Path

    @classmethod
    def of_player(cls) -> "Shelf":
        """The shelf of whoever runs the program."""
        return cls(state_folder())

    def unfinished(self) -> list[Path]:
        """The saves of unfinished games, the one played last first; empty if there is no shelf yet."""
        try:
            with os.scandir(self.folder / _UNFINISHED) as entries:
                found = [(entry.stat().st_mtime_ns, entry.path) for entry in entries if entry.name.endswith(".json")]
        except OSError:
            return []
        return [Path(path) for _, path in sorted(found, reverse=True)]

    def latest(self, fits: Callable[[Variant], bool]) -> tuple[tuple["Slot", Record] | None, list[SaveError]]:
        """The unfinished game played last whose variant `fits`, and what is wrong with newer saves, which are kept."""
        troubles = []
        for path in self.unfinished():
            try:
                slot, record = self.open(path)
            except SaveError as error:
                troubles.append(error)
            else:
                if fits(record.game.variant):
                    return (slot, record), troubles
        return None, troubles

    def new_slot(self, record: Record) -> "Slot":
        """A place for a game that is not on the shelf; nothing is written yet."""
        moment = "".join(letter for letter in record.started if letter.isalnum())
        return Slot(self, f"{moment}-{record.game.variant.name}-{record.game.deal}")

    def open(self, path: Path) -> tuple["Slot", Record]:
        """Take up the game in a save; raise SaveError if it cannot be read.

        A save from elsewhere stays as it is, and the game goes on in a new place on the shelf.
        """
        before = _fingerprint(path)
        record = saves.read(path)
        if path.absolute().parent == (self.folder / _UNFINISHED).absolute():
            return Slot(self, path.stem, path, before), record
        return self.new_slot(record), record


class Slot:
    """The place of one game on the shelf: its save, and how that looked when this program last read or wrote it."""

    def __init__(self, shelf: Shelf, name: str, path: Path | None = None, seen: tuple[int, ...] | None = None) -> None:
        self._shelf = shelf
        self._name = name
        self._seen = seen
        self.path = path

    def keep(self, record: Record) -> None:
        """Write the game down, under `won` once it is won; raise OSError if the disk refuses."""
        folder = self._shelf.folder / (_WON if record.game.is_won else _UNFINISHED)
        folder.mkdir(parents=True, exist_ok=True)
        is_ours = self.path is not None and _fingerprint(self.path) in (self._seen, None)
        path = self.path if is_ours and self.path and self.path.parent == folder else self._free_path(folder)
        saves.write(path, record)
        if is_ours and self.path and self.path != path:
            with suppress(OSError):
                self.path.unlink()
        self.path = path
        self._seen = _fingerprint(path)

    def _free_path(self, folder: Path) -> Path:
        names = (self._name if number == 1 else f"{self._name}-{number}" for number in count(1))
        return next(path for name in names if not (path := folder / f"{name}.json").exists())


def _fingerprint(path: Path) -> tuple[int, ...] | None:
    """What tells one version of a file from another; None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


__all__ = ["Record", "SaveError", "Shelf", "Slot"]
