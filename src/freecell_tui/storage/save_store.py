"""The store of a player's games, each a save in a file of its own.

A save is overwritten only by the program that plays its game.
If two programs play one game, the second to make a move finds that the file has changed, and continues in a new file.
So no move is ever lost.
If only the name, bookmarks or notes were changed in the file, the program merges them.
Looking at a file and renaming it is one step, under the lock of the folder.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from time import time, time_ns
from typing import Final, Literal, TypeVar

from freecell_tui.engine import Bookmark, Bookmarks, Game, Variant
from freecell_tui.engine.positions import POSITION_NAME, Deal
from freecell_tui.storage import saves
from freecell_tui.storage.files import (
    PRIVATE,
    FileVersion,
    atomic_write,
    create,
    file_version,
    flush,
    flush_folder,
    folder_lock,
    is_temporary,
    is_there,
    make_folder,
    numbered,
    player_folder,
    read_regular,
    reason,
    temporary_file,
    version_of,
)
from freecell_tui.storage.saves import FolderUnreadable, SavedGame, SaveError

DELETED_NAME: Final = re.compile(r"([0-9]{19})-(.+)")
"""The name of a deleted save: the time of the deletion in nanoseconds, and the name before."""

_LEFTOVER_SECONDS: Final = 86400


def move_save(path: Path, folder: Path, name: str = "") -> Path:
    """Move a save to another folder and return its new path.

    The save gets another `name` if one is given.
    Nothing is overwritten.
    Raise OSError.
    """
    make_folder(folder)
    flush_folder(folder)
    moved = rename_save(path, folder, name or path.stem)
    flush_folder(folder)
    flush_folder(path.parent)
    return moved


def rename_save(path: Path, folder: Path, name: str) -> Path:
    """Move a save to a folder without waiting for the disk.

    Nothing is overwritten.
    Return the new path; raise OSError.
    """
    with folder_lock(folder):
        return path.rename(free_path(folder, name))


def _entries_in(folder: Path) -> Iterator[os.DirEntry[str]]:
    with suppress(OSError), os.scandir(folder) as entries:
        yield from entries


def saves_in(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield the entry of each save in a folder.

    An unreadable folder has none.
    """
    return (entry for entry in _entries_in(folder) if entry.name.endswith(".json"))


def name_before_deletion(path: Path) -> str:
    """Return the name that a save had before its deletion."""
    deleted = DELETED_NAME.fullmatch(path.stem)
    return path.stem if deleted is None else deleted[2]


def free_path(folder: Path, name: str) -> Path:
    """Return a path in a folder that no save has.

    It is made of `name`, with a number behind if necessary.
    """
    paths = (folder / f"{each}.json" for each in numbered(name))
    return next(path for path in paths if not path.exists() and not saves.staging_path(path).exists())


def versions_on_disk(path: Path) -> frozenset[FileVersion]:
    """Return the versions of a save on the disk.

    They are the present one and the staged one, if they exist.
    """
    versions = (file_version(path), file_version(saves.staging_path(path)))
    return frozenset(version for version in versions if version is not None)


def _read(path: Path, _version: FileVersion | None) -> SavedGame | SaveError:
    try:
        return saves.read(path)
    except SaveError as error:
        return error


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

_WON: Final = "won"
_DELETED: Final = "deleted"
DAMAGED: Final = "damaged"
# The time of the start, the variant, and the deal or the position's name; a number behind distinguishes games with the
# same three.
_DEAL: Final = rf"-?[1-9][0-9]*|{POSITION_NAME}"
_SAVE_NAME: Final = re.compile(rf"[0-9TZ]+-([a-z][a-z-]*[a-z])-({_DEAL})(?:-[0-9]+)?\.json")
_NUMBERED: Final = re.compile(rf"(.+-[a-z]+-(?:{_DEAL}))-([0-9]{{1,3}})")
"""The name of a save with a number, as another one has the same start, variant and deal."""

MAX_DELETED: Final = 50
"""How many deleted saves are kept; older ones are removed for good."""


