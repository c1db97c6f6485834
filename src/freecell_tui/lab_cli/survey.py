"""`freecell-lab survey`: one question about many deals, with the results in a folder."""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Final

from freecell_tui.cli.game_source import file_path, read_deals, read_positions
from freecell_tui.cli.options import (
    DEAL_PATTERN,
    NO,
    YES,
    InputError,
    Options,
    Parser,
    ProgressBar,
    UsageError,
    deal_number,
)
from freecell_tui.cli.output import Output, add_force
from freecell_tui.cli.runs import add_budget, add_jobs, ctrl_c, merge_budgets, process_pool
from freecell_tui.engine.text import clock_text, counted, printable, shortened
from freecell_tui.lab import survey_run
from freecell_tui.lab.survey import DEFAULT_BUDGET, LOST, OPEN, WON, DealSet, Find, Question, is_open
from freecell_tui.lab.survey_folder import Survey, SurveyError, compare, results, summarise, write_parquet
from freecell_tui.solver.analysis import NAMES
from freecell_tui.storage.files import DESCRIPTOR, open_regular, reason

_LARGEST_SAMPLE: Final = 1_000_000


def survey_arguments(parser: Parser) -> None:
    parser.example = "freecell-lab survey 1..100 -o first-hundred"
    parser.epilog = (
        "With -o, the solver is asked, and the same command continues a run that was stopped. Without -o, the results "
        "in a folder are summed up. See “freecell-lab help surveys”. The exit code is 0 if everything is answered and "
        "agrees with what was expected, 1 if not, 2 if the input is wrong, 130 after Ctrl-C."
    )
    parser.reads_ranges = True
    parser.add_argument(
        "deals", nargs="*", metavar="DEAL|FILE|FOLDER", help="deals, ranges like 1..1000, files of deals; or a survey"
    )
    parser.add_argument("-o", "--output", type=file_path, metavar="FOLDER", help="the folder for the results")
    asking = parser.add_argument_group("what to ask")
    asking.add_argument(
        "--find",
        choices=[find.value for find in Find],
        help="can a deal be won, with how few free cells, in how few moves, or how hard is it? (default: verdict)",
    )
    parser.add_variant()
    add_budget(parser)
    asking.add_argument("--sample", type=int, metavar="N", help="ask only about N of the deals, chosen at random")
    asking.add_argument("--seed", type=int, metavar="N", help="the random seed for --sample (default: 1)")
    asking.add_argument(
        "--drop", metavar="RESULT", help="only count deals with this result, such as lost, without storing them"
    )
    asking.add_argument("--chunk", type=int, metavar="N", help="how many deals a worker is given at a time")
    add_jobs(parser)
    parser.add_argument("--dask", metavar="ADDRESS", help="use the workers of a Dask cluster: tcp://host:8786")
    reading = parser.add_argument_group("what to print of the results")
    reading.add_argument("--list", metavar="RESULT", help="print the deals with this result, such as open, one a line")
    reading.add_argument(
        "--expect",
        metavar="[RESULT=]FILE",
        help="compare with a file of deals and their results, or of deals that all have one RESULT",
    )
    reading.add_argument("--parquet", metavar="FILE", help="write the results to a Parquet file")
    add_force(reading)


def run_survey(options: Options) -> int:
    if options.parquet is not None:
        Output(options.parquet, options.force).check(takes_streams=False)
        if find_spec("pyarrow") is None:
            raise UsageError(f"--parquet needs a library: {sys.executable} -m pip install pyarrow.")
    try:
        if options.output is None:
            if len(options.deals) != 1 or not Path(options.deals[0]).is_dir():
                raise UsageError("Name a folder for the results, with -o FOLDER, or one that holds a survey.")
            return _print(_open(Path(options.deals[0]), options), options)
        with _workers(options) as workers:  # before the folder is made, which a dead address would leave empty
            survey = _create(options) if options.deals else _open(options.output, options)
            code = _ask(survey, workers)
        return max(code, _print(survey, options))
    except SurveyError as error:
        raise InputError(str(error)) from None
    except BrokenPipeError:
        raise  # the reader of the output has seen enough
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise InputError(f"The survey cannot be read or written. {where}{reason(error)}.") from None


