"""The question of a survey about each deal, and the answers to a chunk of deals.

Answers are the same on every machine unless the budget is one of time.
"""

import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from operator import itemgetter
from random import Random
from time import thread_time
from typing import Final, NamedTuple, TypeAlias

from freecell_tui.engine import FREECELL, NotationError, Variant, check_deal, deal
from freecell_tui.engine.text import quoted
from freecell_tui.engine.variants import MAX_CELLS
from freecell_tui.solver import Budget, Solved, SolverResult, Undecided, Unsolvable
from freecell_tui.solver.analysis import NAMES, difficulty
from freecell_tui.solver.solve import solve

# Sets of deals, stored as ranges, so that even billions take no memory.

DealRanges: TypeAlias = Sequence[tuple[int, int]]
"""Ranges of deal numbers, both ends included, in ascending order and apart from each other."""


class DealSet:
    """A set of deals in ascending order, indexed from 0.

    There is no deal 0.

    >>> deals = DealSet([(5, 7), (1, 2), (6, 9)])
    >>> deals.ranges, len(deals), deals.part(1, 4)
    (((1, 2), (5, 9)), 7, [(2, 2), (5, 6)])
    """

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        """Merge ranges of deals, both ends included.

        Raise NoSuchDeal for a number that no deal has, or ValueError for a descending range.
        """
        merged: list[tuple[int, int]] = []
        for first, last in sorted(part for each in ranges for part in _without_zero(*each)):
            check_deal(first)
            check_deal(last)
            if last < first:
                raise ValueError(f"The range {first}..{last} runs backwards.")
            if merged and first <= merged[-1][1] + 1:
                merged[-1] = merged[-1][0], max(last, merged[-1][1])
            else:
                merged.append((first, last))
        self.ranges: Final = tuple(merged)
        self._ends = list(accumulate(last - first + 1 for first, last in merged))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __contains__(self, deal: int) -> bool:
        index = bisect_right(self.ranges, deal, key=itemgetter(0))
        return index > 0 and deal <= self.ranges[index - 1][1]

    def part(self, start: int, stop: int) -> list[tuple[int, int]]:
        """Return the deals with indices from `start` to `stop` as ranges.

        `stop` is not included.
        """
        stop = min(stop, len(self))
        parts = []
        index = bisect_right(self._ends, start)
        while start < stop:
            first, last = self.ranges[index]
            begin = first + start - (self._ends[index] - (last - first + 1))
            end = min(last, begin + stop - start - 1)
            parts.append((begin, end))
            start += end - begin + 1
            index += 1
        return parts

    def sample(self, count: int, seed: int) -> "DealSet":
        """Return a random sample of `count` deals.

        All deals are returned if there are fewer.
        The seed determines the sample.
        """
        if count >= len(self):
            return self
        places = Random(seed).sample(range(len(self)), count)
        return DealSet(each for place in places for each in self.part(place, place + 1))


def deals_in(ranges: DealRanges) -> Iterator[int]:
    return (deal for first, last in ranges for deal in range(first, last + 1))


def _without_zero(first: int, last: int) -> list[tuple[int, int]]:
    if first <= 0 <= last:
        return [part for part in ((first, -1), (1, last)) if part[0] <= part[1]]
    return [(first, last)]


WON: Final = "won"
LOST: Final = "lost"
OPEN: Final = "open"

DEFAULT_BUDGET: Final = Budget(states=2_000_000)
"""The default budget of a search: about half a gigabyte of memory, and a minute."""

_LARGEST_LIMIT: Final = 10**30  # a limit above any budget on the command line


class Find(Enum):
    """A kind of question about a deal, and the form of the answers."""

    VERDICT = "verdict"
    """Whether the deal can be won: `won`, `lost` or `open`."""
    CELLS = "cells"
    """The fewest free cells with which the deal can be won: `2`, or `1-3` if one and two cells are open."""
    LENGTH = "length"
    """The moves of a short solution, as in `Solved.length`; or `lost` or `open`."""
    DIFFICULTY = "difficulty"
    """The difficulty, as in `solver.analysis`; or `lost` or `open`."""


_RESULTS: Final = {
    Find.VERDICT: rf"{WON}|{LOST}|{OPEN}",
    Find.CELLS: rf"[0-{MAX_CELLS}]|[0-9]-[0-{MAX_CELLS}]?",
    Find.LENGTH: rf"[0-9]{{1,4}}|{LOST}|{OPEN}",
    Find.DIFFICULTY: "|".join((*NAMES, LOST, OPEN)),
}


