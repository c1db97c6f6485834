"""The moves of a game as text, in standard notation and in fc-solve's dialect.

Both dialects write a move as its source and target, ten moves a line.
Standard notation leaves out the home moves of autoplay; fc-solve (`-snx`) writes every home move.
A move to an empty column without a count takes as many cards as possible in standard notation, one card in fc-solve's
dialect.
The tenth column of Seahaven Towers is `0` in standard notation and `10` in fc-solve's dialect, as in `105` and `d10`;
both are read in either dialect.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from typing import Final

from freecell_tui.engine import rules
from freecell_tui.engine.board import Board
from freecell_tui.engine.cards import CELLS, COLUMNS, HOME, Card, Move, PileKind
from freecell_tui.engine.rules import move_size
from freecell_tui.engine.text import NotationError, plain_text
from freecell_tui.engine.variants import Variant

MOVES_PER_LINE: Final = 10
# Only beside another pile: alone, 10 is a move from column 1 to column 0.
_FC_SOLVE_TENTH: Final = r"(?i:10(?=[0-9a-hk])|(?<=[0-9a-gkw-z])10)"


class Dialect(Enum):
    """The dialect of written moves."""

    STANDARD = "standard"
    FC_SOLVE = "fc-solve"


# People number moves and separate them: `1. 6a`, `(1) 6a`, `6a, 6b`, `6-a`, `6 to a`, `from 6 to a`.
_PILE_WRITTEN: Final = "(?:10|[0-9a-hkw-z])"
_ARROW: Final = (
    rf"(?i)(?<![0-9a-z])({_PILE_WRITTEN})(?:\s?(?:-{{0,3}}>|-{{1,3}}|=>?|[→⇒➔➜⟶–—/_~])\s?|\s(?:on)?to\s|-to-)"
    r"((?:10|[0-9a-hk])(?:v[0-9]{1,2})?)(?![0-9a-z])"
)
_NUMBERED: Final = r"(?i)(?<!\S)[(\[]?([0-9]{1,4})(?:[.):\]]{1,2}(?:\s(?!\s*[\[(])|(?=[0-9a-z]))|\s?[-|>]\s)"
_WORDS_BEFORE: Final = r"(?i)^[-*•](?=\s)|(?<!\S)(?:(?:step|no\.?)(?=\s?[0-9]{1,4}[.):])|(?:move|from)(?=\s))"
_PILE_BY_PILE: Final = r"(?i)(?<!\S)([0-9a-hkw-z])\s+([0-9a-hk](?:v[0-9]{1,2})?)(?!\S)"
_SIGNS: Final = str.maketrans(",;|", "   ", "\u200b\u200c\u200d\u2060\ufeff")
_AROUND: Final = "()[]\"'`“”‘’•.!"
# KPat's solver names cards: `2S to temp`, `3H to 4S`, `KC to empty pile`, `AC out`.
_CARD: Final = "(?:10|[A2-9TJQK])[CDHS]"
CARD_MOVE: Final = (
    rf"(?i:[ \t]*(?P<card>{_CARD})[ \t]+"
    rf"(?:to[ \t]+(?:(?P<cell>temp)|(?P<column>empty pile)|(?P<target>{_CARD}))|(?P<home>out))[ \t]*)"
)


def plain_moves(line: str) -> list[str]:
    """Return the words of a line of moves, without comment, numbers and separators.

    >>> plain_moves("1. 6a, 6-b  (2) from 6 to 3. # good")
    ['6a', '6b', '63']
    """
    line = plain_text(re.sub("(?i)-?&(?:gt|rarr);", ">", line).partition("#")[0]).strip()
    line = _without_numbers(re.sub(_ARROW, r"\1\2", re.sub(_WORDS_BEFORE, " ", line))).translate(_SIGNS)
    words = " ".join(word.strip(_AROUND) or word for word in line.split())
    return re.sub(_PILE_BY_PILE, r"\1\2", words).split()


def _without_numbers(line: str) -> str:
    """Return a line without the numbers of its moves; `27.` is a move where it does not count the moves."""
    before, *parts = re.split(_NUMBERED, line)
    numbers, moves = list(map(int, parts[::2])), [len(text.split()) for text in parts[1::2]]
    if before.strip():
        numbers, moves = [1, *numbers], [len(before.split()), *moves]
    steps = zip(numbers, numbers[1:], moves, strict=False)
    are_counting = all(moves) and all(0 < after - number <= count for number, after, count in steps)
    return " ".join([before, *(parts[1::2] if are_counting else parts)])


def _read_card_move(words: re.Match[str], board: Board) -> Move:
    """Return the move of a single card that KPat's solver names."""
    source, _ = board.locate(Card.parse(words["card"]))
    if words["home"]:
        return Move(source, HOME)
    if words["target"]:
        return Move(source, board.locate(Card.parse(words["target"]))[0])
    if words["column"]:
        return Move(source, COLUMNS[board.columns.index(()) if () in board.columns else 0], 1)
    # In the first free cell, or in the first cell if none is free, which is refused by the rules.
    return Move(source, CELLS[board.free_cells.index(None) if None in board.free_cells else 0])


