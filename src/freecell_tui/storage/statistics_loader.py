"""The ledger: a player's whole history, read and counted a few games at a time, so that nobody has to wait for many."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from freecell_tui.engine import Variant
from freecell_tui.storage.history import History
from freecell_tui.storage.results import Result
from freecell_tui.storage.statistics import Breakdown, chronological

_AT_ONCE: Final = 250
"""So many games are read, or counted, in some 4 ms."""


class StatisticsLoader:
    """What all games of a history come to. It is complete once `go_on` has returned False.

    `found` says how many games have been read; `results` are all of them, in the order in which they ended, and
    `accounts` their figures by game with its cells and house rules, and under None those of all: both only when it is
    complete.
    """

    def __init__(self, history: History) -> None:
        self.breakdowns: dict[Variant | None, Breakdown] = {None: Breakdown()}
        self.results: list[Result] = []
        self.is_complete = False
        self._read: dict[str, Result] = {}
        self._steps = self._work(history)

    @property
    def games_read(self) -> int:
        """How many games have been read."""
        return len(self._read)

    def step(self) -> bool:
        """Do a little more; return whether there is more to do. Raise HistoryError."""
        self.is_complete = next(self._steps, True)
        return not self.is_complete

    def _work(self, history: History) -> Iterator[bool]:
        place: int | None = 0
        while place is not None:
            # A game that is won meanwhile may come twice: the later one is right.
            some, place = history.results_after(place, _AT_ONCE)
            self._read.update((result.id, result) for result in some)
            if place is not None:
                yield False
        self.results = chronological(self._read.values())
        games = iter(self.results)
        while some := list(islice(games, _AT_ONCE)):
            for result in some:
                self.breakdowns[None].add(result)
                self.breakdowns.setdefault(result.variant, Breakdown()).add(result)
            if len(some) == _AT_ONCE:
                yield False
