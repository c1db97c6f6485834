"""The small parts of sentences, and the errors of the engine.

Parts of sentences are plurals, capitals, quotation marks, lists of words, and times.
"""

from collections.abc import Sequence
from typing import Final
from unicodedata import category, decimal, decomposition, east_asian_width

_LONGEST_QUOTE: Final = 24


def counted(number: int, thing: str, things: str = "") -> str:
    """Return a number with its noun, in the plural unless 1.

    Thousands are separated by commas.
    `things` is an irregular plural.

    >>> counted(1, "move"), counted(2, "move"), counted(1234, "loss", "losses")
    ('1 move', '2 moves', '1,234 losses')
    """
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def counted_or_no(number: int, thing: str) -> str:
    """Return a number with a noun as `counted` does, 0 as `no`.

    >>> counted_or_no(1, "cell"), counted_or_no(0, "cell")
    ('1 cell', 'no cells')
    """
    return counted(number, thing) if number else f"no {thing}s"


def joined(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence: a, b `last` c.

    >>> joined(["a", "b", "c"]), joined(["a", "b"], "or"), joined(["a"]), joined([])
    ('a, b and c', 'a or b', 'a', '')
    """
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def capitalised(text: str) -> str:
    """Return a text with a capital first letter and the rest unchanged.

    >>> capitalised("column 3"), capitalised("")
    ('Column 3', '')
    """
    return text[:1].upper() + text[1:]


def uncapitalised(text: str) -> str:
    """Return a text with a small first letter and the rest unchanged.

    >>> uncapitalised("This deal"), uncapitalised("")
    ('this deal', '')
    """
    return text[:1].lower() + text[1:]


def printable(text: str) -> str:
    """Return a text with `?` for every unprintable character."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def one_line(text: str) -> str:
    r"""Return a text as one line, without unprintable characters.

    Any white space becomes a single space.

    >>> one_line(" two\r\nlines\x1b ")
    'two lines'
    """
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())


def plain_text(text: str) -> str:
    """Return a text with the plain forms of full-width characters and of digits of any script.

    >>> plain_text("３ａ"), plain_text("٦١٧"), plain_text("Ann")
    ('3a', '617', 'Ann')
    """
    return text if text.isascii() else "".join(map(_plain_character, text))


def _plain_character(char: str) -> str:
    if (digit := decimal(char, -1)) >= 0:
        return str(digit)
    kind, _, code = decomposition(char).partition(" ")
    return chr(int(code, 16)) if kind == "<wide>" else char


def unquoted(text: str) -> str:
    r"""Return a text without the marks with which mails and web pages quote it.

    These are `>` before every line but one that ends with a colon, as `Ann wrote:`, and fences of Markdown.

    >>> unquoted("> 3a\n>> 5h\n"), unquoted("```text\n3a\n```\n"), unquoted("3a > 5h\n")
    ('3a\n5h\n', '3a\n', '3a > 5h\n')
    """
    if ">" not in text and "```" not in text:
        return text
    lines = [line for line in text.splitlines(keepends=True) if not line.lstrip().startswith("```")]
    quotes = [line for line in lines if line.lstrip().startswith(">")]
    if quotes and all(line in quotes or line.rstrip().endswith(":") for line in lines if line.strip()):
        lines = [(line.lstrip("> \t") or "\n") if line in quotes else line for line in lines]
    return "".join(lines)


def shortened(value: object) -> str:
    """Return an untrusted value as printable text of at most 24 characters.

    An ellipsis follows a longer text.
    """
    text = str(value)
    beginning = printable(text[:_LONGEST_QUOTE])
    return beginning if len(text) <= _LONGEST_QUOTE else f"{beginning}…"


def cell_width(text: str) -> int:
    """Return the width of a printable text in cells of a terminal.

    A wide sign takes 2 cells, a combining accent 0.

    >>> cell_width("Ann"), cell_width("安"), cell_width("e" + chr(0x301))
    (3, 2, 1)
    """
    signs = (letter for letter in text if category(letter) not in ("Mn", "Me"))
    return sum(2 if east_asian_width(sign) in ("W", "F") else 1 for sign in signs)


def padded(text: str, width: int, *, is_right: bool = False) -> str:
    """Return a text padded to `width` cells, aligned left or right."""
    blanks = " " * (width - cell_width(text))
    return blanks + text if is_right else text + blanks


def did_you_mean(word: str, names: Sequence[str], cutoff: float = 0.7) -> str:
    """Return a question with the names most similar to a mistyped word.

    The question is ` Did you mean a or b?`, or '' if no name is similar.
    `cutoff` is the least similarity of a name, 0 to 1.
    """
    from difflib import get_close_matches  # noqa: PLC0415 - few words are mistyped

    near = dict.fromkeys(get_close_matches(word, names, cutoff=cutoff))
    return f" Did you mean {joined(list(near), 'or')}?" if near else ""


def quoted(text: str) -> str:
    """Return an untrusted word in quotation marks, shortened to 24 characters."""
    return f"“{shortened(text)}”"


def clock_text(seconds: float) -> str:
    """Return a time in minutes and seconds, with hours if necessary.

    >>> clock_text(154.9), clock_text(3754)
    ('2:34', '1:02:34')
    """
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


_MOST_HOURS: Final = 999
_MOST_COUNTED: Final = 99_999  # what other people say of their games is not told in larger numbers


def claimed_time(seconds: float) -> str:
    """Return the time that a player claims for a game.

    A time that nobody can have played is cut short.

    >>> claimed_time(3754), claimed_time(2**32 - 1)
    ('1:02:34', 'over 999 hours')
    """
    return f"over {_MOST_HOURS} hours" if seconds >= (_MOST_HOURS + 1) * 3600 else clock_text(seconds)


def claimed_count(number: int) -> str:
    """Return a number that a player claims, such as undos.

    A number that nobody can have reached is cut short.

    >>> claimed_count(0), claimed_count(12), claimed_count(2**32 - 1)
    ('no', '12', 'over 99,999')
    """
    return f"over {_MOST_COUNTED:,}" if number > _MOST_COUNTED else str(number or "no")


# The errors of the engine. `str()` of each is a sentence for the player.


class FreecellError(ValueError):
    """The base class of the errors for a player's texts and moves."""


class NotationError(FreecellError):
    """A malformed text or description.

    It may be of a card, a move, a share code or a tournament.
    """


class NoSuchDeal(FreecellError):
    """A number that no deal has."""


class IllegalMove(FreecellError):
    """A well-formed move that the rules refuse on this board."""
