"""Bookmarks: places in a game to come back to, and the names that players give to games and to these places."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from freecell_tui.engine.errors import FreecellError
from freecell_tui.engine.game import Game

MAX_NAME_LENGTH: Final = 40
MAX_BOOKMARKS: Final = 99

BEFORE_THE_JUMP: Final = 0
"""The number of the bookmark that is set by itself: where the player was before the last jump."""


class BadName(FreecellError):
    """A text that cannot be a name."""


def parse_name(text: str) -> str:
    """A name as it is kept, or empty for none: spaces are made single, and those around it are left out.

    Raise BadName for one that is too long, or that has something in it that cannot be printed.
    """
    name = " ".join(text.split())
    if not name.isprintable():
        raise BadName("A name has only signs that can be printed.")
    if len(name) > MAX_NAME_LENGTH:
        raise BadName(f"A name has at most {MAX_NAME_LENGTH} signs, and this has {len(name)}.")
    return name


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A place in a game. It holds the whole game as it was there, so that nothing played afterwards takes it away."""

    number: int
    game: Game
    name: str = ""

    @property
    def title(self) -> str:
        """Its name, or else what it is."""
        return self.name or ("before the jump" if self.number == BEFORE_THE_JUMP else f"bookmark {self.number}")

    def is_at(self, game: Game) -> bool:
        """Whether the same turns led here and there."""
        return self.game.active_turns == game.active_turns


@dataclass(frozen=True, slots=True)
class Bookmarks:
    """The bookmarks of one game, in the order of their numbers, which are all different. Each method gives new ones."""

    all: tuple[Bookmark, ...] = ()

    def __iter__(self) -> Iterator[Bookmark]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)

    def get(self, number: int) -> Bookmark | None:
        """The bookmark of a number, if there is one."""
        return next((bookmark for bookmark in self.all if bookmark.number == number), None)

    def at(self, game: Game) -> Bookmark | None:
        """The bookmark that the player has set where the game stands, if there is one."""
        return next((each for each in self.all if each.number != BEFORE_THE_JUMP and each.is_at(game)), None)

    @property
    def free_number(self) -> int | None:
        """The lowest number that a new bookmark can have; None if there are as many as there may be."""
        taken = {bookmark.number for bookmark in self.all}
        return next((number for number in range(1, MAX_BOOKMARKS + 1) if number not in taken), None)

    def add(self, bookmark: Bookmark) -> "Bookmarks":
        """These with another, in the place of the one that has its number if there is one."""
        others = self.remove(bookmark.number).all
        return Bookmarks(tuple(sorted((*others, bookmark), key=lambda each: each.number)))

    def remove(self, number: int) -> "Bookmarks":
        """These without the one of a number."""
        return Bookmarks(tuple(bookmark for bookmark in self.all if bookmark.number != number))

    def rename(self, number: int, name: str) -> "Bookmarks":
        """These with another name for one of them."""
        bookmark = self.get(number)
        return self if bookmark is None else self.add(replace(bookmark, name=name))
