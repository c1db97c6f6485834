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
from freecell_tui.engine.text import counted, quoted

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

_VALUES: Final = {letter: value for value, letter in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_SEPARATORS: Final = re.compile(r"[\s\u200b\ufeff\u00ad_\u2010-\u2015\u2212-]+")
_FEWEST: Final = 2 * GROUP
# More than any code has with a separator behind each character; a longer text is not worth looking through.
_LONGEST_TEXT: Final = 4 * MAX_VALUES


_DASHES: Final = re.compile(r"[_\u2010-\u2015\u2212-]")
_LINE_BREAK: Final = re.compile(r"-[ \t]*\r?\n\s*")
_AROUND: Final = "\"'`()[]<>{}*“”‘’,;:.!?"
_CUT_CODE: Final = re.compile(r"F[0-9A-Z]{4}-(?:[0-9A-Z]{5}-)*[0-9A-Z]{0,5}", re.IGNORECASE)
_DIGIT: Final = re.compile("[0-9]")
_LONGEST_SEARCH: Final = 100_000
_FEWEST_GROUPS: Final = 3
_LONE_WORD: Final = 20


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
        raise ShareCodeError(f"This share code is not complete: it has only {counted(len(letters), 'character')}.")
    if len(letters) > MAX_VALUES + 1:
        raise ShareCodeError(f"A share code has at most {MAX_VALUES:,} characters; this one has more.")
    values = [_VALUES.get(letter, 0) for letter in letters]
    strange = [place for place, letter in enumerate(letters) if letter not in _VALUES]
    if strange:
        raise ShareCodeError(_about_strange(letters, values, strange))
    if not check_characters.is_right(values):
        raise ShareCodeError(_about_mistake(values))
    return values[:-CHECKS]


def code_lines(code: str, width: int) -> list[str]:
    """Return a code in lines of at most `width` characters but at least a group; a dash ends all but the last."""
    if len(code) <= width:
        return [code]
    step = max(width // (GROUP + 1), 1) * (GROUP + 1)
    return [code[at : at + step] for at in range(0, len(code), step)]


def find_code(text: str) -> str:
    """Return the first thing in a text that is meant as a share code, be it damaged; '' if there is none.

    A code is a word of groups with dashes, which may break a line, or a long word of letters and digits, or a line of
    groups alone. No moves, no position and no save is written so, and words of a language have no digits.
    """
    text = text[:_LONGEST_SEARCH]
    for word in _LINE_BREAK.sub("-", text).split():
        bare = word.strip(_AROUND)
        groups = _DASHES.split(bare)
        is_long = len(groups) == 1 and len(bare) >= _LONE_WORD and _is_plain(bare)
        if _DIGIT.search(bare) and (is_long or _are_groups(groups)):
            return bare
    for line in text.splitlines():
        words = line.split()
        if _are_groups(words) and sum(bool(_DIGIT.search(word)) for word in words) >= max(2, len(words) / 3):
            return line.strip()
    return ""


def is_cut_code(word: str) -> bool:
    """Return whether a word begins as share codes do: with F, a full group that has a digit, and a dash."""
    return _CUT_CODE.fullmatch(word.strip()) is not None and _DIGIT.search(word[:GROUP]) is not None


def _are_groups(words: Sequence[str]) -> bool:
    """Return whether words are groups, of which a third at most may be damaged."""
    right = sum(len(word) == GROUP and _is_plain(word) for word in words)
    return len(words) >= _FEWEST_GROUPS and 3 * right >= 2 * len(words)


def _is_plain(word: str) -> bool:
    return word.isascii() and word.isalnum()


def _grouped(values: Sequence[int]) -> str:
    letters = "".join(ALPHABET[value] for value in values)
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def _group_at(values: Sequence[int], place: int) -> str:
    start = place // GROUP * GROUP
    return quoted(_grouped(values[start : start + GROUP]))


def _about_strange(letters: str, values: Sequence[int], strange: Sequence[int]) -> str:
    """Return what is wrong where characters that no code has, which are at the `strange` places, are read as 0."""
    place = strange[0]
    told = f"{quoted(letters[place])} in group {place // GROUP + 1} cannot be in a share code"
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
        return f"This share code is not complete: its last group has {len(values) % GROUP} of {GROUP} characters."
    return "This share code is not complete, or has more than one wrong character: copy it again."


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
            return f"Group {group} of this share code is missing a character: it should be {should_be}."
        case Fault.ADDED:
            return f"Group {group} of this share code has one character too many: it should be {should_be}."
