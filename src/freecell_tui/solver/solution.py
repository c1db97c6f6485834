"""The moves that a player makes, reconstructed from a search's path to a won node."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from freecell_tui.engine import CELLS, COLUMNS, DECK, HOME, Autoplay, Board, Build, EmptyColumn, Move, Variant
from freecell_tui.solver import nodes as search
from freecell_tui.solver.auto_home import DEPENDENTS
from freecell_tui.solver.card_sets import BITS, cards_in
from freecell_tui.solver.columns import (
    CARDS,
    EMPTIES,
    LENGTH,
    MASK,
    POPPED,
    PUSHED,
    SUMMARY,
    TO_LIFT,
    TOP,
    Column,
    summary_of,
    top_of,
)
from freecell_tui.solver.nodes import PARENT, Node

_PILES: Final = (*COLUMNS, *CELLS, HOME)
_FIRST_CELL: Final = len(COLUMNS)
_HOME: Final = len(_PILES) - 1
_FIRST_KING: Final = len(DECK) - 4


@cache
def _move(source: int, target: int, count: int | None = None) -> Move:
    """Return a move between two of _PILES.

    Cached, as making a Move takes longer than working out which it is.
    """
    return Move(_PILES[source], _PILES[target], count)


def reconstruct(board: Board, variant: Variant, autoplay: Autoplay, won: Node) -> tuple[Move, ...]:
    """Return the moves from `board`, the root's, to the win from the node `won`.

    A search may send more home by itself than a game with this `autoplay` does: the rest are moves of their own.
    """
    path = []
    node: Node | None = won
    while node is not None:
        path.append(node)
        node = node[PARENT]
    before, _, needed, *_ = path.pop()
    writer = _Writer(board, variant, autoplay)
    moves: list[Move] = []
    while path:
        columns, _, needed_now, _, _, _, source, target, count = path.pop()
        if target != search.HOME:
            moves.append(writer.write(before, source, target, count))
        if needed_now != needed:
            after = _columns_after(before, source, target, count)
            moves += writer.send_home(after, needed, needed_now, running=target != search.HOME)
            needed = needed_now
        before = columns
    moves += writer.send_home(before.copy(), needed, 0, running=False)
    return tuple(moves)


def _columns_after(columns: list[Column], source: int, target: int, count: int) -> list[Column]:
    """Return the columns after a move, before cards go home: the search knows them."""
    columns = columns.copy()
    if source >= search.CELL:
        columns[target] = columns[target][PUSHED][source - search.CELL]
    elif target == search.CELL:
        columns[source] = columns[source][POPPED]
    elif target != search.HOME:
        for card in columns[source][CARDS][-count:]:
            columns[source] = columns[source][POPPED]
            columns[target] = columns[target][PUSHED][card]
    return columns


class _Writer:
    """Writes a search's moves as the engine's.

    It keeps track of which cell each card is in, as no node does.
    """

    def __init__(self, board: Board, variant: Variant, autoplay: Autoplay) -> None:
        self._cells: list[int | None] = list(board.free_cells)
        self._kings_only = variant.empty_column is EmptyColumn.KINGS
        self._everything = autoplay is Autoplay.ALL or (autoplay is Autoplay.SAFE and variant.build is Build.SUIT)
        self._nothing = autoplay is Autoplay.NONE

    def write(self, columns: list[Column], source: int, target: int, count: int) -> Move:
        """Return a move of the search as the engine's, given the columns before it."""
        cells = self._cells
        if source >= search.CELL:
            at = cells.index(source - search.CELL)
            cells[at] = None
            return _move(_FIRST_CELL + at, target)
        if target == search.CELL:
            at = cells.index(None)
            cells[at] = columns[source][TOP]
            return _move(source, _FIRST_CELL + at)
        if not columns[target][MASK] and count != self._most_to_empty(columns, source):
            return _move(source, target, count)
        return _move(source, target)

    def _most_to_empty(self, columns: list[Column], source: int) -> int:
        """Return how many cards a move without a count takes to an empty column."""
        ready = columns[source][LENGTH]
        if self._kings_only:
            return ready
        empties: int = sum(map(summary_of, columns)) >> EMPTIES & 15
        return min(ready, (self._cells.count(None) + 1) << (empties - 1))

    def send_home(self, columns: list[Column], needed: int, until: int, *, running: bool) -> Iterator[Move]:
        """Send cards home until `needed` is the set `until`; yield the moves.

        Only cards that autoplay leaves are moves, the leftmost first, columns before cells. Where no card is exposed
        that can go, cards are lifted into cells, for which there is room. Autoplay is `running` only after a move: on a
        board that is still untouched, even what could go home by itself is a move.
        """
        exposed = dict(zip(map(top_of, columns), range(_FIRST_CELL), strict=False))
        exposed.update(zip(self._cells, range(_FIRST_CELL, _HOME), strict=False))
        going = list(cards_in(needed & ~until))  # of each suit from which cards go home, the next one
        while going:
            for card in going if running else ():
                if card in exposed and (self._everything or not (needed & DEPENDENTS[card] or self._nothing)):
                    break
            else:
                running = True
                ready = [card for card in going if card in exposed]
                if not ready:
                    yield self._lift(columns, exposed)
                    continue
                card = min(ready, key=exposed.__getitem__)
                yield _move(exposed[card], _HOME)
            at = exposed.pop(card)
            if at >= _FIRST_CELL:
                self._cells[at - _FIRST_CELL] = None
            else:
                columns[at] = under = columns[at][POPPED]
                exposed[under[TOP]] = at
            going.remove(card)
            needed ^= BITS[card]
            if card < _FIRST_KING:
                needed |= BITS[card + 4]
                if not until & BITS[card + 4]:
                    going.append(card + 4)

    def _lift(self, columns: list[Column], exposed: dict[int | None, int]) -> Move:
        """Put a card that is above a lower one in a cell.

        It is one of the column with the fewest of them, as something can go home there soonest.
        """
        to_lift = [column[SUMMARY] >> TO_LIFT or len(DECK) for column in columns]
        source = to_lift.index(min(to_lift))
        lifted = columns[source]
        move = self.write(columns, source, search.CELL, 1)
        columns[source] = lifted[POPPED]
        exposed[lifted[TOP]] = self._cells.index(lifted[TOP]) + _FIRST_CELL
        exposed[columns[source][TOP]] = source
        return move
