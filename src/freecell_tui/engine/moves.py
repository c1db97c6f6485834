"""A move and standard notation for it."""

import re
from dataclasses import dataclass
from typing import Final

from freecell_tui.engine.errors import NotationError
from freecell_tui.engine.piles import Pile, PileKind
from freecell_tui.engine.text import quoted

_MOVE: Final = re.compile(r"(?P<source>[0-9a-gkw-z])(?P<target>[0-9a-hk])(?:v(?P<count>[0-9a-f]{1,2}))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """A move from one pile to another.

    `count` is the number of cards moved to an empty column if it is less than the most that may go there. In every
    other move the rules leave no choice, and it is None. So each move is written in exactly one way:

    >>> Move.parse("18v2")
    Move('18v2')
    """

    source: Pile
    target: Pile
    count: int | None = None

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Read a move in standard notation: source, target, and `v` with a hexadecimal count where one is given.

        Raise NotationError for anything else.
        """
        match = _MOVE.fullmatch(text)
        if match is None:
            raise NotationError(f"{quoted(text)} is not a move: write source and target, like 26, 3a, bh or 18v2.")
        count = int(match["count"], 16) if match["count"] else None
        if count == 0:
            raise NotationError(f"{quoted(text)} moves no card.")
        return cls(Pile.parse(match["source"]), Pile.parse(match["target"]), count)

    @property
    def goes_home(self) -> bool:
        """Whether the move takes a card to its foundation."""
        return self.target.kind is PileKind.HOME

    def __str__(self) -> str:
        count = "" if self.count is None else f"v{self.count:x}"
        return self.source.letter + self.target.letter + count

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"
