"""Text longer than the terminal, shown in a pager."""

import os
import shlex
import signal
import subprocess
import sys
from shutil import get_terminal_size
from typing import Final

IN_A_PAGER: Final = "Text longer than the terminal is shown in $PAGER, or in less."


def print_text(text: str) -> None:
    """Print a text, in a pager if it is longer than the terminal."""
    if not sys.stdout.isatty() or text.count("\n") < get_terminal_size().lines or not _show_in_pager(text):
        sys.stdout.write(text)


def pager_has_colours() -> bool:
    """Return whether the pager shows colours, as less does unless `LESS` says something else, and more does."""
    pager = os.environ.get("PAGER", "less")
    return any(name in pager for name in ("less", "more", "cat")) and "r" in os.environ.get("LESS", "R").lower()


def _show_in_pager(text: str) -> bool:
    """Show a text in the player's pager, and return whether that worked."""
    try:
        command = shlex.split(os.environ.get("PAGER", "less"))
    except ValueError:
        return False
    if not command or command == ["cat"]:
        return False
    encoded = text.encode(sys.stdout.encoding, errors=sys.stdout.errors or "replace")
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the pager
    try:
        # As with git: less ends by itself if the text fits, and does not clear the screen.
        subprocess.run(command, input=encoded, check=False, env={"LESS": "FRX", **os.environ})  # noqa: S603 - chosen by the player
    except OSError:
        return False
    finally:
        signal.signal(signal.SIGINT, before)
    return True
