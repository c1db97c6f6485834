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
from freecell_tui.solver import moves as search
from freecell_tui.solver.columns import cards_in
from freecell_tui.solver.moves import Node


def line(board: Board, variant: Variant, autoplay: Autoplay, won: Node) -> tuple[Move, ...]:
    """The moves from `board` to the win that `won` was found to be, for a game with this autoplay.

    A search may take more home by itself than the game does: what the game leaves is written as moves of its own.
    """
    table = _Table(board, variant, autoplay)
    path = []
    node: Node | None = won
    while node is not None and node.parent is not None:
        path.append(node)
        node = node.parent
    moves: list[Move] = []
    for node in reversed(path):
        if node.target != search.HOME:
            moves.append(table.play(node.source, node.target, node.count))
        moves += table.bring_home(_foundations(node.needed))
    moves += table.bring_home([13] * 4)
    return tuple(moves)


def _foundations(needed: int) -> list[int]:
    """The ranks that are home when these cards are waited for."""
    ranks = [13] * 4
    for card in cards_in(needed):
        ranks[card % 4] = card // 4
    return ranks


class _Table:
    """A board that is played on in place: the engine's is made to be kept, and costs more than the search itself."""

    def __init__(self, board: Board, variant: Variant, autoplay: Autoplay) -> None:
        self._columns = [list(column) for column in board.columns]
        self._cells = list(board.free_cells)
        self._home = list(board.foundations)
        self._variant = variant
        self._autoplay = autoplay

    def play(self, source: int, target: int, count: int) -> Move:
        """Make one of the search's moves, and the autoplay after it; return the move as it is written."""
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
            move = Move(pile, CELLS[at])
        else:
            self._columns[target] += cards
            move = Move(pile, COLUMNS[target], written)
        self._play_by_itself()
        return move

    def _most_to_empty(self, column: list[Card]) -> int:
        """The most cards that may leave `column` for an empty one: what a move without a count means."""
        ready = self._variant.sequence_length(column)
        if self._variant.empty_column is EmptyColumn.KINGS:
            return ready
        return min(ready, (self._cells.count(None) + 1) << (self._columns.count([]) - 1))

    def bring_home(self, target: list[int]) -> Iterator[Move]:
        """The home moves, beyond autoplay, until the foundations stand at these ranks."""
        while self._home != target:
            pile = next(
                pile
                for pile, card in self._exposed()
                if self._home[card % 4] == card // 4 and self._home[card % 4] < target[card % 4]
            )
            self._take_home(pile)
            yield Move(pile, HOME)
            self._play_by_itself()

    def _play_by_itself(self) -> None:
        if self._autoplay is Autoplay.NONE:
            return
        again = True
        while again:
            again = False
            for pile, card in self._exposed():
                if self._home[card % 4] == card // 4 and self._goes_by_itself(card):
                    self._take_home(pile)
                    again = True

    def _goes_by_itself(self, card: Card) -> bool:
        clubs, diamonds, hearts, spades = self._home
        foundations = Board((), (), (clubs, diamonds, hearts, spades))
        return self._autoplay is Autoplay.ALL or is_safe(foundations, card, self._variant)

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
