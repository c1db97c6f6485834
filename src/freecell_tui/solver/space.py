"""The search space, shared by all parts of one search."""

from collections import defaultdict
from functools import partial
from operator import itemgetter
from typing import Final, TypeAlias

from freecell_tui.engine import DECK, Board, Variant
from freecell_tui.solver.cards import ZOBRIST_IN_CELL, Memo, card_rules, mask_of, needed_after, safe_moves
from freecell_tui.solver.columns import NOTHING, Column, ColumnPrices, Columns, ColumnWeights, Pricer, Prices, key_of

# Nodes of the search graph, and successors, which are not nodes yet.

CELL: Final = 16  # as a target, a cell; as a source, CELL + n is the cell with card n; columns are 0 to 9
HOME: Final = 15  # as a target, the foundations

Node: TypeAlias = tuple[list[Column], int, int, int, int, "Node | None", int, int, int]
"""A position and the move that led to it: a plain tuple, like a column, whose places have the names below."""
COLUMNS: Final = 0  # the columns, in the order of the board's
CELLS: Final = 1  # the set of cards in cells
NEEDED: Final = 2  # the set of cards that the foundations need next
KEY: Final = 3  # the Zobrist hash
ESTIMATE: Final = 4  # the heuristic's estimate and the price of the moves made, up to a constant of the search
PARENT: Final = 5  # the node before the move; None at the root
SOURCE: Final = 6
TARGET: Final = 7
COUNT: Final = 8  # the number of cards moved from SOURCE to TARGET, before any went home

Successor: TypeAlias = tuple[int, Node, int, int, int, int, int]
"""A move from a node: the estimate after it, the node, source, target and count, the key after it, and the set of cards
that go home next.

Most successors are never visited, so at first only their key and estimate are computed.
Where cards go home after the move, key and estimate are those from before that, the latter less the price of a card
that is not yet home. A count of 0 says that the node of this successor exists already, and stands in place of its
parent.
"""
GOING: Final = 6  # in a successor, the set of cards that go home
estimate_of: Final = itemgetter(0)
"""Returns the estimate of a successor."""


class SearchSpace:
    """The positions of one variant, as one search estimates and visits them.

    `make_expander` and `make_applier` make the functions that traverse it. `visited` has the keys of all positions
    generated, and `won` the nodes found from which everything can go home: as soon as no more than `max_lifted` cards
    are above a lower one, and there are free cells for them. With `everything`, all cards that can go home do so after
    a move, and not only the safe ones. With `every_count`, every number of cards goes to an empty column, and not only
    one and as many as may.
    """

    def __init__(
        self,
        variant: Variant,
        weights: Prices | ColumnWeights,
        *,
        everything: bool = False,
        every_count: bool = False,
        max_lifted: int = len(DECK),
    ) -> None:
        self.variant: Final = variant
        self.rules: Final = card_rules(variant)
        self.prices: Final = weights.prices if isinstance(weights, ColumnWeights) else weights
        self.has_column_prices: Final = isinstance(weights, ColumnWeights)
        """Whether the heuristic looks at whole columns, and columns have PRICES."""
        self.cell_steps: Final = self.prices.cell_steps(variant.cells)
        """`cell_steps[n]` is the price of filling the (n + 1)th cell."""
        self.cell_prices: dict[int, tuple[int, ...]] = defaultdict(lambda: NOTHING)
        """`cell_prices[needed][card]` is the additional price of this card in a cell."""
        pricer: Pricer | None = None
        if isinstance(weights, ColumnWeights):
            self.cell_prices = Memo(weights.in_cells)
            pricer = partial(ColumnPrices, weights, self.rules.accepted_by)
        self.columns: Final = Columns(self.rules, self.prices, pricer)
        self.everything: Final = everything
        """Whether all cards go home, and not only the safe ones."""
        self.safe_moves: Final = safe_moves(everything=everything or variant.by_suit)
        self.every_count: Final = every_count
        self.max_lifted: Final = max_lifted
        self.visited: Final = set[int]()
        self.won: Final = list[Node]()

    def root(self, board: Board) -> Node:
        """Return the node of a board, and mark its position visited.

        Cards that are ready to go home stay.
        """
        columns = [self.columns.of(map(int, column)) for column in board.columns]
        in_cells = [card for card in board.free_cells if card is not None]
        needed = needed_after(board.foundations)
        key = sum([ZOBRIST_IN_CELL[card] for card in in_cells]) + sum(map(key_of, columns))
        self.visited.add(key)
        return columns, mask_of(in_cells), needed, key, 0, None, 0, 0, 0
