"""Looking back on a game: where it was won, where it was lost, and what each position still needed.

Nothing that is lost is won again later, for whatever can be reached after a move could be reached before it. So a few
searches are enough to find the move that lost a game, however long it was.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from freecell_tui.engine import Board, Move
from freecell_tui.solver.answers import Answer, Solved, Unsolvable

Ask = Callable[[Board], Answer]


class Verdict(Enum):
    """What is known of a position."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "not known"


@dataclass(frozen=True, slots=True)
class Hindsight:
    """The verdicts on a game's positions: the deal, and the table after each move.

    `last_won` is the last position that is known to be won, -1 if none is, and `win` a way to win from there.
    `first_lost` is the first that is known to be lost; where none is, it is the number of positions.
    """

    positions: int
    last_won: int
    first_lost: int
    win: Solved | None

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict on each position."""
        unknown = self.first_lost - self.last_won - 1
        lost = self.positions - self.first_lost
        return (
            *[Verdict.WON] * (self.last_won + 1),
            *[Verdict.UNKNOWN] * unknown,
            *[Verdict.LOST] * lost,
        )

    @property
    def losing_move(self) -> int | None:
        """The number of the move that turned won into lost, from 1; None if no move did, or it is not known which."""
        turned = 0 <= self.last_won == self.first_lost - 1 < self.positions - 1
        return self.first_lost if turned else None


def look_back(boards: Sequence[Board], ask: Ask) -> Hindsight:
    """The verdicts on a game, from the deal to its last position, with as few searches as will do.

    `ask` is `solve` with the game's variant and autoplay. What it leaves undecided, its neighbours may tell.
    """
    last_won, first_lost, win = -1, len(boards), None
    asked = set[int]()
    at = len(boards) - 1
    while True:
        asked.add(at)
        answer = ask(boards[at])
        if isinstance(answer, Solved):
            last_won, win = at, answer
        elif isinstance(answer, Unsolvable):
            first_lost = at
        between = [position for position in range(last_won + 1, first_lost) if position not in asked]
        if not between:
            return Hindsight(len(boards), last_won, first_lost, win)
        at = between[len(between) // 2]


def moves_needed(wins: Sequence[Solved | None], moves: Sequence[Move]) -> list[int]:
    """How many moves a player still needed on each of the won positions at a game's beginning, as far as was found.

    `wins` are solutions of theirs, of which only the last may not be missing, and `moves` the game's: the way that the
    player took to the next position is one more line, and may be shorter than the one that a search has found.
    """
    needed: list[int] = []
    for at, win in reversed(list(enumerate(wins))):
        lines = [] if win is None else [win.length]
        if needed:
            lines.append(needed[-1] + (not moves[at].goes_home))
        needed.append(min(lines))
    return needed[::-1]
