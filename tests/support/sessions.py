"""Sessions to play with in tests, and what to read off them."""

from freecell_tui.controller.play.session import CursorMove, Session
from freecell_tui.engine import FREECELL, Autoplay, AutoplayRule, Board, Game, Pile, Variant
from support.strategies import small_table

TWO_PLACES = "KS 9S, 2C, TD, , KD, KH, KC, QC"
"""A table where 9♠ may go on 10♦, to the empty column 4, and to the free cells."""


class ManualTime:
    """A time for clocks that passes only when the test says so."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def at_table(board: Board, variant: Variant = FREECELL, autoplay: Autoplay = Autoplay.NONE) -> Session:
    """Return a session that begins with a board."""
    session = Session(Game(variant, 1, (board,)))
    session.autoplay = AutoplayRule(autoplay, autoplay is not Autoplay.NONE)
    return session


def table(columns: str, variant: Variant = FREECELL, *, cells: str = "") -> Session:
    """Return a session that begins with a few cards, written as `small_table` has them."""
    return at_table(small_table(columns, variant, cells=cells), variant)


def shown(session: Session) -> Session:
    """Return a session with its cursor shown."""
    session.shows_cursor = True
    return session


def pile(letter: str) -> Pile:
    """Return the pile of a letter."""
    return Pile.parse(letter)


def said(session: Session) -> str:
    """Return the message there is."""
    assert session.message is not None
    return session.message.text


def last_word(session: Session) -> str:
    """Return the last move in standard notation."""
    assert session.game.last_turn is not None
    return str(session.game.last_turn.move)


def press(session: Session, *moves: CursorMove) -> str:
    """Move the cursor; return the letter and the depth of where it ends up."""
    for move in moves:
        session.move_cursor(move)
    return f"{session.cursor.pile.letter}{session.cursor.depth}"
