"""`freecell analyse`: a game with the verdict after each move, and the move that lost it."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from freecell_tui.cli.answer_format import words_of
from freecell_tui.cli.budgets import add_budget, together
from freecell_tui.cli.inputs import InputError, NamedPosition
from freecell_tui.cli.options import NO, YES, add_dialect, command_parser, deal_number, said_dialect, variant_of
from freecell_tui.cli.progress import ProgressBar
from freecell_tui.cli.search import SearchOptions, search
from freecell_tui.cli.trail import PlayedLine, read_trail
from freecell_tui.engine import Board, write_move
from freecell_tui.engine.notation import wrap_moves
from freecell_tui.engine.text import counted
from freecell_tui.solver import Budget, Solved, SolverResult
from freecell_tui.solver.game_analysis import Verdict, analyse_game, moves_needed

_LINE_BUDGET: Final = Budget(states=30_000)
"""What a position is worth that is known to be won, when its line is all that is wanted."""


def analyse(arguments: Sequence[str]) -> int:
    """Run the command; return the exit code."""
    parser = command_parser(
        "analyse",
        "Print a game with the verdict after each move, and name the move that lost it.",
        "The exit code is 0 if every verdict is known, 1 if not, 2 if there is no such game.",
    )
    parser.add_argument("file", metavar="FILE", help="a save, or the moves of a deal; - for standard input")
    parser.add_argument(
        "--deal", type=deal_number, help="which deal the moves are of, where their header does not say it"
    )
    add_dialect(parser)
    parser.add_argument("--short", action="store_true", help="take more time to find how few moves would do")
    add_budget(parser)
    options = parser.parse_args(arguments)
    variant = variant_of(parser, options)
    said = options.variant is not None or options.cells is not None
    try:
        trail = read_trail(options.file, options.deal, variant, said_dialect(options), said=said)
    except InputError as error:
        parser.error(str(error))
    analysis = _Analysis(trail, options)
    for line in analysis.lines():
        print(line)
    return YES if analysis.is_whole else NO


class _Analysis:
    """A game looked back on, and what is to be said about it."""

    def __init__(self, trail: PlayedLine, options: argparse.Namespace) -> None:
        self._trail = trail
        self._dialect = said_dialect(options)
        self._budget = together(options.budget)
        self._line_budget = self._budget if options.short or options.budget else _LINE_BUDGET
        self._solutions: dict[Board, Solved] = {}
        self._course = analyse_game(trail.moves, trail.boards, self._solve)
        self._won_count = self._course.verdicts.count(Verdict.WON)
        self._wins = self._find_wins(short=options.short)
        lengths = [None if win is None else win.length for win in self._wins]
        self._needed = moves_needed(lengths, trail.moves)

    @property
    def is_whole(self) -> bool:
        """Whether every verdict is known."""
        return Verdict.UNKNOWN not in self._course.verdicts

    def _solve(self, board: Board) -> SolverResult:
        result = self._search(board, short=False, budget=self._budget)
        if isinstance(result, Solved):
            self._solutions[board] = result
        return result

    def _search(self, board: Board, *, short: bool, budget: Budget) -> SolverResult:
        trail = self._trail
        return search(NamedPosition(trail.deal, trail.variant, board), SearchOptions(trail.autoplay, short, budget))

    def _find_wins(self, *, short: bool) -> list[Solved | None]:
        """A solution of each position that is won, or None where the budget was not enough to find it again."""
        bar = ProgressBar(self._won_count, sys.stderr)
        wins: list[Solved | None] = []
        won = self._trail.boards[: self._won_count]
        for board in won:
            answer = self._search(board, short=short, budget=self._line_budget)
            wins.append(answer if isinstance(answer, Solved) else None)
            bar.step()
            bar.draw()
        bar.clear()
        if wins and wins[-1] is None:
            wins[-1] = self._solutions[won[-1]]
        return wins

    def lines(self) -> Iterator[str]:
        """What is printed: the table, then what follows from it."""
        return chain(self._table(), [""], self._conclusion())

    def _table(self) -> Iterator[str]:
        """A line a position: its number, the move that led there, the verdict, and how many moves it still needs."""
        trail = self._trail
        yield f"deal {trail.deal}, {trail.variant.full_title}"
        yield "move        verdict    still needs"
        for at, verdict in enumerate(self._course.verdicts):
            assert verdict is not None
            move = self._word(at) if at else "-"
            needed = f"{self._needed[at]:>13}" if verdict is Verdict.WON else ""
            yield f"{at:>4}  {move:<4}  {verdict.value:<9}{needed}".rstrip()

    def _word(self, number: int) -> str:
        """The move of that number, from 1, as it is written."""
        trail = self._trail
        return write_move(
            trail.moves[number - 1], trail.boards[number - 1], trail.variant, self._dialect or trail.dialect
        )

    def _conclusion(self) -> Iterator[str]:
        losing = self._course.losing_position
        if losing is not None:
            yield f"Move {losing + 1}, {self._word(losing + 1)}, lost the game. {self._way_out()}"
        elif self._trail.boards[-1].is_won:
            own = sum(not move.goes_home for move in self._trail.moves)
            yield f"The game was won in {counted(own, 'move')}, and the shortest line found takes {self._needed[0]}."
            yield "Cards sent home are not counted."
        elif self._course.last_won == len(self._trail.moves):
            yield f"No move lost the game. {self._way_out()}"
        elif self._course.first_lost == 0:
            yield "The deal was lost from the start."
        else:
            yield from self._not_known()

    def _way_out(self) -> str:
        """How the last won position is won."""
        trail, at, win = self._trail, self._won_count - 1, self._wins[-1]
        assert win is not None
        words = words_of(
            NamedPosition(trail.deal, trail.variant, trail.boards[at]), win, self._dialect or trail.dialect
        )
        would = "would have won" if at < len(trail.moves) else "wins"
        return f"{words[0]} {would}, in {counted(win.length, 'move')}:\n{wrap_moves(words)}"

    def _not_known(self) -> Iterator[str]:
        """What is known where the budget left a gap."""
        last_won, first_lost = self._course.last_won, self._course.first_lost
        won = "" if last_won is None else f"won up to move {last_won}, "
        lost = "" if first_lost is None else f", and lost from move {first_lost} on"
        yield f"The game was {won}not known from move {self._won_count}{lost}: the budget decides no more."
