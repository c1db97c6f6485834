"""`freecell analyse`: a game with the verdict after each move, and the move that lost it."""

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
    parser.add_argument("--short", action="store_true", help=SUPPRESS)  # an option of old


def run_analyse(options: Options) -> int:
    if options.short:
        write_error(
            "freecell analyse: --short is no longer an option, as every analysis looks for short solutions. To print "
            "one, use freecell solve --short."
        )
    dialect = options.explicit_dialect()
    loaded = load_game_or_deal(options).complete()
    check_attempt(loaded.saved, "verdict")
    game, autoplay = loaded.game.without_undone(), loaded.autoplay
    known = GameAnalysis(game.variant, AutoplayRule(autoplay, autoplay is not Autoplay.NONE))
    budget = merge_budgets(options.budget)
    # The losing move, then short lines from all won positions.
    while (at := known.course(game).next_search(skips_undecided=True)) is not None:
        board = game.boards[at]
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
    """Yield a line a position: its number, the move to it, the verdict, and how many moves it needs; then a summary."""
    course = known.course(game)

    def way_to_win(wins: str) -> str:
        """Return the winning line from the last won position in words; `wins` is the verb."""
        before = game.seek(course.last_won or 0)
        line = known.line(before)
        words = solution_words(before.board, before.variant, line, dialect, autoplay)
        return f"{words[0]} {wins}, in {counted(len(line), 'move')}:\n{wrap_moves(words)}"

    boards = zip(course.moves, game.boards, strict=False)
    words = ["-", *(write_move(move, board, game.variant, dialect) for move, board in boards)]
    yield f"deal {game.deal}, {game.variant.full_title}"
    yield "move        verdict    still needs"
    for at, verdict in enumerate(course.verdicts):
        assert verdict is not None
        needed = f"{course.needed[at]:>13}" if verdict is Verdict.WON else ""
        yield f"{at:>4}  {words[at]:<4}  {'winnable' if verdict is Verdict.WON else verdict.value:<9}{needed}".rstrip()
    yield ""
    if (losing := course.losing_position) is not None:
        lost = known.of_autoplay(f"Move {losing + 1}, {words[losing + 1]}, lost the game.", game.seek(losing + 1))
        yield f"{lost} {way_to_win('would have won')}"
    elif game.is_won:
        won = f"The game was won in {counted(len(course.moves), 'move')}"
        yield f"{won}, and the shortest solution found takes {course.needed[0]}."
    elif course.last_won == len(course.moves):
        yield f"No move lost the game. {way_to_win('wins')}"
    elif course.first_lost == 0:
        yield known.unwinnable(game)
    else:
        won = "" if course.last_won is None else f"winnable up to move {course.last_won}, "
        lost = "" if course.first_lost is None else f", and lost from move {course.first_lost} on"
        text = f"The game was {won}undecided from move {course.verdicts.count(Verdict.WON)}{lost}: the budget ran out."
        yield known.of_autoplay(text, game) if lost else text
