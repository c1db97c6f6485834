"""How a saved game comes to the table: as an attempt in a tournament, or as a game like any other."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from freecell_tui.controller.table import Contest
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import FolderUnreadable, SavedGame, SaveError


class Entrance(NamedTuple):
    """A saved game as it is to be played."""

    saved: SavedGame
    save_file: SaveFile | None
    contest: Contest | None = None
    note: str = ""
    """Why the game is in no contest although it was an attempt, as a sentence, or ''."""


FindContest = Callable[[SaveStore, SavedGame, SaveFile | None], Entrance]
"""Returns how a saved game is to be played in a folder with tournaments."""


class Entrances:
    """The saved games of a player, as they are to be played."""

    def __init__(self, store: SaveStore, find_contest: FindContest) -> None:
        self._store = store
        self._find_contest = find_contest
        self._told_errors: set[str] = set()

    def of(self, saved: SavedGame, save_file: SaveFile | None = None) -> Entrance:
        """Return how a saved game is to be played."""
        if saved.id and (self._store.folder / "tournaments").is_dir():
            return self._find_contest(self._store, saved, save_file)
        return Entrance(saved, save_file)

    def hides_cards_of(self, saved: SavedGame) -> bool:
        """Return whether a tournament hides a game's cards while its clock stands."""
        contest = self.of(saved).contest
        return contest is not None and contest.looks_take_time

    def describe_unreadable(self, errors: Sequence[SaveError]) -> str:
        """Return that saves cannot be read, and the first reason.

        '' if all of the errors have been told before.
        """
        new = [error for error in map(str, errors) if error not in self._told_errors]
        self._told_errors.update(new)
        if not new:
            return ""
        if isinstance(errors[0], FolderUnreadable):
            return new[0]
        saves = "A save cannot be read, but is" if len(new) == 1 else f"{len(new)} saves cannot be read, but are"
        return f"{saves} kept. {new[0]}"
