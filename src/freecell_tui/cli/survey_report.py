"""What a survey has found, as it is printed."""

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from freecell_tui.cli.deal_lists import plain_result, read_list
from freecell_tui.cli.game_source import InputError
from freecell_tui.cli.options import NO, YES
from freecell_tui.controller.play.game import clock_text
from freecell_tui.engine.text import counted, printable, shortened
from freecell_tui.lab.surveys import LOST, OPEN, WON, Find, Survey
from freecell_tui.lab.surveys.folder import compare, results, summarise
from freecell_tui.lab.surveys.survey import DealRanges, is_open
from freecell_tui.solver.analysis import NAMES

_BAR: Final = 40
_SHOWN: Final = 20
"""How many deals are printed one by one; the results hold the others."""

_TITLES: Final = {
    Find.VERDICT: "verdict",
    Find.CELLS: "fewest free cells",
    Find.LENGTH: "moves of a short solution",
    Find.DIFFICULTY: "difficulty",
}
_ORDER: Final = (WON, *NAMES, LOST, OPEN)


def print_summary(survey: Survey) -> int:
    """Print counts and what they took; return the exit code: 0 if every deal is answered."""
    summary, question, total = summarise(survey), survey.question, len(survey.deals)
    print(f"{question.variant.full_title}: {_TITLES[question.find]} of {counted(total, 'deal')}")
    _print_counts(summary.counts)
    if summary.seconds:
        deal, longest = summary.slowest
        spent = f"{clock_text(summary.seconds)} of processor time, {summary.done / summary.seconds:,.1f} deals a second"
        print(f"{spent}; the slowest was {deal} with {longest:,.1f} s")
    if question.drop:
        print(f"Deals with the result “{question.drop}” were only counted.")
    if summary.done < total:
        print(f"{counted(total - summary.done, 'deal')} to go")
    for ranges, why in summary.set_aside:
        print(f"Set aside after two attempts: {_range_text(ranges)} ({why})")
    if any(map(is_open, summary.counts)):
        _print_open(survey)
    return YES if summary.done == total else NO


def _print_counts(counts: Mapping[str, int]) -> None:
    if not counts:
        return
    width, most, done = max(map(len, counts)), max(counts.values()), sum(counts.values())
    digits = len(f"{most:,}")
    for result, count in sorted(counts.items(), key=lambda pair: _place(pair[0])):
        bar = "#" * max(round(_BAR * count / most), 1)
        print(f"{result:>{width}}  {count:>{digits},}  {100 * count / done:5.1f} %  {bar}")


def _place(result: str) -> tuple[int, float, str]:
    """Return where a result stands: numbers in order, then words in theirs, and what is open last."""
    if result.isdecimal():
        return 0, int(result), result
    return (1, _ORDER.index(result), result) if result in _ORDER else (2, 0, result)


def _print_open(survey: Survey) -> None:
    left = (str(deal) for deal, result in results(survey) if is_open(result))
    print(f"Open: {_some(left)}")


def _some(texts: Iterable[str]) -> str:
    shown = list[str]()
    for text in texts:
        if len(shown) == _SHOWN:
            shown.append("…")
            break
        shown.append(text)
    return ", ".join(shown)


def _range_text(ranges: DealRanges) -> str:
    return _some(str(first) if first == last else f"{first}..{last}" for first, last in ranges)


def print_strays(survey: Survey) -> None:
    """Say on standard error which names among the results are left out."""
    if strays := survey.strays():
        names = _some(printable(name) for name in strays)
        print(f"Left out, as they are not the results of a chunk: {names}", file=sys.stderr)


def print_list(survey: Survey, result: str) -> int:
    """Print the deals with a result, a line each; return the exit code: 0 if every deal is answered."""
    for deal, word in results(survey):
        if word == result or (result == OPEN and is_open(word)):
            print(deal if word == result else f"{deal} {word}")
    return YES if len(survey.done()) == survey.chunk_count else NO


def print_comparison(survey: Survey, words: str) -> int:
    """Print how the results compare with `FILE` or `RESULT=FILE`; return the exit code: 0 without a disagreement."""
    before, equals, after = words.partition("=")
    result = plain_result(before)
    # Without a result before it, the sign is a letter of the file's name.
    name, only = (after, result) if equals and survey.question.can_find(result) else (words, None)
    expected = dict[int, str]()
    for deal, word in read_list(Path(name)):
        if only is None and word is None:
            raise InputError(f"{name} has no result for {deal}: write --expect RESULT={name}.")
        expected[deal] = only or word or ""
    found = compare(survey, expected, only)
    parts = [f"{found.agreed:,} agree", f"{len(found.disagreements):,} disagree", f"{found.undecided:,} are open"]
    print(f"Compared with {printable(name)}: {', '.join(parts)}")
    for deal, said, result in found.disagreements[:_SHOWN]:
        print(f"{deal}: {shortened(said)} there, {result} here")
    if len(found.disagreements) > _SHOWN:
        print("…")
    return NO if found.disagreements else YES
