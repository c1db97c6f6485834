"""Check characters: six at the end of a text of values 0 to 31, which find what is wrong with the text.

They are a BCH code over GF(32), the one of Bitcoin's addresses (BIP 173), with a constant of our own. Up to three wrong
values among 1,023 are always found, so two swapped ones are too, and up to four among 89; anything else is missed once
in 2^30. A text has full groups of five, so a value too many or too few is seen by its length. One wrong, missing or
added value, or two neighbours swapped, can be put right.
"""

from collections.abc import Sequence
from enum import Enum
from itertools import pairwise
from typing import Final, NamedTuple

GROUP: Final = 5
CHECKS: Final = 6
MAX_VALUES: Final = 1020
"""The longest text, in values: full groups within the 1,023 that the code has."""

_GENERATOR: Final = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
# The residue of a correct text; not 0, so that a text of zeros is not correct.
_RIGHT: Final = 0x0F6EECE1
_MASK: Final = (1 << 5 * (CHECKS - 1)) - 1


class Fault(Enum):
    WRONG = "a wrong character"
    SWAPPED = "two characters swapped"
    MISSING = "a missing character"
    ADDED = "one character too many"


class Correction(NamedTuple):
    """A mistake in a text, its place, and the right values.

    `place` is an index into the right values; of an added one, that of the value before which it stands.
    """

    fault: Fault
    place: int
    values: list[int]


def with_checks(values: Sequence[int]) -> list[int]:
    residue = _residue([*values, *[0] * CHECKS]) ^ _RIGHT
    return [*values, *(residue >> 5 * place & 31 for place in reversed(range(CHECKS)))]


def is_right(values: Sequence[int]) -> bool:
    """Return whether a text has full groups and correct check values."""
    return len(values) % GROUP == 0 and CHECKS < len(values) <= MAX_VALUES and _residue(values) == _RIGHT


def correct(values: Sequence[int]) -> Correction | None:
    """Return the correction of a wrong text; None if it is too long or has more than one mistake."""
    if len(values) > MAX_VALUES + 1:
        return None
    missing = -len(values) % GROUP
    if missing == 0:
        return _changed(values)
    return _missing(values) if missing == 1 else _added(values) if missing == GROUP - 1 else None


def _times_x(residue: int) -> int:
    top, residue = residue >> 5 * (CHECKS - 1), (residue & _MASK) << 5
    for bit, multiple in enumerate(_GENERATOR):
        if top >> bit & 1:
            residue ^= multiple
    return residue


def _residue(values: Sequence[int]) -> int:
    """Return the text, as a polynomial with a 1 before it, modulo the generator."""
    residue = 1
    for value in values:
        residue = _times_x(residue) ^ value
    return residue


def _shares(length: int) -> list[list[int]]:
    """Return what each value adds to the residue at each place, counted from the end."""
    basis = [1 << bit for bit in range(5)]
    table = []
    for _ in range(length):
        shares = [0]
        for each in basis:
            shares += [share ^ each for share in shares]
        table.append(shares)
        basis = [_times_x(each) for each in basis]
    return table


def _changed(values: Sequence[int]) -> Correction | None:
    """Return the correction of a wrong value, or of two neighbours that are swapped."""
    error, shares = _residue(values) ^ _RIGHT, _shares(len(values))[::-1]
    for place, of_value in enumerate(shares):
        if error in of_value:
            right = values[place] ^ of_value.index(error)
            return Correction(Fault.WRONG, place, [*values[:place], right, *values[place + 1 :]])
    for place, (one, other) in enumerate(pairwise(values)):
        if shares[place][one ^ other] ^ shares[place + 1][one ^ other] == error:
            return Correction(Fault.SWAPPED, place, [*values[:place], other, one, *values[place + 2 :]])
    return None


def _missing(values: Sequence[int]) -> Correction | None:
    shares = _shares(len(values) + 1)
    error = _residue([*values, 0]) ^ _RIGHT
    for place in reversed(range(len(values) + 1)):
        behind = len(values) - place
        if error in shares[behind]:
            return Correction(Fault.MISSING, place, [*values[:place], shares[behind].index(error), *values[place:]])
        if place:
            # The gap moves to before the last value in front of it.
            moved = values[place - 1]
            error ^= shares[behind][moved] ^ shares[behind + 1][moved]
    return None


def _added(values: Sequence[int]) -> Correction | None:
    shares = _shares(len(values))
    error = _residue(values[:-1]) ^ _RIGHT
    for place in reversed(range(len(values))):
        if error == 0:
            return Correction(Fault.ADDED, place, [*values[:place], *values[place + 1 :]])
        if place:
            behind = len(values) - 1 - place
            error ^= shares[behind][values[place - 1]] ^ shares[behind][values[place]]
    return None
