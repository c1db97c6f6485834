"""The board: where every card is."""

from dataclasses import dataclass

from freecell_tui.engine.cards import KING, Card
from freecell_tui.engine.piles import CELLS, COLUMNS, FOUNDATIONS, Pile, PileKind


@dataclass(frozen=True, slots=True)
class Board:
    """The cards of one position, immutable, without history, variant or deal number.

    The last card of a column is the one that can move. `free_cells` has None for a free cell. `foundations` are the
    highest ranks that are home, 0 to 13, in the order of `Suit`.
    """

    columns: tuple[tuple[Card, ...], ...]
    free_cells: tuple[Card | None, ...]
    foundations: tuple[int, int, int, int] = (0, 0, 0, 0)

    @property
    def is_won(self) -> bool:
        """Whether every card is home."""
        return self.foundations == (KING,) * 4

    @property
    def free_cell_count(self) -> int:
        """The number of free cells without a card."""
        return self.free_cells.count(None)

    @property
    def empty_column_count(self) -> int:
        """The number of columns without a card."""
        return self.columns.count(())

    def can_go_home(self, card: Card) -> bool:
        """Return whether `card` is the next of its suit to go home."""
        return self.foundations[card % 4] == card // 4

    @property
    def without_order(self) -> tuple[object, ...]:
        """A value that is equal for boards that differ only in the order of their columns and free cells."""
        return frozenset(self.columns), len(self.columns), frozenset(self.free_cells), self.foundations

    def locate(self, card: Card) -> tuple[Pile, int]:
        """Return the pile of a card, and how many cards there are from it to the end of the pile, itself included."""
        home = self.foundations[card.suit]
        if card.rank <= home:
            return FOUNDATIONS[card.suit], home - card.rank + 1
        if card in self.free_cells:
            return CELLS[self.free_cells.index(card)], 1
        return next(
            (COLUMNS[at], len(column) - column.index(card)) for at, column in enumerate(self.columns) if card in column
        )

    def cards(self, pile: Pile) -> tuple[Card, ...]:
        """Return the cards of a pile, the one that can move last: a whole column, or at most one card of the others."""
        match pile.kind:
            case PileKind.COLUMN:
                return self.columns[pile.index]
            case PileKind.CELL:
                card = self.free_cells[pile.index]
                return () if card is None else (card,)
            case PileKind.FOUNDATION:
                rank = self.foundations[pile.index]
                return (Card.of(rank, pile.index),) if rank else ()
            case PileKind.HOME:
                return ()

    def remove_cards(self, pile: Pile, count: int) -> "Board":
        """Return the board without the last `count` cards of `pile`."""
        match pile.kind:
            case PileKind.COLUMN:
                return self._with_column(pile.index, self.columns[pile.index][:-count])
            case PileKind.CELL:
                return self._with_cell(pile.index, None)
            case PileKind.FOUNDATION:
                return self._with_foundation(pile.index, self.foundations[pile.index] - 1)
            case PileKind.HOME:
                raise ValueError("a card leaves only its own foundation")

    def add_cards(self, pile: Pile, cards: tuple[Card, ...]) -> "Board":
        """Return the board with `cards` added to `pile`, which must have room for them."""
        match pile.kind:
            case PileKind.COLUMN:
                return self._with_column(pile.index, self.columns[pile.index] + cards)
            case PileKind.CELL:
                return self._with_cell(pile.index, cards[0])
            case PileKind.FOUNDATION | PileKind.HOME:
                return self._with_foundation(cards[0] % 4, cards[0].rank)

    def _with_column(self, index: int, column: tuple[Card, ...]) -> "Board":
        columns = (*self.columns[:index], column, *self.columns[index + 1 :])
        return Board(columns, self.free_cells, self.foundations)

    def _with_cell(self, index: int, card: Card | None) -> "Board":
        cells = (*self.free_cells[:index], card, *self.free_cells[index + 1 :])
        return Board(self.columns, cells, self.foundations)

    def _with_foundation(self, suit: int, rank: int) -> "Board":
        clubs, diamonds, hearts, spades = (rank if suit == s else r for s, r in enumerate(self.foundations))
        return Board(self.columns, self.free_cells, (clubs, diamonds, hearts, spades))
