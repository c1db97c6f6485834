"""Values from 0 to 31 as text that people copy: groups of five characters in Crockford's base32, with check characters.

Case does not matter, O is read as 0, I and L as 1, and spaces, dashes and line ends anywhere as nothing. U stands for
nothing: it looks like V.
"""

import re
from collections.abc import Sequence
from typing import Final

from freecell_tui.engine import check_characters
from freecell_tui.engine.check_characters import CHECKS, GROUP, MAX_VALUES, Correction, Fault
from freecell_tui.engine.errors import FreecellError
from freecell_tui.engine.text import quoted

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

_VALUES: Final = {letter: value for value, letter in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_SEPARATORS: Final = re.compile(r"[\s\u200b\ufeff\u00ad_\u2010-\u2015\u2212-]+")
_FEWEST: Final = 2 * GROUP
# More than any code has with a separator behind each character; a longer text is not worth looking through.
_LONGEST_TEXT: Final = 4 * MAX_VALUES


class ShareCodeError(FreecellError):
    """A text that is no share code, or a game that has none."""


def write_groups(values: Sequence[int]) -> str:
    """Return values as text, the check characters behind them.

    One more than the values must fill groups with their CHECKS; raise ShareCodeError if they are too many.
    """
    checked = check_characters.with_checks(values)
    if len(checked) > MAX_VALUES:
        raise ShareCodeError(f"A share code has at most {MAX_VALUES:,} characters.")
    return _grouped(checked)


def read_groups(text: str) -> list[int]:
    """Return the values of a text without its check characters; raise ShareCodeError, which says what is wrong."""
    letters = _SEPARATORS.sub("", text[:_LONGEST_TEXT]).upper()
    if len(letters) < _FEWEST:
        raise ShareCodeError(f"A share code has at least {_FEWEST} characters, and this has {len(letters)}.")
    if len(letters) > MAX_VALUES + 1:
        raise ShareCodeError(f"A share code has at most {MAX_VALUES:,} characters, and this has more.")
    values = [_VALUES.get(letter, 0) for letter in letters]
    strange = [place for place, letter in enumerate(letters) if letter not in _VALUES]
    if strange:
        raise ShareCodeError(_about_strange(letters, values, strange))
    if not check_characters.is_right(values):
        raise ShareCodeError(_about_mistake(values))
    return values[:-CHECKS]


def _grouped(values: Sequence[int]) -> str:
    letters = "".join(ALPHABET[value] for value in values)
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def _group_at(values: Sequence[int], place: int) -> str:
    start = place // GROUP * GROUP
    return quoted(_grouped(values[start : start + GROUP]))


def _about_strange(letters: str, values: Sequence[int], strange: Sequence[int]) -> str:
    """Return what is wrong where characters that no code has, which are at the `strange` places, are read as 0."""
    place = strange[0]
    told = f"{quoted(letters[place])} in group {place // GROUP + 1} is no character of a share code"
    right = list(values) if check_characters.is_right(values) else None
    if right is None and len(strange) == 1:
        found = check_characters.correct(values)
        right = found.values if found and (found.fault, found.place) == (Fault.WRONG, place) else None
    return f"{told}{f': the group should be {_group_at(right, place)}' if right else ''}."


def _about_mistake(values: Sequence[int]) -> str:
    """Return what is wrong where the check characters or the length are."""
    found = check_characters.correct(values)
    if found is not None:
        return _about_correction(values, found)
    if len(values) % GROUP:
        return f"This share code has {len(values)} characters, which are no full groups of {GROUP}: copy it again."
    return "This share code has more than one wrong character: copy it again."


def _about_correction(values: Sequence[int], found: Correction) -> str:
    place = min(found.place, len(found.values) - 1)
    group, should_be = place // GROUP + 1, _group_at(found.values, place)
    match found.fault:
        case Fault.WRONG:
            return f"Group {group} of this share code is wrong: {_group_at(values, place)} should be {should_be}."
        case Fault.SWAPPED:
            start, end = place // GROUP * GROUP, (place + 1) // GROUP * GROUP + GROUP
            typed, right = (quoted(_grouped(each[start:end])) for each in (values, found.values))
            return f"Two characters in group {group} of this share code are swapped: {typed} should be {right}."
        case Fault.MISSING:
            return f"Group {group} of this share code misses a character: it should be {should_be}."
        case Fault.ADDED:
            return f"Group {group} of this share code has a character too many: it should be {should_be}."
