"""The rules: legal moves, supermoves, autoplay, and the board after a move.

`refusal` judges any move and explains; `legal_moves` generates every legal move.
They are written separately, one to explain and the other to be fast, and a property test holds them equal.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import pairwise

from freecell_tui.engine.board import Board
from freecell_tui.engine.cards import ACE, CELLS, COLUMNS, FOUNDATIONS, HOME, KING, Card, Move, Pile, PileKind, Suit
from freecell_tui.engine.text import IllegalMove, capitalised, counted, counted_or_no
from freecell_tui.engine.variants import Variant


def supermove_limit(board: Board, variant: Variant, *, to_empty_column: bool = False) -> int:
    """Return the most cards of a sequence that may move at once.

    The limit is (F + 1) × 2^C.
    F is the number of free cells.
    C is the number of empty columns, not counting the target.
    If only kings may go to an empty column, no other card can wait there, and C is 0.
    """
    helpers = 0 if variant.kings_only else board.empty_column_count
    if to_empty_column and helpers:
        helpers -= 1
    return (board.free_cell_count + 1) << helpers


def move_size(board: Board, move: Move, variant: Variant) -> int:
    """Return the number of cards of a legal move.

    A move to an empty column without a `count` takes the maximum.
    """
    if move.source.kind is not PileKind.COLUMN or move.target.kind is not PileKind.COLUMN:
        return 1
    source, target = board.columns[move.source.index], board.columns[move.target.index]
    if target:
        return _forced_count(source, target[-1])
    return move.count or _max_to_empty_column(board, source, variant)


def _forced_count(source: tuple[Card, ...], onto: Card) -> int:
    """Return the number of cards that must move onto a card.

    The first of them is one rank below `onto`.
    """
    return onto.rank - source[-1].rank


def _max_to_empty_column(board: Board, source: tuple[Card, ...], variant: Variant) -> int:
    ready = variant.sequence_length(source)
    limit = supermove_limit(board, variant, to_empty_column=True)
    if variant.kings_only:
        return ready if source[-ready].rank == KING and ready <= limit else 0
    return min(ready, limit)


def refusal(board: Board, move: Move, variant: Variant) -> str | None:
    """Return why a move is not legal, or None.

    The reason is a sentence for the player.
    """
    if missing := _no_such_pile(move.source, variant) or _no_such_pile(move.target, variant):
        return missing
    # The next two mistakes cannot be written in standard notation.
    if move.target.kind is PileKind.FOUNDATION:
        return "A card goes home to the foundation of its suit, and to no other."
    if move.count is not None and move.count < 1:
        return "A move needs at least 1 card."
    return source_refusal(board, move.source, variant) or _target_refusal(board, move, variant)


def source_refusal(board: Board, source: Pile, variant: Variant) -> str | None:
    """Return why no card can leave a pile, or None.

    The reason is a sentence for the player.
    If None is returned, a card may still have no target.
    """
    if missing := _no_such_pile(source, variant):
        return missing
    if source.kind in (PileKind.FOUNDATION, PileKind.HOME) and not variant.cards_come_back:
        return "Cards on the foundations stay there."
    if source.kind is PileKind.HOME:
        return "Name the foundation the card comes from."
    if not board.cards(source):
        return f"{capitalised(source.description)} is empty."
    return None


def _no_such_pile(pile: Pile, variant: Variant) -> str | None:
    if pile.kind is PileKind.COLUMN and pile.index >= variant.columns:
        if pile.letter == "0":
            return f"0 is column 10, and {variant.title} has only {variant.columns} columns."
        return f"There is no {pile.description}: {variant.title} has {variant.columns}."
    if pile.kind is PileKind.CELL and pile.index >= variant.cells:
        return f"There is no {pile.description}: this game has {counted_or_no(variant.cells, 'free cell')}."
    return None


def _target_refusal(board: Board, move: Move, variant: Variant) -> str | None:
    source, target, is_one = move.source, move.target, move.count in (None, 1)
    card = board.cards(source)[-1]
    if source == target:
        return f"{card.face} is in {source.description} already."
    if target.kind is PileKind.HOME:
        if source.kind is PileKind.FOUNDATION:
            return f"{card.face} is home already."
        if not board.can_go_home(card):
            return f"{card.face} cannot go home before {Card.of(board.foundations[card % 4] + 1, card % 4).face}."
        return None if is_one else "Only one card at a time goes home."
    if variant.aces_only_home and card.rank == ACE:
        return f"{card.face} can only go home: a house rule."
    if target.kind is PileKind.CELL:
        occupant = board.free_cells[target.index]
        if occupant is not None:
            return f"{target.description.capitalize()} is taken by {occupant.face}."
        return None if is_one else "Only one card at a time goes to a free cell."
    refuse = _onto_card_refusal if board.columns[target.index] else _empty_column_refusal
    cards = board.cards(source)
    return refuse(board, move, variant, cards[-variant.sequence_length(cards) :])


# In the next two functions `ready` has the cards of the source that may move together: a column's last sequence, or a
# single card.


def _onto_card_refusal(board: Board, move: Move, variant: Variant, ready: tuple[Card, ...]) -> str | None:
    onto = board.columns[move.target.index][-1]
    count = _forced_count(ready, onto)
    if not (1 <= count <= len(ready) and variant.fits(ready[-count], onto)):
        if onto.rank == ACE:
            return "Nothing goes on an ace."
        article = "" if variant.by_suit else "a "
        accepted = article + neighbour_in_sequence(onto, onto.rank - 1, variant)
        if move.count is not None:
            ready = ready[-move.count :]
        if len(ready) > 1:
            return f"{onto.face} takes {accepted}, and there is none from {ready[0].face} to {ready[-1].face}."
        return f"{ready[-1].face} does not go on {onto.face}, which takes {accepted}."
    if move.count not in (None, count):
        return f"Only {counted(count, 'card')} can go on {onto.face}, not {move.count}."
    return _too_many(count, supermove_limit(board, variant))


def neighbour_in_sequence(card: Card, rank: int, variant: Variant) -> str:
    """Return the name of a rank's cards that pair with `card`.

    `black 7`, `red ace`, or, if columns build by suit, `7♠`.
    """
    if variant.by_suit:
        return Card.of(rank, card.suit).face
    text = {1: "ace", 11: "jack", 12: "queen", 13: "king"}.get(rank, rank)
    return f"{'black' if card.is_red else 'red'} {text}"


def _empty_column_refusal(board: Board, move: Move, variant: Variant, ready: tuple[Card, ...]) -> str | None:
    kings = variant.kings_only
    if kings and ready[0].rank != KING:
        return "Only a king can go to an empty column."
    if kings and move.count not in (None, len(ready)):
        return f"A king moves with all the cards on it: {counted(len(ready), 'card')}, not {move.count}."
    count = len(ready) if kings else move.count or 1
    if count <= len(ready):
        return _too_many(count, supermove_limit(board, variant, to_empty_column=True))
    if move.source.kind is not PileKind.COLUMN:
        return f"Only one card can leave {move.source.description}."
    if len(ready) == 1:
        return f"Only the last card of {move.source.description} can move."
    return f"Only the last {len(ready)} cards of {move.source.description} are in sequence."


def _too_many(count: int, limit: int) -> str | None:
    if count <= limit:
        return None
    return f"That would move {count} cards at once, but only {counted(limit, 'card')} can move now."


def legal_moves(board: Board, variant: Variant) -> Iterator[Move]:
    """Yield every legal move on this board in canonical form."""
    foundations = FOUNDATIONS if variant.cards_come_back else ()
    limit = supermove_limit(board, variant)
    for source in (*COLUMNS[: variant.columns], *CELLS[: variant.cells], *foundations):
        if not (cards := board.cards(source)):
            continue
        if board.can_go_home(cards[-1]):
            yield Move(source, HOME)
        if variant.aces_only_home and cards[-1].rank == ACE:
            continue
        for cell, occupant in zip(CELLS, board.free_cells, strict=False):
            if occupant is None:
                yield Move(source, cell)
        ready = min(variant.sequence_length(cards), limit)
        for target, column in zip(COLUMNS, board.columns, strict=False):
            if target == source:
                continue
            if column:
                count = _forced_count(cards, column[-1])
                if 1 <= count <= ready and variant.fits(cards[-count], column[-1]):
                    yield Move(source, target)
            elif most := _max_to_empty_column(board, cards, variant):
                yield Move(source, target)
                if not variant.kings_only:
                    yield from (Move(source, target, count) for count in range(1, most))


def canonical(board: Board, move: Move, variant: Variant) -> Move:
    """Return a legal move without a count that the rules imply.

    This is the form of standard notation.
    """
    plain = Move(move.source, move.target)
    if move.count is None or move.count == move_size(board, plain, variant):
        return plain
    return move


def apply_move(board: Board, move: Move, variant: Variant) -> Board:
    """Return the board after a legal move, which is not checked."""
    return board.move_cards(move.source, move.target, move_size(board, move, variant))


def play(board: Board, move: Move, variant: Variant) -> Board:
    """Return the board after a move; raise IllegalMove with the reason."""
    reason = refusal(board, move, variant)
    if reason is not None:
        raise IllegalMove(reason)
    return apply_move(board, move, variant)


def is_lost(board: Board, variant: Variant) -> bool:
    """Return whether a board is not won and allows only no-ops."""
    return not board.is_won and all(is_noop(board, move, variant) for move in legal_moves(board, variant))


def is_noop(board: Board, move: Move, variant: Variant) -> bool:
    """Return whether a legal move only swaps equal places.

    It moves a card to another cell, or a whole column to an empty column.
    """
    if move.source.kind is not move.target.kind:
        return False
    source = board.cards(move.source)
    return not board.cards(move.target) and move_size(board, move, variant) == len(source)


def is_sorted(board: Board) -> bool:
    """Return whether every column is in descending order.

    All cards can go home then.
    """
    return all(upper.rank >= lower.rank for column in board.columns for upper, lower in pairwise(column))


def single_card_moves(board: Board, move: Move, variant: Variant) -> tuple[Move, ...]:
    """Return a legal move as moves of single cards.

    The moves are in order and in canonical form.
    Cards wait in free cells; if there are too few, a smaller supermove parks cards in an empty column.
    """
    count = move_size(board, move, variant)
    cells = [cell for cell, card in zip(CELLS, board.free_cells, strict=False) if card is None]
    # Where only kings may go to an empty column, no supermove needs one: the cells are enough.
    helpers = [pile for pile, column in zip(COLUMNS, board.columns, strict=False) if not column and pile != move.target]
    steps = []
    for step in _steps(move.source, move.target, count, cells, helpers):
        steps.append(canonical(board, step, variant))
        board = apply_move(board, steps[-1], variant)
    return tuple(steps)


def _steps(source: Pile, target: Pile, count: int, cells: Sequence[Pile], helpers: Sequence[Pile]) -> Iterator[Move]:
    at_once = len(cells) + 1
    if count <= at_once:
        waiting = cells[: count - 1]
        yield from (Move(source, cell, 1) for cell in waiting)
        yield Move(source, target, 1)
        yield from (Move(cell, target, 1) for cell in reversed(waiting))
        return
    helper, others = helpers[0], helpers[1:]
    below = max(count - (at_once << len(others)), 1)
    yield from _steps(source, helper, below, cells, others)
    yield from _steps(source, target, count - below, cells, others)
    yield from _steps(helper, target, below, cells, others)


Autoplay = StrEnum("Autoplay", "NONE SAFE ALL")  # with the values `none`, `safe` and `all`, which files hold
"""Which cards go home automatically: none, those that no other card can need (SAFE), or all that can."""


def may_lose(autoplay: Autoplay, variant: Variant) -> bool:
    """Return whether autoplay sends home cards that a win may need.

    For example, 98714 is lost with ALL and won with SAFE.
    If columns build by suit, no card needs another, and everything is safe.
    """
    return autoplay is Autoplay.ALL and not variant.by_suit


def autoplay_moves(board: Board, variant: Variant, autoplay: Autoplay) -> Iterator[Move]:
    """Yield the home moves that follow a player's move.

    Each is the first possible move: columns from the left, then cells from the left.
    SAFE cards follow Horne's rule, see `is_safe`.
    """
    if autoplay is Autoplay.NONE:
        return
    piles, index = (*COLUMNS[: variant.columns], *CELLS[: variant.cells]), 0
    while index < len(piles):
        cards = board.cards(piles[index])
        if cards and board.can_go_home(cards[-1]) and (autoplay is Autoplay.ALL or is_safe(board, cards[-1], variant)):
            move = Move(piles[index], HOME)
            yield move
            board, index = apply_move(board, move, variant), 0
        else:
            index += 1


def is_safe(board: Board, card: Card, variant: Variant) -> bool:
    """Return whether no other card can need `card`, by Horne's rule.

    `card` is one that can go home.
    Aces and twos are safe.
    Any other card is safe if both cards of the other colour one rank lower are home, as no card is left to be put on
    it.
    If columns build by suit, every card is safe.
    """
    if variant.by_suit or card.rank <= ACE + 1:
        return True
    others = (Suit.CLUBS, Suit.SPADES) if card.is_red else (Suit.DIAMONDS, Suit.HEARTS)
    return all(board.foundations[suit] >= card.rank - 1 for suit in others)
