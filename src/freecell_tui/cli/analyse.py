"""`freecell analyse`: a game with the verdict after each move, and the move that lost it."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from freecell_tui.cli.game_source import NamedPosition
from freecell_tui.cli.options import NO, YES, Command, Options, Parser, ProgressBar
from freecell_tui.cli.own_games import add_game_or_deal, load_game_or_deal
from freecell_tui.cli.runs import SearchOptions, add_search_options, search, search_options
from freecell_tui.cli.solve import solution_words
from freecell_tui.engine import Board, Dialect, Game, write_move
from freecell_tui.engine.notation import wrap_moves
from freecell_tui.engine.text import counted
from freecell_tui.solver import UNLIMITED, Budget, Solved, SolverResult
from freecell_tui.solver.analysis import Verdict, analyse_game, moves_needed

_LINE_BUDGET: Final = Budget(states=30_000)
"""What a search may spend on a position that is known to be won, when only its line is wanted."""


def _analyse_arguments(parser: Parser) -> None:
    parser.epilog = "The exit code is 0 if every verdict is known, 1 if not, 2 if there is no such game."
    parser.add_variant()
    add_game_or_deal(parser)
    add_search_options(parser, "spend more time looking for shorter solutions")


def _run_analyse(options: Options) -> int:
    dialect = options.explicit_dialect()
    loaded = load_game_or_deal(options).complete()
    how = search_options(options, loaded.autoplay)
    analysis = _Analysis(loaded.game.without_undone(), dialect or loaded.dialect or Dialect.STANDARD, how)
    for text in (*analysis.table(), "", *analysis.conclusion()):
        print(text)
    return NO if Verdict.UNKNOWN in analysis.course.verdicts else YES


class _Analysis:
    """The course of a game as its moves have made it, and what is printed about it."""

    def __init__(self, game: Game, dialect: Dialect, options: SearchOptions) -> None:
        self._game = game
        self._moves = tuple(turn.move for turn in game.turns if turn.move is not None)
        self._dialect = dialect
        solutions: dict[Board, Solved] = {}

        def solve(board: Board) -> SolverResult:
            result = search(self._position(board), replace(options, short=False))
            if isinstance(result, Solved):
                solutions[board] = result
            return result

        self.course = analyse_game(self._moves, game.boards, solve)
        self._wins = self._find_wins(options)
        if self._wins and self._wins[-1] is None:
            self._wins[-1] = solutions[game.boards[len(self._wins) - 1]]
        lengths = [None if win is None else win.length for win in self._wins]
        self._needed = moves_needed(lengths, self._moves)

    def _position(self, board: Board) -> NamedPosition:
        return NamedPosition(self._game.deal, self._game.variant, board)

    def _find_wins(self, options: SearchOptions) -> list[Solved | None]:
        """Return a solution of each won position, or None where the budget was too small to find it again."""
        if not options.short and options.budget == UNLIMITED:
            options = replace(options, budget=_LINE_BUDGET)
        won = self._game.boards[: self.course.verdicts.count(Verdict.WON)]
        bar = ProgressBar(len(won), sys.stderr)
        wins: list[Solved | None] = []
        for board in won:
            result = search(self._position(board), options)
            wins.append(result if isinstance(result, Solved) else None)
            bar.step()
            bar.draw()
        bar.clear()
        return wins

    def table(self) -> Iterator[str]:
        """Yield a line a position: its number, the move that led there, the verdict, and how many moves it needs."""
        yield f"deal {self._game.deal}, {self._game.variant.full_title}"
        yield "move        verdict    still needs"
        for at, verdict in enumerate(self.course.verdicts):
            assert verdict is not None
            move = self._move_text(at) if at else "-"
            needed = f"{self._needed[at]:>13}" if verdict is Verdict.WON else ""
            yield f"{at:>4}  {move:<4}  {verdict.value:<9}{needed}".rstrip()

    def _move_text(self, number: int) -> str:
        """Return the move of that number, from 1, as it is written."""
        return write_move(self._moves[number - 1], self._game.boards[number - 1], self._game.variant, self._dialect)

    def conclusion(self) -> Iterator[str]:
        """Yield what follows from the table."""
        course = self.course
        losing = course.losing_position
        if losing is not None:
            yield f"Move {losing + 1}, {self._move_text(losing + 1)}, lost the game. {self._way_to_win()}"
        elif self._game.is_won:
            own = sum(not move.goes_home for move in self._moves)
            won = f"The game was won in {counted(own, 'move')}"
            yield f"{won}, and the shortest solution found takes {self._needed[0]}."
            yield "Cards sent home are not counted."
        elif course.last_won == len(course.moves):
            yield f"No move lost the game. {self._way_to_win()}"
        elif course.first_lost == 0:
            yield "This deal is unwinnable."
        else:
            won = "" if course.last_won is None else f"won up to move {course.last_won}, "
            lost = "" if course.first_lost is None else f", and lost from move {course.first_lost} on"
            yield f"The game was {won}undecided from move {len(self._wins)}{lost}: the budget ran out."

    def _way_to_win(self) -> str:
        """Return how the last won position is won."""
        at, win = len(self._wins) - 1, self._wins[-1]
        assert win is not None
        words = solution_words(self._position(self._game.boards[at]), win, self._dialect)
        would = "would have won" if at < len(self._moves) else "wins"
        return f"{words[0]} {would}, in {counted(win.length, 'move')}:\n{wrap_moves(words)}"


COMMANDS: Final = {"analyse": Command(_analyse_arguments, _run_analyse)}
