"""`freecell analyse`: the verdict after each move of a game, and the losing move."""

import sys
from argparse import SUPPRESS
from collections.abc import Iterator
from typing import Final

from freecell_tui.cli.game_source import check_attempt
from freecell_tui.cli.options import (
    NO,
    YES,
    Options,
    Parser,
    ProgressBar,
    has_colours,
    is_for_people,
    painted_line,
    text_width,
    wrapped,
    write_error,
)
from freecell_tui.cli.own_games import add_game_or_deal, load_game_or_deal
from freecell_tui.cli.runs import add_budget, merge_budgets
from freecell_tui.cli.solve import solution_words
from freecell_tui.controller.advice.analysis import GameAnalysis
from freecell_tui.controller.records.marks import column, marks_for
from freecell_tui.controller.records.sections import AREA, Line
from freecell_tui.engine import Autoplay, AutoplayRule, Dialect, Game, write_move
from freecell_tui.engine.notation import wrap_moves
from freecell_tui.engine.positions import deal_name
from freecell_tui.engine.text import counted
from freecell_tui.solver import UNLIMITED, Budget
from freecell_tui.solver.analysis import GameCourse, Verdict
from freecell_tui.solver.results import SHORT_STATES
from freecell_tui.solver.solve import solve


def analyse_arguments(parser: Parser) -> None:
    parser.example = "freecell solve 617 | freecell analyse -"
    parser.epilog = "The exit code is 0 if every verdict is known, 1 if not, 2 if there is no such game."
    parser.add_variant()
    add_game_or_deal(parser)
    add_budget(parser)
    parser.add_argument("--short", action="store_true", help=SUPPRESS)  # an option of earlier versions


def run_analyse(options: Options) -> int:
    if options.short:
        write_error(
            "freecell analyse: --short is no longer an option, as every analysis looks for short solutions. To print "
            "one, use freecell solve --short."
        )
    loaded = load_game_or_deal(options).complete().as_on_table()
    dialect = options.explicit_dialect() or loaded.dialect or Dialect.STANDARD
    check_attempt(loaded.saved, "verdict")
    game, (autoplay, finish) = loaded.game.without_undone(), loaded.rule
    known = GameAnalysis(game.variant, AutoplayRule(autoplay, finish or autoplay is not Autoplay.NONE))
    budget = merge_budgets(options.budget)
    # First the losing move is found, then short lines from all won positions.
    while (place := known.course(game).next_search(skips_undecided=True)) is not None:
        board = game.boards[place]
        known.record_answer(board, solve(board, game.variant, autoplay=autoplay, budget=budget))
    if budget == UNLIMITED:
        budget = Budget(states=SHORT_STATES)
    bar = ProgressBar(len(known.pending_queries(game)))
    while pending := known.pending_queries(game):
        board = pending[0].board
        known.record_answer(board, solve(board, game.variant, autoplay=autoplay, short=True, budget=budget), short=True)
        bar.step()
    bar.clear()
    course = known.course(game)
    for line in _positions(course, game, dialect):
        print(painted_line(line))
    for text in _report(known, game, dialect, autoplay):
        print(wrapped(text))
    if is_for_people() and has_colours():
        for line in _curve(course, text_width()):
            print(painted_line(line))
    return NO if Verdict.UNKNOWN in course.verdicts else YES


def _positions(course: GameCourse, game: Game, dialect: Dialect) -> Iterator[Line]:
    """Yield a line for each position.

    A line has the number of the position, the move to it, the verdict, and the number of moves to a win.
    """
    yield [(f"{deal_name(game.deal)}, {game.variant.full_title}", "title")]
    yield [("move        verdict    still needs", "title")]
    boards = zip(course.moves, game.boards, strict=False)
    words = ["-", *(write_move(move, board, game.variant, dialect) for move, board in boards)]
    for place, verdict in enumerate(course.verdicts):
        assert verdict is not None
        word = "winnable" if verdict is Verdict.WON else verdict.value
        line = [(f"{place:>4}  {words[place]:<4}  ", "text"), (f"{word:<9}", word)]
        if verdict is Verdict.WON:
            is_detour = place > 0 and course.cost(place - 1) > 0
            line += [(f"{'':<10}", "text"), (f"{course.needed[place]:>3}", "warning" if is_detour else "text")]
        yield line


