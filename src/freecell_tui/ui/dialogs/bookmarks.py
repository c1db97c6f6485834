"""The bookmarks of the game on the table, and the prompt for the name of a bookmark."""

from collections.abc import Mapping, Sequence
from functools import partial

from freecell_tui.controller.features import bookmarks
from freecell_tui.controller.features.branches import outcome
from freecell_tui.engine import Bookmark
from freecell_tui.engine.game import MAX_NAME_LENGTH
from freecell_tui.engine.text import counted
from freecell_tui.ui.dialogs.saved_games import GamesScreen, ShownGame
from freecell_tui.ui.parts import Choice
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import LineField, Prompt


class BookmarksScreen(GamesScreen[Bookmark]):
    """The bookmarks of the game on the table.

    A removed bookmark can be restored.
    """

    open_label = "jump"
    nothing = "No bookmarks yet. A bookmark leads back to a position."
    remove_label = "remove"

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, "Bookmarks")

    @property
    def items(self) -> Sequence[Bookmark]:
        return self._controller.session.bookmarks

    def by_digit(self) -> Mapping[str, Bookmark]:
        return {str(bookmark.number): bookmark for bookmark in self.items if bookmark.number in range(1, 10)}

    def shown(self, item: Bookmark) -> ShownGame:
        present = self._controller.game
        game = present.at(item.place)
        facts = [counted(game.moves_made, "move")]
        if item.place == present.place:
            facts.append("you are here")
        return ShownGame(f"Bookmark {item.number}", item.name, facts, outcome(self._controller, game), game)

    @property
    def offers(self) -> Sequence[Choice]:
        return [self._ui.choice("bookmark", "set one here"), self._ui.choice("map")]

    def open(self, item: Bookmark) -> None:
        self._ui.show_table()
        bookmarks.jump_to(self._controller, item)
        self._controller.game_changed()

    def rename(self, item: Bookmark, name: str) -> None:
        bookmarks.rename(self._controller, item, name)

    def remove(self, item: Bookmark) -> None:
        self.confirm(bookmarks.remove(self._controller, item, "u restores it"))

    def keys(self) -> Sequence[Choice]:
        undo = "undo" if bookmarks.can_restore(self._controller) else ""
        return [*super().keys(), Choice("u", undo, partial(self.attempt, self._restore))]

    def _restore(self) -> None:
        """Restore the bookmark that was removed last; raise FreecellError."""
        bookmark, text = bookmarks.restore(self._controller)
        self.confirm(text)
        self.choose(self.items.index(bookmark))


def bookmark_prompt(ui: Ui) -> Dialog:
    """Return the prompt for the name of a bookmark at the present position.

    The name may be empty.
    """
    session = ui.controller.session
    before = session.bookmarks.at(session.game.place)
    about = f"Without a name, it is called bookmark {session.bookmarks.free_number}."
    return Prompt(
        ui,
        "Bookmark this position" if before is None else f"Bookmark {before.number} is here",
        LineField("" if before is None else before.name, MAX_NAME_LENGTH),
        partial(bookmarks.keep_bookmark, ui.controller),
        about=about if before is None or not before.name else "Type a new name, or keep this one.",
        word="save",
        label="Name: ",
    )
