"""What a survey has found so far: counts, open deals, and where it disagrees with a list."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from freecell_tui.surveys.deal_set import DealRanges, deals_in
from freecell_tui.surveys.folder import Survey
from freecell_tui.surveys.question import is_open


@dataclass(frozen=True, slots=True)
class Summary:
    """What was found so far: how many deals are `done`, and how many of them had each result.

    `seconds` is the processor time that was spent, and `slowest` the deal that took longest, with its seconds. The
    deals that were `set_aside` have the reason beside them.
    """

    done: int
    counts: Mapping[str, int]
    seconds: float
    slowest: tuple[int, float]
    set_aside: Sequence[tuple[DealRanges, str]]


def summarise(survey: Survey) -> Summary:
    """Return the summary of a survey; raise SurveyError or OSError."""
    chunks, counts = survey.done(), Counter[str]()
    for number in chunks:
        counts.update(survey.counts(number))
    seconds, slowest, errors = 0.0, (0, 0.0), dict[int, str]()
    for entry in survey.log():
        if entry.error is not None:
            errors[entry.chunk] = entry.error
        elif entry.chunk in chunks:
            seconds += entry.seconds
            slowest = max(slowest, (entry.slowest, entry.longest), key=lambda pair: pair[1])
    aside = [(survey.chunk(number), why) for number, why in sorted(errors.items()) if number not in chunks]
    return Summary(sum(counts.values()), dict(counts), seconds, slowest, aside)


def results(survey: Survey) -> Iterator[tuple[int, str]]:
    """Yield each deal that is done with its result, in order, but for those dropped; raise SurveyError or OSError."""
    for number in sorted(survey.done()):
        yield from ((row.deal, row.result) for row in survey.rows(number))


class Comparison(NamedTuple):
    """How a survey compares with a list: deals with what the list says and what was found."""

    agreed: int
    undecided: int
    disagreements: Sequence[tuple[int, str, str]]


def compare(survey: Survey, expected: Mapping[int, str], only: str | None = None) -> Comparison:
    """Compare the deals that are done with what is expected of them; raise SurveyError or OSError.

    With `only`, it is expected that just these deals have that result. What is open here or there is no disagreement.
    """
    agreed = undecided = 0
    disagreements = list[tuple[int, str, str]]()
    listed = sorted(expected)
    for number in sorted(survey.done()):
        found = {row.deal: row.result for row in survey.rows(number)}
        chunk = survey.chunk(number)
        for deal in _among(listed, chunk):
            result = found.get(deal, survey.question.drop or "")
            if is_open(result) or is_open(expected[deal]):
                undecided += 1
            elif result == expected[deal]:
                agreed += 1
            else:
                disagreements.append((deal, expected[deal], result))
        if only is not None:
            counted = deals_in(chunk) if only == survey.question.drop else found
            extra = (deal for deal in counted if deal not in expected and found.get(deal, only) == only)
            disagreements += ((deal, f"not {only}", only) for deal in extra)
    return Comparison(agreed, undecided, disagreements)


def _among(listed: Sequence[int], ranges: DealRanges) -> Iterator[int]:
    """Yield those of some deals, in ascending order, that are in the ranges."""
    for first, last in ranges:
        yield from listed[bisect_left(listed, first) : bisect_left(listed, last + 1)]
