"""The moves of a game as words, in standard notation and in fc-solve's dialect.

Both write a move as its source and target, ten moves a line. They differ in three points. Standard notation leaves out
the home moves of autoplay, and a move to an empty column without a count takes the most cards that may go; fc-solve
(`-snx`) writes every home move, and a move to an empty column without a count takes one card. The tenth column of
Seahaven Towers is `0` in standard notation and `10` in fc-solve's: `105`, `d10`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum
from typing import Final

from freecell_tui.engine import rules
from freecell_tui.engine.board import Board
from freecell_tui.engine.errors import NotationError
from freecell_tui.engine.moves import Move
from freecell_tui.engine.piles import PileKind
from freecell_tui.engine.variants import Variant

MOVES_PER_LINE: Final = 10
# Compiled when moves are read, which is seldom done before the first frame.
_NO_MOVES: Final = (
    r"\s*(#|-=-=|====|This game is |I could not solve this game|Total number of states |This scan generated "
    r"|Reading the board from |Please refer to the documentation |https?://|Type \"fc-solve |To cancel this message )"
)
# Only beside another pile: alone, 10 is a move from column 1 to column 0.
_FC_SOLVE_TENTH: Final = r"10(?=[0-9a-hk])|(?<=[0-9a-kw-z])10"


class Dialect(Enum):
    """The dialect that moves are written in."""

    STANDARD = "standard"
    FC_SOLVE = "fc-solve"


def move_words(text: str) -> Iterator[str]:
    """Generate the words of a written game, one for each move; those of fc-solve's sentences and boards too.

    Lines that begin with `#`, and those that fc-solve prints before and after its moves, are skipped. Raise
    NotationError if fc-solve was asked for boards alone, in a form that tells no moves.
    """
    from freecell_tui.engine.fc_solve_log import log_words  # noqa: PLC0415 - not on the way to the first frame

    if (words := log_words(text)) is not None:
        yield from words
        return
    for line in text.splitlines():
        if not re.match(_NO_MOVES, line):
            yield from line.split()


def is_move(word: str) -> bool:
    """Return whether a word is a move on any board, in either dialect."""
    try:
        Move.parse(re.sub(_FC_SOLVE_TENTH, "0", word))
    except NotationError:
        return False
    return True


def read_move(word: str, board: Board, dialect: Dialect = Dialect.STANDARD) -> Move:
    """Return the move that a word means on this board; raise NotationError if it is none."""
    if dialect is Dialect.STANDARD:
        return Move.parse(word)
    move = Move.parse(re.sub(_FC_SOLVE_TENTH, "0", word))
    if move.count is None and _to_empty_column(board, move):
        return replace(move, count=1)
    return move


def write_move(move: Move, board: Board, variant: Variant, dialect: Dialect = Dialect.STANDARD) -> str:
    """Return the word for a legal move on this board."""
    if dialect is Dialect.STANDARD:
        return str(rules.canonical(board, move, variant))
    count = rules.move_size(board, move, variant)
    written = count if count > 1 and _to_empty_column(board, move) else None
    return str(replace(move, count=written)).replace("0", "10")


def _to_empty_column(board: Board, move: Move) -> bool:
    """Return whether the move goes from a column to an empty one, where the player chooses how many cards go."""
    return (
        move.source.kind is PileKind.COLUMN
        and move.target.kind is PileKind.COLUMN
        and move.target.index < len(board.columns)
        and not board.columns[move.target.index]
    )


def wrap_moves(moves: Iterable[str]) -> str:
    """Return the words of moves in lines of ten."""
    listed = list(moves)
    return "\n".join(" ".join(listed[at : at + MOVES_PER_LINE]) for at in range(0, len(listed), MOVES_PER_LINE))


def describe_move(move: Move, board: Board, variant: Variant) -> str:
    """Return a legal move as a sentence says it: `6♥ from column 3 onto 7♠ in column 5`."""
    count = rules.move_size(board, move, variant)
    cards = board.cards(move.source)[-count:]
    what = cards[0].face if count == 1 else f"{cards[0].face} to {cards[-1].face}"
    return f"{what} from {move.source.description} {_destination(move, board)}"


def _destination(move: Move, board: Board) -> str:
    if move.goes_home:
        return "home"
    there = board.cards(move.target)
    if there:
        return f"onto {there[-1].face} in {move.target.description}"
    return f"to {'the empty ' * (move.target.kind is PileKind.COLUMN)}{move.target.description}"


def count_moves(moves: Iterable[Move]) -> int:
    """Return the number of moves without those that send a card home, as lines are counted everywhere."""
    return sum(not move.goes_home for move in moves)


def write_line(moves: Iterable[Move], limit: int | None = None) -> str:
    """Return a line as text, cards sent home in brackets; with a `limit`, no more moves than that beside them.

    >>> write_line([Move.parse(word) for word in ("26", "3h", "7a", "4h", "51")], limit=2)
    '26 (3h) 7a (4h) …'
    """
    words: list[str] = []
    count = 0
    for move in moves:
        if not move.goes_home:
            if count == limit:
                words.append("…")
                break
            count += 1
        words.append(f"({move})" if move.goes_home else str(move))
    return " ".join(words)