def tenth_column_named(word: str) -> str:
    """Return a move's word with the tenth column as `0`, not `10`.

    >>> [tenth_column_named(word) for word in ("105", "d10", "10", "10v2")]
    ['05', 'd0', '10', '10v2']
    """
    return re.sub(_FC_SOLVE_TENTH, "0", word)


def is_move(word: str) -> bool:
    """Return whether a word is a move in any dialect.

    The move need not be possible on a board.
    """
    if re.fullmatch(CARD_MOVE, word):
        return True
    try:
        Move.parse(tenth_column_named(word))
    except NotationError:
        return False
    return True


def read_move(word: str, board: Board, dialect: Dialect = Dialect.STANDARD) -> Move:
    """Return the move of a word on this board; raise NotationError."""
    if (words := re.fullmatch(CARD_MOVE, word)) is not None:
        return _read_card_move(words, board)
    move = Move.parse(tenth_column_named(word))
    takes_one = dialect is Dialect.FC_SOLVE and move.count is None and _to_empty_column(board, move)
    return replace(move, count=1) if takes_one else move


def write_move(move: Move, board: Board, variant: Variant, dialect: Dialect = Dialect.STANDARD) -> str:
    """Return the word for a legal move on this board."""
    if dialect is Dialect.STANDARD:
        return str(rules.canonical(board, move, variant))
    count = rules.move_size(board, move, variant)
    written = count if count > 1 and _to_empty_column(board, move) else None
    return str(replace(move, count=written)).replace("0", "10")


def _to_empty_column(board: Board, move: Move) -> bool:
    """Return whether a move goes from a column to an empty column.

    Only in such a move the player chooses the number of cards.
    """
    between_columns = move.source.kind is move.target.kind is PileKind.COLUMN
    return between_columns and move.target.index < len(board.columns) and not board.columns[move.target.index]


def wrap_moves(moves: Iterable[str]) -> str:
    """Return the words of moves in lines of ten."""
    listed = list(moves)
    return "\n".join(
        " ".join(listed[start : start + MOVES_PER_LINE]) for start in range(0, len(listed), MOVES_PER_LINE)
    )


def describe_move(move: Move, board: Board, variant: Variant) -> str:
    """Return a legal move in words.

    For example, `6♥ from column 3 onto 7♠ in column 5`.
    """
    count = rules.move_size(board, move, variant)
    cards = board.cards(move.source)[-count:]
    moved = cards[0].face if count == 1 else f"{cards[0].face} to {cards[-1].face}"
    target_cards = board.cards(move.target)
    if move.goes_home:
        where = "home"
    elif target_cards:
        where = f"onto {target_cards[-1].face} in {move.target.description}"
    elif move.target.kind is PileKind.COLUMN:
        where = f"to the empty {move.target.description}"
    else:
        where = f"to {move.target.description}"
    return f"{moved} from {move.source.description} {where}"


def translated_move(move: Move, board: Board, new_board: Board, variant: Variant) -> Move | None:
    """Return `move` for another board, without cards that are home there.

    `board` is the board of the original move.
    None if all cards of the move are home on `new_board`.
    """
    cards = board.cards(move.source)[-move_size(board, move, variant) :]
    remaining = [card for card in cards if card in new_board.cards(move.source)]
    if not remaining:
        return None
    return replace(move, count=len(remaining) if _to_empty_column(new_board, move) else None)
