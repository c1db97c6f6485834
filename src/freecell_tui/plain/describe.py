"""The cards on the table, in sentences."""

from collections.abc import Iterable, Iterator
from typing import Final

from freecell_tui.controller import variant_choice
from freecell_tui.controller.highlights import next_home_cards, safe_home_cards
from freecell_tui.controller.table_rows import FOUNDATION_ORDER, columns, top_row
from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    FOUNDATIONS,
    HOME,
    Board,
    Card,
    Pile,
    PileKind,
    Suit,
    Variant,
    legal_moves,
    move_size,
    source_refusal,
    supermove_limit,
)
from freecell_tui.engine.cards import KING
from freecell_tui.engine.text import capitalised, counted_or_no, joined
from freecell_tui.plain.phrases import card_group, destination

_ALL_HOME: Final = "Every card is home."


def table(board: Board, variant: Variant) -> Iterator[str]:
    """Yield the whole table: cells, foundations, then the columns from the left."""
    yield cells(board)
    yield foundations(board)
    for pile in COLUMNS[: variant.columns]:
        yield column(board, pile, variant)


def cells(board: Board) -> str:
    """Return what the cells hold, and which are free."""
    held = [f"{card.face} in {cell.letter}" for cell, card in _with_cards(board) if card is not None]
    free = [cell.letter for cell, card in _with_cards(board) if card is None]
    if not board.free_cells:
        return "This variant has no free cells."
    if not held:
        return "The cell is free." if len(free) == 1 else f"All {len(free)} cells are free."
    rest = f"{joined(free)} {'is' if len(free) == 1 else 'are'} free" if free else "none is free"
    return f"Cells: {', '.join(held)}; {rest}."


def _with_cards(board: Board) -> Iterable[tuple[Pile, Card | None]]:
    return zip(CELLS, board.free_cells, strict=False)


def foundations(board: Board) -> str:
    """Return the last card on each foundation."""
    if board.is_won:
        return _ALL_HOME
    if not any(board.foundations):
        return "The foundations are empty."
    tops = (board.cards(FOUNDATIONS[suit]) for suit in FOUNDATION_ORDER)
    named = (
        top[0].face if top else f"no {suit.name.lower()}" for suit, top in zip(FOUNDATION_ORDER, tops, strict=True)
    )
    return f"Foundations: {', '.join(named)}."


def column(board: Board, pile: Pile, variant: Variant) -> str:
    """Return the cards of a column from the first to the last, with the sequence at its end marked."""
    cards = board.cards(pile)
    if not cards:
        return f"Column {pile.index + 1} is empty."
    faces = [card.face for card in cards]
    ready = variant.sequence_length(cards)
    if ready > 1:
        faces[-ready] = f"in sequence {faces[-ready]}"
    return f"Column {pile.index + 1}, {counted_or_no(len(cards), 'card')}: {', '.join(faces)}."


def place(board: Board, pile: Pile, variant: Variant) -> str:
    """Return the cards of one pile, or that this game has no such pile."""
    if pile not in (HOME, *columns(variant), *top_row(variant)):
        reason = source_refusal(board, pile, variant)
        return reason.sentence if reason is not None else ""
    if pile.kind is PileKind.COLUMN:
        return column(board, pile, variant)
    if pile.kind is PileKind.HOME:
        return foundations(board)
    cards = board.cards(pile)
    title = capitalised(pile.description)
    return f"{title}: {cards[0].face}." if cards else f"{title} is {'free' if pile.kind is PileKind.CELL else 'empty'}."


def where(board: Board, card: Card, *, under_what: bool = False) -> str:
    """Return where a card is, and under how many cards; with `under_what`, under which."""
    pile, depth = board.locate(card)
    if pile.kind is PileKind.FOUNDATION:
        return f"{card.face} is home."
    if pile.kind is PileKind.CELL:
        return f"{card.face} is in {pile.description}."
    if depth == 1:
        return f"{card.face} is the last card of {pile.description}."
    over = board.cards(pile)[1 - depth :]
    named = f": {', '.join(other.face for other in over)}" if under_what else ""
    return f"{card.face} is in {pile.description}, under {counted_or_no(len(over), 'card')}{named}."


def of_rank(board: Board, rank: int) -> Iterator[str]:
    """Return where the four cards of a rank are."""
    return (where(board, Card.of(rank, suit)) for suit in FOUNDATION_ORDER)


def needed(board: Board, variant: Variant) -> Iterator[str]:
    """Yield where the cards are that the foundations need next, and which of them can safely go home now."""
    if board.is_won:
        yield _ALL_HOME
    cards = sorted(next_home_cards(board), key=lambda card: FOUNDATION_ORDER.index(card.suit))
    safe = safe_home_cards(board, variant)
    for card in cards:
        yield where(board, card) + (" It can safely go home now." if card in safe else "")


def targets(board: Board, pile: Pile, variant: Variant) -> str | None:
    """Return where the cards at the end of a pile may go, but from cell to cell; None if they may go nowhere."""
    ways: dict[str, list[str]] = {}
    for move in legal_moves(board, variant):
        if move.source != pile or move.count is not None or move.source.kind is move.target.kind is PileKind.CELL:
            continue
        what = card_group(board.cards(pile)[-move_size(board, move, variant) :])
        to = destination(move, board)
        if not move.goes_home and not board.cards(move.target):
            # One empty place is as good as another.
            to = "to a cell" if move.target.kind is PileKind.CELL else "to an empty column"
        if to not in ways.setdefault(what, []):
            ways[what].append(to)
    if not ways:
        return None
    told = "; ".join(f"{what} {', or '.join(to)}" for what, to in ways.items())
    return f"{capitalised(pile.description)}: {told}."


def carry(board: Board, variant: Variant) -> str:
    """Return how many cards can move at once."""
    onto = min(supermove_limit(board, variant), KING)
    empty = min(supermove_limit(board, variant, to_empty_column=True), KING)
    told = f"{counted_or_no(onto, 'card')} in sequence can move at once"
    return f"{told}, and {empty} to an empty column." if board.empty_column_count and onto != empty else f"{told}."


def rules(variant: Variant) -> Iterator[str]:
    """Yield how a variant is played, and how its foundations are written."""
    first, *others = variant_choice.rules(variant)
    yield f"{variant.full_title}: {first}"
    yield from others
    yield "The foundations are built up by suit from the ace; the letter h sends a card there, as in 3h."
    if variant.cards_come_back:
        names = (f"{FOUNDATIONS[suit].letter} for {suit.name.lower()}" for suit in Suit)
        yield f"A card can come back from its foundation: {', '.join(names)}."
    if variant.aces_only_home:
        yield "An ace can only go home."
