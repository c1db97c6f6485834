"""A player who has the arrows, Tab, Enter, plus, minus and Esc alone."""

from collections import deque
from copy import copy
from dataclasses import replace
from itertools import chain, repeat

from freecell_tui.controller.play.session import Cursor, CursorMove, Session
from freecell_tui.engine import CELLS, COLUMNS, Board, Card, Move, Pile, PileKind, move_size, play

STEPS = {
    "left": CursorMove.LEFT,
    "right": CursorMove.RIGHT,
    "up": CursorMove.UP,
    "down": CursorMove.DOWN,
    "tab": CursorMove.OTHER_ROW,
}

Shape = tuple[list[tuple[Card, ...]], list[int], tuple[int, ...]]


def press(session: Session, key: str) -> None:
    """Do what a key does."""
    if key in STEPS:
        session.move_cursor(STEPS[key])
    elif key == "enter":
        session.use_cursor()
    elif key == "esc":
        session.cancel_selection()
    else:
        session.adjust_count({"+": 1, "-": -1}[key])


def shape(board: Board) -> Shape:
    """A board without which of its columns and cells is which."""
    cells = sorted(-1 if card is None else int(card) for card in board.free_cells)
    return sorted(board.columns), cells, board.foundations


def ways(session: Session) -> dict[Cursor, list[str]]:
    """The fewest keys that bring the cursor to every place that it can come to."""
    walker = copy(session)
    found: dict[Cursor, list[str]] = {session.cursor: []}
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for key, step in STEPS.items():
            walker.cursor = here
            walker.move_cursor(step)
            if walker.cursor not in found:
                found[walker.cursor] = [*found[here], key]
                waiting.append(walker.cursor)
    return found


def keys_for(session: Session, move: Move) -> list[str] | None:
    """The fewest keys found that make a move, or one that leaves a board of the same shape; None if there are none.

    The cursor is shown, and nothing lifted.
    """
    board, variant = session.game.board, session.game.variant
    size = move_size(board, move, variant)
    wanted = shape(play(board, move, variant))
    if wanted == shape(board):
        return []
    way = ways(session)
    found: list[list[str]] = []
    fewer = size - len(board.cards(move.source))
    for depth in {1, size}:
        there = Cursor(move.source, depth)
        for lift in chain([["enter"]], (["-"] * less for less in range(1, 1 - fewer))):
            keys = _with_a_choice(session, [*way[there], *lift], wanted)
            if keys is not None:
                found.append(keys)
    return min(found, key=len, default=None)


def _with_a_choice(session: Session, keys: list[str], wanted: Shape) -> list[str] | None:
    """Keys that lift, and then those that choose a place, if that leaves the board wanted."""
    hand = copy(session)
    before = hand.game
    for key in keys:
        press(hand, key)
    places = len(hand.ranked_targets())
    if hand.game is not before:
        return keys if _played(hand) == wanted else None
    for choice in range(places):
        back = places - choice
        steps = list(repeat("right", choice) if choice <= back else repeat("left", back))
        trial = copy(hand)
        for key in (*steps, "enter"):
            press(trial, key)
        if trial.game is not before and _played(trial) == wanted:
            return [*keys, *steps, "enter"]
    return None


def _played(session: Session) -> Shape:
    """The shape of the board after the player's move, before what went home automatically."""
    game = session.game
    turn = game.last_turn
    assert turn is not None
    assert turn.move is not None
    return shape(play(game.undo().board, turn.move, game.variant))


def same_move(move: Move, board: Board, other: Board) -> Move:
    """A move of one board, for another board of the same shape."""
    return replace(move, source=_same_pile(move.source, board, other), target=_same_pile(move.target, board, other))


def _same_pile(pile: Pile, board: Board, other: Board) -> Pile:
    if pile.kind not in (PileKind.COLUMN, PileKind.CELL):
        return pile
    piles = COLUMNS[: len(other.columns)] if pile.kind is PileKind.COLUMN else CELLS[: len(other.free_cells)]
    return next(place for place in piles if other.cards(place) == board.cards(pile))
