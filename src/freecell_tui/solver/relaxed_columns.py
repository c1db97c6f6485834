"""Columns and positions of the easier game in which proofs are looked for; see `proof`."""

from collections.abc import Iterable
from operator import itemgetter
from random import Random
from typing import Final, TypeAlias

from freecell_tui.engine import DECK, Board, Variant
from freecell_tui.solver.auto_home import needed_after
from freecell_tui.solver.columns import BITS, BOTTOM, LOWER, ONE_EMPTY, card_rules, mask_of, take_apart

TWIN: Final = tuple(card ^ 3 for card in DECK)
"""The other card of a card's rank and colour: clubs and spades are suits 0 and 3, diamonds and hearts 1 and 2."""

# Where the parts of a face begin, as in `columns`.
TANGLED: Final = 56
ONE_TANGLED: Final = 1 << TANGLED
FIXED: Final = 64
ONE_FIXED: Final = 1 << FIXED

_random: Final = Random(1978)  # noqa: S311, any numbers do, and the same ones every time make every search repeatable


def _numbers() -> tuple[int, ...]:
    """A random number for each card."""
    return tuple(_random.getrandbits(122) for _ in DECK)


def _shared_by_twins() -> tuple[int, ...]:
    """A random number for each card and its twin."""
    numbers = _numbers()
    return tuple(numbers[min(card, TWIN[card])] for card in DECK)


# A key is a sum, as in `columns`, but knows less. It tells a column by its highest fixed card, or by the rank and
# colour of its lowest card where all are loose, and by its number of loose cards, whose colours follow from that. It
# tells what is in the cells by rank and colour, and what is home by name.
AT_HOME: Final = _numbers()
IN_CELL: Final = _shared_by_twins()
_FIXED: Final = _numbers()
_LOOSE: Final = tuple(_shared_by_twins() for _ in range(2 * len(DECK)))
"""`_LOOSE[base][card]` is what a loose card of a column adds. The base is the highest fixed card, or, where all cards
are loose, 52 more than the lowest card or its twin, whichever is less."""


Pile: TypeAlias = "tuple[int, int, Pile, int, int, tuple[int, ...], int, dict[int, Pile]]"
"""A column, where the name of a loose card stands for either twin: a plain tuple, as in `columns`."""
FACE: Final = 0
"""To be summed over a table's columns: its top card as a set; whether it is empty; from bit TANGLED, whether a card
lies above a lower one somewhere; and from bit FIXED, its fixed cards as a set."""
TOP: Final = 1
"""Its top card, or BOTTOM."""
UNDER: Final = 2
"""The pile without its top card."""
PILE_KEY: Final = 3
"""What it adds to a position's key."""
BASE: Final = 4
"""What its loose cards lie on, as an index of _LOOSE; without a meaning where there are none."""
CARDS: Final = 5
"""Its cards, the lowest first."""
MASK: Final = 6
"""Its cards, as a set."""
GROWN: Final = 7
"""The piles one card longer, by that card."""

Position = tuple[list[Pile], int, int, int]
"""The piles, the sets of cards in cells, by names that stand for either twin, and of those needed next; the key."""


_grown_of: Final = itemgetter(GROWN)


class RelaxedColumns:
    """Makes the piles of one search, each once."""

    def __init__(self, variant: Variant) -> None:
        self._parents = card_rules(variant).parents
        self.empty: Pile = (ONE_EMPTY, BOTTOM, None, 0, 0, (), 0, {})  # type: ignore[assignment]

    def of(self, cards: Iterable[int]) -> Pile:
        """The pile of these cards, the lowest first."""
        pile: Pile = self.empty
        for card in cards:
            pile = pile[GROWN].get(card) or self.grow(pile, card)
        return pile

    def grow(self, under: Pile, card: int) -> Pile:
        """The pile that a card makes on top of another pile."""
        face, below, _, key, base, cards, mask, grown = under
        bit, fixed = BITS[card], face & -ONE_FIXED
        tangled = ONE_TANGLED if mask & LOWER[card] else face & ONE_TANGLED
        if below == BOTTOM:
            base = len(DECK) + min(card, TWIN[card])
            key = _LOOSE[base][card]
        elif self._parents[card] & BITS[below]:
            key += _LOOSE[base][card]
        else:
            base, key, fixed = card, _FIXED[card], ONE_FIXED * (mask | bit)
        pile: Pile = (bit | tangled | fixed, card, under, key, base, (*cards, card), mask | bit, {})
        grown[card] = pile
        return pile

    def forget(self) -> None:
        """Take the piles apart: see `columns.take_apart`."""
        take_apart(self.empty, _grown_of)

    def position(self, board: Board) -> Position:
        """A board as a position."""
        piles = [self.of(map(int, column)) for column in board.columns]
        in_cells = [int(card) for card in board.free_cells if card is not None]
        at_home = [card for card in DECK if card // 4 < board.foundations[card % 4]]
        key = sum([pile[PILE_KEY] for pile in piles])
        key += sum([IN_CELL[card] for card in in_cells]) + sum([AT_HOME[card] for card in at_home])
        return piles, mask_of(in_cells), needed_after(board.foundations), key