_ROWS: Final = 6
_AXIS: Final = 4
_GAP: Final = 3


def _curve(course: GameCourse, width: int) -> Iterator[Line]:
    """Yield the curve of the game review: the moves that each position still needed.

    A column stands for a position, or for several in a long game.
    """
    if not (top := course.most_needed):
        return
    marks, count, room = marks_for(sys.stdout.encoding), len(course.verdicts), width - _AXIS - 1
    share = -(-count // room)
    columns = [range(first, min(first + share, count)) for first in range(0, count, share)]
    wide = min(max(room // len(columns), 1), 3)
    rows: list[Line] = [
        [(f"{top if not row else 0 if row == _ROWS - 1 else '':>{_AXIS}} ", "text")] for row in range(_ROWS)
    ]
    below: Line = [(" " * (_AXIS + 1), "text")]
    for places in columns:
        is_detour, is_losing = any(map(course.cost, places)), course.losing_position in places
        ink = "lost" if is_losing else "warning" if is_detour else "winnable"
        needed = max((moves for place in places if (moves := course.needed[place]) is not None), default=0)
        bar = column(needed / top, _ROWS, marks.columns)
        for row, mark in zip(rows, bar, strict=True):
            row += [(mark * max(wide - 1, 1), f"{AREA}{ink}"), (" " * (wide > 1), "text")]
        mark = "x" if is_losing else "+" if is_detour else "-" if course.verdicts[places[-1]] is Verdict.LOST else " "
        below += [(mark, "warning" if mark == "+" else "lost"), (" " * (wide - 1), "text")]
    yield from ([], *rows, below)
    signs = {"+": ("+ a detour", "warning"), "x": ("x the losing move", "lost"), "-": ("- lost", "lost")}
    seen = {text for text, _ in below}
    legend = [("moves still needed", "winnable"), *(told for sign, told in signs.items() if sign in seen)]
    is_one_line = sum(len(text) + _GAP for text, _ in legend) <= room
    between = (" " * _GAP, "text") if is_one_line else ("\n" + " " * (_AXIS + 1), "text")
    yield [(" " * (_AXIS + 1), "text"), *[part for told in legend for part in (told, between)][:-1]]


def _report(known: GameAnalysis, game: Game, dialect: Dialect, autoplay: Autoplay) -> Iterator[str]:
    """Yield an empty line, and the summary."""
    course = known.course(game)
    yield ""
    last_won = game.seek(course.last_won or 0)
    if (losing := course.losing_position) is not None:
        word = write_move(course.moves[losing], game.boards[losing], game.variant, dialect)
        lost = known.of_autoplay(f"Move {losing + 1}, {word}, lost the game.", game.seek(losing + 1))
        yield f"{lost} {_winning_line(known, last_won, 'would have won', dialect, autoplay)}"
    elif game.is_won:
        won = f"The game was won in {counted(len(course.moves), 'move')}"
        yield f"{won}, and the shortest solution found takes {course.needed[0]}."
    elif course.last_won == len(course.moves):
        yield f"No move lost the game. {_winning_line(known, last_won, 'wins', dialect, autoplay)}"
    elif course.first_lost == 0:
        yield known.unwinnable(game)
    else:
        won = "" if course.last_won is None else f"winnable up to move {course.last_won}, "
        lost = "" if course.first_lost is None else f", and lost from move {course.first_lost} on"
        text = f"The game was {won}undecided from move {course.verdicts.count(Verdict.WON)}{lost}: the budget ran out."
        yield known.of_autoplay(text, game) if lost else text


def _winning_line(known: GameAnalysis, game: Game, wins: str, dialect: Dialect, autoplay: Autoplay) -> str:
    """Return the winning line from a position in words.

    `wins` is the verb of the sentence about its first move.
    """
    line = known.line(game)
    words = solution_words(game.board, game.variant, line, dialect, autoplay)
    return f"{words[0]} {wins}, in {counted(len(line), 'move')}:\n{wrap_moves(words)}"
