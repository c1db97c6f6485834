"""Text longer than the terminal, shown in a pager."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from shutil import get_terminal_size
from typing import Final

from freecell_tui.help.markdown import Block, Role, laid_out, plain_text

IN_A_PAGER: Final = "Text longer than the terminal is shown in $PAGER, or in less."

_MIN_WIDTH: Final = 30
_MAX_WIDTH: Final = 100
_INKS: Final = dict.fromkeys((Role.HEADING, Role.BOLD, Role.CODE), "title")


def print_blocks(blocks: Iterable[Block], topic_link: str, paint: Callable[[str, str], str]) -> None:
    """Print blocks, in a pager if they are longer than the terminal.

    A link to a topic is followed by `topic_link` with the topic's name in it.
    `paint` returns a text in an ink, `title` or `text`. If it changes nothing, signs stand for the inks.
    """
    size = get_terminal_size()
    width = min(max(size.columns, _MIN_WIDTH), _MAX_WIDTH)
    if paint(topic_link, "title") == topic_link or not _pager_has_colours():
        text = plain_text(blocks, width, topic_link)
    else:
        lines = laid_out(blocks, width, topic_link, has_signs=False)
        rows = ("".join(paint(span.text, _INKS.get(span.role, "text")) for span in line) for line in lines)
        text = "".join(f"{row.rstrip()}\n" for row in rows)
    if not sys.stdout.isatty() or text.count("\n") < size.lines or not _show_in_pager(text):
        sys.stdout.write(text)


def _pager_has_colours() -> bool:
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