class SaveStore:
    """The folder of a player's games, with a folder for each kind.

    The folders are `unfinished/`, `won/`, `deleted/`, and `damaged/`.
    `damaged/` has copies of saves that were read only in part, made before the next save, and other files that cannot
    be read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self.unfinished_folder: Final = folder / "unfinished"
        self._read = cache(_read)

    @classmethod
    def of_player(cls) -> "SaveStore":
        return cls(player_folder("state"))

    def unfinished(self) -> list[Path]:
        """Return the saves of unfinished games, the last played first."""
        self._recover_staged()
        return [self.unfinished_folder / name for _, name in sorted(self._ordered(), reverse=True)]

    def folder_problem(self, kind: Literal["unfinished", "won", "deleted"] = "unfinished") -> str:
        """Return why the games of a kind cannot be listed, as a sentence, or ''."""
        try:
            with os.scandir(self.folder / kind):
                return ""
        except FileNotFoundError:
            return ""
        except OSError as error:
            return f"Your {kind} games cannot be read: {reason(error)}."

    def has_unfinished(self, fits: Callable[[Path], bool]) -> bool:
        """Return whether there is an unfinished game whose path `fits`.

        A game that is only staged counts.
        """
        folder = self.unfinished_folder
        names = (entry.name.removesuffix(".new") for entry in _entries_in(folder))
        return any(name.endswith(".json") and fits(folder / name) for name in names)

    def _ordered(self) -> Iterator[tuple[int, str]]:
        """Yield the order and the name of each unfinished save.

        The order is that of `read_order`.
        """
        for entry in saves_in(self.unfinished_folder):
            with suppress(OSError):
                yield saves.read_order(entry.path), entry.name

    def _recover_staged(self) -> None:
        """Commit the saves that killed programs had staged.

        Won games are archived, and old temporary files removed.
        """
        folder = self.unfinished_folder
        for name in [entry.name for entry in _entries_in(folder)]:
            if name.endswith(".json.new"):
                path = folder / name.removesuffix(".new")
                if (saved_game := self._recover(path)) is not None and saved_game.game.is_won:
                    with suppress(OSError):
                        move_save(path, self.folder / _WON)
            elif is_temporary(folder / name):
                with suppress(OSError):
                    if time() - (folder / name).lstat().st_mtime > _LEFTOVER_SECONDS:
                        (folder / name).unlink()

    def versions(self) -> Iterator[tuple[str, FileVersion]]:
        """Yield the path and the version of every save, unfinished or won.

        Paths begin at the store's folder.
        """
        self._recover_staged()
        for folder in (self.folder / _WON, self.unfinished_folder):
            for entry in saves_in(folder):
                with suppress(OSError):
                    yield f"{folder.name}/{entry.name}", version_of(entry.stat())

    def next_order(self) -> int:
        """Return an order for a new save, larger than any unfinished save's."""
        return max((time_ns(), *(order + 1 for order, _ in self._ordered())))

    def last_won(self) -> SavedGame | None:
        """Return the won game that was begun last.

        None if there is none, or if it cannot be read.
        """
        last = max((entry.name for entry in saves_in(self.folder / _WON)), default="")
        try:
            return saves.read(self.folder / _WON / last) if last else None
        except SaveError:
            return None

    def find_unfinished(self, game: Game) -> tuple["SaveFile", SavedGame] | None:
        """Return the last played unfinished game of a deal and variant.

        The deal and the variant are those of `game`.
        None if there is none.
        """
        return self.latest(game.variant.__eq__, [], game.deal)

    def latest(
        self, fits: Callable[[Variant], bool], problems: list[SaveError], deal: Deal | None = None
    ) -> tuple["SaveFile", SavedGame] | None:
        """Return the last played unfinished game whose variant `fits`.

        None if there is none.
        `problems` and `deal` are those of `games`.
        """
        return next((found for found in self.games(problems, deal) if fits(found[1].game.variant)), None)

    def games(self, problems: list[SaveError], deal: Deal | None = None) -> Iterator[tuple["SaveFile", SavedGame]]:
        """Yield the unfinished games, the last played first.

        With `deal`, only games of this deal are returned.
        `problems` gets the errors of unreadable saves.
        """
        if why := self.folder_problem():
            problems.append(FolderUnreadable(why))
        for path in self.unfinished():
            # The program’s own file names hold the deal; a file that a player named has to be read.
            named = _SAVE_NAME.fullmatch(path.name)
            if named is not None and deal is not None and named[2] != str(deal):
                continue
            try:
                save_file, saved_game = self.open(path)
            except SaveError as error:
                problems.append(error)
                continue
            if saved_game.game.is_won:
                # The program that won it was killed before it archived the save.
                with suppress(OSError):
                    save_file.archive_won()
            elif deal in (None, saved_game.game.deal):
                yield save_file, saved_game

    def unfinished_deals(self, variant: str) -> frozenset[int]:
        """Return the numbered deals of a variant's unfinished games, under any rules.

        The deals are read from the names of the files.
        """
        names = (_SAVE_NAME.fullmatch(entry.name) for entry in saves_in(self.unfinished_folder))
        own = [name[2] for name in names if name is not None and name[1] == variant]
        return frozenset(int(deal) for deal in own if not re.fullmatch(POSITION_NAME, deal))

    def _recover(self, path: Path) -> SavedGame | None:
        """Commit the version that a killed program had staged, and return it.

        None if there is none.
        An unreadable staged version stays: no player has seen it, and another program may be writing it.
        """
        try:
            saved_game = saves.read(saves.staging_path(path))
            saves.commit(path)
        except (SaveError, OSError):
            return None
        return saved_game

    def new_file(self, saved_game: SavedGame) -> "SaveFile":
        """Return the file for a game that the store does not have.

        Nothing is written yet.
        """
        timestamp = saved_game.started.replace("-", "").replace(":", "")
        return SaveFile(self, f"{timestamp}-{saved_game.game.variant.name}-{saved_game.game.deal}")

    def file_for(self, saved_game: SavedGame) -> "SaveFile":
        """Return the file for a game from outside the store.

        A rescued game continues in the file with an earlier state of itself, if there is one.
        Any other game gets a new file.
        """
        if saved_game.is_rescued:
            for save_file, found in self.games([], saved_game.game.deal):
                if found.game_id == saved_game.game_id and saves.goes_on_from(saved_game, found):
                    return save_file
        return self.new_file(saved_game)

    def has_game(self, saved_game: SavedGame, *, won: bool = False) -> bool:
        """Return whether the store has a save of a game.

        A save belongs to the game if it has the same id.
        With `won`, only a won save with the same moves counts.
        """
        kinds = [_WON] if won else [self.unfinished_folder.name, _WON, _DELETED]
        copies = (game for kind in kinds for game in self._games_in(self.folder / kind, saved_game.game.deal))
        ids = (game.game_id for game in copies if not won or game.game == saved_game.game)
        return saved_game.game_id in ids

    def _games_in(self, folder: Path, deal: Deal) -> Iterator[SavedGame]:
        """Yield the games of a deal in a folder.

        Files whose names do not hold a deal are read, and their games included whatever the deal.
        """
        for path in (Path(entry.path) for entry in saves_in(folder)):
            named = _SAVE_NAME.fullmatch(f"{name_before_deletion(path)}.json")
            if named is None or named[2] == str(deal):
                game = self.read(path)
                if isinstance(game, SavedGame):
                    yield game

    def open(self, path: Path) -> tuple["SaveFile", SavedGame]:
        """Open a save to continue its game; raise SaveError.

        A save outside `unfinished/` continues in a new file.
        """
        try:
            is_unfinished = path.parent.samefile(self.unfinished_folder)
        except OSError:
            is_unfinished = False
        if not is_unfinished:
            saved_game = saves.read(path)
            return self.file_for(saved_game), saved_game
        self._recover(path)
        before, saved_game = versions_on_disk(path), saves.read(path)
        return SaveFile(self, path.stem, path, before, saved_game), saved_game

    def rename(self, path: Path, name: str) -> None:
        """Give an unfinished game a name, '' for none.

        Raise SaveError or OSError.
        """
        self.edit(path, lambda saved_game: replace(saved_game, name=name))

    def edit(self, path: Path, change: Callable[[SavedGame], SavedGame]) -> None:
        """Change the description of an unfinished game.

        The game keeps its place in the list.
        Raise SaveError or OSError.
        """
        is_staged = False
        while not is_staged:
            self._recover(path)
            before, saved_game, status = versions_on_disk(path), saves.read(path), path.stat()
            if saved_game.is_damaged:
                self.keep_original(path)
            content = saves.encode(change(saved_game)).encode()
            with temporary_file(path.parent, content) as written, folder_lock(path.parent):
                os.utime(written, ns=(status.st_atime_ns, status.st_mtime_ns))
                # If the versions differ, the program that plays the game has just made a move.
                if is_staged := versions_on_disk(path) == before:
                    written.replace(saves.staging_path(path))
        with suppress(FileNotFoundError):  # the program that plays the game has committed it, or a move that followed
            saves.commit(path)

    def keep_original(self, path: Path) -> None:
        """Copy a partly unreadable save to `damaged/`; raise OSError."""
        folder = self.folder / DAMAGED
        make_folder(folder)
        atomic_write(free_path(folder, path.stem), read_regular(path, saves.MAX_BYTES), PRIVATE)

    def delete(self, path: Path) -> Path:
        """Move a save to the deleted ones, and return its new path.

        MAX_DELETED saves are kept.
        Raise OSError.
        """
        self._recover(path)
        deleted = move_save(path, self.folder / _DELETED, f"{time_ns():019}-{path.stem}")
        for old in self.deleted()[MAX_DELETED:]:
            with suppress(OSError):
                old.unlink()
        return deleted

    def deleted(self) -> list[Path]:
        """Return the deleted saves, the last deleted first."""
        paths = (Path(entry.path) for entry in saves_in(self.folder / _DELETED))
        return sorted((path for path in paths if DELETED_NAME.fullmatch(path.stem)), reverse=True)

    def undelete(self, path: Path | None = None) -> Path | None:
        """Move a deleted save back, and return its new path.

        The save is by default the last deleted one.
        None if there is none.
        Raise OSError.
        """
        deleted = next(iter(self.deleted()), None) if path is None else path
        if deleted is None:
            return None
        self._recover(deleted)
        return move_save(deleted, self.unfinished_folder, name_before_deletion(deleted))

    def read(self, path: Path) -> SavedGame | SaveError:
        """Return the game of a save, or the error of reading it.

        A save is read again only after it has changed.
        """
        # The version is taken first, so that a save that changes meanwhile is read again next time. A save without a
        # version is read every time.
        version = file_version(path)
        return self._read(path, version) if version is not None else _read(path, version)

    def copy_title(self, path: Path) -> str:
        """Return `copy` or `copy 2` for a copied save, or ''.

        A copy has a number in its file name, and shares its game with a file of a lower number.
        """
        numbered = _NUMBERED.fullmatch(path.stem)
        if numbered is None or isinstance(game := self.read(path), SaveError):
            return ""
        stem, number = numbered[1], int(numbered[2])
        lower = (path.with_name(f"{name}.json") for name in (stem, *(f"{stem}-{each}" for each in range(2, number))))
        others = (other for other in map(self.read, lower) if isinstance(other, SavedGame))
        copies = len([other for other in others if other.game_id == game.game_id])
        if copies == 0:
            return ""
        return "copy" if copies == 1 else f"copy {copies}"


