"""The index of the unfinished games, for lists that are shown again and again."""

from pathlib import Path

from freecell_tui.storage import saves
from freecell_tui.storage.files import FileVersion, file_version, is_there
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError


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
