"""What a terminal can do, as far as its name tells."""

import os
from contextlib import suppress
from typing import Final

# Terminals that would print a window's title among the cards.
_WITHOUT_TITLE: Final = ("linux", "vt", "cons", "sun", "dumb", "ansi")
_FEWEST_COLOURS: Final = 8
_FORCES_COLOUR: Final = ("FORCE_COLOR", "CLICOLOR_FORCE")
# Only the terminal's name is asked about, not the terminal.
_NO_FILE: Final = 0


def has_title() -> bool:
    """Return whether the terminal has a window with a title."""
    return not os.environ.get("TERM", "dumb").startswith(_WITHOUT_TITLE)


def has_no_colours(term: str) -> bool:
    """Return whether terminfo knows this terminal, and as one without colours; urwid gives such a one sixteen."""
    if any(os.environ.get(name) for name in _FORCES_COLOUR):
        return False
    try:
        import curses  # noqa: PLC0415 - not asked of terminals with 256 colours or more, which are most
    except ImportError:
        return False
    with suppress(curses.error):
        curses.setupterm(term, _NO_FILE)
        return curses.tigetnum("colors") < _FEWEST_COLOURS
    return False
