"""Bookmarks of positions in a game, and the names that players give to games and bookmarks."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from freecell_tui.engine.errors import FreecellError
from freecell_tui.engine.game import Game

MAX_NAME_LENGTH: Final = 40
MAX_BOOKMARKS: Final = 99

BEFORE_THE_JUMP: Final = 0
"""The number of the bookmark that a jump sets by itself at the position that it leaves."""


class BadName(FreecellError):
    """A text that cannot be a name."""


def parse_name(text: str) -> str:
    """Return a name with single spaces and none around it; '' is no name.

    Raise BadName if it has more than MAX_NAME_LENGTH characters or some that cannot be printed.
    """
    name = " ".join(text.split())
    if not name.isprintable():
        raise BadName("A name can only have printable characters.")
    if len(name) > MAX_NAME_LENGTH:
        raise BadName(f"A name has at most {MAX_NAME_LENGTH} characters; this one has {len(name)}.")
    return name


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A position to go back to. It holds the whole game as it was there, so nothing played later can lose it."""

    number: int
    game: Game
    name: str = ""

    @property
    def title(self) -> str:
        """The name, or what the bookmark is if it has none."""
        return self.name or ("before the jump" if self.number == BEFORE_THE_JUMP else f"bookmark {self.number}")

    def is_at(self, game: Game) -> bool:
        """Return whether the same turns led to the bookmark and to the present position of `game`."""
        return self.game.active_turns == game.active_turns


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

    def at(self, game: Game) -> Bookmark | None:
        """Return the bookmark that the player has set at the present position of `game`; None if there is none."""
        return next((each for each in self.all if each.number != BEFORE_THE_JUMP and each.is_at(game)), None)

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
        return self if bookmark is None else self.add(replace(bookmark, name=name))
