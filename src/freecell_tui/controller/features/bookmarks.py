"""The bookmarks of the game being played: to set, name, remove and restore one, and to jump to it."""

from typing import NamedTuple

from freecell_tui.controller.arguments import read_bookmark
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.branches import go_to
from freecell_tui.controller.frontend import hint_suffix
from freecell_tui.engine import Bookmark, FreecellError, parse_name
from freecell_tui.engine.text import capitalised


def set_bookmark(controller: Controller, text: str) -> None:
    """Set a bookmark at the position.

    Where there is a screen, ask for the name of a new bookmark.
    """
    bookmarks, place = controller.session.bookmarks, controller.game.place
    has_room = bookmarks.at(place) or bookmarks.free_number
    if controller.frontend.has_screen and not text and has_room:
        controller.frontend.show("bookmark")
    else:
        keep_bookmark(controller, text)


def keep_bookmark(controller: Controller, text: str) -> None:
    """Set a bookmark at the position, and say how to come back.

    `text` is the bookmark's name, or ''.
    """
    bookmark, is_new = controller.session.set_bookmark(parse_name(text))
    if bookmark is None:
        return
    state = "is set" if is_new else "is here already"
    suffix = hint_suffix(controller.frontend, "bookmarks", "to see all")
    controller.say(f"{capitalised(bookmark.title)} {state}{suffix}.")


def jump(controller: Controller, text: str) -> None:
    """Jump to the bookmark of a number; raise NotationError."""
    jump_to(controller, read_bookmark(controller.session.bookmarks, text))


def jump_to(controller: Controller, bookmark: Bookmark) -> None:
    """Go to the position of a bookmark, and say how to come back."""
    go_to(controller, bookmark.place, bookmark.title)


def rename(controller: Controller, bookmark: Bookmark, name: str) -> None:
    """Give a bookmark a name, '' for none."""
    controller.session.rename_bookmark(bookmark, name)


def remove(controller: Controller, bookmark: Bookmark, how_to_restore: str) -> str:
    """Remove a bookmark. Return the sentence to say.

    The game is unchanged.
    """
    controller.session.remove_bookmark(bookmark)
    return f"{capitalised(bookmark.title)} was removed; {how_to_restore}."


def can_restore(controller: Controller) -> bool:
    """Return whether a bookmark of this game was removed and not restored."""
    return bool(controller.session.removed_bookmarks)


class RestoredBookmark(NamedTuple):
    """A bookmark that was restored, and the sentence to say."""

    bookmark: Bookmark
    text: str


def restore(controller: Controller) -> RestoredBookmark:
    """Restore the bookmark that was removed last; raise FreecellError.

    If its number is taken, the bookmark has another one. A bookmark of a position that was cut off is dropped.
    """
    session = controller.session
    if not session.removed_bookmarks:
        raise FreecellError("Nothing to restore.")
    removed = session.removed_bookmarks.pop()
    try:
        bookmark = session.restore_bookmark(removed)
    except FreecellError:
        if session.game.tree.has(removed.place):
            session.removed_bookmarks.append(removed)  # there is no room for it now
        raise
    other = "" if bookmark.number == removed.number else f" as bookmark {bookmark.number}"
    return RestoredBookmark(bookmark, f"{capitalised(removed.title)} was restored{other}.")
