"""Entering finished games into the history while another is played."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from freecell_tui.controller.session import Message, Severity
from freecell_tui.engine import Variant
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame

if TYPE_CHECKING:
    from freecell_tui.storage.history import History

_SAVES_AT_ONCE: Final = 5
"""So many are looked at before keys are heard again: some 20 ms, most of them for the disk."""


class ResultRecorder:
    """Enters a player's wins, and the games that are left for good; `win_notes` are sentences about the last win.

    What is the matter with the history is returned as a message, once; play goes on.
    """

    def __init__(self, store: SaveStore) -> None:
        self._store = store
        self._history: History | None = None
        self._new: list[Path] | None = None
        self._told: set[str] = set()
        self.win_notes: tuple[str, ...] = ()

    @property
    def history(self) -> "History":
        """The player's history; the database is not loaded before it is asked for."""
        if self._history is None:
            from freecell_tui.storage.history import History  # noqa: PLC0415 - not on the way to the first frame

            self._history = History(self._store.folder)
        return self._history

    def record_win(self, record: SavedGame, *, tells_time: bool = True) -> Message | None:
        """Enter a game that was just won; `win_notes` speaks of time if the player wants to know that."""
        from freecell_tui.controller.win_notes import win_notes  # noqa: PLC0415 - not on the way to the first frame
        from freecell_tui.storage.history import HistoryError  # noqa: PLC0415 - likewise
        from freecell_tui.storage.results import result_of  # noqa: PLC0415 - likewise

        self.win_notes = ()
        try:
            before = self.history.results_of_deal(record.game.deal, record.game.variant)
            self.history.record_win(record)
            self.win_notes = tuple(
                win_notes(result_of(record), before, self.history.winning_streak(), tells_time=tells_time)
            )
        except HistoryError as error:
            return self._message(f"{error} This win is counted when that is over.")
        return self._message(*self.history.notices)

    def would_count_as_loss(self, record: SavedGame) -> bool:
        """Whether a game counts as lost if it is left for good: a move was played, and it was not won before."""
        from freecell_tui.storage.history import HistoryError  # noqa: PLC0415 - likewise
        from freecell_tui.storage.results import has_started  # noqa: PLC0415 - likewise

        if record.game.is_won or not has_started(record):
            return False
        try:
            results = self.history.results_of_deal(record.game.deal, record.game.variant)
        except HistoryError:
            return True
        return not any(result.is_won and result.id == record.game_id for result in results)

    def count_as_lost(self, record: SavedGame) -> Message | None:
        """Enter a game that is left for good; a message if that cannot be done, and then it must not be thrown away."""
        return self._try(lambda: self.history.record_loss(record))

    def take_back_loss(self, record: SavedGame) -> Message | None:
        """Forget that a game was left; a message if that cannot be done."""
        return self._try(lambda: self.history.remove_loss(record))

    @staticmethod
    def _try(step: Callable[[], object]) -> Message | None:
        from freecell_tui.storage.history import HistoryError  # noqa: PLC0415 - likewise

        try:
            step()
        except HistoryError as error:
            return Message(str(error), Severity.REFUSAL)
        return None

    def best(self, deal: int, variant: Variant) -> tuple[float, int] | None:
        """The best time and the fewest moves of a deal; None if it was not won, or nobody knows."""
        from freecell_tui.storage.history import HistoryError  # noqa: PLC0415 - likewise
        from freecell_tui.storage.statistics import Statistics  # noqa: PLC0415 - likewise

        try:
            of_deal = Statistics.of(self.history.results_of_deal(deal, variant))
        except HistoryError:
            return None  # which is told when something is to be entered
        if of_deal.best_seconds is None or of_deal.fewest_moves is None:
            return None
        return of_deal.best_seconds, of_deal.fewest_moves

    def import_missed_wins(self) -> tuple[Message | None, bool]:
        """Enter some of the wins that nobody has entered; return what to say, and whether there are more to enter."""
        from freecell_tui.storage.history import HistoryError  # noqa: PLC0415 - likewise

        try:
            if self._new is None:
                self._new = self.history.unseen_saves(self._store)
            if self._new:
                self.history.import_saves(self._new[:_SAVES_AT_ONCE])
                del self._new[:_SAVES_AT_ONCE]
        except HistoryError as error:
            return self._message(str(error)), False
        return self._message(*self.history.notices), bool(self._new)

    def _message(self, *sentences: str) -> Message | None:
        new = [sentence for sentence in sentences if sentence not in self._told]
        self._told.update(new)
        return Message(" ".join(new), Severity.REFUSAL) if new else None
