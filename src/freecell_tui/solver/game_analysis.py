"""The course of a game: where it was won, where it was lost, and how many moves each position still needed.

A lost position stays lost: whatever can be reached after a move could be reached before it. So bisection finds the move
that lost a game with a handful of searches, however long the game was.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from freecell_tui.engine import Board, Move
from freecell_tui.solver.results import Solved, SolverResult, Unsolvable


class Verdict(Enum):
    """Whether a position can still be won; the value is the word that players see."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "not known"


@dataclass(frozen=True, slots=True)
class GameCourse:
    """The moves of a game, and what is known of the n + 1 positions before and after its n moves.

    `verdicts[i]` is None where nobody has looked. `needed[i]` is the number of moves in the shortest known line from
    there to the win, None where no line is known. Position 0 is the deal, or a restart after `start` turns of the game.
    """

    moves: tuple[Move, ...]
    verdicts: tuple[Verdict | None, ...]
    needed: tuple[int | None, ...]
    start: int = 0

    @property
    def length(self) -> int:
        """The number of moves the player made, not counting cards sent home."""
        return sum(not move.goes_home for move in self.moves)

    @property
    def last_won(self) -> int | None:
        """The last position known to be won; None if none is."""
        return max((at for at, verdict in enumerate(self.verdicts) if verdict is Verdict.WON), default=None)

    @property
    def first_lost(self) -> int | None:
        """The first position known to be lost; None if none is."""
        return next((at for at, verdict in enumerate(self.verdicts) if verdict is Verdict.LOST), None)

    @property
    def losing_position(self) -> int | None:
        """The position in which the next move lost the game; None if no move did, or if it is not known which."""
        at = self.last_won
        turned = at is not None and at < len(self.moves) and self.verdicts[at + 1] is Verdict.LOST
        return at if turned else None

    def cost(self, position: int) -> int:
        """Return how many more moves the win takes because of the move played here: 0 if none, or if not known."""
        if position == len(self.moves):
            return 0
        before, after = self.needed[position], self.needed[position + 1]
        return 0 if before is None or after is None else after + (not self.moves[position].goes_home) - before

    @property
    def detours(self) -> tuple[int, ...]:
        """The positions whose move has a cost."""
        return tuple(at for at in range(len(self.moves)) if self.cost(at))


def analyse_game(
    moves: Sequence[Move], boards: Sequence[Board], solve_board: Callable[[Board], SolverResult]
) -> GameCourse:
    """Return the course of a game, from its deal to its last position, with as few searches as possible.

    `boards` are the positions before and after each of the `moves`, and `solve_board` is `solve` with the game's
    variant and autoplay. Where a search is undecided, neighbouring positions are tried, so the gap between the last
    position known to be won and the first known to be lost is as small as the solver can make it.
    """
    last_won, first_lost = -1, len(boards)
    lengths: list[int | None] = [None] * len(boards)
    searched = set[int]()
    at = len(boards) - 1
    while True:
        searched.add(at)
        result = solve_board(boards[at])
        if isinstance(result, Solved):
            last_won, lengths[at] = at, result.length
        elif isinstance(result, Unsolvable):
            first_lost = at
        between = [position for position in range(last_won + 1, first_lost) if position not in searched]
        if not between:
            break
        at = between[len(between) // 2]
    verdicts = (
        *[Verdict.WON] * (last_won + 1),
        *[Verdict.UNKNOWN] * (first_lost - last_won - 1),
        *[Verdict.LOST] * (len(boards) - first_lost),
    )
    return GameCourse(tuple(moves), verdicts, tuple(moves_needed(lengths, moves)))


def moves_needed(lengths: Sequence[int | None], moves: Sequence[Move]) -> list[int | None]:
    """Return how many moves each position of a game needs to be won, by the shortest line known from there.

    `lengths` are those of the solutions found for each position, None where there is none. The player's own `moves`
    make lines too: one move to the next position, and the best line from there. Cards sent home count as no move.
    """
    needed: list[int | None] = []
    for at, length in reversed(list(enumerate(lengths))):
        known = [length]
        if needed and needed[-1] is not None:
            known.append(needed[-1] + (not moves[at].goes_home))
        needed.append(min((line for line in known if line is not None), default=None))
    return needed[::-1]
