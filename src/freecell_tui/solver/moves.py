"""The moves of a game, as a search makes them."""

from freecell_tui.engine import DECK, Board, Variant
from freecell_tui.solver.apply import maker
from freecell_tui.solver.auto_home import AutoHome, foundations, needed_after
from freecell_tui.solver.column_heuristic import ColumnWeights
from freecell_tui.solver.columns import BITS, CARDS, IN_CELL, LINK, MASK, PRICES, TOTAL, UNDER, cards_in, mask_of
from freecell_tui.solver.heuristic import Weights
from freecell_tui.solver.nodes import Node
from freecell_tui.solver.space import SearchSpace
from freecell_tui.solver.successors import finder


class Moves:
    """The moves of one variant, valued by one set of weights, for one search.

    `children(node)` are the children of a position that have not been met, and `made(child)` is a child's node, or None
    where it turns out to have been met. `seen` has the keys of all positions met, and `won` the nodes found from which
    everything can go home: as soon as no more than `lifted` cards lie above a lower one, and there are free cells for
    them. With `every_count`, every number of cards goes to an empty column, and not only one and
    the most.
    """

    def __init__(
        self,
        variant: Variant,
        weights: Weights | ColumnWeights,
        homing: AutoHome,
        *,
        every_count: bool = False,
        lifted: int = len(DECK),
    ) -> None:
        self._ground = ground = SearchSpace.of(variant, weights, homing, every_count=every_count, lifted=lifted)
        self.seen = ground.seen
        self.won = ground.won
        self.made = maker(ground)
        self.children = finder(ground)

    def root(self, board: Board) -> Node:
        """The node of a board, as it lies: what could go home by itself has not."""
        columns = [self._ground.columns.of(map(int, column)) for column in board.columns]
        in_cells = [card for card in board.free_cells if card is not None]
        needed = needed_after(board.foundations)
        key = sum([IN_CELL[card] for card in in_cells])
        for column in columns:
            while column[MASK]:
                key += column[LINK]
                column = column[UNDER]  # noqa: PLW2901, down to the bottom
        self.seen.add(key)
        return columns, mask_of(in_cells), needed, key, 0, None, 0, 0, 0

    def forget(self) -> None:
        """Let go of all columns. The search is over after this."""
        self._ground.columns.forget()

    def estimate(self, node: Node) -> int:
        """The estimate of a position from scratch, but for the moves made: what a node's value keeps up to date."""
        prices = self._ground.prices
        columns, cells, needed, *_ = node
        total = sum(self._ground.cell_steps[: cells.bit_count()])
        total -= prices.left * sum(foundations(needed))
        total += sum([self._ground.in_cell[needed][card] for card in cards_in(cells)])
        for column in columns:
            height = len(column[CARDS]) - 1
            for wanted, price in ((needed, prices.needed), (needed << 4, prices.after)):
                deepest = next((at for at, card in enumerate(column[CARDS]) if wanted & BITS[card]), height)
                total += price * (height - deepest)
            total += column[TOTAL]
            if self._ground.whole_columns:
                total += column[PRICES][needed]
        return total
