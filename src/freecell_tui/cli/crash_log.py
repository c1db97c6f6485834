"""A log of crashes: the details for whoever mends them, and a sentence for the player."""

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from freecell_tui import __version__
from freecell_tui.cli.exit_codes import CRASHED
from freecell_tui.storage.files import INHERITED_BY_NONE, NOT_WAITING, PRIVATE, make_private_folder
from freecell_tui.storage.paths import state_folder

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
        if log.lost:
            print(log.lost, file=sys.stderr)  # better on the screen than nowhere
    what = " ".join(["stopped by a bug.", *unkept]) if unkept else _SAVED
    print(f"freecell: {what} The details are in {path}.", file=sys.stderr)
    return CRASHED


class _LogFile(logging.FileHandler):
    """A log that is made, with its folder, for its first record; `lost` is the last one if that was not written."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8", delay=True)
        self.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        self.lost = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.lost = ""
        try:
            make_private_folder(Path(self.baseFilename).parent)
            super().emit(record)
        except OSError:
            self.handleError(record)

    def _open(self) -> TextIOWrapper:
        """Open the log for the player alone, without waiting for a reader if it is a pipe."""
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | NOT_WAITING | INHERITED_BY_NONE
        return TextIOWrapper(os.fdopen(os.open(self.baseFilename, flags, PRIVATE), "ab"), encoding=self.encoding)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        self.lost = self.format(record)


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
        with suppress(OSError):
            log.close()
