"""Looking back on a game: where it was won, where it was lost, and what each position still needed.

Nothing that is lost is won again later, for whatever can be reached after a move could be reached before it. So a few
searches are enough to find the move that lost a game, however long it was.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from freecell_tui.engine import Board, Move
from freecell_tui.solver.results import Solved, SolverResult, Unsolvable

Ask = Callable[[Board], SolverResult]


class Verdict(Enum):
    """What is known of a position."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "not known"


@dataclass(frozen=True, slots=True)
class GameAnalyser:
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


def look_back(boards: Sequence[Board], ask: Ask) -> GameAnalyser:
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
            return GameAnalyser(len(boards), last_won, first_lost, win)
        at = between[len(between) // 2]


def moves_needed(lengths: Sequence[int | None], moves: Sequence[Move]) -> list[int | None]:
    """How many moves a player still needed on each position of a game, as far as was found.

    `lengths` are those of the lines that win from there, None where none was found, and `moves` the game's: the way
    that the player took to the next position is one more line, and may be shorter than the one that a search has found.
    As in a line's length, a card that goes home is no move.
    """
    needed: list[int | None] = []
    for at, length in reversed(list(enumerate(lengths))):
        lines = [length]
        if needed and needed[-1] is not None:
            lines.append(needed[-1] + (not moves[at].goes_home))
        needed.append(min((line for line in lines if line is not None), default=None))
    return needed[::-1]


@dataclass(frozen=True, slots=True)
class GameCourse:
    """How a game went, as far as that is known: its moves, and for the deal and the table after each move two things.

    `verdicts` are None where nobody has looked, and `needed` is how many moves the shortest line found still needs,
    None where there is none. Positions are counted from the deal, which is 0, or from a restart, after `start` turns.
    """

    moves: tuple[Move, ...]
    verdicts: tuple[Verdict | None, ...]
    needed: tuple[int | None, ...]
    start: int = 0

    @property
    def length(self) -> int:
        """How many moves the player has made, without the cards that were sent home."""
        return sum(not move.goes_home for move in self.moves)

    @property
    def last_won(self) -> int | None:
        """The last position that is known to be won, if any is."""
        return max((at for at, verdict in enumerate(self.verdicts) if verdict is Verdict.WON), default=None)

    @property
    def lost_from(self) -> int | None:
        """The position in which the game was lost by the next move; None if there is none, or it is not known."""
        at = self.last_won
        turned = at is not None and at < len(self.moves) and self.verdicts[at + 1] is Verdict.LOST
        return at if turned else None

    def cost(self, position: int) -> int:
        """How many moves more are needed because of the move played here: 0 if it is on a shortest line, or unknown."""
        if position == len(self.moves):
            return 0
        before, after = self.needed[position], self.needed[position + 1]
        return 0 if before is None or after is None else after + (not self.moves[position].goes_home) - before

    @property
    def detours(self) -> tuple[int, ...]:
        """The positions in which a move was played that cost something."""
        return tuple(at for at in range(len(self.moves)) if self.cost(at))
