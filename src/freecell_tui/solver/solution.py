"""From a search's path to the moves that a player makes."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from freecell_tui.engine import CELLS, COLUMNS, DECK, HOME, Autoplay, Board, Build, EmptyColumn, Move, Variant
from freecell_tui.solver import nodes as search
from freecell_tui.solver.auto_home import MISSED_BY
from freecell_tui.solver.columns import (
    BITS,
    CARDS,
    EMPTIES,
    FACE,
    GROWN,
    LENGTH,
    MASK,
    TO_LIFT,
    TOP,
    UNDER,
    Column,
    cards_in,
    face_of,
    top_of,
)
from freecell_tui.solver.nodes import PARENT, Node

_PILES: Final = (*COLUMNS, *CELLS, HOME)
_FIRST_CELL: Final = len(COLUMNS)
_HOME: Final = len(_PILES) - 1
_FIRST_KING: Final = len(DECK) - 4


@cache
def _move(source: int, target: int, count: int | None = None) -> Move:
    """A move between two of _PILES: each is made once, for that takes longer than to find out which it is."""
    return Move(_PILES[source], _PILES[target], count)


def line(board: Board, variant: Variant, autoplay: Autoplay, won: Node) -> tuple[Move, ...]:
    """The moves from `board` to the win that `won` was found to be, for a game with this autoplay.

    A search may take more home by itself than the game does: what the game leaves is written as moves of its own.
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
            after = _after(before, source, target, count)
            moves += writer.bring_home(after, needed, needed_now, running=target != search.HOME)
            needed = needed_now
        before = columns
    moves += writer.bring_home(before.copy(), needed, 0, running=False)
    return tuple(moves)


def _after(columns: list[Column], source: int, target: int, count: int) -> list[Column]:
    """The columns after a move and before anything goes home, each of which the search has made already."""
    columns = columns.copy()
    if source >= search.CELL:
        columns[target] = columns[target][GROWN][source - search.CELL]
    elif target == search.CELL:
        columns[source] = columns[source][UNDER]
    elif target != search.HOME:
        for card in columns[source][CARDS][-count:]:
            columns[source] = columns[source][UNDER]
            columns[target] = columns[target][GROWN][card]
    return columns


class _Writer:
    """Writes moves down, and keeps what a search does not: which cell each card is in."""

    def __init__(self, board: Board, variant: Variant, autoplay: Autoplay) -> None:
        self._cells: list[int | None] = list(board.free_cells)
        self._kings_only = variant.empty_column is EmptyColumn.KINGS
        self._everything = autoplay is Autoplay.ALL or (autoplay is Autoplay.SAFE and variant.build is Build.SUIT)
        self._nothing = autoplay is Autoplay.NONE

    def write(self, columns: list[Column], source: int, target: int, count: int) -> Move:
        """One of the search's moves as it is written, given the columns before it."""
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
        """The most cards that may leave a column for an empty one: what a move without a count means."""
        ready = columns[source][LENGTH]
        if self._kings_only:
            return ready
        empties: int = sum(map(face_of, columns)) >> EMPTIES & 15
        return min(ready, (self._cells.count(None) + 1) << (empties - 1))

    def bring_home(self, columns: list[Column], needed: int, until: int, *, running: bool) -> Iterator[Move]:
        """Bring cards home while the foundations do not yet wait for the set `until` but for `needed`.

        Those that autoplay leaves are moves to be written, the leftmost first; columns come before cells. Where none
        lies ready, cards must be lifted, and there is room. It is `running` only after a move: what lies ready on a
        board that is still untouched must be asked for.
        """
        lying = dict(zip(map(top_of, columns), range(_FIRST_CELL), strict=False))
        lying.update(zip(self._cells, range(_FIRST_CELL, _HOME), strict=False))
        going = list(cards_in(needed & ~until))  # of each suit from which cards go home, the next one
        while going:
            for card in going if running else ():
                if card in lying and (self._everything or not (needed & MISSED_BY[card] or self._nothing)):
                    break
            else:
                running = True
                ready = [card for card in going if card in lying]
                if not ready:
                    yield self._lift(columns, lying)
                    continue
                card = min(ready, key=lying.__getitem__)
                yield _move(lying[card], _HOME)
            at = lying.pop(card)
            if at >= _FIRST_CELL:
                self._cells[at - _FIRST_CELL] = None
            else:
                columns[at] = under = columns[at][UNDER]
                lying[under[TOP]] = at
            going.remove(card)
            needed ^= BITS[card]
            if card < _FIRST_KING:
                needed |= BITS[card + 4]
                if not until & BITS[card + 4]:
                    going.append(card + 4)

    def _lift(self, columns: list[Column], lying: dict[int | None, int]) -> Move:
        """Put a card in a cell that lies above a lower one: where fewest do, for there something goes home soonest."""
        to_lift = [column[FACE] >> TO_LIFT or len(DECK) for column in columns]
        source = to_lift.index(min(to_lift))
        lifted = columns[source]
        move = self.write(columns, source, search.CELL, 1)
        columns[source] = lifted[UNDER]
        lying[lifted[TOP]] = self._cells.index(lifted[TOP]) + _FIRST_CELL
        lying[columns[source][TOP]] = source
        return move