@dataclass(eq=False)
class SaveFile:
    """The file of one game, as last read or written here.

    A change is staged first, which is quick and survives the end of the program.
    It is committed later, which waits for the disk.
    """

    _store: SaveStore
    _name: str
    """The name of a new file, without a suffix."""

    path: Path | None = None
    """The path of the save; None until the game is staged for the first time."""

    _seen: frozenset[FileVersion] = frozenset()
    """The versions of the file that this program read or wrote last."""

    _on_disk: SavedGame | None = None
    """The game in these versions."""

    _staged: SavedGame | None = None
    """The staged game, until it is committed."""

    _order: int = 0
    """The order of the last save; 0 before the first."""

    was_changed: bool = False
    """Whether another program has changed or moved the file, so that the game continues in another file."""

    def __post_init__(self) -> None:
        self._must_keep_original = self._on_disk is not None and self._on_disk.is_damaged

    def stage(self, saved_game: SavedGame, *, again: bool = False, is_discarded: bool = False) -> bool:
        """Stage the game, and return whether its file is another one.

        The staged version is written beside the save.
        The game continues in another file if another program has changed its own.
        `again` repeats a failed try, and keeps its order.
        The save of a game that `is_discarded` stays in its folder.
        Raise OSError, leaving everything unchanged.
        """
        folder = self._store.unfinished_folder
        make_folder(folder)
        if self.path is not None and self._is_unchanged(self.path):
            if self._must_keep_original:
                self._store.keep_original(self.path)
            if is_discarded:
                folder = self.path.parent
            elif self.path.parent.name in (_WON, _DELETED):
                # The winning move was undone, or a move was played after the game was given up.
                self.path = rename_save(self.path, folder, name_before_deletion(self.path))
        self._must_keep_original = False
        if not self._order:
            self._order = self._store.next_order()
        elif not again:
            self._order = max(time_ns(), self._order + 1)
        content = saves.encode(replace(saved_game, order=self._order)).encode()
        with temporary_file(folder, content) as written, folder_lock(folder):
            path = self.path
            if path is None or not self._is_unchanged(path):
                self.was_changed = path is not None
                path = free_path(folder, self._name)
            before, version = file_version(path), file_version(written)
            written.replace(saves.staging_path(path))
        is_copy = self.path is not None and path.name != self.path.name
        self.path, self._staged, self._on_disk = path, saved_game, saved_game
        self._seen = frozenset(each for each in (before, version) if each is not None)
        return is_copy

    def merged(self, saved_game: SavedGame) -> SavedGame:
        """Return the game with another program's name, bookmarks and notes.

        If the other program played a move, the game is returned unchanged.
        If both programs changed a value, the change made here stays.
        """
        known, found = self._on_disk, self._labelled_elsewhere()
        if known is None or found is None:
            return saved_game
        theirs, versions = found
        self._on_disk, self._seen = theirs, versions
        bookmarks = _three_way(*(_by_number(version.bookmarks) for version in (known, saved_game, theirs)))
        notes, tree = _three_way(known.notes, saved_game.notes, theirs.notes), saved_game.game.tree
        return replace(
            saved_game,
            name=theirs.name if saved_game.name == known.name else saved_game.name,
            bookmarks=Bookmarks(bookmark for _, bookmark in sorted(bookmarks.items())).in_tree(tree),
            notes={place: note for place, note in notes.items() if tree.has(place)},
        )

    @property
    def is_played_elsewhere(self) -> bool:
        """Whether another program has played moves in the save."""
        path = self.path
        if path is None or not versions_on_disk(path):
            return False
        return not self._is_unchanged(path) and self._labelled_elsewhere() is None

    def _labelled_elsewhere(self) -> tuple[SavedGame, frozenset[FileVersion]] | None:
        """Return the save and its versions if another program only labelled it.

        Labels are the name, the bookmarks and the notes.
        None if the save was not changed, or if a move was played in it.
        """
        path, known = self.path, self._on_disk
        if path is None or known is None or self._is_unchanged(path):
            return None
        versions, staged = versions_on_disk(path), saves.staging_path(path)
        try:
            saved_game = saves.read(staged if is_there(staged) else path)
        except SaveError:
            return None
        is_as_read = versions_on_disk(path) == versions
        return (saved_game, versions) if is_as_read and _played(saved_game) == _played(known) else None

    def commit(self) -> None:
        """Replace the save with the staged version; raise OSError.

        The save of a won game is moved to `won/`.
        After an error the staged version is still there, and the next call tries again.
        """
        if not self._order:
            # Find the order between frames, not at the first move.
            self._order = self._store.next_order()
        saved_game, path = self._staged, self.path
        if saved_game is None or path is None:
            return
        staged = saves.staging_path(path)
        if file_version(staged) in self._seen:
            flush(staged)
            with folder_lock(path.parent):
                # Another program may have found it, committed it, and even played further moves.
                if file_version(staged) in self._seen:
                    staged.replace(path)
            flush_folder(path.parent)
        if saved_game.game.is_won:
            self.archive_won()
        self._staged = None

    def rescue(self, saved_game: SavedGame, folder: Path) -> Path:
        """Write the game to a file outside the store; raise OSError.

        Return the path of the new file.
        """
        path = free_path(folder, f"{saves.RESCUED}{self._name}")
        create(path, saves.encode(replace(saved_game, is_rescued=True)).encode())
        return path

    def archive_won(self) -> None:
        self._move(lambda path: move_save(path, self._store.folder / _WON))

    def discard(self) -> None:
        self._move(self._store.delete)

    def restore(self) -> None:
        self._move(self._store.undelete)

    def _move(self, move: Callable[[Path], Path | None]) -> None:
        """Move the save, unless another program has played moves in it."""
        path = self.path
        if path is not None and (file_version(path) in self._seen or self._labelled_elsewhere() is not None):
            self.path = move(path)

    def _is_unchanged(self, path: Path) -> bool:
        """Return whether the disk has only versions read or written here."""
        versions = versions_on_disk(path)
        return bool(versions) and versions <= self._seen


def _played(saved_game: SavedGame) -> str:
    unnamed = replace(saved_game, name="", bookmarks=Bookmarks(), notes={})
    return saves.encode(replace(unnamed, elapsed=0.0, saved="", order=0))


def _by_number(bookmarks: Bookmarks) -> dict[int, Bookmark]:
    return {bookmark.number: bookmark for bookmark in bookmarks}


def _three_way(
    before: Mapping[_Key, _Value], ours: Mapping[_Key, _Value], theirs: Mapping[_Key, _Value]
) -> dict[_Key, _Value]:
    """Return the three-way merge of two changed mappings.

    A value changed in both has its change from `ours`.
    """
    keys = {**theirs, **ours}
    merged = {key: ours.get(key) if ours.get(key) != before.get(key) else theirs.get(key) for key in keys}
    return {key: value for key, value in merged.items() if value is not None}
