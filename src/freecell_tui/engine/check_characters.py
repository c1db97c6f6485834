"""Check characters: six values at the end of a text, against mistakes in copying.

A text is a sequence of values 0 to 31.
The check values are a BCH code over GF(32): the code of Bitcoin's addresses (BIP 173), with a constant of our own.
The code always detects up to three wrong values among 1,023, or four among 89; two swapped values count as two wrong
ones.
Any other damage is missed once in 2^30 cases.
A text has full groups of five, so its length betrays a missing or an added value.
One wrong, missing or added value, or one swap of neighbours, can be corrected.
"""

from collections.abc import Sequence
from enum import Enum
from functools import reduce
from itertools import accumulate
from typing import Final, NamedTuple

GROUP: Final = 5
CHECKS: Final = 6
MAX_VALUES: Final = 1020
"""The most values of a text: full groups within the 1,023 of the code."""

# The multiples of the generator, by the highest value of a residue, which each of them cancels.
_MULTIPLES = [0]
for _multiple in (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3):
    _MULTIPLES += [_multiple ^ other for other in _MULTIPLES]
_HIGHEST: Final = {multiple & 31: value for value, multiple in enumerate(_MULTIPLES)}
"""The highest value of a residue, by the lowest value of its multiple.

`_before` uses the table to undo a step of `_after`.
"""
_TOP: Final = 5 * (CHECKS - 1)
# The residue of a correct text; not 0, so that a text of zeros is not correct.
_RIGHT: Final = 0x0F6EECE1


class Fault(Enum):
    """A kind of mistake, with the sentence for the player."""

    WRONG = "Group {group} of this share code is wrong: {written} should be {right}."
    SWAPPED = "Two characters in group {group} of this share code are swapped: {written} should be {right}."
    MISSING = "Group {group} of this share code is missing a character: it should be {right}."
    ADDED = "Group {group} of this share code has one character too many: it should be {right}."


_FAULTS: Final = {0: ((Fault.WRONG, 1), (Fault.SWAPPED, 2)), 1: ((Fault.MISSING, 0),), GROUP - 1: ((Fault.ADDED, 1),)}
"""The possible mistakes, by the number of values missing in the last group.

Each mistake has its number of wrong values.
"""


class Correction(NamedTuple):
    """A mistake in a text, its place, and the right values."""

    fault: Fault
    place: int
    """An index into the right values; an added value stands before this index."""

    values: list[int]


def with_checks(values: Sequence[int]) -> list[int]:
    """Return `values` followed by their check values."""
    residue = _residues([*values, *[0] * CHECKS])[-1] ^ _RIGHT
    return [*values, *(residue >> 5 * place & 31 for place in reversed(range(CHECKS)))]


def is_right(values: Sequence[int]) -> bool:
    """Return whether a text has full groups and correct check values."""
    return len(values) % GROUP == 0 and CHECKS < len(values) <= MAX_VALUES and _residues(values)[-1] == _RIGHT


def correct(values: Sequence[int]) -> Correction | None:
    """Return the correction of a wrong text.

    None if the text is too long or has more than one mistake.
    """
    if len(values) > MAX_VALUES + 1:
        return None
    # `before[n]` is the residue of the first n values, and `behind[n]` the residue from which the other values complete
    # a right text. The mistake is at the place where the right value leads from `before` to `behind`.
    before = _residues(values)
    behind = list(accumulate(reversed(values), _before, initial=_RIGHT))[::-1]
    for place in reversed(range(len(before))):
        for fault, count in _FAULTS.get(-len(values) % GROUP, ()):
            after = place + count
            if after < len(behind):
                right = list(values[place:after][::-1]) if fault is Fault.SWAPPED else []
                if fault in (Fault.WRONG, Fault.MISSING):
                    # `_after` adds its value last, so a residue in place of the value yields the value that leads to
                    # this residue, if any below 32 does.
                    right = [_after(before[place], behind[after]) & 31]
                if reduce(_after, right, before[place]) == behind[after]:
                    return Correction(fault, place, [*values[:place], *right, *values[after:]])
    return None


def _after(residue: int, value: int) -> int:
    """Return `residue` extended by one value, modulo the generator.

    The text is a polynomial with a leading 1.
    """
    return (residue << 5 & (1 << 5 * CHECKS) - 1) ^ _MULTIPLES[residue >> _TOP] ^ value


def _before(residue: int, value: int) -> int:
    """Return the residue of a text without its last value."""
    highest = _HIGHEST[(residue ^ value) & 31]
    return (residue ^ value ^ _MULTIPLES[highest]) >> 5 | highest << _TOP


def _residues(values: Sequence[int]) -> list[int]:
    """Return the residue of every prefix, from the empty prefix on."""
    return list(accumulate(values, _after, initial=1))
