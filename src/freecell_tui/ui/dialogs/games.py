"""The games that a gallery shows: the unfinished ones on the shelf, and the bookmarks of the game on the table."""

from pathlib import Path
from typing import Final

from freecell_tui.controller.autosave import time_ago
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.branches import go_to, outcome
from freecell_tui.controller.features.games import open_save
from freecell_tui.engine import Bookmark, Game
from freecell_tui.engine.text import capitalised, clock_text, counted, printable
from freecell_tui.storage.files import reason
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.ui.drawing.preview import Preview
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.game_browser import GameBrowser, GameList, GameRow

_DIGITS: Final = 9


class SavedGameList:
    """The unfinished games of a player, the one played last first; `is_changed` once they are no longer the same."""

    title = "Unfinished games"
    empty_text = "No unfinished games."
    open_label = "play"
    remove_label = "delete"

    def __init__(self, controller: Controller) -> None:
        controller.keep()
        self._controller = controller
        self._paths = controller.save_index.paths()

    def __len__(self) -> int:
        return len(self._paths)

    def row(self, at: int) -> GameRow:
        """Return what to show of a game."""
        path = self._paths[at]
        record, key = self._controller.save_index.game(path), str(at + 1) if at < _DIGITS else ""
        if isinstance(record, SaveError):
            reason = str(record).removeprefix(f"{path}: ")
            return GameRow(key, printable(path.stem), facts=(reason,), error=f"Cannot be read, but is kept: {record}")
        game = record.game
        time = (clock_text(record.elapsed),) if self._controller.settings.clock else ()
        when = "on the table" if self._controller.is_on_table(path) else time_ago(record.saved)
        copy = self._controller.save_index.copy_title(path)
        facts = (*([copy] if copy else []), counted(game.moves_made, "move"), *time)
        return GameRow(key, _title(game), record.name, facts, when, game)

    def find_key(self, key: str) -> int | None:
        """Return the game of a digit."""
        at = int(key) - 1 if key in set("123456789") else len(self)
        return at if at < len(self) else None

    def open(self, at: int) -> str:
        """Put a game on the table; return why not, if that cannot be."""
        return open_save(self._controller, self._paths[at])

    def rename(self, at: int, name: str) -> tuple[int, str]:
        """Give a game a name; return where it is then, and why that could not be, if so."""
        controller, path = self._controller, self._paths[at]
        trouble = ""
        if controller.is_on_table(path):
            controller.session.name = name
            controller.keep()
            trouble = controller.error
        else:
            try:
                controller.store.rename(path, name)
            except SaveError as error:
                trouble = str(error)
            except OSError as error:
                trouble = f"This name could not be saved: {reason(error)}."
        self._paths = controller.save_index.paths()
        return (self._paths.index(path) if path in self._paths else at), trouble

    def removal_warning(self, at: int) -> str:
        """Return what the player should agree to before a game is deleted; nothing if it does not count."""
        record = self._record(at)
        if isinstance(record, SaveError) or not self._controller.recorder.would_count_as_loss(record):
            return ""
        return f"Delete {_named(record)}? It counts as lost."

    def remove(self, at: int) -> str:
        """Delete a game, which may be the one on the table; return what to say then."""
        controller, path, record = self._controller, self._paths[at], self._record(at)
        if not isinstance(record, SaveError) and (why := controller.recorder.count_as_lost(record, path)):
            return f"Not deleted. {why}"
        try:
            controller.store.delete(path)
        except OSError as error:
            if not isinstance(record, SaveError):
                controller.recorder.take_back_loss(record)
            return f"This cannot be deleted: {reason(error)}."
        what = "The file" if isinstance(record, SaveError) else _named(record)
        was_here = controller.is_on_table(path)
        if was_here:
            controller.deal_in_place()
        self._paths = controller.save_index.paths()
        return f"{what} was deleted{', another deal is on the table' * was_here}; u restores it."

    def _record(self, at: int) -> SavedGame | SaveError:
        path = self._paths[at]
        controller = self._controller
        return controller.saved_game() if controller.is_on_table(path) else controller.save_index.game(path)

    @property
    def can_restore(self) -> bool:
        """Whether there is a deleted save."""
        return bool(self._controller.store.deleted())

    def restore(self) -> tuple[int | None, str]:
        """Bring back the save that was deleted last; return where it is then, and what to say."""
        controller = self._controller
        try:
            path = self._play_on_after_giving_up() or controller.store.undelete()
        except OSError as error:
            return None, f"This cannot be restored: {reason(error)}."
        if path is None:
            return None, "Nothing to restore."
        self._paths = controller.save_index.paths()
        record = controller.save_index.game(path)
        what = "The file" if isinstance(record, SaveError) else _named(record)
        why = "" if isinstance(record, SaveError) else controller.recorder.take_back_loss(record)
        said = f"{what} is back{f', and still counts as lost. {why}' if why else ''}"
        return (self._paths.index(path) if path in self._paths else None), f"{said.removesuffix('.')}."

    def _play_on_after_giving_up(self) -> Path | None:
        """Bring back the game being played, if it is the one deleted last; return its save."""
        controller = self._controller
        last = next(iter(controller.store.deleted()), None)
        if last is None or not controller.is_on_table(last):
            return None
        controller.take_back_giving_up()
        return next(filter(controller.is_on_table, controller.store.unfinished()), None)


