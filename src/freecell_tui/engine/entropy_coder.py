"""Entropy coding of choices into one big number, by range asymmetric numeral systems.

A choice is one of several alternatives with whole-number weights; one of weight w among a total of t takes log2(t / w)
bits. The number is exact and grows as needed, so nothing is rounded and no bit is lost between two choices. See Jarek
Duda, “Asymmetric numeral systems”, arXiv:1311.2540. The last choice packed is the first unpacked, so the encoder
collects all of them and packs them backwards.

>>> encoder = Encoder()
>>> encoder.choose(2, (1, 1, 6))
>>> encoder.pick(616, 32_000)
>>> decoder = Decoder(encoder.number)
>>> decoder.choose((1, 1, 6)), decoder.pick(32_000), decoder.is_used_up
(2, 616, True)
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate


class Encoder:
    """Collects choices; `number` holds all of them."""

    def __init__(self) -> None:
        self._intervals: list[tuple[int, int, int]] = []

    def choose(self, index: int, weights: Sequence[int]) -> None:
        """Add a choice: the index of one of the `weights`, which must not be 0."""
        self._intervals.append((sum(weights[:index]), weights[index], sum(weights)))

    def pick(self, index: int, count: int) -> None:
        """Add a choice of one of `count` equally likely alternatives."""
        self._intervals.append((index, 1, count))

    @property
    def number(self) -> int:
        """All choices as one number, 0 or more."""
        number = 0
        for start, width, total in reversed(self._intervals):
            number = number // width * total + start + number % width
        return number


class Decoder:
    """Unpacks the choices in a number, in the order in which they were added. Any number decodes to some choices."""

    def __init__(self, number: int) -> None:
        self._number = number

    def choose(self, weights: Sequence[int]) -> int:
        """Return the index of the next choice, which was made among alternatives of these weights."""
        ends = list(accumulate(weights))
        self._number, place = divmod(self._number, ends[-1])
        index = bisect_right(ends, place)
        self._number = self._number * weights[index] + place - (ends[index] - weights[index])
        return index

    def pick(self, count: int) -> int:
        """Return the next choice, which was made among `count` equally likely alternatives."""
        self._number, index = divmod(self._number, count)
        return index

    @property
    def is_used_up(self) -> bool:
        """Whether nothing but first alternatives is left, as after the last choice."""
        return self._number == 0
