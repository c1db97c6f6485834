"""From a search's path to the moves that a player makes."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from freecell_tui.engine import CELLS, COLUMNS, HOME, Autoplay, Board, Build, EmptyColumn, Move, Variant
from freecell_tui.solver import nodes as search
from freecell_tui.solver.columns import ALL_CARDS, BITS, ONE_EMPTY, Column, cards_in
from freecell_tui.solver.homing import MISSED_BY
from freecell_tui.solver.nodes import Node

_PILES: Final = (*COLUMNS, *CELLS, HOME)
_FIRST_CELL: Final = len(COLUMNS)
_HOME: Final = len(_PILES) - 1


@cache
def _move(source: int, target: int, count: int | None = None) -> Move:
    """A move between two of _PILES: each is made once, for that takes longer than to find out which it is."""
    return Move(_PILES[source], _PILES[target], count)


def line(board: Board, variant: Variant, autoplay: Autoplay, won: Node) -> tuple[Move, ...]:
    """The moves from `board` to the win that `won` was found to be, for a game with this autoplay.

    A search may take more home by itself than the game does: what the game leaves is written as moves of its own.
    """
    path = []
    node = won
    while node.parent is not None:
        path.append(node)
        node = node.parent
    writer = _Writer(board, variant, autoplay)
    moves: list[Move] = []
    for node in reversed(path):
        parent, source, target = node.parent, node.source, node.target
        assert parent is not None
        if target != search.HOME:
            moves.append(writer.write(parent, source, target, node.carried))
        if node.needed != parent.needed:
            columns = _after(parent, source, target, node.carried)
            moves += writer.bring_home(columns, parent.needed, node.needed, running=target != search.HOME)
    moves += writer.bring_home(won.columns.copy(), won.needed, 0, running=False)
    return tuple(moves)


def _after(node: Node, source: int, target: int, count: int) -> list[Column]:
    """The columns after a move and before anything goes home, each of which the search has made already."""
    columns = node.columns.copy()
    if source >= search.CELL:
        columns[target] = columns[target].grown[source - search.CELL]
    elif target == search.CELL:
        columns[source] = columns[source].under
    elif target != search.HOME:
        for card in columns[source].cards[-count:]:
            columns[source] = columns[source].under
            columns[target] = columns[target].grown[card]
    return columns


class _Writer:
    """Writes moves down, and keeps what a search does not: which cell each card is in."""

    def __init__(self, board: Board, variant: Variant, autoplay: Autoplay) -> None:
        self._cells: list[int | None] = list(board.free_cells)
        self._kings_only = variant.empty_column is EmptyColumn.KINGS
        self._everything = autoplay is Autoplay.ALL or (autoplay is Autoplay.SAFE and variant.build is Build.SUIT)
        self._nothing = autoplay is Autoplay.NONE

    def write(self, before: Node, source: int, target: int, count: int) -> Move:
        """One of the search's moves as it is written."""
        cells, columns = self._cells, before.columns
        if source >= search.CELL:
            at = cells.index(source - search.CELL)
            cells[at] = None
            return _move(_FIRST_CELL + at, target)
        if target == search.CELL:
            at = cells.index(None)
            cells[at] = columns[source].top
            return _move(source, _FIRST_CELL + at)
        if not columns[target].mask and count != self._most_to_empty(columns, source):
            return _move(source, target, count)
        return _move(source, target)

    def _most_to_empty(self, columns: list[Column], source: int) -> int:
        """The most cards that may leave a column for an empty one: what a move without a count means."""
        ready = columns[source].length
        if self._kings_only:
            return ready
        empties = sum([column.face for column in columns]) // ONE_EMPTY & 15
        return min(ready, (self._cells.count(None) + 1) << (empties - 1))

    def bring_home(self, columns: list[Column], needed: int, until: int, *, running: bool) -> Iterator[Move]:
        """Bring cards home while the foundations do not yet wait for the set `until` but for `needed`.

        Those that autoplay leaves are moves to be written. It is `running` only after a move: what lies ready on a
        board that is still untouched must be asked for.
        """
        tops = [BITS[column.top] for column in columns]
        cells = sum([BITS[card] for card in self._cells if card is not None])
        while needed != until:
            ready = needed & ~until & (sum(tops) | cells)
            going = self._by_itself(ready, needed) if running else 0
            written = not going
            for card in cards_in(going or self._leftmost(ready, tops)):
                bit = BITS[card]
                if bit & cells:
                    cells ^= bit
                    at = self._cells.index(card)
                    self._cells[at] = None
                    at += _FIRST_CELL
                else:
                    at = tops.index(bit)
                    columns[at] = columns[at].under
                    tops[at] = BITS[columns[at].top]
                if written:
                    yield _move(at, _HOME)
                needed ^= bit | bit << 4 & ALL_CARDS
            running = True

    def _leftmost(self, ready: int, tops: list[int]) -> int:
        """The card, as a set, of those that lie ready whose pile is the first; columns come before cells."""
        for bit in tops:
            if bit & ready:
                return bit
        return next(BITS[card] for card in self._cells if card is not None and BITS[card] & ready)

    def _by_itself(self, ready: int, needed: int) -> int:
        """What autoplay takes of the cards that lie ready, when the foundations wait for `needed`."""
        if self._nothing:
            return 0
        if self._everything:
            return ready
        return sum([BITS[card] for card in cards_in(ready) if not needed & MISSED_BY[card]])
