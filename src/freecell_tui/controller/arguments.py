"""What a player writes: piles, cards, ranks, numbers and bookmarks behind a command, and lists of moves."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from freecell_tui.controller.play.session import Session
from freecell_tui.engine import Board, Bookmark, Bookmarks, Dialect, FreecellError, NotationError, read_move, rules
from freecell_tui.engine.cards import CELLS, COLUMNS, RANK_TEXTS, RANKS, Card, Move, Pile, Suit
from freecell_tui.engine.notation import translated_move
from freecell_tui.engine.text import joined, plain_text, quoted

RANK_WORDS: Final = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
"""The ranks in words, from ace to king."""

NUMBER_WORDS: Final = ("one", *RANK_WORDS[1:10])
ORDINALS: Final = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    *("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"),
)
_NUMBERS: Final = {
    name: number
    for names in (NUMBER_WORDS, ORDINALS[:10], ORDINALS[10:], map(str, range(1, 11)))
    for number, name in enumerate(names, 1)
} | {"0": 10}
_PILE_KIND: Final = r"\b(?:column|col|stack|pile|(?:free ?)?cell|the)(?:\b|(?=\d)) ?"


def read_word(command: str, text: str, *words: str) -> str:
    """Return the word behind a command, '' without one; raise NotationError.

    The word must be one of `words`.
    """
    if text.lower() not in ("", *words):
        named = joined([command, *(f"{command} {word}" for word in words)], "or")
        raise NotationError(f"Type {named}, not {command} {quoted(text)}.")
    return text.lower()


def read_pile(text: str) -> Pile:
    """Return the pile of `3`, `a`, `column 3`, `first cell` or `home`; raise NotationError."""
    text = " ".join(text.lower().removesuffix("?").split())
    name = re.sub(_PILE_KIND, "", text).strip()
    number = _NUMBERS.get(name)
    if number is None:
        return Pile.parse({"home": "h", "foundations": "h"}.get(name, name))
    if "cell" not in text:
        return COLUMNS[number - 1]
    if number > len(CELLS):
        raise NotationError(f"There is no {quoted(text)}: free cells are a to g and k.")
    return CELLS[number - 1]


def read_card(text: str) -> Card:
    """Return the card of `7h` or `seven of hearts`; raise NotationError."""
    named = [word for word in text.lower().split() if word not in ("of", "the")]
    match named:
        case [rank, suit]:
            letter = next((s.letter for s in Suit if suit.rstrip("s") == s.name.lower().rstrip("s")), suit)
            if rank in RANK_WORDS:
                rank = RANK_TEXTS[RANK_WORDS.index(rank)]
            named = [rank + letter]
    try:
        return Card.parse(" ".join(named))
    except NotationError:
        raise NotationError(f"{quoted(text)} is not a card: try 7h or seven of hearts.") from None


def read_rank(text: str) -> int:
    """Return the rank, 1 to 13, of `7` or `sevens`; raise NotationError."""
    text = text.lower()
    for rank, (word, letter, printed) in enumerate(zip(RANK_WORDS, RANKS, RANK_TEXTS, strict=True), 1):
        plural = f"{word}es" if word.endswith("x") else f"{word}s"
        if text in (word, plural, letter.lower(), printed.lower()):
            return rank
    raise NotationError(f"{quoted(text)} is not a rank: try 7, seven or king.")


def read_count(text: str) -> int:
    """Return a number from 1 up, of at most six digits; raise NotationError."""
    text = plain_text(text)
    if not re.fullmatch("[0-9]{1,6}", text) or not int(text):
        raise NotationError(f"{quoted(text)} is not a number: try 1 or more.")
    return int(text)


def read_bookmark(bookmarks: Bookmarks, text: str) -> Bookmark:
    """Return the bookmark of a number; raise NotationError if there is none."""
    text = plain_text(text)
    bookmark = bookmarks.get(int(text)) if re.fullmatch("[0-9]{1,6}", text) else None
    if bookmark is None:
        raise NotationError(f"There is no bookmark {quoted(text)}.")
    return bookmark


# Lists of moves that are typed one after another, in standard notation or as fc-solve writes them.
#
# fc-solve writes every move home, also those that autoplay has made by then, and takes one card to an empty column
# where standard notation takes as many as can go.


class _Reading(NamedTuple):
    """The moves of a list that can be played, None for a card that is home already, and where they lead."""

    moves: list[Move | None]
    board: Board
    written: Board  # without any autoplay: where the list's writer is, if it was fc-solve


class TypedMoves:
    """What the moves mean that are typed in a session, in either notation."""

    def __init__(self) -> None:
        self._last_boards: tuple[Board, Board] | None = None
        self._is_fc_solve = False

    def read(self, moves: Sequence[Move], session: Session) -> list[Move | None]:
        """Return the moves as they are played here: None for a card that is home already.

        The moves are read as fc-solve's if more of them can be played that way. Later moves are read the same way,
        unless standard notation goes further or something else was done in between.
        """
        board = session.game.board
        if self._last_boards is None or self._last_boards[0] != board:
            self._last_boards, self._is_fc_solve = (board, board), False
        fc_solve = _read(moves, session, Dialect.FC_SOLVE, self._last_boards[1])
        standard = _read(moves, session, Dialect.STANDARD, board)
        advantage = len(fc_solve.moves) - len(standard.moves)
        self._is_fc_solve = advantage > 0 or (self._is_fc_solve and advantage == 0)
        best = fc_solve if self._is_fc_solve else standard
        complete = len(fc_solve.moves) == len(moves)
        self._last_boards = (best.board, fc_solve.written if complete else best.board)
        return [*best.moves, *moves[len(best.moves) :]]


def _read(moves: Sequence[Move], session: Session, dialect: Dialect, written: Board) -> _Reading:
    """Read moves that were written at the board `written`, up to the first one that cannot be played."""
    game, variant = session.game, session.game.variant
    read: list[Move | None] = []
    for typed in moves:
        try:
            if dialect is Dialect.STANDARD:
                here: Move | None = typed
            else:
                move = read_move(str(typed), written, dialect)
                after = rules.play(written, move, variant)
                here = translated_move(move, written, game.board, variant)
                written = after
            if here is not None:
                game = session.autoplay.play(game, here)
        except FreecellError:
            break
        read.append(here)
    return _Reading(read, game.board, written)
