"""A player's games, each in a file of its own: the unfinished ones, those won, given up, and deleted last.

No save is ever overwritten but by the program that is playing it. If two programs take up one game, the second to play
a move finds that the file is no longer as it left it, and goes on in another: nothing that anybody played is lost.
"""

import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from time import time_ns
from typing import Final, NamedTuple

from freecell_tui.engine import Variant
from freecell_tui.storage import saves
from freecell_tui.storage.files import atomic_write
from freecell_tui.storage.paths import state_folder
from freecell_tui.storage.saves import SavedGame, SaveError

_UNFINISHED: Final = "unfinished"
_WON: Final = "won"
_DELETED: Final = "deleted"
_DAMAGED: Final = "damaged"
# The moment of the deletion in nanoseconds, and the name that the save had.
_DELETED_NAME: Final = re.compile(r"([0-9]{19})-(.+)")

MAX_DELETED: Final = 50
"""So many deleted saves are kept: those that were deleted last."""
_GIVEN_UP: Final = "given-up"
"""Where versions before 0.6 kept games given up, which are deleted games now."""


@dataclass(frozen=True, slots=True)
class SaveStore:
    """The folder of a player's games: a save a game, under `unfinished/`, `won/`, `given-up/` and `deleted/`."""

    folder: Path

    @classmethod
    def of_player(cls) -> "SaveStore":
        """The shelf of whoever runs the program."""
        return cls(state_folder())

    def unfinished(self) -> list[Path]:
        """The saves of unfinished games, the one played last first; empty if there is no shelf yet."""
        folder = self.folder / _UNFINISHED
        try:
            for unsettled in folder.glob("*.json.new"):
                path = unsettled.with_suffix("")
                if (record := self._recover(path)) is not None and record.game.is_won:
                    with suppress(OSError):
                        _move(path, self.folder / _WON)
            found = [(version.changed, path) for path in folder.glob("*.json") if (version := file_version(path))]
        except OSError:
            return []
        return [path for _, path in sorted(found, reverse=True)]

    def won(self) -> list[Path]:
        """The saves of the games that were won, in the order of their names; empty if there are none."""
        try:
            return sorted((self.folder / _WON).glob("*.json"))
        except OSError:
            return []

    def find_unfinished(self, deal: int, variant: Variant) -> tuple["SaveFile", SavedGame] | None:
        """The unfinished game of a deal with these rules that was played last, to go on with; None without one."""
        name = re.compile(rf".*-{re.escape(variant.name)}-{deal}(-[0-9]+)?")
        for path in self.unfinished():
            if name.fullmatch(path.stem):
                with suppress(SaveError):
                    save_file, record = self.open(path)
                    if (record.game.deal, record.game.variant) == (deal, variant) and not record.game.is_won:
                        return save_file, record
        return None

    def _recover(self, path: Path) -> SavedGame | None:
        """Put a version in its place that a killed program had written down and not settled, if there is one.

        One that is not whole was never shown; it is left to whoever may be writing it at this moment.
        """
        try:
            record = saves.read(saves.staging_path(path))
            saves.commit(path)
        except (SaveError, OSError):
            return None
        return record

    def latest(self, fits: Callable[[Variant], bool], problems: list[SaveError]) -> tuple["SaveFile", SavedGame] | None:
        """The unfinished game played last whose variant `fits`; what is wrong with newer saves goes to `problems`."""
        for path in self.unfinished():
            try:
                save_file, record = self.open(path)
            except SaveError as error:
                problems.append(error)
            else:
                if record.game.is_won:
                    # The program was killed before it could do this.
                    with suppress(OSError):
                        save_file.archive_won()
                elif fits(record.game.variant):
                    return save_file, record
        return None

    def new_file(self, record: SavedGame) -> "SaveFile":
        """A place for a game that is not on the shelf; nothing is written yet."""
        timestamp = "".join(letter for letter in record.started if letter.isalnum())
        return SaveFile(self, f"{timestamp}-{record.game.variant.name}-{record.game.deal}")

    def open(self, path: Path) -> tuple["SaveFile", SavedGame]:
        """Take up the game in a save; raise SaveError if it cannot be read.

        A save from elsewhere stays as it is, and the game goes on in a new place on the shelf.
        """
        if path.parent.resolve() != (self.folder / _UNFINISHED).resolve():
            record = saves.read(path)
            return self.new_file(record), record
        self._recover(path)
        before, saved_game = _versions_on_disk(path), saves.read(path)
        return SaveFile(self, path.stem, path, before, loses=bool(saved_game.unreadable_bookmarks)), saved_game

    def rename(self, path: Path, name: str) -> None:
        """Give an unfinished game a name, or none; it keeps its place in the list. Raise SaveError or OSError."""
        self._recover(path)
        record, status = saves.read(path), path.stat()
        if record.unreadable_bookmarks:
            self.keep_original(path)
        saves.stage(path, replace(record, name=name))
        os.utime(saves.staging_path(path), ns=(status.st_atime_ns, status.st_mtime_ns))
        saves.commit(path)

    def keep_original(self, path: Path) -> None:
        """Copy a save that will be written without its unreadable bookmarks to `damaged/`; raise OSError."""
        folder = self.folder / _DAMAGED
        folder.mkdir(parents=True, exist_ok=True)
        atomic_write(_free_path(folder, path.stem), path.read_bytes())

    def delete(self, path: Path) -> Path:
        """Move a save of whatever kind to the deleted ones, of which the oldest go for good; return its new path.

        Raise OSError.
        """
        self._recover(path)
        folder = self.folder / _DELETED
        folder.mkdir(parents=True, exist_ok=True)
        deleted = path.rename(_free_path(folder, f"{time_ns():019}-{path.stem}"))
        for old in [each for each in self.deleted() if each.parent == folder][MAX_DELETED:]:
            with suppress(OSError):
                old.unlink()
        return deleted

    def deleted(self) -> list[Path]:
        """Return the deleted saves, the one deleted last first, and then those that older versions kept as given up."""
        try:
            found = [path for path in (self.folder / _DELETED).glob("*.json") if _DELETED_NAME.fullmatch(path.stem)]
            given_up = sorted((self.folder / _GIVEN_UP).glob("*.json"), reverse=True)
        except OSError:
            return []
        return [*sorted(found, reverse=True), *given_up]

    def undelete(self, path: Path | None = None) -> Path | None:
        """Move a deleted save, or the one that was deleted last, back to the unfinished ones; return its new path.

        None if there is none. Raise OSError.
        """
        for deleted in self.deleted()[:1] if path is None else [path]:
            return deleted.rename(_free_path(self.folder / _UNFINISHED, _name_before_deletion(deleted)))
        return None


