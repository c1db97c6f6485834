"""Sets of deals, held as ranges: a set of milliards takes no room."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import itemgetter
from random import Random
from typing import Final, TypeAlias

from freecell_tui.engine import check_deal

DealRanges: TypeAlias = Sequence[tuple[int, int]]
"""Ranges of deal numbers, both ends included, in ascending order and apart from each other."""


class DealSet:
    """Deals in ascending order, each of them once; their places are counted from 0. There is no deal 0.

    >>> deals = DealSet([(5, 7), (1, 2), (6, 9)])
    >>> deals.ranges, len(deals), deals.part(1, 4)
    (((1, 2), (5, 9)), 7, [(2, 2), (5, 6)])
    """

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        """Unite ranges with both ends included; raise NoSuchDeal if one ends where there is no deal.

        Raise ValueError for one that runs backwards.
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

    def __iter__(self) -> Iterator[int]:
        return deals_in(self.ranges)

    def __contains__(self, deal: int) -> bool:
        at = bisect_right(self.ranges, deal, key=itemgetter(0))
        return at > 0 and deal <= self.ranges[at - 1][1]

    def part(self, start: int, stop: int) -> list[tuple[int, int]]:
        """Return the deals from place `start` up to but without `stop`, as ranges."""
        stop = min(stop, len(self))
        found = []
        at = bisect_right(self._ends, start)
        while start < stop:
            first, last = self.ranges[at]
            begin = first + start - (self._ends[at] - (last - first + 1))
            end = min(last, begin + stop - start - 1)
            found.append((begin, end))
            start += end - begin + 1
            at += 1
        return found

    def sample(self, count: int, seed: int) -> "DealSet":
        """Return `count` of the deals, or all if there are no more, chosen at random, the same for the same seed."""
        if count >= len(self):
            return self
        places = Random(seed).sample(range(len(self)), count)
        return DealSet(each for place in places for each in self.part(place, place + 1))


def deals_in(ranges: DealRanges) -> Iterator[int]:
    """Yield every deal in some ranges."""
    return (deal for first, last in ranges for deal in range(first, last + 1))


def _without_zero(first: int, last: int) -> list[tuple[int, int]]:
    if first <= 0 <= last:
        return [part for part in ((first, -1), (1, last)) if part[0] <= part[1]]
    return [(first, last)]
