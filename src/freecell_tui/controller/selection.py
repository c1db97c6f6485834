"""The cards in a player's hand: which they are, where they may go, best first, and if nowhere, why."""

from collections.abc import Iterator
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Selection:
    """The cards in the player's hand; `count` is None for as many as the target takes: the most, in an empty column.

    Onto a card the rules know how many, and a count says nothing, unless it is meant to be `exact`.
    """

    pile: Pile
    count: int | None = None
    exact: bool = False


@dataclass(frozen=True, slots=True)
class SelectedCards:
    """Lifted cards and the table that they were lifted from."""

    board: Board
    variant: Variant
    selection: Selection

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the pile that they come from, the last one last."""
        return self.board.cards(self.selection.pile)

    @property
    def count(self) -> int:
        """How many cards are shown in the hand."""
        return self.selection.count or self.most

    @property
    def most(self) -> int:
        """How many cards at the end of the pile are in sequence and can move at once."""
        limit = min(rules.supermove_limit(self.board, self.variant), KING)
        return min(self.variant.sequence_length(self.cards), limit)

    @property
    def max_count(self) -> int:
        """How many cards the player may lift: the most for an empty column, if there is one."""
        if not self.board.empty_column_count:
            return self.most
        ready = self.variant.sequence_length(self.cards)
        return min(ready, rules.supermove_limit(self.board, self.variant, to_empty_column=True))

    @property
    def home(self) -> Pile:
        """The foundation that the last card belongs to."""
        return FOUNDATIONS[self.cards[-1].suit]

    def move_to(self, pile: Pile) -> Move:
        """The move that takes the cards to a place."""
        target = HOME if pile.kind is PileKind.FOUNDATION else pile
        onto_card = target in self._columns and self.board.cards(target)
        return Move(
            self.selection.pile, target, None if onto_card and not self.selection.exact else self.selection.count
        )

    def refusal_at(self, pile: Pile) -> rules.Refusal | None:
        """Why the cards may not go to a place, or None if they may; they do not go to where they come from."""
        if pile == self.selection.pile:
            return rules.Refusal("")
        return refusal(self.board, self.move_to(pile), self.variant)

    def targets(self) -> frozenset[Pile]:
        """Every place that takes the cards; a foundation where they may go home."""
        return frozenset(pile for pile in (self.home, *self._columns, *self._cells) if self.refusal_at(pile) is None)

    def ranked_targets(self) -> tuple[Pile, ...]:
        """The targets that make a difference, best first: home, the cards that take most, an empty column, a free cell.

        Empty columns are one choice, and so are free cells. An empty column comes last for cards that have nothing
        under them.
        """
        takers = [pile for pile in (self.home, *self._columns, *self._cells) if self._is_useful(pile)]
        home = [pile for pile in takers if pile.kind is PileKind.FOUNDATION]
        onto_cards = [pile for pile in takers if pile.kind is PileKind.COLUMN and self.board.cards(pile)]
        onto_cards.sort(key=self._size_to, reverse=True)
        empty = [pile for pile in takers if pile.kind is PileKind.COLUMN and not self.board.cards(pile)][:1]
        cells = [pile for pile in takers if pile.kind is PileKind.CELL][:1]
        frees_something = self.selection.pile.kind is not PileKind.COLUMN or len(self.cards) > self.count
        return (*home, *onto_cards, *(empty + cells if frees_something else cells + empty))

    def no_target_reason(self) -> str:
        """Why no place takes the cards, as a sentence that names the one that lies under the others."""
        count = self.selection.count or 1
        card = self.cards[-count]
        if self.variant.aces_only_home and card.rank == ACE:
            return f"{card.face} may only go home: a house rule."
        for needed, limit in self._too_many():
            cards = "1 card" if limit == 1 else str(limit)
            return f"{card.face} has no place: {needed} cards would have to move at once, and only {cards} can."
        return f"{card.face} has no place: {joined(tuple(self._missing_targets(card, count)))}."

    # The parts of these

    @property
    def _columns(self) -> tuple[Pile, ...]:
        return COLUMNS[: self.variant.columns]

    @property
    def _cells(self) -> tuple[Pile, ...]:
        return CELLS[: self.variant.cells]

    def _is_useful(self, pile: Pile) -> bool:
        """Whether the cards may go to a place, and more comes of it than an empty place traded for its like."""
        if self.refusal_at(pile) is not None:
            return False
        return not rules.is_noop(self.board, self.move_to(pile), self.variant)

    def _size_to(self, pile: Pile) -> int:
        return move_size(self.board, self.move_to(pile), self.variant)

    def _too_many(self) -> Iterator[tuple[int, int]]:
        """How many cards would have to move to a column that takes them, and how many can, if that is fewer."""
        ready = self.variant.sequence_length(self.cards)
        kings = self.variant.empty_column is EmptyColumn.KINGS
        for pile in self._columns:
            onto = self.board.cards(pile)
            count = onto[-1].rank - self.cards[-1].rank if onto else ready if kings else self.selection.count or 1
            asked = count if onto and not self.selection.exact else self.selection.count or count
            if pile == self.selection.pile or asked != count or not 1 <= count <= ready:
                continue
            card = self.cards[-count]
            fits = self.variant.fits(card, onto[-1]) if onto else not kings or card.rank == KING
            limit = rules.supermove_limit(self.board, self.variant, to_empty_column=not onto)
            if fits and count > limit:
                yield count, limit

    def _missing_targets(self, card: Card, count: int) -> Iterator[str]:
        """What would take `card`, with the cards on it, and is not there."""
        if card.rank < KING:
            yield f"no {rules.accepting_card(card, self.variant)} lies open"
        if self.board.empty_column_count == 0:
            yield "no column is empty"
        elif card.rank < KING and self.variant.empty_column is EmptyColumn.KINGS:
            yield "an empty column takes only kings"
        else:
            yield "a whole column gains nothing by moving to an empty one"
        if count == 1 and self.variant.cells and self.selection.pile.kind is not PileKind.CELL:
            yield "no cell is free"
