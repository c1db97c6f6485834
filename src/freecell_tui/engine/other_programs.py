"""Games as other programs write them: the logs of fc-solve, and the links of macroxue's FreeCell table."""

import re
from itertools import pairwise
from typing import Final, NamedTuple

from freecell_tui.engine.cards import CELLS, DECK, Card, Move
from freecell_tui.engine.deals import deal, parse_deal
from freecell_tui.engine.game import next_turn
from freecell_tui.engine.rules import Autoplay, autoplay_moves
from freecell_tui.engine.text import FreecellError, NotationError
from freecell_tui.engine.variants import FREECELL

# The moves in fc-solve's output with other options than `-m -snx`: sentences, or only boards.
#
# With `-sam` it prints a sentence for each move, which counts piles from 0: `Move a card from stack 7 to freecell 0`.
# With `-p` it prints the boards, a column a line, below the foundations and the free cells, four letters a cell.

_SENTENCE: Final = (
    r"(?m)^Move(?:: (?P<word>\S+)| (?:a card|(?P<count>[0-9]{1,2}) cards)"
    r" from (?P<source>stack|freecell) (?P<source_number>[0-9]{1,2})"
    r" to (?:(?P<target>stack|freecell) (?P<target_number>[0-9]{1,2})|the foundations))\s*$"
)
_BOARD: Final = r"(?m)^Freecells:(?P<cells>.*)(?P<columns>(?:\n:(?: .*)?$)*)"
_RANK: Final = "[0AKQJT1-9]0?"
_CELL_WIDTH: Final = 4
_CELL_LETTERS: Final = "abcdefgk"

Piles = dict[str, list[str]]
"""A printed board: the cards of each pile by its name in fc-solve's notation."""


def log_words(text: str) -> list[str] | None:
    """Return the moves in fc-solve's log as words of its dialect.

    None if the text is no log.
    Raise NotationError for boards from which no moves can be read.
    """
    text = "\n".join(text.splitlines())
    if words := list(map(_move_in, re.finditer(_SENTENCE, text))):
        return words
    boards = list(map(_board_in, re.finditer(_BOARD, text)))
    if len(boards) > 1:
        return [_move_between(before, after, number) for number, (before, after) in enumerate(pairwise(boards), 1)]
    if re.search(rf"(?m)^[^#\n]*H-{_RANK} C-{_RANK} D-{_RANK} S-{_RANK}\s*$", text):
        raise NotationError("These are boards without moves: run fc-solve with -m -snx, or with -p.")
    return None


def _move_in(sentence: re.Match[str]) -> str:
    word, count, *piles = sentence.groups()
    return word or _pile(*piles[:2]) + _pile(*piles[2:]) + (f"v{int(count):x}" if count else "")


def _pile(kind: str | None, number: str) -> str:
    """Return the name of a pile that a sentence counts from 0.

    Raise NotationError if there is no such pile.
    """
    if kind is None:
        return "h"
    if kind == "stack":
        return str(int(number) + 1)
    if int(number) >= len(_CELL_LETTERS):
        raise NotationError(f"There is no free cell {number}.")
    return _CELL_LETTERS[int(number)]


def _board_in(text: re.Match[str]) -> Piles:
    cells = text["cells"]
    piles = {letter: cells[_CELL_WIDTH * index :][:_CELL_WIDTH].split() for index, letter in enumerate(_CELL_LETTERS)}
    columns = text["columns"].split("\n:")[1:]
    return piles | {str(number): cards.split() for number, cards in enumerate(columns, 1)}


def _move_between(before: Piles, after: Piles, number: int) -> str:
    """Return the move from one printed board to the next.

    `number` is that of the first board, for the error.
    Raise NotationError unless exactly one move lies between the boards.
    """
    changed = [name for name in before if before[name] != after.get(name)]
    sources = [name for name in changed if before[name][: len(after.get(name, ()))] == after.get(name)]
    targets = [name for name in changed if name not in sources]
    if len(sources) == 1 and len(targets) <= 1:
        source, target = sources[0], targets[0] if targets else "h"
        moved = before[source][len(after[source]) :]
        if not targets and len(moved) == 1:
            return f"{source}h"
        if targets and after.get(target) == before[target] + moved:
            return f"{source}{target}" + (f"v{len(moved):x}" if len(moved) > 1 else "")
    raise NotationError(f"Boards {number} and {number + 1} of fc-solve’s are not one move apart.")


# The links of macroxue's table, and the lines of his solutions, have the deal and a pair of letters for each move:
# `?deal=617:6r3r76` and `617:6r3r76`. `r` is the first free cell, and `a` is the card that has been in a cell longest,
# in whichever cell it is. Without a move home, every card that can go home does so after each move, and after the deal.

_PAIR: Final = "[1-8a-d][1-8hr]"
_LINK: Final = (
    rf"[?&]deal=(?P<linked>[0-9]{{1,10}}):(?P<link>(?:{_PAIR}){{1,999}})(?![0-9a-z:])"
    rf"|(?P<deal>[0-9]{{1,10}}):(?P<line>(?:{_PAIR}){{4,999}})\s*$"
)


class Link(NamedTuple):
    """A game of macroxue's table, as it is written there."""

    deal: int
    pairs: tuple[str, ...]

    @property
    def autoplay(self) -> Autoplay:
        """The autoplay, which the table infers from the number of moves home."""
        homes = sum(pair.endswith("h") for pair in self.pairs)
        return Autoplay.ALL if not homes else Autoplay.SAFE if homes < len(DECK) else Autoplay.NONE

    @property
    def words(self) -> list[str]:
        """The moves in standard notation; unchanged from the first that cannot be played."""
        board, pairs = deal(self.deal), list(self.pairs)
        held, words = list[Card](), list[str]()
        homes = [move.source.letter for move in autoplay_moves(board, FREECELL, self.autoplay)]
        if {*homes} & {*pairs[0]}:
            pairs = [f"{homes[0]}h", *pairs]  # the others follow it
        for number, pair in enumerate(pairs):
            source, target = pair[0], pair[1]
            try:
                if source.isalpha():
                    source = CELLS[board.free_cells.index(held["abcd".index(source)])].letter
                if target == "r":
                    target = CELLS[board.free_cells.index(None)].letter
                _, board = next_turn(board, FREECELL, Move.parse(source + target), self.autoplay)
            except (FreecellError, LookupError, ValueError):
                return words + pairs[number:]
            words.append(source + target)
            cards = [card for card in board.free_cells if card is not None]
            held = [card for card in held if card in cards] + [card for card in cards if card not in held]
        return words


def read_link(line: str) -> Link | None:
    """Return the game of a line with a link or a solution of macroxue's table, or None."""
    if (match := re.search(_LINK, line) if "deal=" in line else re.match(_LINK, line)) is None:
        return None
    try:
        number = parse_deal(match["linked"] or match["deal"])
    except FreecellError:
        return None
    return Link(number, tuple(re.findall(_PAIR, match["link"] or match["line"])))