class SaveFile:
    """The place of one game on the shelf: its save, and how that looked when this program last read or wrote it.

    A change is first written beside the save, which is quick and survives the death of the program, and then settled,
    which waits for the disk.
    """

    def __init__(
        self,
        store: SaveStore,
        name: str,
        path: Path | None = None,
        seen: frozenset["FileVersion"] = frozenset(),
        *,
        loses: bool = False,
    ) -> None:
        self._store = store
        self._name = name
        self._seen = seen
        self._loses = loses
        self._staged: SavedGame | None = None
        self.path = path

    def stage(self, record: SavedGame) -> None:
        """Write the game down, beside its save; raise OSError if the disk refuses."""
        folder = self._store.folder / _UNFINISHED
        folder.mkdir(parents=True, exist_ok=True)
        if self.path is None or not self._is_unchanged(self.path):
            self.path, self._loses = _free_path(folder, self._name), False
        elif self.path.parent.name == _WON:
            # The winning move was undone.
            self.path = _move(self.path, folder)
        elif self.path.parent.name == _DELETED:
            # What was given up is played on.
            self.path = self._store.undelete(self.path)
            assert self.path is not None
        if self._loses:
            self._store.keep_original(self.path)
            self._loses = False
        saves.stage(self.path, record)
        self._seen = _versions_on_disk(self.path)
        self._staged = record

    def commit(self) -> None:
        """Put what was written last in the save's place, under `won` once the game is; raise OSError."""
        record, self._staged = self._staged, None
        if record is None or self.path is None:
            return
        # Another program may have found it, done this for us, and even gone on with the game.
        if file_version(saves.staging_path(self.path)) in self._seen:
            saves.commit(self.path)
        if record.game.is_won:
            self.archive_won()

    def archive_won(self) -> None:
        """Put the save of a game that is won among the games that were; raise OSError."""
        if self._is_ours:
            assert self.path is not None
            self.path = _move(self.path, self._store.folder / _WON)

    def discard(self) -> None:
        """Move the save to the deleted ones; raise OSError."""
        if self._is_ours:
            assert self.path is not None
            self.path = self._store.delete(self.path)

    def restore(self) -> None:
        """Move the deleted save back to the unfinished ones; raise OSError."""
        if self._is_ours:
            self.path = self._store.undelete(self.path)

    @property
    def _is_ours(self) -> bool:
        """Whether there is a save, and no other program has written it since."""
        return self.path is not None and file_version(self.path) in self._seen

    def _is_unchanged(self, path: Path) -> bool:
        """Whether all that lies there is what this program read or wrote last."""
        there = _versions_on_disk(path)
        return bool(there) and there <= self._seen


def _move(path: Path, folder: Path) -> Path:
    """Move a save to another folder, where nothing is overwritten; return its new path."""
    folder.mkdir(parents=True, exist_ok=True)
    return path.rename(_free_path(folder, path.stem))


def _name_before_deletion(path: Path) -> str:
    deleted = _DELETED_NAME.fullmatch(path.stem)
    return path.stem if deleted is None else deleted[2]


def _free_path(folder: Path, name: str) -> Path:
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    paths = (folder / f"{name}.json" for name in names)
    return next(path for path in paths if not path.exists() and not saves.staging_path(path).exists())


class FileVersion(NamedTuple):
    """What tells one version of a file from another, whatever the file is called."""

    changed: int
    size: int
    node: int


def file_version(path: Path) -> FileVersion | None:
    """The version of a file; None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return FileVersion(status.st_mtime_ns, status.st_size, status.st_ino)


def _versions_on_disk(path: Path) -> frozenset[FileVersion]:
    """What there is of a save: the version in its place, and the next one beside it."""
    there = (file_version(path), file_version(saves.staging_path(path)))
    return frozenset(version for version in there if version is not None)


class SaveIndex:
    """The unfinished games of a shelf."""

    def __init__(self, store: SaveStore) -> None:
        self._store = store
        self._read: dict[Path, tuple[FileVersion | None, SavedGame | SaveError]] = {}

    def paths(self) -> list[Path]:
        """The saves there are now, the one played last first."""
        paths = self._store.unfinished()
        self._read = {path: self._read[path] for path in paths if path in self._read}
        return paths

    def game(self, path: Path) -> SavedGame | SaveError:
        """The game in a save, or what is wrong with it."""
        # The version first: a save that changes while it is read is read again.
        version = file_version(path)
        known = self._read.get(path)
        if known is not None and version is not None and known[0] == version:
            return known[1]
        game: SavedGame | SaveError
        try:
            game = saves.read(path)
        except SaveError as error:
            game = error
        self._read[path] = version, game
        return game


__all__ = ["FileVersion", "SaveError", "SaveFile", "SaveIndex", "SaveStore", "SavedGame", "file_version"]
