"""What a game browser shows: rows of games, and what can be done with them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from freecell_tui.engine import Game


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a list: its key or '', its title, its name or '', further facts, and when it was played.

    `game` is shown as a picture; without one, `error` says why.
    """

    key: str
    title: str
    name: str = ""
    facts: Sequence[str] = ()
    when: str = ""
    game: Game | None = None
    error: str = ""


class GameList(Protocol):
    """The games of a browser, counted from 0. Texts that methods return are messages for the player, or ''."""

    title: str
    empty_text: str
    open_label: str
    remove_label: str

    def __len__(self) -> int: ...

    def row(self, at: int) -> GameRow:
        """Return what to show of a game."""

    def find_key(self, key: str) -> int | None:
        """Return the game that a key opens."""

    def open(self, at: int) -> str:
        """Open a game; return why that cannot be."""

    def rename(self, at: int, name: str) -> tuple[int, str]:
        """Rename a game; return where it is then, and why it could not be renamed."""

    def removal_warning(self, at: int) -> str:
        """Return the question to confirm before a game is removed."""

    def remove(self, at: int) -> str:
        """Remove a game; return what to tell the player."""

    @property
    def can_restore(self) -> bool:
        """Whether a removed game can come back."""

    def restore(self) -> tuple[int | None, str]:
        """Bring back the game removed last; return where it is then, and what to tell the player."""
