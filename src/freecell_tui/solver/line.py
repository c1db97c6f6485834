"""From a search's path to the moves that a player makes."""

from collections.abc import Iterator

from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    DECK,
    HOME,
    Autoplay,
    Board,
    Card,
    EmptyColumn,
    Move,
    Pile,
    PileKind,
    Variant,
    is_safe,
)
from freecell_tui.engine.cards import KING
from freecell_tui.solver import nodes as search
from freecell_tui.solver.homing import foundations
from freecell_tui.solver.nodes import Node


def line(board: Board, variant: Variant, autoplay: Autoplay, won: Node) -> tuple[Move, ...]:
    """The moves from `board` to the win that `won` was found to be, for a game with this autoplay.

    A search may take more home by itself than the game does: what the game leaves is written as moves of its own.
    """
    table = _Table(board, variant, autoplay)
    path = []
    node = won
    while node.parent is not None:
        path.append(node)
        node = node.parent
    needed = node.needed
    moves: list[Move] = []
    for node in reversed(path):
        if node.target != search.HOME:
            moves.append(table.play(node.source, node.target, node.carried))
        if node.needed != needed:
            needed = node.needed
            moves += table.bring_home(foundations(needed), running=node.target != search.HOME)
    moves += table.bring_home([KING] * 4, running=False)
    return tuple(moves)


class _Table:
    """A board that is played on in place: the engine's is made to be kept, and costs more than the search itself."""

    def __init__(self, board: Board, variant: Variant, autoplay: Autoplay) -> None:
        self._columns = [list(column) for column in board.columns]
        self._cells = list(board.free_cells)
        self._home = list(board.foundations)
        self._variant = variant
        self._autoplay = autoplay

    def play(self, source: int, target: int, count: int) -> Move:
        """Make one of the search's moves, and return it as it is written; what goes home after it is not moved yet."""
        written = None
        if source >= search.CELL:
            at = self._cells.index(DECK[source - search.CELL])
            cards, self._cells[at] = [DECK[source - search.CELL]], None
            pile = CELLS[at]
        else:
            pile = COLUMNS[source]
            column = self._columns[source]
            if target < search.HOME and not self._columns[target] and count != self._most_to_empty(column):
                written = count
            cards = column[-count:]
            del column[-count:]
        if target == search.CELL:
            at = self._cells.index(None)
            self._cells[at] = cards[0]
            return Move(pile, CELLS[at])
        self._columns[target] += cards
        return Move(pile, COLUMNS[target], written)

    def _most_to_empty(self, column: list[Card]) -> int:
        """The most cards that may leave `column` for an empty one: what a move without a count means."""
        ready = self._variant.sequence_length(column)
        if self._variant.empty_column is EmptyColumn.KINGS:
            return ready
        return min(ready, (self._cells.count(None) + 1) << (self._columns.count([]) - 1))

    def bring_home(self, ranks: list[int], *, running: bool) -> Iterator[Move]:
        """Play cards home until the foundations stand at `ranks`; those that autoplay leaves are moves to be written.

        Autoplay is `running` only after a move: what lies ready on a board that is still untouched must be asked for.
        """
        home = self._home
        while home != ranks:
            ready = [(pile, card) for pile, card in self._exposed() if home[card % 4] == card // 4 < ranks[card % 4]]
            by_itself = self._go_by_themselves(ready) if running else []
            if not by_itself:
                yield Move(ready[0][0], HOME)
                running = True
            for pile in by_itself or [ready[0][0]]:
                self._take_home(pile)

    def _go_by_themselves(self, ready: list[tuple[Pile, Card]]) -> list[Pile]:
        """The piles from which autoplay takes the card that lies ready."""
        if self._autoplay is Autoplay.NONE:
            return []
        clubs, diamonds, hearts, spades = self._home
        board = Board((), (), (clubs, diamonds, hearts, spades))
        everything = self._autoplay is Autoplay.ALL
        return [pile for pile, card in ready if everything or is_safe(board, card, self._variant)]

    def _exposed(self) -> list[tuple[Pile, Card]]:
        """The piles that a card can leave, and that card."""
        columns = [(pile, column[-1]) for pile, column in zip(COLUMNS, self._columns, strict=False) if column]
        return columns + [(pile, card) for pile, card in zip(CELLS, self._cells, strict=False) if card is not None]

    def _take_home(self, pile: Pile) -> None:
        if pile.kind is PileKind.COLUMN:
            card = self._columns[pile.index].pop()
        else:
            there = self._cells[pile.index]
            assert there is not None
            card, self._cells[pile.index] = there, None
        self._home[card % 4] += 1
