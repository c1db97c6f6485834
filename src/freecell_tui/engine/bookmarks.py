"""Bookmarks and notes on positions in a game, and the names that players give to games and bookmarks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from freecell_tui.engine.errors import FreecellError
from freecell_tui.engine.game_tree import GameTree, Place

MAX_NAME_LENGTH: Final = 40
MAX_BOOKMARKS: Final = 99
MAX_NOTE_LENGTH: Final = 120
MAX_NOTES: Final = 1000

Notes = Mapping[Place, str]
"""The notes of a game, a line of text each."""


class BadName(FreecellError):
    """A text that cannot be a name or a note."""


def parse_name(text: str) -> str:
    """Return a name with single spaces and none around it; '' is no name.

    Raise BadName if it has more than MAX_NAME_LENGTH characters or some that cannot be printed.
    """
    return _parse("name", text, MAX_NAME_LENGTH)


def parse_note(text: str) -> str:
    """Return a note with single spaces and none around it; '' is no note. Raise BadName like `parse_name`."""
    return _parse("note", text, MAX_NOTE_LENGTH)


def _parse(what: str, text: str, most: int) -> str:
    line = " ".join(text.split())
    if not line.isprintable():
        raise BadName(f"A {what} can only have printable characters.")
    if len(line) > most:
        raise BadName(f"A {what} has at most {most} characters; this one has {len(line)}.")
    return line


class Bookmark(NamedTuple):
    """A position to go back to: a place in the game's tree, which stays there whatever is played later."""

    number: int
    place: Place
    name: str = ""

    @property
    def title(self) -> str:
        """The name, or what the bookmark is if it has none."""
        return self.name or f"bookmark {self.number}"


@dataclass(frozen=True, slots=True)
class Bookmarks:
    """The bookmarks of one game, immutable, in the order of their numbers; no two have the same."""

    all: tuple[Bookmark, ...] = ()

    def __iter__(self) -> Iterator[Bookmark]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)

    def get(self, number: int) -> Bookmark | None:
        """Return the bookmark of a number; None if there is none."""
        return next((bookmark for bookmark in self.all if bookmark.number == number), None)

    def at(self, place: Place) -> Bookmark | None:
        """Return the first bookmark of a place; None if there is none."""
        return next((bookmark for bookmark in self.all if bookmark.place == place), None)

    def in_tree(self, tree: GameTree) -> "Bookmarks":
        """Return the bookmarks of the places that a tree has."""
        return Bookmarks(tuple(bookmark for bookmark in self.all if tree.has(bookmark.place)))

    @property
    def free_number(self) -> int | None:
        """The lowest number for a new bookmark; None if there are MAX_BOOKMARKS."""
        taken = {bookmark.number for bookmark in self.all}
        return next((number for number in range(1, MAX_BOOKMARKS + 1) if number not in taken), None)

    def add(self, bookmark: Bookmark) -> "Bookmarks":
        """Return the bookmarks with one more, which replaces one of the same number."""
        others = self.remove(bookmark.number).all
        return Bookmarks(tuple(sorted((*others, bookmark), key=lambda each: each.number)))

    def remove(self, number: int) -> "Bookmarks":
        """Return the bookmarks without the one of a number, if there is one."""
        return Bookmarks(tuple(bookmark for bookmark in self.all if bookmark.number != number))

    def rename(self, number: int, name: str) -> "Bookmarks":
        """Return the bookmarks with another name for the one of a number, if there is one."""
        bookmark = self.get(number)
        return self if bookmark is None else self.add(bookmark._replace(name=name))
