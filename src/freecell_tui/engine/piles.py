"""The piles of the table, and the letter of each in standard notation.

Columns are `1` to `9` and `0` for the tenth (Seahaven Towers), as on a keyboard. Free cells are `a` to `g` and `k`,
because `h` is home: the foundation of whatever suit is moved there. Standard notation has no letters for moving a card
back from a foundation; here they are `w x y z`, in the order clubs, diamonds, hearts, spades.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from freecell_tui.engine.cards import Suit
from freecell_tui.engine.errors import NotationError
from freecell_tui.engine.text import quoted


class PileKind(Enum):
    """The kind of a pile; its value is the letters of the piles."""

    COLUMN = "1234567890"
    CELL = "abcdefgk"
    FOUNDATION = "wxyz"
    HOME = "h"

    @property
    def letters(self) -> str:
        """The letters of the piles of this kind, in the order of their indices."""
        return self.value


@dataclass(frozen=True, slots=True)
class Pile:
    """One pile of the table; `index` counts from 0, and is the suit of a foundation."""

    kind: PileKind
    index: int

    @classmethod
    def parse(cls, letter: str) -> "Pile":
        """Read a pile's letter, upper or lower case; raise NotationError if no pile has it."""
        try:
            return _PILE_BY_LETTER[letter.lower()]
        except KeyError:
            raise NotationError(
                f"{quoted(letter)} is not a pile: columns are 1 to 0, free cells a to g and k, home h."
            ) from None

    @property
    def letter(self) -> str:
        """The pile's letter in standard notation."""
        return self.kind.letters[self.index]

    @property
    def description(self) -> str:
        """The pile's name in a sentence: `column 3`, `cell a`, `the hearts’ foundation`."""
        match self.kind:
            case PileKind.COLUMN:
                return f"column {self.index + 1}"
            case PileKind.CELL:
                return f"cell {self.letter}"
            case PileKind.FOUNDATION:
                return f"the {Suit(self.index).name.lower()}’ foundation"
            case PileKind.HOME:
                return "home"


def _piles(kind: PileKind) -> tuple[Pile, ...]:
    return tuple(Pile(kind, index) for index in range(len(kind.letters)))


COLUMNS: Final = _piles(PileKind.COLUMN)
CELLS: Final = _piles(PileKind.CELL)
FOUNDATIONS: Final = _piles(PileKind.FOUNDATION)
HOME: Final = Pile(PileKind.HOME, 0)

_PILE_BY_LETTER: Final = {pile.letter: pile for pile in (*COLUMNS, *CELLS, *FOUNDATIONS, HOME)}
