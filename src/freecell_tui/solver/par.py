"""Par: the fewest moves with which the solver wins a deal, counted as a player's moves are.

A player's move that sends a card home counts, but one that autoplay sends home does not. So the solver's line is
replayed with the default autoplay, without the home moves that autoplay makes needless.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from freecell_tui.engine import Autoplay, Game, Move, Variant, refusal
from freecell_tui.solver.protocol import SolverQuery
from freecell_tui.solver.results import Budget

MAX_STATES: Final = 400_000
"""The positions of the search. It is no time, so that every machine finds the same par."""


def par_query(game: Game) -> SolverQuery:
    """Return what the solver is asked for the par of a game's deal."""
    return SolverQuery(game.boards[0], game.variant, Autoplay.SAFE, short=True, budget=Budget(states=MAX_STATES))


def fewest_moves(deal: int, variant: Variant, moves: Sequence[Move]) -> Iterator[int]:
    """Generate the moves of ever shorter games that a winning line leads to; the last is the shortest.

    Each step replays the line once, which takes some milliseconds.
    """
    best = _replayed(deal, variant, moves)
    if best is None:
        return
    yield best
    line = list(moves)
    bare = _replayed(deal, variant, [move for move in moves if not move.goes_home])
    if bare is not None:
        yield min(best, bare)
        return
    at = 0
    while at < len(line):
        shorter = None
        if line[at].goes_home:
            shorter = _replayed(deal, variant, [*line[:at], *line[at + 1 :]])
        if shorter is not None and shorter <= best:
            best = shorter
            del line[at]
        else:
            at += 1
        yield best


def _replayed(deal: int, variant: Variant, moves: Sequence[Move]) -> int | None:
    """Return how many moves a line takes under the default autoplay, None if it does not win.

    Home moves that autoplay has made already are left out.
    """
    game = Game.new(deal, variant)
    for move in moves:
        if game.is_won:
            break
        if refusal(game.board, move, variant) is None:
            game = game.play(move, Autoplay.SAFE, finish=True)
        elif not move.goes_home:
            return None
    return game.moves_made if game.is_won else None