class BookmarkList:
    """The bookmarks of the game on the table."""

    title = "Bookmarks"
    empty_text = "No bookmarks yet."
    open_label = "jump"
    remove_label = "remove"

    def __init__(self, ui: Ui) -> None:
        self._ui = ui
        self._controller = ui.controller
        self._removed: list[Bookmark] = []

    @property
    def _all(self) -> tuple[Bookmark, ...]:
        return self._controller.session.bookmarks.all

    def __len__(self) -> int:
        return len(self._all)

    def row(self, at: int) -> GameRow:
        """Return what to show of a bookmark."""
        bookmark, here = self._all[at], self._controller.session.game
        game = here.at(bookmark.place)
        verdict = outcome(self._controller, game)
        when = "you are here" if bookmark.place == here.place else ""
        facts = (counted(game.moves_made, "move"), *([verdict] if verdict else []))
        key = str(bookmark.number) if bookmark.number <= _DIGITS else ""
        return GameRow(key, f"Bookmark {bookmark.number}", bookmark.name, facts, when, game)

    def find_key(self, key: str) -> int | None:
        """Return the bookmark of a digit."""
        numbers = [str(bookmark.number) for bookmark in self._all]
        return numbers.index(key) if key in numbers else None

    def open(self, at: int) -> str:
        """Jump to a bookmark."""
        self._ui.show_table()
        go_to(self._controller, self._all[at].place, self._all[at].title)
        self._controller.game_changed()
        return ""

    def rename(self, at: int, name: str) -> tuple[int, str]:
        """Give a bookmark a name."""
        session = self._controller.session
        session.bookmarks = session.bookmarks.rename(self._all[at].number, name)
        return at, ""

    def removal_warning(self, at: int) -> str:
        """Nothing: it can be brought back while the list is open."""
        return ""

    def remove(self, at: int) -> str:
        """Remove a bookmark; the game stays as it is."""
        bookmark, session = self._all[at], self._controller.session
        self._removed.append(bookmark)
        session.bookmarks = session.bookmarks.remove(bookmark.number)
        return f"{capitalised(bookmark.title)} was removed; u restores it."

    @property
    def can_restore(self) -> bool:
        """Whether a bookmark was removed since the list was opened."""
        return bool(self._removed)

    def restore(self) -> tuple[int | None, str]:
        """Bring back the bookmark that was removed last."""
        if not self._removed:
            return None, "Nothing to restore."
        bookmark, session = self._removed.pop(), self._controller.session
        session.bookmarks = session.bookmarks.add(bookmark)
        return self._all.index(bookmark), f"{capitalised(bookmark.title)} is back."


def open_games(ui: Ui) -> None:
    """Show the unfinished games."""
    ui.push(_browser(ui, SavedGameList(ui.controller)))


def open_bookmarks(ui: Ui) -> None:
    """Show the bookmarks of the game."""
    ui.push(_browser(ui, BookmarkList(ui)))


def _browser(ui: Ui, games: GameList) -> GameBrowser:
    preview = Preview(ui.glyphs, ui.appearance, colour=ui.has_colour)
    return GameBrowser(games, preview, ui.glyphs, ui.close_screen)


def _title(game: Game) -> str:
    return f"{game.variant.full_title} #{game.deal}"


def _named(record: SavedGame) -> str:
    return f"“{record.name}”" if record.name else _title(record.game)
