"""The progress of a long run, on the terminal's last line while nothing else is printed there."""

import sys
from time import monotonic
from typing import Final, TextIO

from freecell_tui.controller.play.game import clock_text
from freecell_tui.engine.text import counted
from freecell_tui.solver import Progress
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore

_WIDTH: Final = 24
_BETWEEN: Final = 0.1
"""Seconds from one drawing to the next."""


class ProgressBar:
    """A progress bar on a stream, which shows nothing unless that is a terminal; `title` stands before it."""

    def __init__(self, total: int, stream: TextIO, title: str = "") -> None:
        self._total = total
        self._title = title
        self._stream = stream
        self._is_visible = stream.isatty()
        self._start = self._drawn = monotonic()
        self._skipped = self._done = 0
        self._text = ""

    def skip(self, count: int = 1) -> None:
        """Count positions that were answered in an earlier run."""
        self._skipped += count
        self._done += count

    def step(self, count: int = 1) -> None:
        """Count positions that are answered now."""
        self._done += count

    def show(self, done: int, total: int) -> None:
        """Show how far a run is whose length only turns out now."""
        self._done, self._total = done, total
        self.draw()

    def draw(self, progress: Progress | None = None) -> None:
        """Show how far the run is, or how far its only search is; not oftener than every tenth of a second."""
        now = monotonic()
        if not self._is_visible or now - self._drawn < _BETWEEN:
            return
        self._drawn = now
        self._write(_search_text(progress) if self._total == 1 and progress else self._run_text(now - self._start))

    def clear(self) -> None:
        """Leave the line empty, for something else to be written there."""
        if self._text:
            # A terminal writes ^C behind the bar when that is pressed.
            self._write(" " * (len(self._text) + len("^C")))
            self._write("")
            self._write("")

    def print_above(self, line: str, stream: TextIO) -> None:
        """Print a line at once; the bar makes way for it if both are on terminals."""
        text = self._text
        if stream.isatty():
            self.clear()
        print(line, file=stream, flush=True)
        if text != self._text:
            self._write(text)

    def _write(self, text: str) -> None:
        self._stream.write("\r" + text.ljust(len(self._text)))
        self._stream.flush()
        self._text = text

    def _run_text(self, seconds: float) -> str:
        full = _WIDTH * self._done // self._total
        rate = (self._done - self._skipped) / seconds
        bar = f"{self._title}[{'#' * full}{'.' * (_WIDTH - full)}] {self._done:,} of {self._total:,}"
        return bar + (f", {rate:.0f} a second, {clock_text((self._total - self._done) / rate)} to go" if rate else "")


def import_missed_wins(history: History, store: SaveStore) -> None:
    """Record the wins in saves that the history has not seen, and show how many were read; raise HistoryError."""
    bar = ProgressBar(0, sys.stderr, "Saves ")
    try:
        history.import_missed_wins(store, bar.show)
    finally:
        bar.clear()


def _search_text(progress: Progress) -> str:
    return f"{counted(progress.states, 'position')} in {progress.seconds:.0f} s"
