"""`freecell analyse`: a game with the verdict after each move, and the move that lost it."""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from freecell_tui.cli.game_source import (
    add_game_or_deal,
    load_game_or_deal,
)
from freecell_tui.cli.options import NO, YES, Command, InputError, Parser, add_variant, explicit_dialect
from freecell_tui.cli.runs import NamedPosition, ProgressBar
from freecell_tui.cli.solve import SearchOptions, add_search_options, search, search_options, solution_words
from freecell_tui.engine import Board, Dialect, Game, write_move
from freecell_tui.engine.notation import wrap_moves
from freecell_tui.engine.text import counted
from freecell_tui.solver import UNLIMITED, Budget, Solved, SolverResult
from freecell_tui.solver.analysis import (
    Verdict,
    analyse_game,
    moves_needed,
)

_LINE_BUDGET: Final = Budget(states=30_000)
"""What a search may spend on a position that is known to be won, when only its line is wanted."""


def _analyse_arguments(parser: Parser) -> None:
    parser.epilog = "The exit code is 0 if every verdict is known, 1 if not, 2 if there is no such game."
    add_variant(parser)
    add_game_or_deal(parser)
    add_search_options(parser, "spend more time looking for shorter solutions")


def _run_analyse(options: argparse.Namespace) -> int:
    dialect = explicit_dialect(options)
    loaded = load_game_or_deal(options)
    if loaded.failure is not None:
        raise InputError(str(loaded.failure))
    how = search_options(options, loaded.autoplay)
    analysis = _Analysis(loaded.game.without_undone(), dialect or loaded.dialect or Dialect.STANDARD, how)
    for text in analysis.lines():
        print(text)
    return YES if analysis.is_complete else NO


class _Analysis:
    """The course of a game as its moves have made it, and what is printed about it."""

    def __init__(self, game: Game, dialect: Dialect, options: SearchOptions) -> None:
        self._game = game
        self._boards = game.boards
        self._moves = tuple(turn.move for turn in game.turns if turn.move is not None)
        self._dialect = dialect
        self._verdict_options = replace(options, short=False)
        is_limited = options.short or options.budget != UNLIMITED
        self._win_options = options if is_limited else replace(options, budget=_LINE_BUDGET)
        self._solutions: dict[Board, Solved] = {}
        self._course = analyse_game(self._moves, self._boards, self._solve)
        self._won_count = self._course.verdicts.count(Verdict.WON)
        self._wins = self._find_wins()
        lengths = [None if win is None else win.length for win in self._wins]
        self._needed = moves_needed(lengths, self._moves)

    @property
    def is_complete(self) -> bool:
        """Whether every verdict is known."""
        return Verdict.UNKNOWN not in self._course.verdicts

    def _solve(self, board: Board) -> SolverResult:
        result = search(self._position(board), self._verdict_options)
        if isinstance(result, Solved):
            self._solutions[board] = result
        return result

    def _position(self, board: Board) -> NamedPosition:
        return NamedPosition(self._game.deal, self._game.variant, board)

    def _find_wins(self) -> list[Solved | None]:
        """Return a solution of each won position, or None where the budget was too small to find it again."""
        bar = ProgressBar(self._won_count, sys.stderr)
        wins: list[Solved | None] = []
        won = self._boards[: self._won_count]
        for board in won:
            result = search(self._position(board), self._win_options)
            wins.append(result if isinstance(result, Solved) else None)
            bar.step()
            bar.draw()
        bar.clear()
        if wins and wins[-1] is None:
            wins[-1] = self._solutions[won[-1]]
        return wins

    def lines(self) -> Iterator[str]:
        """Yield what is printed: the table, then what follows from it."""
        return chain(self._table(), [""], self._conclusion())

    def _table(self) -> Iterator[str]:
        """Yield a line a position: its number, the move that led there, the verdict, and how many moves it needs."""
        yield f"deal {self._game.deal}, {self._game.variant.full_title}"
        yield "move        verdict    still needs"
        for at, verdict in enumerate(self._course.verdicts):
            assert verdict is not None
            move = self._move_text(at) if at else "-"
            needed = f"{self._needed[at]:>13}" if verdict is Verdict.WON else ""
            yield f"{at:>4}  {move:<4}  {verdict.value:<9}{needed}".rstrip()

    def _move_text(self, number: int) -> str:
        """Return the move of that number, from 1, as it is written."""
        return write_move(self._moves[number - 1], self._boards[number - 1], self._game.variant, self._dialect)

    def _conclusion(self) -> Iterator[str]:
        course = self._course
        losing = course.losing_position
        if losing is not None:
            yield f"Move {losing + 1}, {self._move_text(losing + 1)}, lost the game. {self._way_to_win()}"
        elif self._boards[-1].is_won:
            own = sum(not move.goes_home for move in self._moves)
            won = f"The game was won in {counted(own, 'move')}"
            yield f"{won}, and the shortest solution found takes {self._needed[0]}."
            yield "Cards sent home are not counted."
        elif course.last_won == len(course.moves):
            yield f"No move lost the game. {self._way_to_win()}"
        elif course.first_lost == 0:
            yield "This deal is unwinnable."
        else:
            yield self._gap()

    def _way_to_win(self) -> str:
        """Return how the last won position is won."""
        at, win = self._won_count - 1, self._wins[-1]
        assert win is not None
        words = solution_words(self._position(self._boards[at]), win, self._dialect)
        would = "would have won" if at < len(self._moves) else "wins"
        return f"{words[0]} {would}, in {counted(win.length, 'move')}:\n{wrap_moves(words)}"

    def _gap(self) -> str:
        """Return what is known where the budget left a gap."""
        last_won, first_lost = self._course.last_won, self._course.first_lost
        won = "" if last_won is None else f"won up to move {last_won}, "
        lost = "" if first_lost is None else f", and lost from move {first_lost} on"
        return f"The game was {won}undecided from move {self._won_count}{lost}: the budget ran out."


COMMANDS: Final = {"analyse": Command(_analyse_arguments, _run_analyse)}
