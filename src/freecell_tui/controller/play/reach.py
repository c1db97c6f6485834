"""What the next key can do with cards: where those that are lifted or at the cursor can go, and how many of them."""

from typing import NamedTuple

from freecell_tui.controller.play.session import SelectedCards, Selection, Session
from freecell_tui.engine import FOUNDATIONS, Card, Move, Pile, move_size, source_refusal


class Way(NamedTuple):
    """A move in reach: its target on the table, the cards that go there, and the card that they go on, if any."""

    move: Move
    target: Pile
    cards: tuple[Card, ...]
    onto: Card | None


def lifted_cards(session: Session) -> tuple[Card, ...]:
    """Return the lifted cards, the last one last."""
    if session.selection is None:
        return ()
    return session.game.board.cards(session.selection.pile)[-session.lifted_count :]


def ways(session: Session) -> tuple[Way, ...]:
    """Return what can be done with the lifted cards, best first, the target at the cursor before all.

    With none lifted it is the move that Enter plays at once, if there is one.
    """
    board, variant, cursor = session.game.board, session.game.variant, session.shown_cursor
    if session.selection is not None:
        selected = SelectedCards(board, variant, session.selection)
    else:
        if cursor is None or source_refusal(board, cursor.pile, variant) is not None:
            return ()
        pile, depth = cursor
        if depth > max(variant.sequence_length(board.cards(pile)), 1):
            return ()
        selected = SelectedCards(board, variant, Selection(pile, depth if depth > 1 else None, exact=depth > 1))
        if not selected.goes_at_once(plays_at_once=session.plays_at_once):
            return ()
    found = _ways_of(session, selected)
    if cursor is not None:
        found.sort(key=lambda way: way.target != cursor.pile)
    return tuple(found)


def _ways_of(session: Session, selected: SelectedCards) -> list[Way]:
    board, variant = session.game.board, session.game.variant
    found = []
    for target in selected.ranked_targets():
        move = selected.move_to(target)
        cards = selected.cards[-move_size(board, move, variant) :]
        onto = board.cards(target)
        found.append(Way(move, target, cards, onto[-1] if onto else None))
    return found


def moves_at_risk(session: Session) -> tuple[Way, ...]:
    """Return what the next key or click can do: `ways`, or with nothing lifted what a double click would do."""
    pointed = session.pointed
    if session.selection is not None or pointed is None:
        return ways(session)
    board, variant = session.game.board, session.game.variant
    pile, depth = pointed
    if source_refusal(board, pile, variant) is not None or depth > max(variant.sequence_length(board.cards(pile)), 1):
        return ways(session)
    return (*ways(session), *_ways_of(session, SelectedCards(board, variant, Selection(pile, depth)))[:1])


def places_like(session: Session, way: Way) -> frozenset[Pile]:
    """Return the piles that are as good as the target: for an empty place, every empty one of its kind."""
    if way.onto is not None or way.target in FOUNDATIONS:
        return frozenset({way.target})
    board = session.game.board
    piles = (*session.columns, *session.top_row)
    return frozenset(pile for pile in piles if pile.kind is way.target.kind and not board.cards(pile))
