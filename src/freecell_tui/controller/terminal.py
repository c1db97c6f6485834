"""What a terminal can do, as far as its name and its surroundings tell; what it cannot do is not sent to it."""

import re
import sys
from collections.abc import Mapping
from typing import Final

# Consoles and old terminals, by the beginning of `TERM`. They would print the text of a control string among the cards.
_WITHOUT_STRINGS: Final = re.compile(
    r"linux|vt\d|cons\d|sun|dumb|unknown|network|dialup|ansi|eterm|pcansi|nansi|qansi|scoansi|wsvt|pccon|wy|tvi|hp|ibm|mach"
    r"|hurd|bterm|at386|att|minix|qnx|j?fbterm|kon$|news|iris|adm|aaa|hz|xenix"
)
# Terminals of few colours, which do not know those of 24 bits either, and names that say how few they have.
_FEW_COLOURS: Final = re.compile(
    r"screen|dvtm|mtm|rxvt(?!-unicode)|Eterm|aterm|kterm|nxterm|cygwin|mlterm-16|xterm-(?:r\d|old|vt\d)"
    r"|.*-(?:m|mono|nc|8color|16color|88color)(?:$|-)"
)
# Programs that share a window among several terminals.
_MULTIPLEXERS: Final = ("TMUX", "STY", "ZELLIJ")
# What a program may have inherited from a terminal around the one that it runs in.
_INHERITED: Final = ("COLORTERM", "TERM_PROGRAM", "WT_SESSION", "WT_PROFILE_ID", "ConEmuANSI", "ConEmuPID")


def terminal_name(environment: Mapping[str, str]) -> str:
    """Return the name of the terminal.

    The console of Windows has no name, and is like xterm.
    """
    return environment.get("TERM") or ("xterm-256color" if sys.platform == "win32" else "dumb")


def is_emacs(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal is Emacs' own.

    That terminal stays blank for ever after a control string.
    """
    return environment.get("TERM", "").startswith("eterm") or any(
        "term:" in environment.get(name, "") for name in ("INSIDE_EMACS", "EMACS")
    )


def knows_strings(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal knows control strings.

    Such as the string that names its window.
    """
    return not (is_emacs(environment) or _WITHOUT_STRINGS.match(terminal_name(environment)))


def has_own_background(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal's background can be the window's.

    A multiplexer may share the window among several terminals.
    """
    term = environment.get("TERM", "")
    is_shared = term.startswith(("tmux", "screen", "dvtm", "mtm")) or any(map(environment.get, _MULTIPLEXERS))
    return knows_strings(environment) and not is_shared


if sys.platform == "win32":
    _OUTPUT: Final = -11
    _SEQUENCES: Final = 0x0004

    def knows_sequences() -> bool:
        from ctypes import byref, windll  # noqa: PLC0415 - only the table asks
        from ctypes.wintypes import DWORD  # noqa: PLC0415 - likewise

        mode, console = DWORD(), windll.kernel32.GetStdHandle(_OUTPUT)
        if not windll.kernel32.GetConsoleMode(console, byref(mode)):
            return False
        can_draw = windll.kernel32.SetConsoleMode(console, DWORD(mode.value | _SEQUENCES))
        windll.kernel32.SetConsoleMode(console, mode)
        return bool(can_draw)

else:

    def knows_sequences() -> bool:
        """Return whether the system's terminal knows sequences that draw.

        All do on POSIX systems, and the consoles of Windows from Windows 10 on, but for legacy ones.
        """
        try:
            import termios  # noqa: F401, PLC0415 - some systems have none, and the table loads termios anyway
        except ImportError:
            return False
        return True


def inherited_colours(environment: Mapping[str, str]) -> frozenset[str]:
    """Return the names of variables that tell of colours, but of another terminal's.

    GNU screen before 5.0 and other programs between here and the screen do not hand on colours of 24 bits; tmux does.
    """
    term = environment.get("TERM", "")
    is_tmux = term.startswith("tmux") or (bool(environment.get("TMUX")) and not environment.get("STY"))
    is_screen = bool(environment.get("STY")) and not term.startswith("tmux")
    has_few = _WITHOUT_STRINGS.match(term) or (_FEW_COLOURS.match(term) and not (is_tmux and term.startswith("screen")))
    return frozenset(_INHERITED) & environment.keys() if is_screen or has_few else frozenset()


def is_accessible(environment: Mapping[str, str]) -> bool:
    """Return whether the environment asks for output that can be read aloud.

    People with a screen reader set `ACCESSIBLE`, to anything but a word for no.
    """
    return environment.get("ACCESSIBLE", "").lower() not in ("", "0", "no", "false", "off")


_USUAL_SIZE: Final = (80, 24)
# No screen has more; such a size is a mistake, and a picture of it would take minutes.
_LARGEST: Final = (2000, 1000)


def screen_size(columns: int, rows: int, environment: Mapping[str, str]) -> tuple[int, int]:
    """Return the columns and rows of a terminal that says it has so many.

    A serial console and some containers say 0, and know it no better than `COLUMNS` and `LINES` or the usual size.
    """

    def known(count: int, name: str, usual: int, largest: int) -> int:
        text = environment.get(name, "")
        told = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(largest)) else 0
        return min(count if count > 0 else told or usual, largest)

    return (
        known(columns, "COLUMNS", _USUAL_SIZE[0], _LARGEST[0]),
        known(rows, "LINES", _USUAL_SIZE[1], _LARGEST[1]),
    )
