"""Loading the statistics of a whole history a few games at a time, so that the player never waits for many."""

from collections.abc import Iterator
from itertools import islice
from time import monotonic
from typing import Final

from freecell_tui.engine import Variant
from freecell_tui.storage.errors import HistoryBusy
from freecell_tui.storage.history import History
from freecell_tui.storage.results import Result
from freecell_tui.storage.statistics import Breakdown, chronological

_BATCH: Final = 250
"""How many games are read or counted in one step, which takes about 4 ms."""

_PATIENCE_SECONDS: Final = 2.0
"""How long a history that another program uses is asked again, step by step."""


class StatisticsLoader:
    """The statistics of all games of a history; complete once `step` has returned False.

    `results` are all games in the order in which they ended, and `breakdowns` their figures by variant, under None
    those of all together. Both are whole only when `is_complete`.
    """

    def __init__(self, history: History) -> None:
        self.breakdowns: dict[Variant | None, Breakdown] = {None: Breakdown()}
        self.results: list[Result] = []
        self.is_complete = False
        self._read: dict[str, Result] = {}
        self._steps = self._work(history)

    @property
    def games_read(self) -> int:
        """The number of games read so far."""
        return len(self._read)

    def step(self) -> bool:
        """Do the next piece of work; return whether there is more. Raise HistoryError."""
        self.is_complete = next(self._steps, True)
        return not self.is_complete

    def _work(self, history: History) -> Iterator[bool]:
        after: int | None = 0
        end = monotonic() + _PATIENCE_SECONDS
        while after is not None:
            # A game that is won in the meantime may come twice: the later result is right.
            try:
                batch, after = history.results_after(after, _BATCH)
            except HistoryBusy:
                if monotonic() > end:
                    raise
                yield False
                continue
            end = monotonic() + _PATIENCE_SECONDS
            self._read.update((result.id, result) for result in batch)
            if after is not None:
                yield False
        self.results = chronological(self._read.values())
        games = iter(self.results)
        while batch := list(islice(games, _BATCH)):
            for result in batch:
                self.breakdowns[None].add(result)
                self.breakdowns.setdefault(result.variant, Breakdown()).add(result)
            if len(batch) == _BATCH:
                yield False
