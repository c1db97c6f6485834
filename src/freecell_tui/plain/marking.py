"""The words that set bookmarks in a game, and come back to them."""

import re
from collections.abc import Sequence

from freecell_tui.engine import Bookmark, NotationError, parse_name
from freecell_tui.engine.bookmarks import BEFORE_THE_JUMP
from freecell_tui.engine.text import counted_or_no, quoted
from freecell_tui.plain.frontend import Seat
from freecell_tui.plain.move_commands import Actions


class Marking:
    """Sets bookmarks, and jumps to them."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self.actions: Actions = {
            "bookmark": self._bookmark,
            "bookmarks": self._bookmarks,
            "jump": self._jump,
            "unmark": self._unmark,
        }

    def _bookmark(self, words: Sequence[str]) -> None:
        bookmark, is_new = self._seat.session.set_bookmark(parse_name(" ".join(words)))
        if bookmark is None:
            self._seat.say_message()
        elif is_new:
            self._seat.tell_kept(f"{_named(bookmark)} is set. To come back here, say jump {bookmark.number}.")
        else:
            self._seat.tell_kept(f"{_named(bookmark)} is here already.")

    def _bookmarks(self, _words: Sequence[str]) -> None:
        bookmarks = self._seat.session.bookmarks
        for bookmark in bookmarks:
            here = " You are here." if bookmark.is_at(self._seat.game) else ""
            called = bookmark.name or ("before the jump" if bookmark.number == BEFORE_THE_JUMP else "")
            self._seat.say(f"{bookmark.number}: {f'{called}, ' if called else ''}{_standing(bookmark)}.{here}")
        if not bookmarks:
            self._seat.say("No bookmark is set.")

    def _jump(self, words: Sequence[str]) -> None:
        bookmark = self._meant(words)
        if bookmark is None:
            return
        if self._seat.session.jump(bookmark):
            back = "To go back to where you were, say jump 0."
            self._seat.tell_change(f"{_named(bookmark).removesuffix(',')}, {_standing(bookmark)}. {back}")
        else:
            self._seat.say("You are there.")

    def _unmark(self, words: Sequence[str]) -> None:
        bookmark = self._meant(words)
        if bookmark is not None:
            session = self._seat.session
            session.bookmarks = session.bookmarks.remove(bookmark.number)
            self._seat.tell_kept(f"{_named(bookmark)} is removed; the game stays as it is.")

    def _meant(self, words: Sequence[str]) -> Bookmark | None:
        """The bookmark of a number; if there is none, that is said."""
        text = " ".join(words)
        if not re.fullmatch("[0-9]{1,6}", text):
            raise NotationError(f"{quoted(text)} is not the number of a bookmark.")
        bookmark = self._seat.session.bookmarks.get(int(text))
        if bookmark is None:
            self._seat.say(f"There is no bookmark {int(text)}.")
        return bookmark


def _named(bookmark: Bookmark) -> str:
    if bookmark.number == BEFORE_THE_JUMP:
        return "Where you were before the jump"
    return f"Bookmark {bookmark.number}{f', {bookmark.name},' if bookmark.name else ''}"


def _standing(bookmark: Bookmark) -> str:
    return f"after {counted_or_no(bookmark.game.moves_made, 'move')}"
