"""The moves in what fc-solve prints with other options than `-m -snx`: sentences, or boards alone.

With `-sam` it prints a sentence for each move, which counts piles from 0: `Move a card from stack 7 to freecell 0`.
With `-p` it prints the boards, a column a line, below the foundations and the free cells, four letters a cell.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from freecell_tui.engine.errors import NotationError

_SENTENCE: Final = re.compile(
    r"Move (?:a card|(?P<count>[0-9]{1,2}) cards) from (?P<source>stack|freecell) (?P<source_number>[0-9]{1,2})"
    r" to (?:(?P<target>stack|freecell) (?P<target_number>[0-9]{1,2})|the foundations)\s*"
)
_NAMED: Final = re.compile(r"Move: (?P<word>\S+)\s*")
_CELLS: Final = "Freecells:"
_COLUMN: Final = re.compile(r":(?: |$)")
_UPRIGHT_BOARD: Final = re.compile(r".*H-[0AKQJT1-9]0? C-[0AKQJT1-9]0? D-[0AKQJT1-9]0? S-[0AKQJT1-9]0?\s*")
_CELL_WIDTH: Final = 4
_CELL_LETTERS: Final = "abcdefgk"


Piles = dict[str, list[str]]
"""A board as it is printed: the cards of each pile by its name in fc-solve's notation."""


def log_words(text: str) -> list[str] | None:
    """Return the moves in fc-solve's log as words of its dialect; None if the text is none.

    Raise NotationError for boards from which no moves can be read.
    """
    lines = text.splitlines()
    if words := list(_moves_told(lines)):
        return words
    boards = list(_boards(lines))
    if len(boards) > 1:
        return [_move_between(before, after, number) for number, (before, after) in enumerate(pairwise(boards), 1)]
    if any(_UPRIGHT_BOARD.fullmatch(line) for line in lines):
        raise NotationError("These are boards without moves: run fc-solve with -m -snx, or with -p.")
    return None


def _moves_told(lines: list[str]) -> Iterator[str]:
    """Yield the moves that are told between boards."""
    for line in lines:
        if (named := _NAMED.fullmatch(line)) is not None:
            yield named["word"]
        elif (told := _SENTENCE.fullmatch(line)) is not None:
            source = _pile(told["source"], told["source_number"])
            target = _pile(told["target"], told["target_number"])
            yield f"{source}{target}" + (f"v{int(told['count']):x}" if told["count"] else "")


def _pile(kind: str | None, number: str | None) -> str:
    """Return the name of a pile that a sentence counts from 0; raise NotationError if there is none."""
    if kind is None or number is None:
        return "h"
    if kind == "stack":
        return str(int(number) + 1)
    if int(number) >= len(_CELL_LETTERS):
        raise NotationError(f"There is no free cell {number}.")
    return _CELL_LETTERS[int(number)]


def _boards(lines: list[str]) -> Iterator[Piles]:
    """Yield the boards that are printed with `-p`."""
    piles: Piles = {}
    for line in [*lines, ""]:
        if line.startswith(_CELLS):
            piles = dict(zip(_CELL_LETTERS, _cells(line.removeprefix(_CELLS)), strict=False))
        elif piles and _COLUMN.match(line):
            piles[str(len(piles) - len(_CELL_LETTERS) + 1)] = line[1:].split()
        elif piles:
            yield piles
            piles = {}


def _cells(printed: str) -> Iterator[list[str]]:
    """Yield the cards in all the cells that there may be, none in those that are empty or that there are not."""
    return (printed[at : at + _CELL_WIDTH].split() for at in range(0, _CELL_WIDTH * len(_CELL_LETTERS), _CELL_WIDTH))


def _move_between(before: Piles, after: Piles, number: int) -> str:
    """Return the move from one board to the next; raise NotationError if it takes more than one."""
    changed = [name for name in before if before[name] != after.get(name)]
    sources = [name for name in changed if before[name][: len(after.get(name, ()))] == after.get(name)]
    targets = [name for name in changed if name not in sources]
    if len(sources) == 1 and len(targets) <= 1:
        source, target = sources[0], targets[0] if targets else "h"
        moved = before[source][len(after[source]) :]
        if not targets and len(moved) == 1:
            return f"{source}h"
        if targets and after[target] == before[target] + moved:
            return f"{source}{target}" + (f"v{len(moved):x}" if len(moved) > 1 else "")
    raise NotationError(f"Boards {number} and {number + 1} of fc-solve's are not one move apart.")
