"""The index of the unfinished games, for lists that are shown again and again."""

import re
from pathlib import Path
from typing import Final

from freecell_tui.storage import saves
from freecell_tui.storage.files import FileVersion, file_version, is_there
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError

_NUMBERED: Final = re.compile(r"(.+-[a-z]+--?[0-9]+)-([0-9]{1,3})")
"""The name of a save that was not the first with this start, variant and deal."""


class SaveIndex:
    """The unfinished games of a store; each save is read when its game is asked for, and again when it changes."""

    def __init__(self, store: SaveStore) -> None:
        self._store = store
        self._read: dict[Path, tuple[FileVersion | None, SavedGame | SaveError]] = {}

    def paths(self) -> list[Path]:
        """Return the saves of unfinished games, the one played last first."""
        self._read = {path: found for path, found in self._read.items() if is_there(path)}
        return self._store.unfinished()

    def game(self, path: Path) -> SavedGame | SaveError:
        """Return the game of a save, or what is wrong with it."""
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

    def copy_title(self, path: Path) -> str:
        """Return `copy`, or `copy 2`, for a save of a game that is there with a lower number too; else ''."""
        numbered = _NUMBERED.fullmatch(path.stem)
        if numbered is None:
            return ""
        stem, number = numbered[1], int(numbered[2])
        lower = (path.with_name(f"{name}.json") for name in (stem, *(f"{stem}-{each}" for each in range(2, number))))
        same = sum(self._id(each) == self._id(path) for each in lower if is_there(each))
        return "" if same == 0 else "copy" if same == 1 else f"copy {same}"

    def _id(self, path: Path) -> str:
        game = self.game(path)
        return str(path) if isinstance(game, SaveError) else game.game_id