def _open(folder: Path, options: Options) -> Survey:
    """Return the survey in a folder.

    Raise UsageError if the options contradict its question.
    """
    if options.sample is not None or options.seed is not None:
        raise UsageError("--sample and --seed choose among deals: name the deals, too.")
    survey = Survey.open(folder)
    for option, asked, actual in (
        ("--find", options.find, survey.question.find.value),
        ("--variant and --cells", options.explicit_variant(), survey.question.variant),
        ("--budget", merge_budgets(options.budget) if options.budget else None, survey.question.budget),
        ("--drop", options.drop, survey.question.drop),
        ("--chunk", options.chunk, survey.chunk_size),
    ):
        if asked not in (None, actual):
            raise UsageError(f"{folder} holds another survey: it was not begun with this {option}.")
    return survey


def _create(options: Options) -> Survey:
    """Return the survey described by the options, new or continued.

    Deals are numbers, ranges, and files of them.
    """
    if options.sample is not None and not 1 <= options.sample <= _LARGEST_SAMPLE:
        raise UsageError(f"--sample takes a number of deals, 1 to {_LARGEST_SAMPLE:,}.")
    budget = merge_budgets(options.budget) if options.budget else DEFAULT_BUDGET
    with UsageError.instead():
        question = Question(options.chosen_variant(), Find(options.find or Find.VERDICT), budget, options.drop)
        ranges: list[tuple[int, int]] = []
        for word in options.deals:
            if Path(word).is_file():
                ranges += ((deal, deal) for deal, _ in _read_list(Path(word)))
            elif deal_range := read_deals(word):
                ranges.append(deal_range)
            else:
                read_positions(word, None)  # raises InputError if there is no such file
                raise InputError(f"{word} is not a list of deals.")
        deals = DealSet(ranges)
        if options.sample is not None:
            deals = deals.sample(options.sample, 1 if options.seed is None else options.seed)
        if not deals:
            raise UsageError("There are no deals to ask about.")
        return Survey.create(options.output, question, deals, options.chunk)


def _ask(survey: Survey, workers: survey_run.Workers) -> int:
    bar = ProgressBar(len(survey.deals))
    bar.skip(summarise(survey).done)  # damage is reported now, not when all the others are answered
    with ctrl_c() as should_stop:
        aside = survey_run.run_survey(survey, workers, should_stop=should_stop, on_wait=bar.step)
        bar.clear()
    return NO if aside else YES


def _print(survey: Survey, options: Options) -> int:
    if options.parquet is not None:
        write_parquet(survey, Path(options.parquet))
    if strays := survey.strays():
        print(f"Left out, as they are not the results of a chunk: {_some(map(printable, strays))}", file=sys.stderr)
    if options.list is None:
        code = _print_summary(survey)
    else:
        for deal, word in results(survey):
            if word == options.list or (options.list == OPEN and is_open(word)):
                print(deal if word == options.list else f"{deal} {word}")
        code = YES if len(survey.done()) == survey.chunk_count else NO
    return max(code, _print_comparison(survey, options.expect)) if options.expect else code


_EACH: Final = 2
"""Chunks for each process: one at work, and one to continue with."""


@contextmanager
def _workers(options: Options) -> Iterator[survey_run.Workers]:
    """Yield the workers named by the options.

    Raise SurveyError if no cluster answers, or UsageError without Dask.
    """
    if options.dask is None:
        yield survey_run.Workers(partial(process_pool, options.jobs), lambda: _EACH * options.jobs)
        return
    try:
        from freecell_tui.lab.dask_cluster import DaskCluster  # noqa: PLC0415 - an extra
    except ImportError:
        raise UsageError(f"--dask needs a library: {sys.executable} -m pip install 'freecell-tui[dask]'.") from None
    with DaskCluster(options.dask) as cluster:
        yield cluster.workers()


_BAR: Final = 40
_SHOWN: Final = 20
"""The most deals that are printed one by one; the results hold the others."""

_TITLES: Final = {
    Find.VERDICT: "verdict",
    Find.CELLS: "fewest free cells",
    Find.LENGTH: "moves of a short solution",
    Find.DIFFICULTY: "difficulty",
}
_ORDER: Final = (WON, *NAMES, LOST, OPEN)


def _print_summary(survey: Survey) -> int:
    """Print counts and times, and return the exit code.

    The code is 0 if every deal is answered.
    """
    summary, question, total = summarise(survey), survey.question, len(survey.deals)
    print(f"{question.variant.full_title}: {_TITLES[question.find]} of {counted(total, 'deal')}")
    _print_counts(summary.counts)
    if summary.seconds:
        deal, longest = summary.slowest
        spent = f"{clock_text(summary.seconds)} of processor time, {summary.done / summary.seconds:,.1f} deals a second"
        print(f"{spent}; the slowest, deal {deal}, took {longest:,.1f} s")
    if question.drop:
        print(f"Deals with the result “{question.drop}” were only counted.")
    if summary.done < total:
        print(f"{counted(total - summary.done, 'deal')} to go")
    for ranges, why in summary.set_aside:
        deals = _some(str(first) if first == last else f"{first}..{last}" for first, last in ranges)
        print(f"Set aside: {deals} ({why})")
    if any(map(is_open, summary.counts)):
        print(f"Open: {_some(str(deal) for deal, result in results(survey) if is_open(result))}")
    return YES if summary.done == total else NO


