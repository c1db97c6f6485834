"""The course of a game: where it was won or lost, and the moves still needed.

A lost position stays lost: every position that can be reached after a move could be reached before it. So bisection
finds the move that lost a game with a few searches, however long the game was.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import accumulate, count, takewhile
from operator import or_
from typing import Final, NamedTuple

from freecell_tui.engine import FREECELL, Autoplay, Board, Move, Variant, autoplay_moves, legal_moves
from freecell_tui.engine.deals import DIFFICULTIES
from freecell_tui.engine.game import next_turn
from freecell_tui.solver.results import Judged, Reason, SolverResult, Undecided, Unsolvable

_ROUNDS: Final = (3_000, 30_000, 150_000)
"""The most positions of a search for one board ahead at first: easy boards are judged before hard ones."""


class Verdict(Enum):
    """Whether a position can still be won. The value is the word that players see."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "not known"


class GameCourse(NamedTuple):
    """The moves of a game, with the verdicts known of its positions.

    Position i is the one before `moves[i]`, and the last one follows the last move. `verdicts[i]` is None if it was not
    searched. `needed[i]` is the number of moves of the shortest known line from there to a win, None without one.
    Position 0 is the deal, or a restart after `start` turns of the game.
    """

    moves: tuple[Move, ...]
    verdicts: tuple[Verdict | None, ...]
    needed: tuple[int | None, ...]
    start: int = 0

    @classmethod
    def infer(
        cls, moves: Sequence[Move], found: Sequence[Verdict | None], lengths: Sequence[int | None], start: int = 0
    ) -> "GameCourse":
        """Return the course that follows from the results of searches.

        `found` are the verdicts of searches, and `lengths` the lengths of the lines found, position by position; None
        where there is none. A position that leads to a won one is won, and all positions after a lost one are lost.
        """
        needed = moves_needed(lengths)
        lost = accumulate((verdict is Verdict.LOST for verdict in found), or_)
        verdicts = (
            Verdict.WON if length is not None else Verdict.LOST if is_lost else verdict
            for length, is_lost, verdict in zip(needed, lost, found, strict=True)
        )
        return cls(tuple(moves), tuple(verdicts), tuple(needed), start)

    def until(self, position: int) -> "GameCourse":
        """Return the course up to `position`, keeping what later moves have shown."""
        end = position + 1
        return self._replace(moves=self.moves[:position], verdicts=self.verdicts[:end], needed=self.needed[:end])

    @property
    def most_needed(self) -> int:
        """The longest known line from any position.

        0 if none is known.
        """
        return max((needed for needed in self.needed if needed is not None), default=0)

    @property
    def last_won(self) -> int | None:
        """The last position known to be won, or None."""
        return max((at for at, verdict in enumerate(self.verdicts) if verdict is Verdict.WON), default=None)

    @property
    def first_lost(self) -> int | None:
        """The first position known to be lost, or None."""
        return next((at for at, verdict in enumerate(self.verdicts) if verdict is Verdict.LOST), None)

    @property
    def losing_position(self) -> int | None:
        """The position whose move lost the game. None if none did, or if unknown."""
        at = self.last_won
        turned = at is not None and at < len(self.moves) and self.verdicts[at + 1] is Verdict.LOST
        return at if turned else None

    def next_search(self, *, skips_undecided: bool = False) -> int | None:
        """Return the position to search next to find the losing move, or None.

        None if no search can help. The last position comes first, and then the gap between the last position known to
        be won and the first known to be lost is bisected. If the middle of the gap was searched and is undecided, that
        ends the bisection, unless `skips_undecided`: then the gap is searched until it is as small as the solver can
        make it.
        """
        last = len(self.moves)
        if self.verdicts[last] is None:
            return last
        after_won = 0 if self.last_won is None else self.last_won + 1
        gap = range(after_won, last + 1 if self.first_lost is None else self.first_lost)
        candidates = [at for at in gap if self.verdicts[at] is None] if skips_undecided else gap
        middle = candidates[(len(candidates) - 1) // 2] if candidates else None
        return None if middle is None or self.verdicts[middle] is not None else middle

    def cost(self, position: int) -> int:
        """Return how many moves the move played here added.

        0 if unknown.
        """
        if position == len(self.moves):
            return 0
        before, after = self.needed[position], self.needed[position + 1]
        return 0 if before is None or after is None else after + 1 - before

    @property
    def detours(self) -> tuple[int, ...]:
        """The positions whose move cost at least one move."""
        return tuple(at for at in range(len(self.moves)) if self.cost(at))


def boards_ahead(board: Board, variant: Variant, autoplay: Autoplay, *, finish: bool) -> list[Board]:
    """Return the distinct boards after each legal move, and after sending all cards home.

    The order is deterministic. Each is the board after the autoplay that follows the move.
    """
    ahead = [next_turn(board, variant, move, autoplay, finish=finish)[1] for move in legal_moves(board, variant)]
    if (home := next(autoplay_moves(board, variant, Autoplay.ALL), None)) is not None:
        ahead.append(next_turn(board, variant, home, Autoplay.ALL)[1])
    return list({each.without_order: each for each in ahead}.values())


def judge_ahead(
    boards: Mapping[int, Board], solve_board: Callable[[Board, int], SolverResult], states: int
) -> Iterator[Judged]:
    """Generate the verdicts of some boards as they become known, and a last value without a board.

    `solve_board` is `solve` for a board and the positions to visit at most, of which there are `states` in all. It ends
    when a search is stopped.
    """
    left = dict(boards)
    for most in _ROUNDS:
        for at, board in tuple(left.items()):
            result = solve_board(board, min(most, states))
            states = max(states - result.states, 0)
            if not isinstance(result, Undecided):
                del left[at]
                yield Judged(at, isinstance(result, Unsolvable))
            elif result.reason is Reason.STOPPED:
                return
    yield Judged(None)


def coarse_to_fine(positions: Sequence[int]) -> Iterator[int]:
    """Yield the same positions, first far apart and then ever closer, so that a chart is refined from a rough one.

    >>> list(coarse_to_fine(range(9)))
    [0, 8, 4, 2, 6, 1, 3, 5, 7]
    """
    step = 1 << len(positions).bit_length()
    for width in takewhile(bool, (step >> times for times in count())):
        yield from (positions[at] for at in range(0, len(positions), width) if width == step or at % (2 * width))


def moves_needed(lengths: Sequence[int | None]) -> list[int | None]:
    """Return the length of the shortest line known from each position of a game.

    `lengths` are those of the solutions found for each position, None where there is none. The player's own moves make
    lines too: one move to the next position, and the best line from there.
    """
    needed: list[int | None] = []
    after: int | None = None
    for length in reversed(lengths):
        if after is None or (length is not None and length <= after):
            after = length
        else:
            after += 1
        needed.append(after)
    return needed[::-1]


# The difficulty of a deal, in five steps, by how long a search takes.
#
# The measure is `Solved.states` of the plain search, not the short one, from the deal to a win under safe autoplay. It
# is the same on every machine. Measured on FreeCell's deals 1 to 32,000 with four cells (one is lost):
#
#     share of deals      10 %  20 %  30 %  40 %  50 %  60 %  70 %  80 %  90 %  95 %  99 %
#     states at the most   174   192   207   221   237   256   286   347   541   895  2825
#
# Deals that players call hard rank high: 169 above 92 % of all deals, 454 above 98 %, 178, 617 and 718 above 99 %. But
# 258, hard by reputation, ranks at 72 %.

MAX_STATES: Final = (207, 256, 347, 895)
"""The most states of each step but the last, so that 30 %, 60 %, 80 % and 95 % of all deals are no harder."""

NAMES: Final = DIFFICULTIES[1:]


def is_rated(variant: Variant) -> bool:
    """Return whether the difficulty of a variant's deals is known: those of FreeCell with four cells were measured."""
    return variant == FREECELL


def difficulty(states: int, variant: Variant) -> str | None:
    """Return the difficulty step of a deal solved with `states`, or None."""
    return NAMES[bisect_left(MAX_STATES, states)] if is_rated(variant) else None
