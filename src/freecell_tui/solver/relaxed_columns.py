"""Columns and nodes of the relaxed game; see `relaxation`."""

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Final, TypeAlias

from freecell_tui.engine import DECK, Board, Variant
from freecell_tui.solver.auto_home import needed_after
from freecell_tui.solver.card_rules import card_rules
from freecell_tui.solver.card_sets import BITS, BOTTOM, LOWER, mask_of
from freecell_tui.solver.columns import ONE_EMPTY, release_all
from freecell_tui.solver.zobrist import random_terms

TWIN: Final = tuple(card ^ 3 for card in DECK)
"""The other card of a card's rank and colour: clubs and spades are suits 0 and 3, diamonds and hearts 1 and 2."""

# The key of a node is an additive Zobrist hash, as in `zobrist`, but knows less. It tells a column by its highest fixed
# card, or by the rank and colour of its lowest card where all are loose, and by its number of loose cards, whose
# colours follow from that. It tells what is in the cells by rank and colour, and what is home by suit.
_next_term = random_terms(1978)


def _terms() -> tuple[int, ...]:
    """Return a random term for each card."""
    return tuple(_next_term() for _ in DECK)


def _terms_of_twins() -> tuple[int, ...]:
    """Return a random term for each card, the same for its twin."""
    terms = _terms()
    return tuple(terms[min(card, TWIN[card])] for card in DECK)


ZOBRIST_AT_HOME: Final = _terms()
ZOBRIST_IN_CELL: Final = _terms_of_twins()
_ZOBRIST_FIXED: Final = _terms()
_ZOBRIST_LOOSE: Final = tuple(_terms_of_twins() for _ in range(2 * len(DECK)))
"""`_ZOBRIST_LOOSE[base][card]` is the term of a loose card in a column. The base is the highest fixed card, or, where
all cards are loose, 52 more than the lowest card or its twin, whichever is less."""


RelaxedColumn: TypeAlias = tuple[int, int, "RelaxedColumn", int, int, tuple[int, ...], int, dict[int, "RelaxedColumn"]]
"""A column in which a loose card stands for either twin: a plain tuple, as in `columns`."""
SUMMARY: Final = 0
"""To be added up over a table's columns: the top card as a set; from bit EMPTIES, 1 if the column is empty; from bit
OUT_OF_ORDER, 1 if a card lies above a lower one somewhere; and from bit FIXED, its fixed cards as a set."""
TOP: Final = 1
"""The top card, or BOTTOM."""
POPPED: Final = 2
"""The column without its top card."""
COLUMN_KEY: Final = 3
"""What it adds to the key of a node."""
BASE: Final = 4
"""What its loose cards lie on, as an index of _ZOBRIST_LOOSE; meaningless where there are none."""
CARDS: Final = 5
"""Its cards, the lowest place first."""
MASK: Final = 6
"""Its cards, as a set."""
PUSHED: Final = 7
"""The columns with one card pushed on it, by that card, as far as they were met."""

# The bits where the numbers of a SUMMARY begin, and their units, besides EMPTIES.
OUT_OF_ORDER: Final = 56
ONE_OUT_OF_ORDER: Final = 1 << OUT_OF_ORDER
FIXED: Final = 64
ONE_FIXED: Final = 1 << FIXED

RelaxedNode: TypeAlias = tuple[list[RelaxedColumn], int, int, int]
"""The columns; the set of cards in cells, by names that stand for either twin; the set of needed cards; and the key."""


_pushed_on: Final[Callable[[RelaxedColumn], dict[int, RelaxedColumn]]] = itemgetter(PUSHED)


class RelaxedColumns:
    """The interned columns of one search of the relaxed game."""

    def __init__(self, variant: Variant) -> None:
        self._accepted_by = card_rules(variant).accepted_by
        self.empty: RelaxedColumn = (ONE_EMPTY, BOTTOM, None, 0, 0, (), 0, {})  # type: ignore[assignment]

    def of(self, cards: Iterable[int]) -> RelaxedColumn:
        """Return the column of these cards, the lowest place first."""
        column: RelaxedColumn = self.empty
        for card in cards:
            column = column[PUSHED].get(card) or self.push(column, card)
        return column

    def push(self, under: RelaxedColumn, card: int) -> RelaxedColumn:
        """Return the new column that `under` becomes with a card pushed on it."""
        summary, below, _, key, base, cards, mask, pushed = under
        bit, fixed = BITS[card], summary & -ONE_FIXED
        out_of_order = ONE_OUT_OF_ORDER if mask & LOWER[card] else summary & ONE_OUT_OF_ORDER
        if below == BOTTOM:
            base = len(DECK) + min(card, TWIN[card])
            key = _ZOBRIST_LOOSE[base][card]
        elif self._accepted_by[card] & BITS[below]:
            key += _ZOBRIST_LOOSE[base][card]
        else:
            base, key, fixed = card, _ZOBRIST_FIXED[card], ONE_FIXED * (mask | bit)
        column: RelaxedColumn = (bit | out_of_order | fixed, card, under, key, base, (*cards, card), mask | bit, {})
        pushed[card] = column
        return column

    def release(self) -> None:
        """Let go of all columns; they must not be used after this."""
        release_all(self.empty, _pushed_on)

    def root(self, board: Board) -> RelaxedNode:
        """Return the node of a board."""
        columns = [self.of(map(int, column)) for column in board.columns]
        in_cells = [int(card) for card in board.free_cells if card is not None]
        at_home = [card for card in DECK if card // 4 < board.foundations[card % 4]]
        key = sum([column[COLUMN_KEY] for column in columns])
        key += sum([ZOBRIST_IN_CELL[card] for card in in_cells]) + sum([ZOBRIST_AT_HOME[card] for card in at_home])
        return columns, mask_of(in_cells), needed_after(board.foundations), key
