"""`freecell analyse`: a game with the verdict after each move, and the move that lost it."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from freecell_tui.cli.game_source import NamedPosition
from freecell_tui.cli.options import NO, YES, Command, Options, Parser, ProgressBar
from freecell_tui.cli.own_games import add_game_or_deal, load_game_or_deal
from freecell_tui.cli.runs import SearchOptions, add_budget, merge_budgets, search
from freecell_tui.cli.solve import solution_words
from freecell_tui.controller.advice.analysis import GameAnalysis
from freecell_tui.engine import Autoplay, Dialect, Game, write_move
from freecell_tui.engine.notation import wrap_moves
from freecell_tui.engine.text import counted
from freecell_tui.solver import UNLIMITED, Budget
from freecell_tui.solver.analysis import Verdict
from freecell_tui.solver.results import SHORT_STATES


def _analyse_arguments(parser: Parser) -> None:
    parser.epilog = "The exit code is 0 if every verdict is known, 1 if not, 2 if there is no such game."
    parser.add_variant()
    add_game_or_deal(parser)
    add_budget(parser)


def _run_analyse(options: Options) -> int:
    dialect = options.explicit_dialect()
    loaded = load_game_or_deal(options).complete()
    how = SearchOptions(loaded.autoplay, short=True, budget=merge_budgets(options.budget))
    analysis = _Analysis(loaded.game.without_undone(), dialect or loaded.dialect or Dialect.STANDARD, how)
    for text in (*analysis.table(), "", *analysis.conclusion()):
        print(text)
    return NO if Verdict.UNKNOWN in analysis.course.verdicts else YES


class _Analysis:
    def __init__(self, game: Game, dialect: Dialect, options: SearchOptions) -> None:
        self._game = game
        self._dialect = dialect
        self._known = GameAnalysis(game.variant, options.autoplay, finish=options.autoplay is not Autoplay.NONE)
        while (at := self._known.course(game).next_search(skips_undecided=True)) is not None:
            self._search(at, replace(options, short=False))
        if options.budget == UNLIMITED:
            options = replace(options, budget=Budget(states=SHORT_STATES))
        bar = ProgressBar(len(self._known.pending_queries(game)), sys.stderr)
        while pending := self._known.pending_queries(game):
            self._search(pending[0][0], options)
            bar.step()
            bar.draw()
        bar.clear()
        self.course = self._known.course(game)

    def _search(self, at: int, options: SearchOptions) -> None:
        board = self._game.boards[at]
        found = search(NamedPosition(self._game.deal, self._game.variant, board), options)
        self._known.record_answer(board, found, short=options.short)

    def table(self) -> Iterator[str]:
        """Yield a line a position: its number, the move that led there, the verdict, and how many moves it needs."""
        yield f"deal {self._game.deal}, {self._game.variant.full_title}"
        yield "move        verdict    still needs"
        for at, verdict in enumerate(self.course.verdicts):
            assert verdict is not None
            move = self._move_text(at) if at else "-"
            needed = f"{self.course.needed[at]:>13}" if verdict is Verdict.WON else ""
            yield f"{at:>4}  {move:<4}  {verdict.value:<9}{needed}".rstrip()

    def _move_text(self, number: int) -> str:
        before = self._game.boards[number - 1]
        return write_move(self.course.moves[number - 1], before, self._game.variant, self._dialect)

    def conclusion(self) -> Iterator[str]:
        course = self.course
        losing = course.losing_position
        if losing is not None:
            yield f"Move {losing + 1}, {self._move_text(losing + 1)}, lost the game. {self._way_to_win()}"
        elif self._game.is_won:
            won = f"The game was won in {counted(len(self.course.moves), 'move')}"
            yield f"{won}, and the shortest solution found takes {course.needed[0]}."
        elif course.last_won == len(course.moves):
            yield f"No move lost the game. {self._way_to_win()}"
        elif course.first_lost == 0:
            yield "This deal is unwinnable."
        else:
            won = "" if course.last_won is None else f"won up to move {course.last_won}, "
            lost = "" if course.first_lost is None else f", and lost from move {course.first_lost} on"
            first = course.verdicts.count(Verdict.WON)
            yield f"The game was {won}undecided from move {first}{lost}: the budget ran out."

    def _way_to_win(self) -> str:
        at = self.course.last_won or 0
        before = self._game.seek(at)
        line = self._known.line(before)
        words = solution_words(NamedPosition(before.deal, before.variant, before.board), line, self._dialect)
        would = "would have won" if at < len(self.course.moves) else "wins"
        return f"{words[0]} {would}, in {counted(len(line), 'move')}:\n{wrap_moves(words)}"


COMMANDS: Final = {"analyse": Command(_analyse_arguments, _run_analyse)}
