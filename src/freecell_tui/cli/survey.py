"""`freecell survey`: one question about many deals, with the results in a folder."""

import argparse
import sys
from pathlib import Path
from typing import Final

from freecell_tui.cli.deal_lists import read_deals
from freecell_tui.cli.executors import add_executor, chosen_workers
from freecell_tui.cli.game_source import InputError
from freecell_tui.cli.options import (
    INTERRUPTED,
    NO,
    YES,
    Command,
    Parser,
    UsageError,
    add_variant,
    chosen_variant,
    explicit_variant,
)
from freecell_tui.cli.runs import ProgressBar, add_budget, ctrl_c, merge_budgets
from freecell_tui.cli.survey_report import print_comparison, print_list, print_strays, print_summary
from freecell_tui.engine import FreecellError
from freecell_tui.lab.surveys import (
    DEFAULT_BUDGET,
    Find,
    Question,
    Survey,
    SurveyError,
    run_survey,
)
from freecell_tui.lab.surveys.folder import summarise
from freecell_tui.storage.files import reason

_LARGEST_SAMPLE: Final = 1_000_000

_EPILOG: Final = """\
With -o, the solver is asked, and the same command continues a run that was stopped; without it, the results in a folder
are summed up. See “freecell help surveys”. The exit code is 0 if everything is answered and agrees with the list, 1 if
not, 2 if the input is wrong, 130 after Ctrl-C.
"""


def _survey_arguments(parser: Parser) -> None:
    parser.epilog = _EPILOG
    parser.reads_ranges = True
    parser.add_argument(
        "deals", nargs="*", metavar="DEAL|FILE|FOLDER", help="deals, ranges like 1..1000, files of deals; or a survey"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="where the results are, or are to be")
    asking = parser.add_argument_group("what to ask")
    asking.add_argument(
        "--find",
        choices=[find.value for find in Find],
        help="can it be won, with how few free cells, in how few moves, and how hard is it (default: verdict)",
    )
    add_variant(parser)
    add_budget(parser)
    asking.add_argument("--sample", type=int, metavar="N", help="ask only about N of the deals, chosen at random")
    asking.add_argument("--seed", type=int, metavar="N", help="another number chooses others (default: 1)")
    asking.add_argument("--drop", metavar="RESULT", help="only count the deals with this result, such as lost")
    asking.add_argument("--chunk", type=int, metavar="N", help="how many deals a worker is given at a time")
    add_executor(parser)
    reading = parser.add_argument_group("what to print of the results")
    reading.add_argument("--list", metavar="RESULT", help="print the deals with this result, such as open, a line each")
    reading.add_argument(
        "--expect",
        metavar="[RESULT=]FILE",
        help="compare with a file of deals and results, or of all deals with one RESULT",
    )
    reading.add_argument("--parquet", type=Path, metavar="FILE", help="write the results to a Parquet file")


def _run_survey(options: argparse.Namespace) -> int:
    try:
        if options.output is None:
            return _print(_open(_survey_folder(options), options), options)
        survey = _create(options) if options.deals else _open(options.output, options)
        code = _ask(survey, options)
        return code if code == INTERRUPTED else max(code, _print(survey, options))
    except SurveyError as error:
        raise InputError(str(error)) from None
    except BrokenPipeError:
        raise  # the reader of what is printed has seen enough
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise InputError(f"The survey cannot be read or written. {where}{reason(error)}.") from None


def _survey_folder(options: argparse.Namespace) -> Path:
    if len(options.deals) != 1 or not Path(options.deals[0]).is_dir():
        raise UsageError("Name a folder for the results, with -o FOLDER, or one that holds a survey.")
    return Path(options.deals[0])


def _open(folder: Path, options: argparse.Namespace) -> Survey:
    """Return the survey in a folder; raise UsageError if the options ask anything that it does not."""
    if options.sample is not None or options.seed is not None:
        raise UsageError("--sample and --seed choose among deals: name the deals, too.")
    survey = Survey.open(folder)
    for option, asked, there in (
        ("--find", options.find, survey.question.find.value),
        ("--variant and --cells", explicit_variant(options), survey.question.variant),
        ("--budget", merge_budgets(options.budget) if options.budget else None, survey.question.budget),
        ("--drop", options.drop, survey.question.drop),
        ("--chunk", options.chunk, survey.chunk_size),
    ):
        if asked not in (None, there):
            raise UsageError(f"{folder} holds another survey: it was not begun with this {option}.")
    return survey


def _create(options: argparse.Namespace) -> Survey:
    """Return the survey that the options describe, begun or continued."""
    if options.sample is not None and not 1 <= options.sample <= _LARGEST_SAMPLE:
        raise UsageError(f"--sample takes a number of deals, 1 to {_LARGEST_SAMPLE:,}.")
    budget = merge_budgets(options.budget) if options.budget else DEFAULT_BUDGET
    try:
        question = Question(chosen_variant(options), Find(options.find or Find.VERDICT), budget, options.drop)
        deals = read_deals(options.deals)
        if options.sample is not None:
            deals = deals.sample(options.sample, 1 if options.seed is None else options.seed)
        if not deals:
            raise UsageError("There are no deals to ask about.")
        return Survey.create(options.output, question, deals, options.chunk)
    except FreecellError as error:
        raise UsageError(str(error)) from None


def _ask(survey: Survey, options: argparse.Namespace) -> int:
    """Ask about the deals that have no answer yet; return the exit code."""
    workers = chosen_workers(options)
    bar = ProgressBar(len(survey.deals), sys.stderr)
    bar.skip(summarise(survey).done)  # what is damaged is told now, and not when all the others are answered

    def show(answered: int) -> None:
        bar.step(answered)
        bar.draw()

    with ctrl_c() as should_stop:
        aside = run_survey(survey, workers, should_stop=should_stop, on_wait=show)
        bar.clear()
        if should_stop():
            return INTERRUPTED
    return NO if aside else YES


def _print(survey: Survey, options: argparse.Namespace) -> int:
    """Print what the options ask for; return the exit code."""
    if options.parquet:
        try:
            from freecell_tui.lab.surveys.folder import write_parquet  # noqa: PLC0415 - an extra

            write_parquet(survey, options.parquet)
        except ImportError:
            raise UsageError("--parquet needs a library: pip install 'freecell-tui[survey]'.") from None
    print_strays(survey)
    code = print_summary(survey) if options.list is None else print_list(survey, options.list)
    return max(code, print_comparison(survey, options.expect)) if options.expect else code


COMMANDS: Final = {"survey": Command(_survey_arguments, _run_survey)}
