"""A log of crashes: the details for whoever mends them, and a sentence for the player."""

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from freecell_tui import __version__
from freecell_tui.cli.exit_codes import CRASHED
from freecell_tui.storage.paths import state_folder

_LOGGER = logging.getLogger("freecell_tui")


def run_with_crash_log(play: Callable[[], int]) -> int:
    """Return the exit code of `play`; after a crash write its traceback to the log and return CRASHED.

    What the terminal's library reports meanwhile is logged too, and never printed over the table.
    """
    path = state_folder() / "trouble.log"
    with _errors_logged_to(path, _LOGGER, logging.getLogger("urwid")) as log:
        try:
            return play()
        except Exception:
            _LOGGER.exception("freecell-tui %s stopped because of a bug.", __version__)
        if log.lost:
            print(log.lost, file=sys.stderr)  # better on the screen than nowhere
    print(f"freecell: stopped by a bug; your game is saved. The details are in {path}.", file=sys.stderr)
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
            Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
            super().emit(record)
        except OSError:
            self.handleError(record)

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
