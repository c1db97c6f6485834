"""Selected cards: which they are, where they may go, best first, and if nowhere, why."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    FOUNDATIONS,
    HOME,
    Board,
    Card,
    Move,
    Pile,
    PileKind,
    Variant,
    move_size,
    refusal,
    rules,
)
from freecell_tui.engine.cards import ACE, KING
from freecell_tui.engine.text import joined
from freecell_tui.engine.variants import EmptyColumn

Guard = Callable[[Move, Board], str]
"""Returns why a move that leads to a board is held back, or ''."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Cards selected at the end of a pile. `count` is None for as many as the target accepts.

    On another card the rules allow only one count, and `count` is ignored unless it is `exact`.
    """

    pile: Pile
    count: int | None = None
    exact: bool = False


class SelectedCards:
    """A selection on a board: the cards, and the moves they can make."""

    def __init__(self, board: Board, variant: Variant, selection: Selection) -> None:
        self.board: Final = board
        self.variant: Final = variant
        self.selection: Final = selection

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the whole pile, the selected ones last."""
        return self.board.cards(self.selection.pile)

    @property
    def count(self) -> int:
        """The number of cards shown as selected."""
        return self.selection.count or self.movable_count

    @property
    def movable_count(self) -> int:
        """The number of cards at the end of the pile that are in sequence and can move onto a card at once."""
        limit = min(rules.supermove_limit(self.board, self.variant), KING)
        return min(self.variant.sequence_length(self.cards), limit)

    @property
    def max_count(self) -> int:
        """The most cards that can be selected: as many as can move to an empty column, if there is one."""
        if not self.board.empty_column_count:
            return self.movable_count
        limit = rules.supermove_limit(self.board, self.variant, to_empty_column=True)
        return min(self.variant.sequence_length(self.cards), limit)

    @property
    def home(self) -> Pile:
        """The foundation of the last card."""
        return FOUNDATIONS[self.cards[-1].suit]

    def move_to(self, pile: Pile) -> Move:
        """Return the move of the cards to a pile, legal or not."""
        target = HOME if pile.kind is PileKind.FOUNDATION else pile
        onto_card = target in self._columns and self.board.cards(target)
        return Move(
            self.selection.pile, target, None if onto_card and not self.selection.exact else self.selection.count
        )

    def refusal_at(self, pile: Pile) -> rules.Refusal | None:
        """Return why the cards may not move to a pile, or None if they may. Their own pile refuses without a word."""
        if pile == self.selection.pile:
            return rules.Refusal("")
        return refusal(self.board, self.move_to(pile), self.variant)

    def targets(self) -> frozenset[Pile]:
        """Return the piles that accept the cards; a foundation where they may go home."""
        return frozenset(pile for pile in (self.home, *self._columns, *self._cells) if self.refusal_at(pile) is None)

    def ranked_targets(self) -> tuple[Pile, ...]:
        """Return the useful targets: home, cards (the one that takes most first), one empty column, one free cell.

        The free cell comes before the empty column for cards that are a whole column.
        """
        useful = [pile for pile in (self.home, *self._columns, *self._cells) if self._is_useful(pile)]
        home = [pile for pile in useful if pile.kind is PileKind.FOUNDATION]
        onto_cards = [pile for pile in useful if pile.kind is PileKind.COLUMN and self.board.cards(pile)]
        onto_cards.sort(key=self._size_to, reverse=True)
        empty = [pile for pile in useful if pile.kind is PileKind.COLUMN and not self.board.cards(pile)][:1]
        cells = [pile for pile in useful if pile.kind is PileKind.CELL][:1]
        is_whole_column = self.selection.pile.kind is PileKind.COLUMN and len(self.cards) <= self.count
        return (*home, *onto_cards, *(cells + empty if is_whole_column else empty + cells))

    def goes_at_once(self, *, plays_at_once: bool) -> bool:
        """Return whether the cards have only one useful target, and it is no free cell unless `plays_at_once`."""
        targets = self.ranked_targets()
        return len(targets) == 1 and (plays_at_once or targets[0].kind is not PileKind.CELL)

    def no_target_reason(self) -> str:
        """Return why there are no useful targets, as a sentence about the topmost of the selected cards."""
        count = self.selection.count or 1
        card = self.cards[-count]
        if self.variant.aces_only_home and card.rank == ACE:
            return f"{card.face} can only go home: a house rule."
        for needed, limit in self._too_many():
            cards = "1 card" if limit == 1 else str(limit)
            return f"{card.face} has no place: {needed} cards would have to move at once, but only {cards} can."
        return f"{card.face} has no place: {joined(tuple(self._missing_targets(card, count)))}."

    @property
    def _columns(self) -> tuple[Pile, ...]:
        return COLUMNS[: self.variant.columns]

    @property
    def _cells(self) -> tuple[Pile, ...]:
        return CELLS[: self.variant.cells]

    def _is_useful(self, pile: Pile) -> bool:
        """Return whether the cards may move to a pile, and do not merely swap one empty place for another."""
        return self.refusal_at(pile) is None and not rules.is_noop(self.board, self.move_to(pile), self.variant)

    def _size_to(self, pile: Pile) -> int:
        return move_size(self.board, self.move_to(pile), self.variant)

    def _too_many(self) -> Iterator[tuple[int, int]]:
        """Return, for columns that the cards fit, how many would have to move and how many can, if that is fewer."""
        in_sequence = self.variant.sequence_length(self.cards)
        kings = self.variant.empty_column is EmptyColumn.KINGS
        for pile in self._columns:
            onto = self.board.cards(pile)
            count = onto[-1].rank - self.cards[-1].rank if onto else in_sequence if kings else self.selection.count or 1
            selected = count if onto and not self.selection.exact else self.selection.count or count
            if pile == self.selection.pile or selected != count or not 1 <= count <= in_sequence:
                continue
            card = self.cards[-count]
            fits = self.variant.fits(card, onto[-1]) if onto else not kings or card.rank == KING
            limit = rules.supermove_limit(self.board, self.variant, to_empty_column=not onto)
            if fits and count > limit:
                yield count, limit

    def _missing_targets(self, card: Card, count: int) -> Iterator[str]:
        """Return what is missing: `card`, with the cards on it, could move there."""
        if card.rank < KING:
            yield f"no {rules.accepting_card(card, self.variant)} is available"
        if self.board.empty_column_count == 0:
            yield "no column is empty"
        elif card.rank < KING and self.variant.empty_column is EmptyColumn.KINGS:
            yield "an empty column takes only kings"
        else:
            yield "moving a whole column to an empty one changes nothing"
        if count == 1 and self.variant.cells and self.selection.pile.kind is not PileKind.CELL:
            yield "no free cell is left"
