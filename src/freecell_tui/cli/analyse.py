"""`freecell analyse`: the verdict after each move of a game, and the losing move."""

from argparse import SUPPRESS
from collections.abc import Iterator

from freecell_tui.cli.game_source import check_attempt
from freecell_tui.cli.options import NO, YES, Options, Parser, ProgressBar, write_error
from freecell_tui.cli.own_games import add_game_or_deal, load_game_or_deal
from freecell_tui.cli.runs import add_budget, merge_budgets
from freecell_tui.cli.solve import solution_words
from freecell_tui.controller.advice.analysis import GameAnalysis
from freecell_tui.engine import Autoplay, AutoplayRule, Dialect, Game, write_move
from freecell_tui.engine.notation import wrap_moves
from freecell_tui.engine.text import counted
from freecell_tui.solver import UNLIMITED, Budget
from freecell_tui.solver.analysis import Verdict
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
    dialect = options.explicit_dialect()
    loaded = load_game_or_deal(options).complete().as_on_table()
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
    for text in _report(known, game, dialect or loaded.dialect or Dialect.STANDARD, autoplay):
        print(text)
    return NO if Verdict.UNKNOWN in known.course(game).verdicts else YES


def _report(known: GameAnalysis, game: Game, dialect: Dialect, autoplay: Autoplay) -> Iterator[str]:
    """Yield a line for each position, then a summary.

    A line has the number of the position, the move to it, the verdict, and the number of moves to a win.
    """
    course = known.course(game)
    boards = zip(course.moves, game.boards, strict=False)
    words = ["-", *(write_move(move, board, game.variant, dialect) for move, board in boards)]
    yield f"deal {game.deal}, {game.variant.full_title}"
    yield "move        verdict    still needs"
    for place, verdict in enumerate(course.verdicts):
        assert verdict is not None
        needed = f"{course.needed[place]:>13}" if verdict is Verdict.WON else ""
        word = "winnable" if verdict is Verdict.WON else verdict.value
        yield f"{place:>4}  {words[place]:<4}  {word:<9}{needed}".rstrip()
    yield ""
    last_won = game.seek(course.last_won or 0)
    if (losing := course.losing_position) is not None:
        lost = known.of_autoplay(f"Move {losing + 1}, {words[losing + 1]}, lost the game.", game.seek(losing + 1))
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
