"""A log of crashes: the details for whoever mends them, and a sentence for the player."""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from freecell_tui import __version__
from freecell_tui.cli.options import CRASHED, write_error
from freecell_tui.engine.text import printable
from freecell_tui.storage.files import (
    PRIVATE,
    atomic_write,
    folder_lock,
    make_private_folder,
    open_regular,
    state_folder,
)

MOST_BYTES: Final = 2**18
"""The size that the log never passes: what is oldest in it goes."""

_LONGEST: Final = 2**15
"""The characters of one record: beyond that it is a loop that tells the same again and again."""

_SAVED: Final = "stopped by a bug; your game is saved."
_LOGGER = logging.getLogger("freecell_tui")


def run_with_crash_log(play: Callable[[], int]) -> int:
    """Return the exit code of `play`; after a crash write its traceback to the log and return CRASHED.

    Notes on the exception say what could not be saved, in sentences.

    What the terminal's library reports meanwhile is logged too, and never printed over the table.
    """
    path = state_folder() / "trouble.log"
    with _errors_logged_to(path, _LOGGER, logging.getLogger("urwid")) as log:
        try:
            return play()
        except Exception as error:
            _LOGGER.exception("freecell-tui %s stopped because of a bug.", __version__)
            unkept = getattr(error, "__notes__", ())
    what = " ".join(["stopped by a bug.", *unkept]) if unkept else _SAVED
    if log.lost:
        write_error(log.lost)  # better on the screen than nowhere
    else:
        what = f"{what} The details are in {path}."
    write_error(f"freecell: {printable(what)}")
    return CRASHED


class _LogFile(logging.Handler):
    """A log that is made, with its folder, for its first record; `lost` is the last one if that was not written.

    It holds text that a terminal may be shown.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        self.lost = ""

    def emit(self, record: logging.LogRecord) -> None:
        text = _escaped(self.format(record))
        if len(text) > _LONGEST:
            text = f"{text[: _LONGEST // 2]}\n[…]\n{text[-_LONGEST // 2 :]}"
        try:
            make_private_folder(self._path.parent)
            with folder_lock(self._path.parent):
                self._append(f"{text}\n".encode())
        except OSError:
            self.lost = text
        else:
            self.lost = ""

    def _append(self, record: bytes) -> None:
        """Write the log anew with one more record: it is whole at any moment."""
        room = MOST_BYTES - len(record)
        try:
            with os.fdopen(open_regular(self._path), "rb") as log:
                surplus = log.seek(0, os.SEEK_END) - room
                log.seek(max(surplus, 0))
                before = log.read(room)
        except FileNotFoundError:
            before, surplus = b"", 0
        atomic_write(self._path, (before.partition(b"\n")[2] if surplus > 0 else before) + record, PRIVATE)


def _escaped(text: str) -> str:
    r"""Return lines in which what a terminal might obey, and what no file can hold, is written as in `\x1b`."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else letter.encode("unicode_escape").decode()
        for letter in text
    )


@contextmanager
def _errors_logged_to(path: Path, *loggers: logging.Logger) -> Iterator[_LogFile]:
    log = _LogFile(path)
    for logger in loggers:
        logger.propagate = False
        logger.setLevel(logging.ERROR)
        logger.addHandler(log)
    try:
        yield log
    finally:
        for logger in loggers:
            logger.removeHandler(log)