def _print_counts(counts: Mapping[str, int]) -> None:
    """Print the number of deals with each result.

    Numbers come first, in ascending order, then words in the order _ORDER, and any other results last.
    """

    def place(result: str) -> tuple[int, float, str]:
        if result.isdecimal():
            return 0, int(result), result
        return (1, _ORDER.index(result), result) if result in _ORDER else (2, 0, result)

    if not counts:
        return
    width, most, done = max(map(len, counts)), max(counts.values()), sum(counts.values())
    digits = len(f"{most:,}")
    for result in sorted(counts, key=place):
        count = counts[result]
        bar = "#" * max(round(_BAR * count / most), 1)
        # Only all of them are 100.0 %.
        part = 100.0 if count == done else min(max(100 * count / done, 0.1), 99.9)
        print(f"{result:>{width}}  {count:>{digits},}  {part:5.1f} %  {bar}")


def _some(texts: Iterable[str]) -> str:
    shown = list(islice(texts, _SHOWN + 1))
    return ", ".join([*shown[:_SHOWN], "…"] if len(shown) > _SHOWN else shown)


def _print_comparison(survey: Survey, words: str) -> int:
    """Print the agreement of the results with expected ones.

    `words` is `FILE` or `RESULT=FILE`.
    Return the exit code: 0 without a disagreement.
    """
    before, equals, after = words.partition("=")
    result = _WORDS.get(before.lower(), before)
    # Without a result before it, the sign is a letter of the file's name.
    name, only = (after, result) if equals and survey.question.can_find(result) else (words, None)
    expected = dict[int, str]()
    for deal, word in _read_list(Path(name)):
        if only is None and word is None:
            raise InputError(f"{name} has no result for {deal}: write --expect RESULT={name}.")
        expected[deal] = only or word or ""
    agreed, undecided, disagreements = compare(survey, expected, only)
    parts = [f"{agreed:,} agree", f"{len(disagreements):,} disagree", f"{undecided:,} are open"]
    print(f"Compared with {printable(name)}: {', '.join(parts)}")
    for deal, expected_result, result in disagreements[:_SHOWN]:
        print(f"{deal}: {shortened(expected_result)} there, {result} here")
    if len(disagreements) > _SHOWN:
        print("…")
    return NO if disagreements else YES


# Lists of deals in files, each with or without a word beside it: published ones, or what `freecell solve` printed

_LINE: Final = re.compile(rf"(?P<deal>{DEAL_PATTERN})(?:[\s,:]+(?P<word>[^\s,:]+).*)?")
_LONGEST_LINE: Final = 4096
_WORDS: Final = {
    **dict.fromkeys(("won", "solved", "solvable", "winnable", "solveable"), WON),
    **dict.fromkeys(("lost", "unsolvable", "impossible", "unsolveable", "unwinnable"), LOST),
    **dict.fromkeys(("open", "undecided", "intractable", "unknown", "?"), OPEN),
}
"""The result of a survey for each word of other programs."""


def _read_list(path: Path) -> Iterator[tuple[int, str | None]]:
    """Yield the deals in a file, each with a word or None.

    The word is the one behind the deal, in the words of a survey.
    Empty lines, and lines that begin with `#` and a space, are left out.
    Nothing is read that may never end.
    Raise InputError.
    """
    try:
        is_descriptor = DESCRIPTOR.fullmatch(str(path)) is not None
        with os.fdopen(
            os.open(path, os.O_RDONLY) if is_descriptor else open_regular(path), encoding="utf-8-sig"
        ) as file:
            for number, line in enumerate(iter(partial(file.readline, _LONGEST_LINE), ""), 1):
                text = line.strip()
                if len(line) == _LONGEST_LINE:
                    raise InputError(f"{path}, line {number}, is too long.")
                if not text or text.startswith("# "):
                    continue
                if (match := _LINE.fullmatch(text)) is None:
                    raise InputError(f"{path}, line {number}, does not begin with a deal number.")
                yield deal_number(match["deal"]), match["word"] and _WORDS.get(match["word"].lower(), match["word"])
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {printable(reason(error))}.") from None
