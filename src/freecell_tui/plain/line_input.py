"""Where lines come from: standard input, with line editing and completion where somebody types at a terminal."""

import sys
from collections.abc import Callable, Sequence
from typing import Final, Protocol

MAX_LENGTH: Final = 4096
"""Lines of more characters are refused."""

_PROMPT: Final = "> "

_READLINE_SETTINGS: Final = (
    # Nothing but text is written, for screen readers and simple terminals.
    "set enable-bracketed-paste off",
    "set enable-meta-key off",
    "set bell-style none",
    "set page-completions off",
    "tab: complete",
)
_LIBEDIT_SETTINGS: Final = ("bind ^I rl_complete",)

Complete = Callable[[Sequence[str]], Sequence[str]]
"""Returns what words can stand behind others."""


class LineTooLong(Exception):
    """A line has more than MAX_LENGTH characters; it has been read to its end."""


class Lines(Protocol):
    """What a player says, line by line."""

    is_typed: bool
    """Whether somebody types at a terminal."""

    def read(self) -> str | None:
        """Return the next line, or None if there is none; raise LineTooLong."""


class PipedLines:
    """Lines from a file, a pipe, or a terminal that cannot edit them, with a prompt if `is_typed`."""

    def __init__(self, *, is_typed: bool) -> None:
        self.is_typed = is_typed

    def read(self) -> str | None:
        """Return the next line, with its end."""
        if self.is_typed:
            sys.stdout.write(_PROMPT)
            sys.stdout.flush()
        try:
            line = sys.stdin.readline(MAX_LENGTH)
            if len(line) == MAX_LENGTH and not line.endswith("\n"):
                while part := sys.stdin.readline(MAX_LENGTH):
                    if part.endswith("\n"):
                        break
                raise LineTooLong
        except OSError:
            # The terminal is gone.
            return None
        return line or None


class EditedLines:
    """Lines typed at a terminal with readline: edited, completed, and recalled as long as the program runs."""

    is_typed = True

    def __init__(self, complete: Complete) -> None:
        import readline  # noqa: PLC0415 - it takes over the terminal, and some systems do without it

        self._readline = readline
        self._complete_word = complete
        self._found: Sequence[str] = ()
        is_libedit = "libedit" in (readline.__doc__ or "")
        for setting in _LIBEDIT_SETTINGS if is_libedit else _READLINE_SETTINGS:
            readline.parse_and_bind(setting)
        readline.set_completer_delims(" \t")
        readline.set_completer(self._complete)

    def read(self) -> str | None:
        """Return the next line, without its end."""
        try:
            line = input(_PROMPT)
        except (EOFError, OSError):
            return None
        if len(line) >= MAX_LENGTH:
            raise LineTooLong
        return line

    def _complete(self, text: str, state: int) -> str | None:
        """Return one way after the other in which the word at the cursor can go on, as readline asks for them."""
        if state == 0:
            before = self._readline.get_line_buffer()[: self._readline.get_begidx()].split()
            self._found = [word for word in self._complete_word(before) if word.startswith(text.lower())]
        return self._found[state] if state < len(self._found) else None


def open_lines(complete: Complete) -> Lines:
    """Return the lines of standard input."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return PipedLines(is_typed=False)
    try:
        return EditedLines(complete)
    except ImportError:
        return PipedLines(is_typed=True)