class Row(NamedTuple):
    """The answer for a deal."""

    deal: int
    result: str
    """A word, in the form that belongs to the question."""

    states: int
    """The number of positions searched."""

    reason: str | None = None
    """The reason why the result is open; None for any other result."""

    def encode(self) -> bytes:
        return json.dumps({name: value for name, value in self._asdict().items() if value is not None}).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class Question:
    """The question about each deal of a survey.

    Raise NotationError for an impossible question.
    """

    variant: Variant = FREECELL
    find: Find = Find.VERDICT
    budget: Budget = DEFAULT_BUDGET
    """The budget of each search."""

    drop: str | None = None
    """A result whose rows are only counted; None to keep all rows."""

    def __post_init__(self) -> None:
        if self.find is Find.CELLS and self.variant.cells_dealt:
            raise NotationError(
                f"{self.variant.title} is dealt differently with fewer cells, so there is no fewest number."
            )
        if self.find is Find.DIFFICULTY and self.variant != FREECELL:
            raise NotationError("Difficulty is known only for FreeCell with four cells.")
        if self.drop is not None and not self.can_find(self.drop):
            raise NotationError(f"{quoted(self.drop)} cannot be dropped: no deal has this result here.")
        # A limit is one that can be read again from the folder of a survey.
        limits = [limit for limit in self.budget if limit is not None]
        if not all(type(limit) in (int, float) and 0 <= limit < _LARGEST_LIMIT for limit in limits):
            raise NotationError("A budget is a number from 0 up.")

    def can_find(self, result: str) -> bool:
        """Return whether some deal may have a result."""
        return re.fullmatch(_RESULTS[self.find], result) is not None

    def answer(self, number: int) -> Row:
        if self.find is Find.CELLS:
            return self._fewest_cells(number)
        result = self._solve(number, self.variant.cells)
        word = WON if isinstance(result, Solved) else LOST if isinstance(result, Unsolvable) else OPEN
        if isinstance(result, Solved) and self.find is Find.LENGTH:
            word = str(result.length)
        elif isinstance(result, Solved) and self.find is Find.DIFFICULTY:
            word = difficulty(result.states, self.variant) or word
        return _row(number, word, result.states, result)

    def _solve(self, number: int, cells: int) -> SolverResult:
        variant = self.variant._replace(cells=cells)
        return solve(deal(number, variant), variant, short=self.find is Find.LENGTH, budget=self.budget)

    def _fewest_cells(self, number: int) -> Row:
        """Return the row of the fewest free cells.

        More cells never hurt, so one win and one loss decide.
        """
        least, most, states, undecided = 0, None, 0, None
        for cells in (*range(self.variant.cells, MAX_CELLS + 1), *range(self.variant.cells - 1, -1, -1)):
            if cells < least or (most is not None and cells > most):
                continue
            result = self._solve(number, cells)
            states += result.states
            if isinstance(result, Solved):
                most = cells
            elif isinstance(result, Unsolvable):
                least = cells + 1
            else:
                undecided = result
        if least == most:
            return _row(number, str(most), states)
        return _row(number, f"{least}-{'' if most is None else most}", states, undecided)


def _row(number: int, word: str, states: int, result: SolverResult | None = None) -> Row:
    return Row(number, word, states, result.reason.name.lower() if isinstance(result, Undecided) else None)


def is_open(result: str) -> bool:
    return result == OPEN or "-" in result


class TimedDeal(NamedTuple):
    """A deal with the time of its answer."""

    deal: int
    seconds: float


class ChunkAnswer(NamedTuple):
    """The answers to a chunk of deals, as a worker sends them."""

    rows: bytes
    """A line of JSON for each deal, except dropped ones."""

    counts: Mapping[str, int]
    """The number of deals with each result."""

    seconds: float
    """The processor time."""

    slowest: TimedDeal
    """The deal that took longest, with its processor time."""


def ask(question: Question, deals: DealRanges) -> ChunkAnswer:
    """Return the answers to a chunk of deals.

    This is the work that a survey submits to an executor.
    """
    rows, counts = bytearray(), Counter[str]()
    start = before = thread_time()
    slowest = TimedDeal(0, 0.0)
    for number in deals_in(deals):
        row = question.answer(number)
        counts[row.result] += 1
        if row.result != question.drop:
            rows += row.encode()
        now = thread_time()
        if now - before >= slowest.seconds:
            slowest = TimedDeal(number, now - before)
        before = now
    return ChunkAnswer(bytes(rows), dict(counts), before - start, slowest)
