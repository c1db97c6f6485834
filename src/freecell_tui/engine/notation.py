"""Moves as people and programs write them down: whole games in standard notation and in fc-solve's dialect.

Both write a move as its source and target, ten moves a line. They differ in three things. Standard notation leaves out
the home moves that autoplay makes, and a plain pair to an empty column moves the most cards that may go; fc-solve
(`-snx`) writes every home move, and its plain pair to an empty column moves one card. The tenth column of Seahaven
Towers is `0` in the one and `10` in the other: `105`, `d10`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum
from typing import Final

from freecell_tui.engine import rules
from freecell_tui.engine.board import Board
from freecell_tui.engine.moves import Move
from freecell_tui.engine.piles import PileKind
from freecell_tui.engine.variants import Variant

MOVES_PER_LINE = 10
# Beside another pile: alone it is the pair of columns 1 and 0.
_NO_MOVES: Final = re.compile(r"\s*(#|-=-=|====|This game is |Total number of states |This scan generated )")
_FC_SOLVE_TENTH: Final = re.compile(r"10(?=[0-9a-hk])|(?<=[0-9a-kw-z])10")


class Dialect(Enum):
    """Who wrote the moves."""

    STANDARD = "standard"
    FC_SOLVE = "fc-solve"


def move_words(text: str) -> Iterator[str]:
    """The words of a written game, one a move; lines that begin with `#` are headers and comments.

    What fc-solve prints before and after its moves is left out too.
    """
    for line in text.splitlines():
        if not _NO_MOVES.match(line):
            yield from line.split()


def read_move(word: str, board: Board, dialect: Dialect = Dialect.STANDARD) -> Move:
    """The move that a word means on this board; raise NotationError if it cannot be read."""
    if dialect is Dialect.STANDARD:
        return Move.parse(word)
    move = Move.parse(_FC_SOLVE_TENTH.sub("0", word, count=1))
    if move.count is None and _to_empty_column(board, move):
        return replace(move, count=1)
    return move


def write_move(move: Move, board: Board, variant: Variant, dialect: Dialect = Dialect.STANDARD) -> str:
    """The word for a legal move on this board."""
    if dialect is Dialect.STANDARD:
        return str(rules.canonical(board, move, variant))
    count = rules.move_size(board, move, variant)
    said = count if count > 1 and _to_empty_column(board, move) else None
    return str(replace(move, count=said)).replace("0", "10")


def _to_empty_column(board: Board, move: Move) -> bool:
    """Whether the move goes from a column to an empty one, where the number of cards is the player's choice."""
    return (
        move.source.kind is PileKind.COLUMN
        and move.target.kind is PileKind.COLUMN
        and move.target.index < len(board.columns)
        and not board.columns[move.target.index]
    )


def wrap_moves(moves: Iterable[str]) -> str:
    """Words set ten a line, as solutions are printed."""
    listed = list(moves)
    return "\n".join(" ".join(listed[at : at + MOVES_PER_LINE]) for at in range(0, len(listed), MOVES_PER_LINE))


def describe_move(move: Move, board: Board, variant: Variant) -> str:
    """A legal move in words: `6♥ from column 3 onto 7♠ in column 5`."""
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
